"""Excluding annotations after a preview, and including them again."""

import pytest
from django.utils import timezone

from annotation.models import Annotation, Assignment, ExcludedAnnotation, Exclusion, Import, ItemStatistic
from annotation.services.curation import exclusion
from annotation.services.imports import import_annotations as annotations
from annotation.services.people.erasure import erase_person
from annotation.services.people.members import change_member
from foundation.jobs import run_waiting
from tests.api.client import Api
from tests.people import Cast, annotate, annotator, content, hand_over, join, reserve, save
from tests.records import import_annotations, stored
from tests.services.statistics.recount import assert_covered, assert_recounted
from tests.snapshot import snapshot

pytestmark = pytest.mark.django_db

PATH = "/projects/alpha/exclusions/"


@pytest.fixture
def annotated(cast: Cast) -> Cast:
    """Ada and bo agree on q-1 and differ on q-2; only ada has annotated ar-1."""
    for user, first, second in ((cast.ada, (0, 12), (25, 30)), (cast.bo, (0, 12), (4, 12))):
        annotate(cast.alpha, user, cast["q-1"], first)
        annotate(cast.alpha, user, cast["q-2"], second)
    annotate(cast.alpha, cast.ada, cast["ar-1"], (0, 3))
    return cast


def key(cast: Cast, user) -> str:
    return annotator(cast.alpha, user).key


def preview(cast: Cast, **asked) -> dict:
    return Api(cast.lena).post(f"{PATH}preview/", {"annotator": key(cast, cast.ada), **asked})


def exclude(cast: Cast, expected: int, *, status: int = 201, by=None, **asked) -> dict:
    body = {"annotator": key(cast, cast.ada), "reason": "Not read.", "expected": expected, **asked}
    return Api(by or cast.lena).post(PATH, body, status=status)


def undo(cast: Cast, act: dict, *, status: int = 200) -> dict:
    return Api(cast.lena).post(f"{PATH}{act['id']}/undo/", status=status)


def include(cast: Cast, name: str, *, status: int = 204) -> dict:
    path = f"/projects/alpha/items/{cast[name].pk}/include/"
    return Api(cast.lena).post(path, {"annotator": key(cast, cast.ada)}, status=status)


def counts(cast: Cast) -> dict[str, int]:
    rows = ItemStatistic.objects.filter(project=cast.alpha).values_list("item__external_id", "n")
    return dict(rows.order_by("item__ordinal"))


def assert_in_order(cast: Cast) -> None:
    assert_covered(cast.alpha)
    assert_recounted(cast.alpha)


def test_all_annotations_of_an_annotator_are_excluded_and_included_again(annotated: Cast):
    before = ItemStatistic.objects.order_by("item").values_list("item", "n", "agreement", "gold_characters")
    rows = list(before)
    act = exclude(annotated, 3)
    assert (act["kind"], act["annotations"], act["out"], act["by"]) == ("annotator", 3, 3, "lena")
    assert counts(annotated) == {"q-1": 1, "q-2": 1}
    assert_in_order(annotated)
    undone = undo(annotated, act)
    assert (undone["annotations"], undone["out"], undone["undone_by"]) == (3, 0, "lena")
    assert list(before.all()) == rows
    assert_in_order(annotated)


def test_one_annotation_or_some_languages_are_excluded(annotated: Cast):
    assert exclude(annotated, 1, item=annotated["q-2"].pk)["external_id"] == "q-2"
    assert counts(annotated) == {"q-1": 2, "q-2": 1, "ar-1": 1}
    assert exclude(annotated, 1, languages=["AR"])["languages"] == ["ar"]
    assert counts(annotated) == {"q-1": 2, "q-2": 1}
    assert_in_order(annotated)


