"""Bulk actions of a lead: assign, unassign and reopen items; and decisions on late submissions."""

from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.models import Annotation, Assignment, ItemStatistic, ProjectLanguage
from annotation.services.people.members import change_member
from annotation.services.projects.project_settings import create_project, set_project
from foundation.models import AuditEvent
from tests.api.annotate.saving import SKIP, body, put
from tests.api.client import Api, work_path
from tests.people import Cast, annotate, annotator, content, hand_over, join, reserve, save
from tests.records import import_annotations, import_records, items
from tests.services.statistics.recount import assert_covered as assert_coverage_matches
from tests.services.statistics.recount import assert_recounted
from tests.snapshot import snapshot

pytestmark = pytest.mark.django_db

ALL = {"filter": {"order": "ordinal"}}


def bulk_action(cast: Cast, what: str, **asked) -> dict:
    return Api(cast.lena).post(f"/projects/alpha/items/{what}/", asked)


def refused(cast: Cast, what: str, **asked) -> dict:
    lena = Api(cast.lena)
    before = snapshot()
    problem = lena.post(f"/projects/alpha/items/{what}/", asked, status=422)
    assert snapshot() == before
    return problem


def key(cast: Cast, user) -> str:
    return annotator(cast.alpha, user).key


def held_by(user) -> list[str]:
    places = Assignment.objects.filter(annotator__user=user, state="reserved")
    return sorted(places.values_list("item__external_id", flat=True))


def assert_covered(cast: Cast) -> None:
    """Coverage is the number of active assignments, and the statistics match the counted annotations."""
    assert_coverage_matches(cast.alpha)
    assert_recounted(cast.alpha)


def submitted(cast: Cast, user, name: str) -> Annotation:
    return annotate(cast.alpha, user, cast[name], (0, 3))


def test_items_are_assigned_to_an_annotator_who_then_gets_them(cast: Cast):
    chosen = [cast["q-3"].pk, cast["q-1"].pk]
    answer = bulk_action(cast, "assign", annotator=key(cast, cast.ada), items=chosen)
    assert answer == {"changed": [{"annotator": key(cast, cast.ada), "items": sorted(chosen)}], "places": 2}
    assert held_by(cast.ada) == ["q-1", "q-3"]
    assert reserve(cast.alpha, cast.ada).pk in chosen
    assert_covered(cast)


def test_the_preview_of_an_assignment_counts_what_it_would_do_and_writes_nothing(cast: Cast):
    """Ada has q-1; q-2 has its two annotators; Arabic is closed; ada has only English."""
    hand_over(cast.alpha, cast.ada, cast["q-1"])
    for user in (cast.bo, cast.lena):
        hand_over(cast.alpha, user, cast["q-2"])
    ProjectLanguage.objects.filter(project=cast.alpha, language="ar").update(closed=True)
    lena, ada = Api(cast.lena), key(cast, cast.ada)
    before = snapshot()
    found = lena.post("/projects/alpha/items/assign/preview/", {"annotator": ada, **ALL})
    assert snapshot() == before
    assert found == {
        "items": 4,
        "assigned": 2,
        "taken": 1,
        "closed": 1,
        "over_full": 1,
        "other_languages": 0,
    }
    assert (
        bulk_action(cast, "assign", annotator=key(cast, cast.ada), filter={"order": "ordinal"})["places"] == 2
    )
    event = AuditEvent.objects.get(kind="items_assigned")
    assert event.details == {"annotator": key(cast, cast.ada), "items": 2}


def test_the_preview_of_an_assignment_names_languages_that_the_member_lacks(cast: Cast):
    change_member(cast.alpha, key(cast, cast.bo), timezone.now(), languages=["en"])
    found = bulk_action(cast, "assign/preview", annotator=key(cast, cast.bo), filter={"order": "ordinal"})
    assert (found["assigned"], found["other_languages"]) == (4, 1)
    assert bulk_action(cast, "unassign", filter={"order": "ordinal"})["places"] == 0
    assert not AuditEvent.objects.filter(kind="items_unassigned").exists()


def test_an_assignment_by_a_lead_never_expires(cast: Cast):
    bulk_action(cast, "assign", annotator=key(cast, cast.ada), items=[cast["q-1"].pk])
    reserve(cast.alpha, cast.bo, timezone.now() + timedelta(days=400))
    assert held_by(cast.ada) == ["q-1"]


def test_all_items_of_a_filter_are_assigned(cast: Cast):
    answer = bulk_action(
        cast, "assign", annotator=key(cast, cast.ada), filter={"language": "AR", "order": "ordinal"}
    )
    assert answer["places"] == 1
    assert held_by(cast.ada) == ["ar-1"]


