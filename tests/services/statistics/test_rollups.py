"""Stored statistics equal a recomputation from the annotations exactly, after any sequence of operations."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotation.models import ItemStatistic, Project
from annotation.queries.projects.access import languages_of
from annotation.queries.statistics.rollups import summary
from annotation.services.projects.project_settings import create_project
from annotation.services.statistics.recompute import recompute
from foundation.jobs import run_waiting
from tests.case_counts import examples
from tests.commands import succeeds
from tests.people import annotate, hand_over, join, save
from tests.records import import_annotations, import_records, items, stored
from tests.services.statistics.history import apply_step, make_project, steps
from tests.services.statistics.recount import assert_covered, assert_recounted

pytestmark = pytest.mark.django_db


@settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=examples(50),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(history=st.lists(steps, min_size=2, max_size=10))
def test_statistics_equal_a_recomputation_after_any_history(db, history):
    number = Project.objects.count()
    project = make_project(f"gamma-{number}")
    for step in history:
        apply_step(project, step)
    while run_waiting("policy"):
        pass
    project.refresh_from_db()
    assert not project.next_policy
    assert_recounted(project)
    assert_covered(project)
    assert recompute(project, pytest.fail, check=True) == 0
    assert_summary_equals_command(project)


def assert_summary_equals_command(project: Project) -> None:
    by_language = {row["lang"]: row for row in json.loads(succeeds("agreement", project.slug, "--json"))}
    for totals in summary(project, languages_of(project)).languages:
        row = by_language[totals.spelling]
        for name in ("items", "counted", "annotators_min", "annotators_max"):
            assert getattr(totals, name) == row[name], name
        assert totals.agreement == pytest.approx(row["agreement"], abs=1e-11)


@pytest.fixture
def gamma():
    project = make_project()
    annotate(project, join(project, "ada"), stored(project, "q-1"), (0, 12))
    annotate(project, join(project, "bo"), stored(project, "q-1"), (4, 12))
    return project


def statistic(project: Project, name: str) -> ItemStatistic | None:
    return ItemStatistic.objects.filter(item=stored(project, name)).first()


def test_statistics_by_hand(gamma):
    row = statistic(gamma, "q-1")
    assert (row.n, row.gold_characters, row.tie_characters) == (2, 8, 4)
    assert (row.disputed_characters, row.single_characters, row.labels) == (4, 4, "\nhallucination\n")
    assert row.agreement == 833_333_333_333  # (12 + 8) / (2 · 12)
    rollup = gamma.rollup_set.get(language="en")
    assert (rollup.histogram, rollup.agreement_sum) == ({"2": 1}, 833_333_333_333)


def test_a_single_annotation_has_no_agreement(gamma):
    annotate(gamma, join(gamma, "ada"), stored(gamma, "q-2"), (0, 3))
    assert (statistic(gamma, "q-2").n, statistic(gamma, "q-2").agreement) == (1, None)
    totals = {row.language: row for row in summary(gamma, languages_of(gamma)).languages}
    assert (totals["en"].counted, totals["en"].annotations) == (1, 3)
    assert_recounted(gamma)


def test_agreement_is_one_if_nobody_marks_anything(gamma):
    for name in ("ada", "bo"):
        annotate(gamma, join(gamma, name), stored(gamma, "ar-1"))
    assert statistic(gamma, "ar-1").agreement == 10**12


def test_training_and_check_items_are_left_out(gamma):
    import_annotations(gamma, {"t": {"annotator_a": [[0, 3]], "annotator_b": [[0, 3]]}})
    assert statistic(gamma, "t") is None
    assert_recounted(gamma)
    assert_summary_equals_command(gamma)


def test_an_import_for_an_annotator_with_a_reservation_counts(gamma):
    """Exported annotations may be imported into their own project while their authors have the item open."""
    user = join(gamma, "cy")
    hand_over(gamma, user, stored(gamma, "q-2"))
    key = user.annotator_set.get(project=gamma).key
    import_annotations(gamma, {"q-2": {key: [[0, 3]]}})
    assert_recounted(gamma)


def test_a_scheme_without_spans_has_no_agreement_on_spans():
    project = create_project("cap", preset="shroom-cap")
    import_records(project, items(1))
    labels = {"fluency": "minor", "factuality": "errors"}
    for name in ("ada", "bo"):
        user = join(project, name)
        said = {"labels": labels}
        save(project, user, hand_over(project, user, stored(project, "q-1")), said)
    assert statistic(project, "q-1").agreement is None
    row = json.loads(succeeds("agreement", "cap", "--json"))[0]
    assert (row["counted"], row["agreement"]) == (1, None)
    assert summary(project, languages_of(project)).overall.agreement is None


def test_agreement_by_item_lists_every_work_item(gamma):
    rows = json.loads(succeeds("agreement", "gamma", "--by", "item", "--json"))
    assert [(row["id"], row["lang"], row["n"]) for row in rows] == [
        ("q-1", "EN", 2),
        ("q-2", "EN", 0),
        ("ar-1", "AR", 0),
    ]
    assert rows[0]["agreement"] == 20 / 24
    assert list(rows[0]) == ["id", "lang", "n", "agreement", "policy"]
