"""The command that changes whether annotators see suggestions."""

import pytest

from annotation.models import ExposurePolicy
from tests.commands import refuses, succeeds
from tests.sources import import_source

pytestmark = pytest.mark.django_db


@pytest.fixture
def judged(cast):
    for version in ("1", "2"):
        import_source(cast.alpha, [{"id": "q-1", "spans": [], "score": int(version)}], version=version)
    return cast.alpha


def stored(project):
    return ExposurePolicy.objects.values_list("mode", "source__version", "blind_share").get(project=project)


def test_it_changes_what_is_given(judged):
    printed = succeeds(
        "set_suggestions", "alpha", "--when", "shown", "--source", "judge", "--source-version", "2"
    )
    assert printed.strip() == "alpha: suggestions shown, source judge 2, blind 20 %."
    assert stored(judged) == ("shown", "2", 20)
    succeeds("set_suggestions", "alpha", "--blind-share", "40")
    assert stored(judged) == ("shown", "2", 40)
    succeeds("set_suggestions", "alpha", "--when", "blind")
    assert stored(judged) == ("blind", "2", 40)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ((), "Say what to change"),
        (("--when", "shown"), "Choose the source"),
        (("--source", "judge"), "several versions: 1, 2"),
        (("--source", "nobody"), "no source “nobody”"),
        (("--source-version", "2"), "goes with --source"),
        (("--source", "judge", "--source-version", "1", "--blind-share", "10"), "from 20 to 100"),
    ],
)
def test_bad_options_are_refused(judged, options, reason):
    assert reason in refuses("set_suggestions", "alpha", *options)
    assert not ExposurePolicy.objects.exists()