def test_reserved_and_submitted_items_are_not_assigned_again(cast: Cast):
    submitted(cast, cast.ada, "q-1")
    hand_over(cast.alpha, cast.ada, cast["q-2"])
    answer = bulk_action(cast, "assign", annotator=key(cast, cast.ada), **ALL)
    assert answer["changed"][0]["items"] == sorted([cast["q-3"].pk, cast["ar-1"].pk])
    assert bulk_action(cast, "assign", annotator=key(cast, cast.ada), **ALL) == {"changed": [], "places": 0}
    assert_covered(cast)


def test_a_skipped_item_can_be_assigned_again(cast: Cast):
    hand_over(cast.alpha, cast.ada, cast["q-1"])
    Api(cast.ada).post(work_path(cast["q-1"], "skip"), SKIP, status=204)
    bulk_action(cast, "assign", annotator=key(cast, cast.ada), items=[cast["q-1"].pk])
    assert held_by(cast.ada) == ["q-1"]
    assert Assignment.objects.get(annotator__user=cast.ada).reason == ""


def test_a_lead_may_assign_an_item_above_its_redundancy_and_all_annotations_count(cast: Cast):
    for user in (cast.ada, cast.bo):
        submitted(cast, user, "q-1")
    assert bulk_action(cast, "assign", annotator=key(cast, cast.lena), items=[cast["q-1"].pk])["places"] == 1
    assert not save(cast.alpha, cast.lena, cast["q-1"], content((0, 3))).surplus
    row = next(each for each in Api(cast.lena).get("/projects/alpha/items/")["results"])
    assert (row["n"], row["status"]) == (3, "over-full")
    assert_covered(cast)


def test_items_of_other_projects_are_ignored(cast: Cast):
    assert bulk_action(cast, "assign", annotator=key(cast, cast.ada), items=[cast.theirs.pk])["places"] == 0
    assert not Assignment.objects.filter(annotator__user=cast.ada).exists()


def test_items_are_assigned_only_to_members(cast: Cast):
    otto = annotator(cast.beta, cast.otto).key
    assert refused(cast, "assign", annotator=otto, **ALL)["errors"][0]["pointer"] == "/annotator"
    ada = key(cast, cast.ada)
    change_member(cast.alpha, ada, timezone.now(), ended=True)
    assert refused(cast, "assign", annotator=ada, **ALL)["errors"][0]["code"] == "no_person"


@pytest.mark.parametrize(
    ("asked", "pointer"),
    [
        ({}, ""),
        ({"items": [1], "filter": {}}, ""),
        ({"items": ["1"]}, "/items/0"),
        ({"items": [2**70]}, "/items/0"),
        ({"filter": {"language": "xx"}}, "/filter/language"),
        ({"filter": {"order": "by chance"}}, "/filter/order"),
        ({"items": list(range(10_001))}, "/items"),
    ],
)
def test_an_invalid_choice_of_items_is_refused(cast: Cast, asked, pointer):
    problem = refused(cast, "assign", annotator=key(cast, cast.ada), **asked)
    assert [each["pointer"] for each in problem["errors"]] == [pointer]


def test_reservations_of_one_or_all_annotators_are_released_and_drafts_are_kept(cast: Cast):
    for user, name in ((cast.ada, "q-1"), (cast.bo, "q-2")):
        hand_over(cast.alpha, user, cast[name])
    save(cast.alpha, cast.ada, cast["q-1"], content((4, 12)), submit=False)
    answer = bulk_action(cast, "unassign", annotator=key(cast, cast.ada), **ALL)
    assert answer["changed"] == [{"annotator": key(cast, cast.ada), "items": [cast["q-1"].pk]}]
    assert (held_by(cast.ada), held_by(cast.bo)) == ([], ["q-2"])
    assert bulk_action(cast, "unassign", **ALL)["places"] == 1
    assert Annotation.objects.get(annotator__user=cast.ada).head.spans[0]["start"] == 4
    assert_covered(cast)


def test_unassigning_keeps_submitted_items(cast: Cast):
    submitted(cast, cast.ada, "q-1")
    assert bulk_action(cast, "unassign", **ALL)["places"] == 0
    assert_covered(cast)


def test_a_reopened_annotation_counts_again_once_it_is_resubmitted(cast: Cast):
    for user in (cast.ada, cast.bo):
        submitted(cast, user, "q-1")
    answer = bulk_action(cast, "reopen", annotator=key(cast, cast.ada), items=[cast["q-1"].pk])
    assert answer["places"] == 1
    assert ItemStatistic.objects.get(item=cast["q-1"]).n == 1
    assert reserve(cast.alpha, cast.ada) == cast["q-1"]
    assert reserve(cast.alpha, cast.lena) != cast["q-1"]  # she still has the slot
    assert_covered(cast)
    put(Api(cast.ada), cast["q-1"], body(cast["q-1"], (4, 12), base_revision=1, submit=True))
    assert ItemStatistic.objects.get(item=cast["q-1"]).n == 2
    assert_covered(cast)