def test_the_preview_shows_effects_and_changes_nothing(annotated: Cast):
    lena = Api(annotated.lena)
    before = snapshot()
    effects = lena.post(f"{PATH}preview/", {"annotator": key(annotated, annotated.ada)})
    assert snapshot() == before
    assert (effects["annotations"], effects["items"], effects["looked_at"]) == (3, 3, 3)
    assert effects["annotators"] == 1
    # Gold needs two annotations: q-1 and q-2 lose theirs, and ar-1 has none anyway.
    assert (effects["gold_changed"], effects["without_gold"]) == (2, 2)
    by_language = {row["language"]: row for row in effects["languages"]}
    english = by_language["en"]
    assert (english["agreement_before"], english["agreement_after"]) == (pytest.approx(0.75), None)
    assert (english["counted_before"], english["counted_after"]) == (2, 0)
    assert [(row["external_id"], row["gold_lost"]) for row in effects["shown"]] == [
        ("q-1", True),
        ("q-2", True),
    ]
    assert (effects["shown"][1]["marks_before"], effects["shown"][1]["marks_after"]) == (0, 1)
    exclude(annotated, 3)
    after = {row["language"]: row for row in Api(annotated.lena).get("/projects/alpha/summary/")["languages"]}
    assert after["en"]["agreement"] == english["agreement_after"]


def test_the_previewed_agreement_equals_the_later_one(annotated: Cast):
    annotate(annotated.alpha, annotated.lena, hand(annotated, "q-1"), (0, 4))
    effects = preview(annotated, item=annotated["q-1"].pk)
    [item] = effects["shown"]
    assert (item["n_before"], item["n_after"]) == (3, 2)
    exclude(annotated, 1, item=annotated["q-1"].pk)
    view = Api(annotated.lena).get(f"/projects/alpha/items/{annotated['q-1'].pk}/")
    assert view["agreement"] == item["agreement_after"]
    summary = Api(annotated.lena).get("/projects/alpha/summary/")
    english = next(row for row in summary["languages"] if row["language"] == "en")
    assert english["agreement"] == pytest.approx(effects["languages"][0]["agreement_after"], abs=1e-12)


def hand(cast: Cast, name: str):
    Api(cast.lena).post(
        "/projects/alpha/items/assign/", {"annotator": key(cast, cast.lena), "items": [cast[name].pk]}
    )
    return cast[name]


def test_an_exclusion_frees_the_slot_and_undoing_it_leaves_the_item_over_full(annotated: Cast):
    act = exclude(annotated, 1, item=annotated["q-1"].pk)
    annotate(
        annotated.alpha, annotated.lena, hand_over(annotated.alpha, annotated.lena, annotated["q-1"]), (0, 12)
    )
    assert counts(annotated)["q-1"] == 2
    undo(annotated, act)
    assert counts(annotated)["q-1"] == 3
    assert Api(annotated.lena).get(f"/projects/alpha/items/{annotated['q-1'].pk}/")["status"] == "over-full"
    assert_in_order(annotated)


def test_the_author_is_not_assigned_the_item_again_and_new_submissions_stay_excluded(annotated: Cast):
    exclude(annotated, 3)
    assert reserve(annotated.alpha, annotated.ada) == annotated["q-3"]
    save(annotated.alpha, annotated.ada, annotated["q-1"], content((0, 4)))
    assert counts(annotated) == {"q-1": 1, "q-2": 1}
    include(annotated, "q-1")
    assert counts(annotated) == {"q-1": 2, "q-2": 1}
    assert_in_order(annotated)


def test_a_single_inclusion_stays_and_undoing_counts_only_the_others(annotated: Cast):
    act = exclude(annotated, 3)
    include(annotated, "q-1")
    include(annotated, "q-1", status=409)
    again = exclude(annotated, 1, item=annotated["q-1"].pk)
    assert undo(annotated, act)["out"] == 0
    assert counts(annotated) == {"q-1": 1, "q-2": 2, "ar-1": 1}
    assert undo(annotated, act, status=409)["type"].endswith("undone_before")
    undo(annotated, again)
    assert_in_order(annotated)
    acts = Api(annotated.lena).get(PATH)["results"]
    assert [(each["annotations"], each["out"]) for each in acts] == [(1, 0), (3, 0)]


