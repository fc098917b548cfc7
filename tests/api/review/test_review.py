"""The queue in which leads look over what was submitted."""

import pytest
from django.utils import timezone

from annotation.models import Annotation, Item, Project, Review
from tests.api.client import Api
from tests.api.imports.import_helpers import run_jobs
from tests.people import Cast, annotate, annotator, content, hand_over, join, save
from tests.records import import_annotations

pytestmark = pytest.mark.django_db

QUEUE = "/projects/alpha/review/"


def listed(cast: Cast, kind: str = "fastest", **more: object) -> list[dict]:
    asked = "&".join(f"{name}={value}" for name, value in {"language": "en", "kind": kind, **more}.items())
    return Api(cast.lena).get(f"{QUEUE}?{asked}")["results"]


def said(cast: Cast, rows: list[dict]) -> list[tuple[str, str]]:
    """Whose, of which item."""
    names = {annotator(cast.alpha, user).key: user.username for user in (cast.ada, cast.bo)}
    return [(names[row["annotator"]], row["external_id"]) for row in rows]


def mark(cast: Cast, row: dict, *, reviewed: bool = True, status: int = 200, by: object = None) -> dict:
    body = {"annotator": row["annotator"], "revision": row["revision"], "reviewed": reviewed}
    api = Api(by or cast.lena)
    return api.post(f"/projects/alpha/items/{row['id']}/review/", body, status=status)


def work(cast: Cast) -> None:
    """On q-1 ada marks 8 characters and bo 4 of them; on q-2 ada 4 and bo none; on q-3 ada alone marks none."""
    annotate(cast.alpha, cast.ada, cast["q-1"], (4, 12), active_seconds=30)
    annotate(cast.alpha, cast.bo, cast["q-1"], (4, 8), active_seconds=9)
    annotate(cast.alpha, cast.ada, cast["q-2"], (0, 4), active_seconds=20)
    annotate(cast.alpha, cast.bo, cast["q-2"], active_seconds=50)
    annotate(cast.alpha, cast.ada, cast["q-3"], active_seconds=2)


def test_the_fastest_come_first(cast: Cast):
    work(cast)
    rows = listed(cast)
    assert said(cast, rows) == [
        ("ada", "q-3"),
        ("bo", "q-1"),
        ("ada", "q-2"),
        ("ada", "q-1"),
        ("bo", "q-2"),
    ]
    assert [row["active_seconds"] for row in rows] == [2, 9, 20, 30, 50]
    assert said(cast, listed(cast, n=2)) == [("ada", "q-3"), ("bo", "q-1")]


def test_those_that_agree_least_come_first_and_who_is_alone_agrees_with_nobody(cast: Cast):
    Project.objects.filter(pk=cast.alpha.pk).update(policy="raw")
    cast.alpha.refresh_from_db()
    work(cast)
    rows = listed(cast, "agreement")
    assert said(cast, rows) == [("ada", "q-2"), ("bo", "q-2"), ("ada", "q-1"), ("bo", "q-1")]
    assert [row["agreement"] for row in rows] == [4 / 8, 4 / 8, 12 / 16, 12 / 16]


def test_those_who_most_often_find_nothing_to_mark_come_first(cast: Cast):
    work(cast)
    rows = listed(cast, "nothing")
    assert said(cast, rows) == [("bo", "q-2"), ("ada", "q-3")]
    assert [(row["said_nothing"], row["submitted"]) for row in rows] == [(1, 2), (1, 3)]


def test_random_ones_are_the_same_for_the_same_number(cast: Cast):
    work(cast)
    drawn = [said(cast, listed(cast, "random", draw=draw)) for draw in range(8)]
    assert drawn == [said(cast, listed(cast, "random", draw=draw)) for draw in range(8)]
    assert {tuple(sorted(each)) for each in drawn} == {tuple(sorted(drawn[0]))}
    assert len({tuple(each) for each in drawn}) > 1
    Project.objects.filter(pk=cast.alpha.pk).update(seed=cast.alpha.seed + 1)
    assert drawn != [said(cast, listed(cast, "random", draw=draw)) for draw in range(8)]


def test_who_has_reviewed_it_and_when_is_kept_and_it_is_left_out_unless_asked_for(cast: Cast):
    work(cast)
    first, *others = listed(cast)
    before = timezone.now().isoformat()
    [review] = mark(cast, first)["reviews"]
    assert (review["by"], review["mine"]) == ("lena", True)
    assert review["at"] >= before[:19]
    assert listed(cast) == others
    rows = listed(cast, reviewed=1)
    assert rows[0]["reviews"] == [review]
    assert rows[1:] == others
    assert mark(cast, first)["reviews"] == [review]


