"""Stored statistics equal a recomputation from the annotations exactly, after any sequence of operations."""

import json
from importlib import import_module

import pytest
from django.apps import apps
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotation.models import ItemStatistic, Project, Rollup
from annotation.queries.items.item_filters import ItemFilter
from annotation.queries.projects.access import languages_of
from annotation.queries.releases.release_candidates import count_ready_items
from annotation.queries.statistics.rollups import ready_items, summary
from annotation.services.projects.project_settings import create_project
from annotation.services.statistics.recompute import recompute
from foundation.jobs import run_waiting
from tests.case_counts import examples
from tests.commands import succeeds
from tests.people import annotate, hand_over, join, save
from tests.records import import_annotations, import_records, item, items, stored
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


def test_a_scheme_without_spans_has_the_agreement_on_its_labels():
    project = create_project("cap", preset="shroom-cap")
    import_records(project, items(2))
    for name, factuality in (("ada", "errors"), ("bo", "errors"), ("cy", "correct")):
        user = join(project, name)
        labels = {"labels": {"fluency": "minor", "factuality": factuality}}
        save(project, user, hand_over(project, user, stored(project, "q-1")), labels)
    assert statistic(project, "q-1").agreement == 666_666_666_667  # all pairs, and one of three
    assert_recounted(project)
    overall = summary(project, languages_of(project)).overall
    assert (overall.agreement, overall.counted) == (0.666666666667, 1)
    row = json.loads(succeeds("agreement", "cap", "--json"))[0]
    assert (row["counted"], row["agreement"]) == (1, None)
    assert succeeds("recompute", "cap", "--check")


def test_annotations_outside_of_a_balanced_sample_are_not_part_of_its_progress():
    project = create_project("cap", preset="shroom-cap", assignment="balanced", sample=1, redundancy=1)
    import_records(project, [item(f"q-{n}", model_input="Who?", model_id="m") for n in range(3)])
    import_records(project, [item(f"r-{n}", model_input="When?", model_id="m") for n in range(3)])
    labels = {"annotator_a": {"fluency": "minor", "factuality": "errors"}}
    votes = [
        {"id": each, "annotations": {"annotator_a": []}, "annotation_labels": labels}
        for each in ("q-0", "q-1", "q-2", "r-0", "r-1")
    ]
    import_records(project, votes, "annotations")
    overall = summary(project, languages_of(project)).overall
    sampled = project.item_set.filter(reservable=True)
    complete = sampled.filter(counted=1).count()
    assert (overall.items, overall.complete, overall.outside) == (2, complete, 5 - complete)
    assert (overall.annotations, overall.outside_annotations, overall.annotators_max) == (5, 5 - complete, 1)
    for status, items_ in (("reached", complete), ("open", 2 - complete)):
        assert ItemFilter(order="ordinal", status=status).items(project).count() == items_
    assert ready_items(project, {"en": 1}) == count_ready_items(project, {"en": 1})


def test_agreement_by_item_lists_every_work_item(gamma):
    rows = json.loads(succeeds("agreement", "gamma", "--by", "item", "--json"))
    assert [(row["id"], row["lang"], row["n"]) for row in rows] == [
        ("q-1", "EN", 2),
        ("q-2", "EN", 0),
        ("ar-1", "AR", 0),
    ]
    assert rows[0]["agreement"] == 20 / 24
    assert list(rows[0]) == ["id", "lang", "n", "agreement", "policy"]


def test_the_migration_computes_the_agreement_of_schemes_without_spans(gamma):
    labels_only = create_project("cap", preset="shroom-cap")
    import_records(labels_only, items(1))
    for name in ("ada", "bo"):
        said = {"labels": {"fluency": "minor", "factuality": "errors"}}
        user = join(labels_only, name)
        save(labels_only, user, hand_over(labels_only, user, stored(labels_only, "q-1")), said)
    Rollup.objects.update(compared=0)
    ItemStatistic.objects.filter(project=labels_only).update(agreement=None)
    Rollup.objects.filter(project=labels_only).update(agreement_sum=0)
    import_module("annotation.migrations.0012_agreement_on_item_labels").agreement_on_item_labels(apps, None)
    for project in (gamma, labels_only):
        assert_recounted(project)
    assert summary(labels_only, languages_of(labels_only)).overall.agreement == 1