def test_reopening_is_undone_even_after_a_draft_was_saved(cast: Cast):
    submitted(cast, cast.ada, "q-1")
    hand_over(cast.alpha, cast.bo, cast["q-1"])
    before = ItemStatistic.objects.get(item=cast["q-1"]).n
    bulk_action(cast, "reopen", **ALL)
    save(cast.alpha, cast.ada, cast["q-1"], content((4, 12)), submit=False)
    assert bulk_action(cast, "reopen", undo=True, **ALL)["places"] == 1
    kept = Annotation.objects.get(annotator__user=cast.ada)
    assert (kept.submitted.number, kept.head.number) == (1, 2)
    assert ItemStatistic.objects.get(item=cast["q-1"]).n == before
    assert held_by(cast.bo) == ["q-1"]
    assert_covered(cast)


def test_annotations_of_imports_and_former_members_stay_submitted(cast: Cast):
    import_annotations(cast.alpha, {"q-1": {"annotator_a": [[0, 3]]}})
    submitted(cast, cast.bo, "q-1")
    change_member(cast.alpha, key(cast, cast.bo), timezone.now(), ended=True)
    assert bulk_action(cast, "reopen", **ALL)["places"] == 0
    assert_covered(cast)


def test_nothing_is_reopened_or_assigned_in_a_closed_language(cast: Cast):
    project = create_project("closing", preset="mu-shroom", assignment="everyone")
    lead, ada = join(project, "lena", "lead"), join(project, "ada")
    import_records(project, items(2))
    save(project, ada, reserve(project, ada), content((0, 3)))
    ProjectLanguage.objects.filter(project=project).update(closed=True)
    for what in ("reopen", "assign"):
        asked = {"annotator": annotator(project, ada).key, **ALL}
        assert Api(lead).post(f"/projects/closing/items/{what}/", asked)["places"] == 0


@pytest.fixture
def late(cast: Cast) -> Annotation:
    """ada's submission of q-1 after her slot was given to others."""
    set_project(cast.alpha, redundancy=1)
    cast.alpha.refresh_from_db()
    hand_over(cast.alpha, cast.ada, cast["q-1"])
    Assignment.objects.update(expires_at=timezone.now() - timedelta(days=1))
    submitted(cast, cast.bo, "q-1")
    late = save(cast.alpha, cast.ada, cast["q-1"], content((4, 12)))
    assert late.surplus
    return late


def decide(cast: Cast, decision: str, *, status: int = 204, item: str = "q-1", who=None) -> None:
    asked = {"annotator": key(cast, who or cast.ada), "decision": decision}
    Api(cast.lena).post(work_path(cast[item], "surplus"), asked, status=status)


def seen(cast: Cast) -> tuple[int, list[str], int]:
    """n and the statuses in the item view, and the surplus of the summary."""
    view = Api(cast.lena).get(f"/projects/alpha/items/{cast['q-1'].pk}/")
    waiting = Api(cast.lena).get("/projects/alpha/summary/")["surplus"]
    return view["n"], [each["status"] for each in view["annotations"]], waiting


def test_a_late_submission_counts_once_it_is_accepted(cast: Cast, late):
    assert seen(cast) == (1, ["counted", "surplus"], 1)
    decide(cast, "accepted")
    assert seen(cast) == (2, ["counted", "counted"], 0)
    assert_covered(cast)
    decide(cast, "waiting")
    assert seen(cast) == (1, ["counted", "surplus"], 1)
    assert_covered(cast)


def test_a_late_submission_is_excluded_and_may_wait_again(cast: Cast, late):
    decide(cast, "left_out")
    assert seen(cast) == (1, ["counted", "excluded"], 0)
    assert Annotation.objects.get(pk=late.pk).excluded_by == cast.lena
    assert_covered(cast)
    decide(cast, "waiting")
    assert seen(cast) == (1, ["counted", "surplus"], 1)
    assert_covered(cast)


def test_repeating_a_decision_changes_nothing(cast: Cast, late):
    for _ in range(2):
        decide(cast, "accepted")
    assert seen(cast)[0] == 2
    assert_covered(cast)


def test_only_late_submissions_can_be_decided_on(cast: Cast, late):
    for decision, who in (("left_out", cast.bo), ("accepted", cast.lena)):
        decide(cast, decision, who=who, status=409)
    assert seen(cast) == (1, ["counted", "surplus"], 1)


def test_an_accepted_late_submission_still_counts_when_resubmitted(cast: Cast, late):
    decide(cast, "accepted")
    assert not save(cast.alpha, cast.ada, cast["q-1"], content((0, 3))).surplus
    assert seen(cast)[0] == 2
    assert_covered(cast)


def test_the_list_shows_reservations_and_surplus(cast: Cast, late):
    bulk_action(cast, "assign", annotator=key(cast, cast.lena), items=[cast["q-1"].pk])
    rows = Api(cast.lena).get("/projects/alpha/items/?order=ordinal")["results"]
    assert {row["external_id"]: (row["held"], row["surplus"]) for row in rows} == {
        "q-1": (1, 1),
        "q-2": (0, 0),
        "q-3": (0, 0),
        "ar-1": (0, 0),
    }
