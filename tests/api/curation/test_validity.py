"""Validity rules: set by leads, previewed as a list, applied as exclusions, and applied again."""

import pytest
from django.utils import timezone

from annotation.models import Annotation, AnnotationRevision, ExcludedAnnotation, Trial
from annotation.services.curation import exclusion
from foundation.jobs import run_waiting
from tests.api.client import Api
from tests.people import Cast, annotate, annotator, content, save
from tests.records import import_annotations, import_records, item, stored
from tests.services.statistics.recount import assert_covered, assert_recounted
from tests.snapshot import snapshot

pytestmark = pytest.mark.django_db

RULES = "/projects/alpha/validity/"
PATH = "/projects/alpha/exclusions/"


@pytest.fixture
def annotated(cast: Cast) -> Cast:
    """Ada is quick on q-1 and unsure of an empty q-2; bo takes his time."""
    annotate(cast.alpha, cast.ada, cast["q-1"], (0, 3), active_seconds=2)
    annotate(cast.alpha, cast.ada, cast["q-2"], unsure=True, active_seconds=60)
    annotate(cast.alpha, cast.bo, cast["q-1"], (0, 3), active_seconds=50)
    annotate(cast.alpha, cast.bo, cast["q-2"], active_seconds=50)
    return cast


def allow(cast: Cast, **rules) -> dict:
    return Api(cast.lena).call("patch", RULES, rules)


def found(cast: Cast, rule: str) -> list[tuple[str, str]]:
    effects = Api(cast.lena).post(f"{PATH}preview/", {"rule": rule})
    assert effects["annotations"] == len(effects["listed"])
    return [(each["name"], each["external_id"]) for each in effects["listed"]]


def apply(cast: Cast, rule: str, expected: int, *, status: int = 201) -> dict:
    asked = {"rule": rule, "reason": "Not valid.", "expected": expected}
    return Api(cast.lena).post(PATH, asked, status=status)


def test_rules_are_off_by_default_and_only_given_ones_change(annotated: Cast):
    off = {"empty": False, "unsure": False, "fast": 0, "checks": 0}
    assert Api(annotated.lena).get(RULES) == off
    assert [found(annotated, rule) for rule in off] == [[], [], [], []]
    assert allow(annotated, fast=10) == off | {"fast": 10}
    assert allow(annotated, unsure=True) == off | {"fast": 10, "unsure": True}


@pytest.mark.parametrize(
    ("rules", "pointer"),
    [
        ({}, ""),
        ({"fast": -1}, "/fast"),
        ({"fast": 3_601}, "/fast"),
        ({"checks": 101}, "/checks"),
        ({"empty": 1}, "/empty"),
    ],
)
def test_an_invalid_rule_is_refused(annotated: Cast, rules, pointer):
    lena = Api(annotated.lena)
    before = snapshot()
    problem = lena.call("patch", RULES, rules, status=422)
    assert [each["pointer"] for each in problem["errors"]] == [pointer]
    assert snapshot() == before


def test_each_rule_finds_its_annotations(annotated: Cast):
    allow(annotated, empty=True, unsure=True, fast=10)
    assert (found(annotated, "fast"), found(annotated, "unsure")) == ([("ada", "q-1")], [("ada", "q-2")])
    assert found(annotated, "empty") == []
    AnnotationRevision.objects.filter(spans=[]).update(nothing_to_mark=False)
    assert found(annotated, "empty") == [("ada", "q-2"), ("bo", "q-2")]


def test_imported_annotations_are_never_too_fast(annotated: Cast):
    allow(annotated, fast=3_600)
    import_annotations(annotated.alpha, {"q-3": {"of_old": [[0, 3]]}})
    assert ("of_old", "q-3") not in found(annotated, "fast")


def test_annotations_of_annotators_who_failed_their_checks_are_found(annotated: Cast, monkeypatch):
    import_records(annotated.alpha, [item(f"c-{n}", kind="check", hard_labels=[[0, 3]]) for n in (1, 2)])
    mine = Annotation.objects.filter(annotator=annotator(annotated.alpha, annotated.ada)).first()
    for name, agreement in (("c-1", 1.0), ("c-2", 0.2)):
        Trial.objects.create(
            annotator=mine.annotator,
            item=stored(annotated.alpha, name),
            round=0,
            revision=mine.submitted,
            agreement=agreement,
        )
    allow(annotated, checks=50)
    assert found(annotated, "checks") == []
    allow(annotated, checks=51)
    assert found(annotated, "checks") == [("ada", "q-1"), ("ada", "q-2")]
    monkeypatch.setattr(exclusion, "MAX_AT_ONCE", 0)
    monkeypatch.setattr(exclusion, "_BATCH", 1)
    apply(annotated, "checks", 2)
    Trial.objects.update(agreement=1.0)
    run_waiting("exclusion")
    assert Annotation.objects.filter(excluded_at__isnull=False).count() == 2


def test_an_applied_rule_is_an_exclusion_and_finds_only_new_annotations_the_next_time(annotated: Cast):
    allow(annotated, fast=10)
    act = apply(annotated, "fast", 1)
    assert (act["kind"], act["rule"], act["threshold"], act["annotator"]) == ("rule", "fast", 10, "")
    assert ExcludedAnnotation.objects.get().annotation.item == annotated["q-1"]
    assert found(annotated, "fast") == []
    apply(annotated, "fast", 0, status=422)
    annotate(annotated.alpha, annotated.bo, annotated["q-3"], (0, 3), active_seconds=4)
    assert found(annotated, "fast") == [("bo", "q-3")]
    assert_recounted(annotated.alpha)
    assert_covered(annotated.alpha)


def test_an_included_annotation_is_found_again_after_a_new_submission(annotated: Cast):
    allow(annotated, fast=10)
    apply(annotated, "fast", 1)
    key = annotator(annotated.alpha, annotated.ada).key
    Api(annotated.lena).post(
        f"/projects/alpha/items/{annotated['q-1'].pk}/include/", {"annotator": key}, status=204
    )
    assert found(annotated, "fast") == []
    save(
        annotated.alpha,
        annotated.ada,
        annotated["q-1"],
        content((0, 4), active_seconds=3),
        now=timezone.now(),
    )
    assert found(annotated, "fast") == [("ada", "q-1")]


def test_a_rule_whose_threshold_has_changed_since_the_preview_is_not_applied(annotated: Cast):
    allow(annotated, fast=10)
    asked = {"rule": "fast", "reason": "Not valid.", "expected": 1}
    effects = Api(annotated.lena).post(f"{PATH}preview/", {"rule": "fast"})
    allow(annotated, fast=9)
    asked |= {"threshold": effects["threshold"]}
    assert Api(annotated.lena).post(PATH, asked, status=409)["type"].endswith("other_by_now")
    Api(annotated.lena).post(PATH, asked | {"threshold": 9}, status=201)


def test_a_rule_finds_the_same_annotations_after_its_exclusion_is_undone(annotated: Cast):
    allow(annotated, fast=10)
    act = apply(annotated, "fast", 1)
    Api(annotated.lena).post(f"{PATH}{act['id']}/undo/")
    assert found(annotated, "fast") == [("ada", "q-1")]
    assert_recounted(annotated.alpha)


@pytest.mark.parametrize(
    "asked", [{}, {"rule": "fast", "annotator": "x"}, {"rule": "slow"}, {"rule": "fast", "item": 1}]
)
def test_a_selection_names_either_an_annotator_or_a_rule(annotated: Cast, asked):
    Api(annotated.lena).post(f"{PATH}preview/", asked, status=422)