def test_exclusions_and_inclusions_are_in_the_history_of_the_item(annotated: Cast):
    undo(annotated, exclude(annotated, 3))
    events = Api(annotated.lena).get(f"/projects/alpha/items/{annotated['q-1'].pk}/history/")["results"]
    found = [(each["kind"], each["by"], each["reason"]) for each in events if each["by"]]
    assert found == [("included", "lena", ""), ("excluded", "lena", "Not read.")]
    exclude(annotated, 3)
    view = Api(annotated.lena).get(f"/projects/alpha/items/{annotated['q-1'].pk}/")
    mine = next(each for each in view["annotations"] if each["annotator"] == key(annotated, annotated.ada))
    assert (mine["status"], mine["reason"]) == ("excluded", "Not read.")
    assert mine["exclusion"] == Exclusion.objects.latest("pk").pk


def test_a_large_exclusion_runs_in_the_worker_and_resumes_after_a_kill(annotated: Cast, monkeypatch):
    monkeypatch.setattr(exclusion, "MAX_AT_ONCE", 0)
    monkeypatch.setattr(exclusion, "_BATCH", 1)
    act = exclude(annotated, 3)
    assert (act["state"], act["total"], act["annotations"]) == ("waiting", 3, 0)
    assert undo(annotated, act, status=409)["type"].endswith("at_work")

    def die(done: int, total: int) -> None:
        raise KeyboardInterrupt

    job = Exclusion.objects.get(pk=act["id"]).job
    with pytest.raises(KeyboardInterrupt):
        exclusion.run(job, die)
    assert ExcludedAnnotation.objects.count() == 1
    include(annotated, ExcludedAnnotation.objects.get().annotation.item.external_id)
    run_waiting("exclusion")
    done = Api(annotated.lena).get(f"{PATH}{act['id']}/")
    assert (done["state"], done["annotations"], done["out"]) == ("done", 3, 2)
    assert_in_order(annotated)
    assert undo(annotated, act)["state"] == "waiting"
    run_waiting("exclusion")
    assert Api(annotated.lena).get(f"{PATH}{act['id']}/")["out"] == 0
    assert_in_order(annotated)


class InterruptedExclusionError(Exception):
    pass


def interrupt(monkeypatch, times: int) -> None:
    """Let the update of statistics fail at the given call."""
    calls = iter(range(1, 1_000))
    refresh = exclusion.refresh_items

    def fail_once(*given) -> None:
        if next(calls) == times:
            raise InterruptedExclusionError
        refresh(*given)

    monkeypatch.setattr(exclusion, "refresh_items", fail_once)


def test_a_small_exclusion_is_atomic_and_so_is_undoing_it(annotated: Cast, monkeypatch):
    lena = Api(annotated.lena)
    asked = {"annotator": key(annotated, annotated.ada), "reason": "Not read.", "expected": 3}
    before = snapshot()
    interrupt(monkeypatch, 1)
    with pytest.raises(InterruptedExclusionError):
        lena.post(PATH, asked)
    assert snapshot() == before
    act = lena.post(PATH, asked, status=201)
    before = snapshot()
    interrupt(monkeypatch, 1)
    with pytest.raises(InterruptedExclusionError):
        lena.post(f"{PATH}{act['id']}/undo/")
    assert snapshot() == before
    assert lena.post(f"{PATH}{act['id']}/undo/")["out"] == 0
    assert_in_order(annotated)


@pytest.mark.parametrize("times", [1, 2])
def test_an_exclusion_in_several_transactions_resumes_after_a_failure(annotated: Cast, monkeypatch, times):
    monkeypatch.setattr(exclusion, "_BATCH", 1)
    interrupt(monkeypatch, times)
    with pytest.raises(InterruptedExclusionError):
        exclude(annotated, 3)
    [act] = Api(annotated.lena).get(PATH)["results"]
    assert (act["state"], act["annotations"]) == ("failed", times - 1)
    resumed = Api(annotated.lena).post(f"{PATH}{act['id']}/resume/")
    assert (resumed["state"], resumed["message"]) == ("waiting", "")
    exclude(annotated, 4 - times, status=409)
    run_waiting("exclusion")
    done = Api(annotated.lena).get(f"{PATH}{act['id']}/")
    assert (done["state"], done["annotations"], done["out"]) == ("done", 3, 3)
    problem = Api(annotated.lena).post(f"{PATH}{act['id']}/resume/", status=409)
    assert problem["type"].endswith("not_failed")
    assert_in_order(annotated)


