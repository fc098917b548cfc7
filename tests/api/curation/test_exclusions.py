"""A lead takes annotations out of the count, after seeing what that does, and all of it comes back."""

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
def said(cast: Cast) -> Cast:
    """Ada and bo agree on q-1, differ on q-2; ada alone has done ar-1."""
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


def test_all_of_an_annotator_is_excluded_and_comes_back_by_one_act(said: Cast):
    before = ItemStatistic.objects.order_by("item").values_list("item", "n", "agreement", "gold_characters")
    figures = list(before)
    act = exclude(said, 3)
    assert (act["kind"], act["annotations"], act["out"], act["by"]) == ("annotator", 3, 3, "lena")
    assert counts(said) == {"q-1": 1, "q-2": 1}
    assert_in_order(said)
    undone = undo(said, act)
    assert (undone["annotations"], undone["out"], undone["undone_by"]) == (3, 0, "lena")
    assert list(before.all()) == figures
    assert_in_order(said)


def test_one_annotation_or_some_languages_are_excluded(said: Cast):
    assert exclude(said, 1, item=said["q-2"].pk)["external_id"] == "q-2"
    assert counts(said) == {"q-1": 2, "q-2": 1, "ar-1": 1}
    assert exclude(said, 1, languages=["AR"])["languages"] == ["ar"]
    assert counts(said) == {"q-1": 2, "q-2": 1}
    assert_in_order(said)


def test_what_it_would_do_is_told_before_and_changes_nothing(said: Cast):
    lena = Api(said.lena)
    before = snapshot()
    told = lena.post(f"{PATH}preview/", {"annotator": key(said, said.ada)})
    assert snapshot() == before
    assert (told["annotations"], told["items"], told["looked_at"]) == (3, 3, 3)
    # Two annotations make gold here: q-1 and q-2 drop out of it, and ar-1 is not in it as it is.
    assert (told["gold_changed"], told["without_gold"]) == (2, 2)
    by_language = {row["language"]: row for row in told["languages"]}
    english = by_language["en"]
    assert (english["agreement_before"], english["agreement_after"]) == (pytest.approx(0.75), None)
    assert (english["counted_before"], english["counted_after"]) == (2, 0)
    assert [row["external_id"] for row in told["shown"]] == ["q-1", "q-2"]
    assert (told["shown"][1]["marks_before"], told["shown"][1]["marks_after"]) == (0, 1)
    exclude(said, 3)
    after = {row["language"]: row for row in Api(said.lena).get("/projects/alpha/summary/")["languages"]}
    assert after["en"]["agreement"] == english["agreement_after"]


def test_the_agreement_that_is_told_is_the_one_that_comes(said: Cast):
    annotate(said.alpha, said.lena, hand(said, "q-1"), (0, 4))
    told = preview(said, item=said["q-1"].pk)
    [item] = told["shown"]
    assert (item["n_before"], item["n_after"]) == (3, 2)
    exclude(said, 1, item=said["q-1"].pk)
    view = Api(said.lena).get(f"/projects/alpha/items/{said['q-1'].pk}/")
    assert view["agreement"] == item["agreement_after"]
    summary = Api(said.lena).get("/projects/alpha/summary/")
    english = next(row for row in summary["languages"] if row["language"] == "en")
    assert english["agreement"] == pytest.approx(told["languages"][0]["agreement_after"], abs=1e-12)


def hand(cast: Cast, name: str):
    Api(cast.lena).post(
        "/projects/alpha/items/assign/", {"annotator": key(cast, cast.lena), "items": [cast[name].pk]}
    )
    return cast[name]


def test_its_place_is_free_again_and_taking_it_back_leaves_the_item_over_full(said: Cast):
    act = exclude(said, 1, item=said["q-1"].pk)
    annotate(said.alpha, said.lena, hand_over(said.alpha, said.lena, said["q-1"]), (0, 12))
    assert counts(said)["q-1"] == 2
    undo(said, act)
    assert counts(said)["q-1"] == 3
    assert Api(said.lena).get(f"/projects/alpha/items/{said['q-1'].pk}/")["status"] == "over-full"
    assert_in_order(said)


