"""Rules by which annotations are not valid: set by leads, previewed as a list, applied as exclusions, and again."""

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
def said(cast: Cast) -> Cast:
    """Ada is quick on q-1 and unsure of an empty q-2; bo takes his time."""
    annotate(cast.alpha, cast.ada, cast["q-1"], (0, 3), active_seconds=2)
    annotate(cast.alpha, cast.ada, cast["q-2"], unsure=True, active_seconds=60)
    annotate(cast.alpha, cast.bo, cast["q-1"], (0, 3), active_seconds=50)
    annotate(cast.alpha, cast.bo, cast["q-2"], active_seconds=50)
    return cast


def allow(cast: Cast, **rules) -> dict:
    return Api(cast.lena).call("patch", RULES, rules)


def found(cast: Cast, rule: str) -> list[tuple[str, str]]:
    told = Api(cast.lena).post(f"{PATH}preview/", {"rule": rule})
    assert told["annotations"] == len(told["listed"])
    return [(each["name"], each["external_id"]) for each in told["listed"]]


def apply(cast: Cast, rule: str, expected: int, *, status: int = 201) -> dict:
    asked = {"rule": rule, "reason": "Not valid.", "expected": expected}
    return Api(cast.lena).post(PATH, asked, status=status)


def test_rules_are_off_until_a_lead_sets_them_and_what_is_given_is_changed(said: Cast):
    off = {"empty": False, "unsure": False, "fast": 0, "checks": 0}
    assert Api(said.lena).get(RULES) == off
    assert [found(said, rule) for rule in off] == [[], [], [], []]
    assert allow(said, fast=10) == off | {"fast": 10}
    assert allow(said, unsure=True) == off | {"fast": 10, "unsure": True}


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
def test_a_rule_that_cannot_be_meant_is_refused(said: Cast, rules, pointer):
    lena = Api(said.lena)
    before = snapshot()
    problem = lena.call("patch", RULES, rules, status=422)
    assert [each["pointer"] for each in problem["errors"]] == [pointer]
    assert snapshot() == before


def test_each_rule_finds_its_own(said: Cast):
    allow(said, empty=True, unsure=True, fast=10)
    assert (found(said, "fast"), found(said, "unsure")) == ([("ada", "q-1")], [("ada", "q-2")])
    assert found(said, "empty") == []
    AnnotationRevision.objects.filter(spans=[]).update(nothing_to_mark=False)
    assert found(said, "empty") == [("ada", "q-2"), ("bo", "q-2")]


def test_the_imported_took_nobody_any_time(said: Cast):
    allow(said, fast=3_600)
    import_annotations(said.alpha, {"q-3": {"of_old": [[0, 3]]}})
    assert ("of_old", "q-3") not in found(said, "fast")


def test_those_of_whoever_failed_their_checks_then_are_found(said: Cast, monkeypatch):
    import_records(said.alpha, [item(f"c-{n}", kind="check", hard_labels=[[0, 3]]) for n in (1, 2)])
    mine = Annotation.objects.filter(annotator=annotator(said.alpha, said.ada)).first()
    for name, agreement in (("c-1", 1.0), ("c-2", 0.2)):
        Trial.objects.create(
            annotator=mine.annotator,
            item=stored(said.alpha, name),
            round=0,
            revision=mine.submitted,
            agreement=agreement,
        )
    allow(said, checks=50)
    assert found(said, "checks") == []
    allow(said, checks=51)
    assert found(said, "checks") == [("ada", "q-1"), ("ada", "q-2")]
    monkeypatch.setattr(exclusion, "MAX_AT_ONCE", 0)
    monkeypatch.setattr(exclusion, "_BATCH", 1)
    apply(said, "checks", 2)
    Trial.objects.update(agreement=1.0)
    run_waiting("exclusion")
    assert Annotation.objects.filter(excluded_at__isnull=False).count() == 2


def test_applied_it_is_an_exclusion_under_the_rules_name_and_applied_again_it_finds_only_new_ones(said: Cast):
    allow(said, fast=10)
    act = apply(said, "fast", 1)
    assert (act["kind"], act["rule"], act["threshold"], act["annotator"]) == ("rule", "fast", 10, "")
    assert ExcludedAnnotation.objects.get().annotation.item == said["q-1"]
    assert found(said, "fast") == []
    apply(said, "fast", 0, status=422)
    annotate(said.alpha, said.bo, said["q-3"], (0, 3), active_seconds=4)
    assert found(said, "fast") == [("bo", "q-3")]
    assert_recounted(said.alpha)
    assert_covered(said.alpha)


def test_what_a_lead_let_count_again_is_found_once_it_is_submitted_anew(said: Cast):
    allow(said, fast=10)
    apply(said, "fast", 1)
    key = annotator(said.alpha, said.ada).key
    Api(said.lena).post(f"/projects/alpha/items/{said['q-1'].pk}/include/", {"annotator": key}, status=204)
    assert found(said, "fast") == []
    save(said.alpha, said.ada, said["q-1"], content((0, 4), active_seconds=3), now=timezone.now())
    assert found(said, "fast") == [("ada", "q-1")]


def test_under_another_threshold_than_the_lead_was_told_it_is_not_applied(said: Cast):
    allow(said, fast=10)
    asked = {"rule": "fast", "reason": "Not valid.", "expected": 1}
    told = Api(said.lena).post(f"{PATH}preview/", {"rule": "fast"})
    allow(said, fast=9)
    asked |= {"threshold": told["threshold"]}
    assert Api(said.lena).post(PATH, asked, status=409)["type"].endswith("other_by_now")
    Api(said.lena).post(PATH, asked | {"threshold": 9}, status=201)


def test_after_the_whole_act_was_undone_the_rule_finds_the_same(said: Cast):
    allow(said, fast=10)
    act = apply(said, "fast", 1)
    Api(said.lena).post(f"{PATH}{act['id']}/undo/")
    assert found(said, "fast") == [("ada", "q-1")]
    assert_recounted(said.alpha)


@pytest.mark.parametrize(
    "asked", [{}, {"rule": "fast", "annotator": "x"}, {"rule": "slow"}, {"rule": "fast", "item": 1}]
)
def test_what_is_meant_is_said_in_one_way(said: Cast, asked):
    Api(said.lena).post(f"{PATH}preview/", asked, status=422)
