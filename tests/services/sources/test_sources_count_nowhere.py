"""Sources count nowhere: redundancy, agreement, gold, exports and the next item are the same with and without them.

So do exposure policies that leave all items blind.
"""

import tempfile
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from annotation.models import Assignment, Item, Project, ProjectLanguage, Rollup, Source
from annotation.queries.review.waiting import waiting
from annotation.services.sources.exposure_policy import set_exposure_policy
from annotation.services.statistics.recompute import recompute
from foundation.jobs import run_waiting
from tests.case_counts import examples
from tests.commands import succeeds
from tests.people import join, reserve
from tests.records import ANSWER, import_records, item
from tests.services.statistics.history import apply_step, make_project, steps
from tests.services.statistics.recount import assert_covered, assert_recounted
from tests.sources import import_source

pytestmark = pytest.mark.django_db

spans = st.lists(
    st.integers(0, len(ANSWER) - 2).map(lambda start: {"start": start, "end": start + 2})
    | st.just({"quote": "a"}),
    max_size=3,
)
answered = st.fixed_dictionaries(
    {"score": st.floats(0, 1), "spans": spans, "reasoning": st.sampled_from(["", "<b>No.</b>"])}
)
others = st.sampled_from(["empty", "abstained", "failed", "not_run"]).map(lambda status: {"status": status})
runs = st.lists(st.tuples(*[answered | others] * 3), min_size=1, max_size=2)


@settings(
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    deadline=None,
    max_examples=examples(20),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(before=st.lists(steps, min_size=2, max_size=6), found=runs, after=st.lists(steps, max_size=3))
def test_everything_is_identical_with_and_without_sources(db, before, found, after):
    project = make_project(f"gamma-{Project.objects.count()}")
    import_records(project, [item("spare")])  # that somebody can still get
    for step in before:
        apply_step(project, step)
    join(project, "ada")
    without = observed(project)
    for number, run in enumerate(found):
        records = [{"id": name, **each} for name, each in zip(("q-1", "q-2", "ar-1"), run, strict=True)]
        assert import_source(project, records, f"judge {number}").published_at
    assert observed(project) == without
    chosen = Source.objects.current(project).latest("pk")
    set_exposure_policy(project, mode="blind", source=chosen.pk)
    assert observed(project) == without
    set_exposure_policy(project, mode="shown", blind_share=100)
    assert observed(project) == without
    for step in after:
        apply_step(project, step)
    while run_waiting("policy"):
        pass
    project.refresh_from_db()
    assert_recounted(project)
    assert_covered(project)
    assert recompute(project, pytest.fail, check=True) == 0
    assert Source.objects.current(project).count() == len(found)


def observed(project: Project) -> dict[str, Any]:
    """Return what is exported, counted and assigned, the bytes of exports included."""
    return {
        "annotations": _exported("export_annotations", project),
        "gold": _exported("export_gold", project),
        "agreement": succeeds("agreement", project.slug, "--json"),
        "items": list(Item.objects.filter(project=project).order_by("pk").values_list()),
        "languages": list(ProjectLanguage.objects.filter(project=project).order_by("pk").values_list()),
        "rollups": list(Rollup.objects.filter(project=project).order_by("pk").values_list()),
        "assignments": list(Assignment.objects.filter(project=project).order_by("pk").values_list()),
        "waiting": waiting(project),
        "next": _next_item(project),
    }


def _exported(command: str, project: Project) -> bytes:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "export.jsonl"
        succeeds(command, project.slug, "--out", path)
        return path.read_bytes()


def _next_item(project: Project) -> str:
    """Return the id of the item that the annotator ada would get next. Nothing is reserved."""
    with transaction.atomic():
        found = reserve(project, join(project, "ada"))
        transaction.set_rollback(True)
    return found.external_id if found else ""