def test_it_can_be_taken_back_by_whoever_said_it(cast: Cast):
    work(cast)
    lea = join(cast.alpha, "lea", "lead")
    first = listed(cast)[0]
    mark(cast, first)
    mark(cast, first, by=lea)
    assert [(each["by"], each["mine"]) for each in mark(cast, first, reviewed=False)["reviews"]] == [
        ("lea", False)
    ]
    assert listed(cast)[0] != first
    assert mark(cast, first, reviewed=False, by=lea)["reviews"] == []
    assert listed(cast)[0] == first


def test_what_is_submitted_anew_is_to_be_reviewed_anew(cast: Cast):
    work(cast)
    first = listed(cast)[0]
    mark(cast, first)
    save(cast.alpha, cast.ada, cast["q-3"], content((0, 2), active_seconds=3))
    again = listed(cast)[0]
    assert again["id"] == first["id"]
    assert again["revision"] > first["revision"]
    assert mark(cast, first, status=409)["type"].endswith("reviewed_other")
    assert mark(cast, again)["reviews"][0]["mine"]
    assert Review.objects.count() == 1


def test_only_what_counts_is_in_it(cast: Cast):
    work(cast)
    mine = Annotation.objects.filter(annotator=annotator(cast.alpha, cast.ada))
    mine.filter(item=cast["q-1"]).update(surplus=True)
    mine.filter(item=cast["q-2"]).update(excluded_at=timezone.now())
    Item.objects.filter(pk=cast["q-3"].pk).update(archived_at=timezone.now())
    assert said(cast, listed(cast)) == [("bo", "q-1"), ("bo", "q-2")]
    assert listed(cast, "agreement") == []


def test_a_draft_is_not_in_it_and_cannot_be_marked(cast: Cast):
    save(cast.alpha, cast.ada, hand_over(cast.alpha, cast.ada, cast["q-1"]), content((0, 2)), submit=False)
    assert listed(cast) == []
    key = annotator(cast.alpha, cast.ada).key
    row = {"id": cast["q-1"].pk, "annotator": key, "revision": 1}
    mark(cast, row, status=409)
    mark(cast, row | {"annotator": "nobody"}, status=404)
    assert not Review.objects.exists()


def test_imported_annotations_took_nobody_any_time(cast: Cast):
    import_annotations(cast.alpha, {"q-1": {"of_old": [[0, 3]]}, "q-2": {"of_old": [[0, 3]]}})
    assert listed(cast) == []
    assert {row["annotator"] for row in listed(cast, "random")} == {"of_old"}


def test_it_is_of_one_language(cast: Cast):
    annotate(cast.alpha, cast.ada, cast["ar-1"], (0, 3))
    assert listed(cast) == []
    assert [row["external_id"] for row in Api(cast.lena).get(f"{QUEUE}?language=AR")["results"]] == ["ar-1"]


@pytest.mark.parametrize(
    "asked",
    [
        "",
        "language=xx",
        "language=en&kind=slowest",
        "language=en&n=0",
        "language=en&n=101",
        "language=en&n=x",
        "language=en&draw=-1",
        "language=en&draw=9999999999999999999",
        "language=en&reviewed=perhaps",
    ],
)
def test_a_queue_that_there_is_not_is_refused(cast: Cast, asked):
    Api(cast.lena).get(f"{QUEUE}?{asked}", status=422)


def test_only_the_items_begun_last_are_looked_at(cast: Cast, monkeypatch):
    work(cast)
    monkeypatch.setattr("annotation.queries.review.review_queue.WINDOW", 1)
    assert said(cast, listed(cast)) == [("ada", "q-3")]


def test_erasing_a_lead_keeps_what_they_reviewed(cast: Cast):
    work(cast)
    lea = join(cast.alpha, "lea", "lead")
    first = listed(cast)[0]
    mark(cast, first, by=lea)
    lea.delete()
    assert listed(cast, reviewed=1)[0]["reviews"][0]["by"] == ""
    assert listed(cast)[0] != first


def test_an_import_whose_annotations_were_reviewed_can_be_undone_still(cast: Cast):
    made = import_annotations(cast.alpha, {"q-1": {"of_old": [[0, 3]]}})
    mark(cast, listed(cast, "random")[0])
    Api(cast.lena).post(f"/projects/alpha/imports/{made.pk}/undo/")
    run_jobs()
    assert listed(cast, "random", reviewed=1) == []
    assert not Review.objects.exists()