def test_a_resumed_undo_keeps_its_first_lead(annotated: Cast, monkeypatch):
    monkeypatch.setattr(exclusion, "_BATCH", 1)
    act = exclude(annotated, 3)
    assert (act["state"], act["out"]) == ("done", 3)
    interrupt(monkeypatch, 2)
    with pytest.raises(InterruptedExclusionError):
        undo(annotated, act)
    first = Exclusion.objects.get()
    lea = join(annotated.alpha, "lea", "lead")
    again = Api(lea).post(f"{PATH}{act['id']}/undo/")
    assert (again["undone_by"], again["out"]) == ("lena", 0)
    assert set(ExcludedAnnotation.objects.values_list("returned_at", flat=True)) == {first.undone_at}
    assert_in_order(annotated)


def test_an_annotation_submitted_again_since_the_preview_is_refused(annotated: Cast):
    path = f"/projects/alpha/items/{annotated['q-1'].pk}/"
    seen = next(
        each
        for each in Api(annotated.lena).get(path)["annotations"]
        if each["annotator"] == key(annotated, annotated.ada)
    )
    save(annotated.alpha, annotated.ada, annotated["q-1"], content((0, 4)))
    exclude(annotated, 1, item=annotated["q-1"].pk, revision=seen["revision"], status=409)
    exclude(annotated, 1, item=annotated["q-1"].pk, revision=seen["revision"] + 1)
    exclude(annotated, 2, revision=1, status=422)


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"expected": 2}, 409, "other_by_now"),
        ({"reason": " "}, 422, "invalid"),
        ({"annotator": "nobody"}, 422, "no_person"),
        ({"languages": ["xx"]}, 422, "invalid"),
        ({"item": 999_999}, 404, "not_found"),
        ({"languages": ["AR"], "item": "q-1", "expected": 0}, 422, "nothing_there"),
    ],
)
def test_a_refused_exclusion_changes_nothing(annotated: Cast, asked, status, code):
    if asked.get("item") == "q-1":
        asked = asked | {"item": annotated["q-1"].pk}
    body = {"annotator": key(annotated, annotated.ada), "reason": "Not read.", "expected": 3, **asked}
    lena = Api(annotated.lena)
    before = snapshot()
    assert lena.post(PATH, body, status=status)["type"].endswith(f":{code}")
    assert snapshot() == before


def test_other_projects_are_neither_excluded_shown_nor_included(annotated: Cast):
    theirs = annotator(annotated.beta, annotated.otto).key
    exclude(annotated, 1, annotator=theirs, status=422)
    exclude(annotated, 1, item=annotated.theirs.pk, status=404)
    assert preview(annotated, annotator=theirs)["annotations"] == 0
    assert preview(annotated, item=annotated.theirs.pk)["annotations"] == 0
    other = Api(annotated.otto).post(
        "/projects/beta/exclusions/",
        {"annotator": theirs, "reason": "A trial.", "expected": 1},
        status=201,
    )
    for path, method in ((f"{PATH}{other['id']}/", "get"), (f"{PATH}{other['id']}/undo/", "post")):
        Api(annotated.lena).call(method, path, status=404)
    assert Api(annotated.lena).get(PATH)["results"] == []


def test_drafts_and_surplus_annotations_are_not_excluded(annotated: Cast):
    hand_over(annotated.alpha, annotated.ada, annotated["q-3"])
    save(annotated.alpha, annotated.ada, annotated["q-3"], content((0, 4)), submit=False)
    Annotation.objects.filter(item=annotated["ar-1"]).update(surplus=True)
    assert preview(annotated)["annotations"] == 2


