"""Training: done before work, compared with check gold, and never counted."""

from typing import Any

import pytest

from annotation.models import AnnotationRevision, Item, ItemStatistic, Trial
from annotation.queries.gold.gold_export import GoldExport, annotation_records
from morelkit.gold.policy import GoldPolicy
from tests.api.client import Api
from tests.people import Cast, annotator, content, join, save
from tests.records import import_records, item, stored

pytestmark = pytest.mark.django_db

NEXT, TRAINING = "/projects/alpha/next/", "/projects/alpha/training/"
LEARNING = "/projects/alpha/learning/"
WRONG, RIGHT = (0, 3), (25, 30)


@pytest.fixture
def taught(cast: Cast) -> Cast:
    """Two training items, one with an explanation."""
    gold = {"kind": "training", "hard_labels": [[25, 30]]}
    import_records(cast.alpha, [item("t-1", explanation="It was London.", **gold), item("t-2", **gold)])
    return cast


def train(cast: Cast, *spans: tuple[int, int]) -> dict[str, Any]:
    """Submit the reserved training item and return its lesson."""
    api = Api(cast.ada)
    given = api.post(NEXT)["item"]
    save(cast.alpha, cast.ada, Item.objects.get(pk=given["id"]), content(*spans))
    assert api.post(NEXT)["reason"] == "training"
    lesson = api.get(TRAINING)["lesson"]
    assert lesson["item"] == given["id"]
    return lesson


def do_round(cast: Cast, *spans: tuple[int, int]) -> dict[str, Any]:
    """Do a round with these spans on both items, and return the state after it."""
    api = Api(cast.ada)
    found = api.post(TRAINING)
    for _ in range(2):
        assert found["state"] == "at_work"
        train(cast, *spans)
        found = api.post(TRAINING)
    return found


def test_training_items_come_first_and_in_order(taught: Cast, ada: Api):
    answer = ada.post(NEXT)
    assert (answer["item"], answer["reason"]) == (None, "training")
    assert ada.get(TRAINING)["state"] == "begin"
    assert ada.post(TRAINING)["state"] == "at_work"
    assert ada.post(NEXT)["item"]["external_id"] == "t-1"
    assert ada.post(NEXT)["item"]["external_id"] == "t-1"
    assert ada.post(NEXT, {"beside": stored(taught.alpha, "t-1").pk})["item"] is None
    train(taught, RIGHT)
    ada.post(TRAINING)
    assert ada.post(NEXT)["item"]["external_id"] == "t-2"


def test_the_lesson_shows_both_annotations_and_the_explanation(taught: Cast, ada: Api):
    ada.post(TRAINING)
    lesson = train(taught, WRONG, RIGHT)
    assert lesson["explanation"] == "It was London."
    assert [(span["start"], span["end"]) for span in lesson["mine"]["spans"]] == [WRONG, RIGHT]
    assert [(span["start"], span["end"]) for span in lesson["gold"]["spans"]] == [RIGHT]
    assert lesson["agreement"] == pytest.approx((8 + 5) / (2 * 8))


def test_the_gold_is_hidden_before_the_submission(taught: Cast, ada: Api):
    ada.post(TRAINING)
    text = ada.send("post", NEXT, {}).content.decode()
    assert "hard_labels" not in text
    assert "London" not in text


def test_work_begins_after_the_last_training_item(taught: Cast, ada: Api):
    ada.post(TRAINING)
    for _ in range(2):
        train(taught, WRONG)
        state = ada.post(TRAINING)["state"]
    assert state == "passed"
    assert ada.post(NEXT)["item"]["external_id"] not in {"t-1", "t-2"}


def test_training_is_neither_counted_nor_exported_nor_listed_as_work(taught: Cast, ada: Api):
    ada.post(TRAINING)
    before = ada.post(NEXT)["mine"]
    train(taught, RIGHT)
    assert ada.post(NEXT)["mine"] == before
    assert ada.get("/projects/alpha/mine/?status=submitted")["results"] == []
    assert ada.get("/projects/alpha/mine/today/")["submitted"] == 0
    assert not ItemStatistic.objects.filter(item__external_id="t-1").exists()
    assert list(annotation_records(taught.alpha)) == []
    assert list(GoldExport(taught.alpha, policy=GoldPolicy(min_annotations=1))) == []
    rows = Api(taught.lena).get("/projects/alpha/people/")["results"]
    assert {row["submitted"] for row in rows} == {0}