def test_its_author_is_not_given_the_item_again_and_what_they_submit_anew_stays_out(said: Cast):
    exclude(said, 3)
    assert reserve(said.alpha, said.ada) == said["q-3"]
    save(said.alpha, said.ada, said["q-1"], content((0, 4)))
    assert counts(said) == {"q-1": 1, "q-2": 1}
    include(said, "q-1")
    assert counts(said) == {"q-1": 2, "q-2": 1}
    assert_in_order(said)


def test_one_that_came_back_by_itself_stays_and_the_undone_act_says_how_many_it_brought(said: Cast):
    act = exclude(said, 3)
    include(said, "q-1")
    include(said, "q-1", status=409)
    again = exclude(said, 1, item=said["q-1"].pk)
    assert undo(said, act)["out"] == 0
    assert counts(said) == {"q-1": 1, "q-2": 2, "ar-1": 1}
    assert undo(said, act, status=409)["type"].endswith("undone_before")
    undo(said, again)
    assert_in_order(said)
    acts = Api(said.lena).get(PATH)["results"]
    assert [(each["annotations"], each["out"]) for each in acts] == [(1, 0), (3, 0)]


def test_what_was_excluded_and_undone_stands_in_the_history_of_its_item(said: Cast):
    undo(said, exclude(said, 3))
    events = Api(said.lena).get(f"/projects/alpha/items/{said['q-1'].pk}/history/")["results"]
    found = [(each["kind"], each["by"], each["reason"]) for each in events if each["by"]]
    assert found == [("included", "lena", ""), ("excluded", "lena", "Not read.")]
    exclude(said, 3)
    view = Api(said.lena).get(f"/projects/alpha/items/{said['q-1'].pk}/")
    mine = next(each for each in view["annotations"] if each["annotator"] == key(said, said.ada))
    assert (mine["status"], mine["reason"]) == ("excluded", "Not read.")
    assert mine["exclusion"] == Exclusion.objects.latest("pk").pk


def test_a_large_act_is_carried_out_by_the_worker_and_goes_on_after_a_kill(said: Cast, monkeypatch):
    monkeypatch.setattr(exclusion, "AT_ONCE", 0)
    monkeypatch.setattr(exclusion, "_BATCH", 1)
    act = exclude(said, 3)
    assert (act["state"], act["total"], act["annotations"]) == ("waiting", 3, 0)
    assert undo(said, act, status=409)["type"].endswith("at_work")

    def die(done: int, total: int) -> None:
        raise KeyboardInterrupt

    job = Exclusion.objects.get(pk=act["id"]).job
    with pytest.raises(KeyboardInterrupt):
        exclusion.run(job, die)
    assert ExcludedAnnotation.objects.count() == 1
    include(said, ExcludedAnnotation.objects.get().annotation.item.external_id)
    run_waiting("exclusion")
    done = Api(said.lena).get(f"{PATH}{act['id']}/")
    assert (done["state"], done["annotations"], done["out"]) == ("done", 3, 2)
    assert_in_order(said)
    assert undo(said, act)["state"] == "waiting"
    run_waiting("exclusion")
    assert Api(said.lena).get(f"{PATH}{act['id']}/")["out"] == 0
    assert_in_order(said)


class BrokenOffError(Exception):
    pass


def break_off(monkeypatch, times: int) -> None:
    """The statistics cannot be worked out, for the so many-th time."""
    calls = iter(range(1, 1_000))
    refresh = exclusion.refresh_items

    def fail_once(*given) -> None:
        if next(calls) == times:
            raise BrokenOffError
        refresh(*given)

    monkeypatch.setattr(exclusion, "refresh_items", fail_once)