def test_an_import_with_excluded_annotations_cannot_be_undone(cast: Cast):
    made = import_annotations(cast.alpha, {"q-1": {"of_old": [[0, 3]], "newer": [[0, 3]]}})
    undo(cast, exclude(cast, 1, annotator="of_old"))
    Api(cast.lena).post(f"/projects/alpha/imports/{made.pk}/undo/", status=409)
    assert_in_order(cast)


def test_an_annotation_excluded_before_its_import_is_settled_gets_no_slot(cast: Cast, monkeypatch):
    def exclude_first(import_, _progress) -> None:
        Import.objects.filter(pk=import_.pk).update(published_at=timezone.now())
        acts.append(exclude(cast, 1, annotator="of_old"))
        settle(import_, _progress)

    acts: list[dict] = []
    settle = annotations.settle
    monkeypatch.setattr(annotations, "settle", exclude_first)
    import_annotations(cast.alpha, {"q-1": {"of_old": [[0, 3]], "newer": [[0, 3]]}})
    assert counts(cast) == {"q-1": 1}
    assert_in_order(cast)
    undo(cast, acts[0])
    assert counts(cast) == {"q-1": 2}
    assert_in_order(cast)


def test_an_import_is_not_undone_during_an_exclusion(cast: Cast, monkeypatch):
    made = import_annotations(cast.alpha, {"q-1": {"of_old": [[0, 3]], "newer": [[0, 3]]}})

    def exclude_then(import_) -> bool:
        exclude(cast, 1, annotator="of_old")
        return True

    monkeypatch.setattr(annotations, "withdraw", exclude_then)
    Api(cast.lena).post(f"/projects/alpha/imports/{made.pk}/undo/", status=409)
    annotations.remove(made)
    assert stored(cast.alpha, "q-1").coverage == 0


def test_an_included_annotation_on_a_full_item_is_not_surplus(annotated: Cast):
    act = exclude(annotated, 1, item=annotated["q-1"].pk)
    annotate(
        annotated.alpha, annotated.lena, hand_over(annotated.alpha, annotated.lena, annotated["q-1"]), (0, 12)
    )
    undo(annotated, act)
    decided = {"annotator": key(annotated, annotated.ada), "decision": "waiting"}
    Api(annotated.lena).post(f"/projects/alpha/items/{annotated['q-1'].pk}/surplus/", decided, status=409)


def test_the_exclusion_of_an_erased_lead_stays_without_its_reason(annotated: Cast):
    lea = join(annotated.alpha, "lea", "lead")
    exclude(annotated, 3, by=lea)
    erase_person("lea", "lea", timezone.now())
    [act] = Api(annotated.lena).get(PATH)["results"]
    assert (act["by"], act["reason"], act["out"]) == ("", "[erased]", 3)
    assert set(Annotation.objects.exclude(excluded_at=None).values_list("excluded_reason", flat=True)) == {
        "[erased]"
    }


def test_the_reason_of_a_lead_erased_during_the_job_is_not_written_back(annotated: Cast, monkeypatch):
    monkeypatch.setattr(exclusion, "MAX_AT_ONCE", 0)
    monkeypatch.setattr(exclusion, "_BATCH", 1)
    lea = join(annotated.alpha, "lea", "lead")
    act = exclude(annotated, 3, by=lea)
    erased = iter([lambda: erase_person("lea", "lea", timezone.now())])

    def erase_once(_done: int, _total: int) -> None:
        next(erased, lambda: None)()

    exclusion.run(Exclusion.objects.get(pk=act["id"]).job, erase_once)
    out = Annotation.objects.exclude(excluded_at=None)
    assert set(out.values_list("excluded_by", "excluded_reason")) == {(None, "[erased]")}
    assert out.count() == 3


def test_annotations_of_former_members_can_be_excluded(annotated: Cast):
    change_member(annotated.alpha, key(annotated, annotated.ada), timezone.now(), ended=True)
    exclude(annotated, 3)
    assert not Assignment.objects.filter(annotator__user=annotated.ada, slot__isnull=False).exists()
    assert_in_order(annotated)
