"""Change settings of a project; changes that would lose content of annotations are refused."""

import pytest

from annotation.models import Item, Project
from annotation.queries.projects.access import scheme_of
from annotation.queries.projects.project_scheme import shown_scheme
from annotation.services.projects.project_settings import create_project
from tests.commands import refuses, succeeds
from tests.people import content, hand_over, save
from tests.snapshot import snapshot

pytestmark = pytest.mark.django_db


@pytest.fixture
def alpha(cast) -> Project:
    return cast.alpha


def change(*options) -> Project:
    succeeds("set_project", "alpha", *options)
    return Project.objects.get(slug="alpha")


def refused(*arguments) -> str:
    before = snapshot()
    reasons = refuses("set_project", *arguments)
    assert snapshot() == before
    return reasons


def save_draft(cast, **more) -> Item:
    """Save a draft of ada's with a span, and return its item."""
    held = hand_over(cast.alpha, cast.ada, cast["q-1"])
    save(cast.alpha, cast.ada, held, content((4, 12), **more), submit=False)
    return held


SILENT = [{"span": "m", "kind": "silent", "snapshot": None}]
MARKED = {"spans": [{"id": "m", "start": 4, "end": 12}], "nothing_to_mark": False}


def test_evidence_is_off_by_default(alpha):
    assert (scheme_of(alpha).evidence, alpha.other_sources) == ("off", False)


@pytest.mark.parametrize("evidence", ["optional", "required"])
def test_a_change_of_evidence_creates_a_scheme_version(alpha, evidence):
    before = alpha.scheme_version, alpha.version
    changed = change("--evidence", evidence)
    assert shown_scheme(changed).evidence == evidence
    assert shown_scheme(changed).version == changed.scheme_version == before[0] + 1
    assert changed.version > before[1]


def test_the_notice_can_be_set_and_is_off_by_default(alpha):
    assert alpha.notice_after == 0
    assert change("--notice-after", "60").notice_after == 60
    assert change("--notice-after", "0").notice_after == 0
    assert "seconds" in refused("alpha", "--notice-after", "9999")


def test_an_unchanged_setting_creates_no_scheme_version(alpha):
    assert change("--evidence", "off").scheme_version == alpha.scheme_version
    assert change("--other-sources", "on").scheme_version == alpha.scheme_version


def test_other_sources_can_be_switched_on_and_off(alpha):
    assert change("--other-sources", "on").other_sources
    assert not change("--other-sources", "off").other_sources


def test_a_save_stores_the_scheme_version(cast):
    project = change("--evidence", "optional")
    cast.alpha = project
    held = save_draft(cast)
    assert held.annotation_set.get(annotator__user=cast.ada).head.scheme_version == project.scheme_version


@pytest.mark.parametrize("draft", [True, False])
def test_evidence_in_use_cannot_be_switched_off(cast, draft):
    cast.alpha = change("--evidence", "required")
    held = hand_over(cast.alpha, cast.ada, cast["q-1"])
    save(cast.alpha, cast.ada, held, MARKED | {"evidence": SILENT}, submit=not draft)
    assert "1 annotations hold evidence" in refused("alpha", "--evidence", "off")
    cast.alpha = change("--evidence", "optional")
    save(cast.alpha, cast.ada, held, MARKED, submit=not draft)
    assert scheme_of(change("--evidence", "off")).evidence == "off"


def test_only_current_and_submitted_revisions_block_a_change(cast):
    cast.alpha = change("--evidence", "optional")
    held = hand_over(cast.alpha, cast.ada, cast["q-1"])
    save(cast.alpha, cast.ada, held, MARKED | {"evidence": SILENT}, submit=True)
    save(cast.alpha, cast.ada, held, MARKED, submit=False)
    assert "1 annotations" in refused("alpha", "--evidence", "off")
    save(cast.alpha, cast.ada, held, MARKED, submit=True)
    change("--evidence", "off")


def test_other_sources_in_use_cannot_be_switched_off(cast):
    cast.alpha = change("--other-sources", "on")
    save_draft(cast, links=[{"url": "https://example.org/"}])
    assert "1 annotations hold links to other sources" in refused("alpha", "--other-sources", "off")
    assert Project.objects.get(slug="beta").other_sources is False
    succeeds("set_project", "beta", "--other-sources", "off")


def test_wikipedia_pages_are_not_other_sources(cast):
    cast.alpha = change("--other-sources", "on")
    save_draft(cast, links=[{"url": "https://en.wikipedia.org/wiki/A"}])
    change("--other-sources", "off")


def test_evidence_requires_span_labels():
    create_project("labels", preset="shroom")
    assert "Evidence belongs to spans" in refused("labels", "--evidence", "optional")


@pytest.mark.parametrize(
    "arguments",
    [
        ["alpha"],
        ["none-such", "--evidence", "off"],
        ["alpha", "--evidence", "sometimes"],
        ["alpha", "--other-sources", "maybe"],
    ],
)
def test_invalid_settings_are_refused(cast, arguments):
    refused(*arguments)