def test_a_small_act_is_carried_out_and_undone_whole_or_not_at_all(said: Cast, monkeypatch):
    lena = Api(said.lena)
    asked = {"annotator": key(said, said.ada), "reason": "Not read.", "expected": 3}
    before = snapshot()
    break_off(monkeypatch, 1)
    with pytest.raises(BrokenOffError):
        lena.post(PATH, asked)
    assert snapshot() == before
    act = lena.post(PATH, asked, status=201)
    before = snapshot()
    break_off(monkeypatch, 1)
    with pytest.raises(BrokenOffError):
        lena.post(f"{PATH}{act['id']}/undo/")
    assert snapshot() == before
    assert lena.post(f"{PATH}{act['id']}/undo/")["out"] == 0
    assert_in_order(said)


@pytest.mark.parametrize("times", [1, 2])
def test_what_takes_more_than_a_transaction_goes_on_where_it_broke_off(said: Cast, monkeypatch, times):
    monkeypatch.setattr(exclusion, "_BATCH", 1)
    break_off(monkeypatch, times)
    with pytest.raises(BrokenOffError):
        exclude(said, 3)
    [act] = Api(said.lena).get(PATH)["results"]
    assert (act["state"], act["annotations"]) == ("failed", times - 1)
    resumed = Api(said.lena).post(f"{PATH}{act['id']}/resume/")
    assert (resumed["state"], resumed["message"]) == ("waiting", "")
    exclude(said, 4 - times, status=409)
    run_waiting("exclusion")
    done = Api(said.lena).get(f"{PATH}{act['id']}/")
    assert (done["state"], done["annotations"], done["out"]) == ("done", 3, 3)
    problem = Api(said.lena).post(f"{PATH}{act['id']}/resume/", status=409)
    assert problem["type"].endswith("not_failed")
    assert_in_order(said)


def test_an_undo_that_broke_off_stays_the_act_of_who_asked_first(said: Cast, monkeypatch):
    monkeypatch.setattr(exclusion, "_BATCH", 1)
    act = exclude(said, 3)
    assert (act["state"], act["out"]) == ("done", 3)
    break_off(monkeypatch, 2)
    with pytest.raises(BrokenOffError):
        undo(said, act)
    first = Exclusion.objects.get()
    lea = join(said.alpha, "lea", "lead")
    again = Api(lea).post(f"{PATH}{act['id']}/undo/")
    assert (again["undone_by"], again["out"]) == ("lena", 0)
    assert set(ExcludedAnnotation.objects.values_list("returned_at", flat=True)) == {first.undone_at}
    assert_in_order(said)


def test_what_was_submitted_anew_is_not_what_the_lead_saw(said: Cast):
    path = f"/projects/alpha/items/{said['q-1'].pk}/"
    seen = next(
        each for each in Api(said.lena).get(path)["annotations"] if each["annotator"] == key(said, said.ada)
    )
    save(said.alpha, said.ada, said["q-1"], content((0, 4)))
    exclude(said, 1, item=said["q-1"].pk, revision=seen["revision"], status=409)
    exclude(said, 1, item=said["q-1"].pk, revision=seen["revision"] + 1)
    exclude(said, 2, revision=1, status=422)


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
def test_what_cannot_be_excluded_changes_nothing(said: Cast, asked, status, code):
    if asked.get("item") == "q-1":
        asked = asked | {"item": said["q-1"].pk}
    body = {"annotator": key(said, said.ada), "reason": "Not read.", "expected": 3, **asked}
    lena = Api(said.lena)
    before = snapshot()
    assert lena.post(PATH, body, status=status)["type"].endswith(f":{code}")
    assert snapshot() == before


def test_nothing_of_another_project_is_excluded_shown_or_brought_back(said: Cast):
    theirs = annotator(said.beta, said.otto).key
    exclude(said, 1, annotator=theirs, status=422)
    exclude(said, 1, item=said.theirs.pk, status=404)
    assert preview(said, annotator=theirs)["annotations"] == 0
    assert preview(said, item=said.theirs.pk)["annotations"] == 0
    other = Api(said.otto).post(
        "/projects/beta/exclusions/",
        {"annotator": theirs, "reason": "A trial.", "expected": 1},
        status=201,
    )
    for path, method in ((f"{PATH}{other['id']}/", "get"), (f"{PATH}{other['id']}/undo/", "post")):
        Api(said.lena).call(method, path, status=404)
    assert Api(said.lena).get(PATH)["results"] == []