def test_annotators_of_another_language_and_leads_have_no_training(taught: Cast):
    reader = Api(join(taught.alpha, "rana", languages=("AR",)))
    assert reader.post(NEXT)["item"]["external_id"] == "ar-1"
    assert Api(taught.lena).post(NEXT)["item"] is not None


def test_training_items_without_gold_are_not_used(cast: Cast, ada: Api):
    done = import_records(cast.alpha, [item("t-1", kind="training"), item("c", kind="check")])
    assert done.warnings["without_gold"] == 2
    assert ada.post(NEXT)["item"] is not None


def test_gold_beyond_the_answer_is_refused(cast: Cast):
    done = import_records(cast.alpha, [item("t-1", kind="training", hard_labels=[[0, 900]])])
    assert [each["code"] for each in done.problems] == ["bad_gold"]


def test_a_training_item_cannot_be_skipped(taught: Cast, ada: Api):
    ada.post(TRAINING)
    given = ada.post(NEXT)["item"]["id"]
    ada.post(f"/projects/alpha/items/{given}/skip/", {"reason": "No."}, status=409)


def test_a_second_submission_does_not_change_the_result(taught: Cast, ada: Api):
    ada.post(TRAINING)
    train(taught, WRONG)
    save(taught.alpha, taught.ada, stored(taught.alpha, "t-1"), content(RIGHT))
    assert Trial.objects.get(item__external_id="t-1").agreement < 1


def test_a_failed_round_is_repeated_with_empty_drafts_and_revisions_are_kept(
    taught: Cast, ada: Api, lena: Api
):
    lena.call("patch", LEARNING, {"pass_mark": 80, "tries": 2})
    found = do_round(taught, WRONG)
    assert (found["state"], found["mean"], found["tries_left"]) == ("failed", 0.5, 1)
    assert ada.post(NEXT)["reason"] == "training"
    assert ada.post(TRAINING)["state"] == "at_work"
    again = ada.post(NEXT)["item"]
    assert again["external_id"] == "t-1"
    assert again["annotation"]["content"]["spans"] == []
    assert AnnotationRevision.objects.filter(annotation__item=again["id"]).count() == 2


def test_work_begins_after_passing_a_later_round(taught: Cast, ada: Api, lena: Api):
    lena.call("patch", LEARNING, {"pass_mark": 80, "tries": 2})
    do_round(taught, WRONG)
    assert do_round(taught, RIGHT)["state"] == "passed"
    assert ada.post(NEXT)["item"] is not None


def test_an_annotator_who_fails_all_rounds_gets_no_work(taught: Cast, ada: Api, lena: Api):
    lena.call("patch", LEARNING, {"pass_mark": 80, "tries": 1})
    assert do_round(taught, WRONG)["state"] == "barred"
    answer = ada.post(NEXT)
    assert (answer["item"], answer["reason"]) == (None, "not_qualified")
    assert ada.post(TRAINING)["state"] == "barred"
    lena.call("patch", LEARNING, {"tries": 0})
    assert ada.post(NEXT)["item"] is not None


@pytest.mark.parametrize(
    "change", [{}, {"pass_mark": 101}, {"tries": -1}, {"tries": 10**30}, {"pass_mark": True}]
)
def test_invalid_settings_are_refused(lena: Api, change):
    lena.call("patch", LEARNING, change, status=422)


def decide(cast: Cast, decision: str, status: int = 200) -> Any:
    key = annotator(cast.alpha, cast.ada).key
    body = {"verdict": decision}
    return Api(cast.lena).post(f"/projects/alpha/people/{key}/training/", body, status=status)


def test_leads_see_who_failed_and_grant_another_round(taught: Cast, ada: Api, lena: Api):
    lena.call("patch", LEARNING, {"pass_mark": 80, "tries": 1})
    do_round(taught, WRONG)
    row = next(each for each in lena.get("/projects/alpha/people/")["results"] if each["username"] == "ada")
    assert (row["training"], row["training_mean"]) == ("failed", 0.5)
    assert decide(taught, "again")["training"] == "open"
    decide(taught, "again", status=409)
    assert ada.get(TRAINING)["tries_left"] == 1
    assert do_round(taught, RIGHT)["state"] == "passed"


def test_leads_let_an_annotator_work_without_passing(taught: Cast, ada: Api):
    assert decide(taught, "pass")["training"] == "passed"
    assert ada.post(NEXT)["item"] is not None


@pytest.mark.parametrize("decision", ["again", "never", ""])
def test_another_round_is_refused_while_rounds_are_left(taught: Cast, decision):
    decide(taught, decision, status=409 if decision == "again" else 422)