def test_drafts_and_what_came_late_are_not_taken_out(said: Cast):
    hand_over(said.alpha, said.ada, said["q-3"])
    save(said.alpha, said.ada, said["q-3"], content((0, 4)), submit=False)
    Annotation.objects.filter(item=said["ar-1"]).update(surplus=True)
    assert preview(said)["annotations"] == 2


def test_an_import_of_which_something_was_excluded_stays(cast: Cast):
    made = import_annotations(cast.alpha, {"q-1": {"of_old": [[0, 3]], "newer": [[0, 3]]}})
    undo(cast, exclude(cast, 1, annotator="of_old"))
    Api(cast.lena).post(f"/projects/alpha/imports/{made.pk}/undo/", status=409)
    assert_in_order(cast)


def test_what_is_excluded_before_its_import_is_settled_gets_no_place(cast: Cast, monkeypatch):
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


def test_an_import_is_not_undone_beneath_an_exclusion(cast: Cast, monkeypatch):
    made = import_annotations(cast.alpha, {"q-1": {"of_old": [[0, 3]], "newer": [[0, 3]]}})

    def exclude_then(import_) -> bool:
        exclude(cast, 1, annotator="of_old")
        return True

    monkeypatch.setattr(annotations, "withdraw", exclude_then)
    Api(cast.lena).post(f"/projects/alpha/imports/{made.pk}/undo/", status=409)
    annotations.remove(made)
    assert stored(cast.alpha, "q-1").coverage == 0


def test_what_counts_again_beside_others_came_not_late(said: Cast):
    act = exclude(said, 1, item=said["q-1"].pk)
    annotate(said.alpha, said.lena, hand_over(said.alpha, said.lena, said["q-1"]), (0, 12))
    undo(said, act)
    decided = {"annotator": key(said, said.ada), "decision": "waiting"}
    Api(said.lena).post(f"/projects/alpha/items/{said['q-1'].pk}/surplus/", decided, status=409)


def test_of_an_erased_lead_the_act_stays_without_their_words(said: Cast):
    lea = join(said.alpha, "lea", "lead")
    exclude(said, 3, by=lea)
    erase_person("lea", "lea", timezone.now())
    [act] = Api(said.lena).get(PATH)["results"]
    assert (act["by"], act["reason"], act["out"]) == ("", "[erased]", 3)
    assert set(Annotation.objects.exclude(excluded_at=None).values_list("excluded_reason", flat=True)) == {
        "[erased]"
    }


def test_of_a_lead_who_is_erased_while_their_act_is_carried_out_no_words_come_back(said: Cast, monkeypatch):
    monkeypatch.setattr(exclusion, "AT_ONCE", 0)
    monkeypatch.setattr(exclusion, "_BATCH", 1)
    lea = join(said.alpha, "lea", "lead")
    act = exclude(said, 3, by=lea)
    erased = iter([lambda: erase_person("lea", "lea", timezone.now())])

    def erase_once(_done: int, _total: int) -> None:
        next(erased, lambda: None)()

    exclusion.run(Exclusion.objects.get(pk=act["id"]).job, erase_once)
    out = Annotation.objects.exclude(excluded_at=None)
    assert set(out.values_list("excluded_by", "excluded_reason")) == {(None, "[erased]")}
    assert out.count() == 3


def test_of_somebody_who_left_it_can_be_excluded_as_well(said: Cast):
    change_member(said.alpha, key(said, said.ada), timezone.now(), ended=True)
    exclude(said, 3)
    assert not Assignment.objects.filter(annotator__user=said.ada, slot__isnull=False).exists()
    assert_in_order(said)
