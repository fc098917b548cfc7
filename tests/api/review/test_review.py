"""The review queue of submitted annotations."""

import pytest
from django.utils import timezone

from annotation.models import Annotation, Item, Project, Review
from tests.api.client import Api
from tests.api.imports.import_helpers import run_jobs
from tests.people import Cast, annotate, annotator, content, hand_over, join, save
from tests.records import import_annotations

pytestmark = pytest.mark.django_db

QUEUE = "/projects/alpha/review/"


def queue(cast: Cast, kind: str = "fastest", **more: object) -> list[dict]:
    asked = "&".join(f"{name}={value}" for name, value in {"language": "en", "kind": kind, **more}.items())
    return Api(cast.lena).get(f"{QUEUE}?{asked}")["results"]


def annotators_and_items(cast: Cast, rows: list[dict]) -> list[tuple[str, str]]:
    """Annotator and item of each row."""
    names = {annotator(cast.alpha, user).key: user.username for user in (cast.ada, cast.bo)}
    return [(names[row["annotator"]], row["external_id"]) for row in rows]


def mark(cast: Cast, row: dict, *, reviewed: bool = True, status: int = 200, by: object = None) -> dict:
    body = {"annotator": row["annotator"], "revision": row["revision"], "reviewed": reviewed}
    api = Api(by or cast.lena)
    return api.post(f"/projects/alpha/items/{row['id']}/review/", body, status=status)


def work(cast: Cast) -> None:
    """q-1: ada marks 8 characters and bo 4 of them; q-2: ada 4 and bo none; q-3: only ada, none."""
    annotate(cast.alpha, cast.ada, cast["q-1"], (4, 12), active_seconds=30)
    annotate(cast.alpha, cast.bo, cast["q-1"], (4, 8), active_seconds=9)
    annotate(cast.alpha, cast.ada, cast["q-2"], (0, 4), active_seconds=20)
    annotate(cast.alpha, cast.bo, cast["q-2"], active_seconds=50)
    annotate(cast.alpha, cast.ada, cast["q-3"], active_seconds=2)


def test_the_fastest_annotations_come_first(cast: Cast):
    work(cast)
    rows = queue(cast)
    assert annotators_and_items(cast, rows) == [
        ("ada", "q-3"),
        ("bo", "q-1"),
        ("ada", "q-2"),
        ("ada", "q-1"),
        ("bo", "q-2"),
    ]
    assert [row["active_seconds"] for row in rows] == [2, 9, 20, 30, 50]
    assert annotators_and_items(cast, queue(cast, n=2)) == [("ada", "q-3"), ("bo", "q-1")]


def test_the_least_agreeing_annotations_come_first_without_single_ones(cast: Cast):
    Project.objects.filter(pk=cast.alpha.pk).update(policy="raw")
    cast.alpha.refresh_from_db()
    work(cast)
    rows = queue(cast, "agreement")
    assert annotators_and_items(cast, rows) == [("ada", "q-2"), ("bo", "q-2"), ("ada", "q-1"), ("bo", "q-1")]
    assert [row["agreement"] for row in rows] == [4 / 8, 4 / 8, 12 / 16, 12 / 16]


def test_annotators_who_most_often_find_nothing_to_mark_come_first(cast: Cast):
    work(cast)
    rows = queue(cast, "nothing")
    assert annotators_and_items(cast, rows) == [("bo", "q-2"), ("ada", "q-3")]
    assert [(row["said_nothing"], row["submitted"]) for row in rows] == [(1, 2), (1, 3)]


def test_a_random_draw_is_reproducible(cast: Cast):
    work(cast)
    drawn = [annotators_and_items(cast, queue(cast, "random", draw=draw)) for draw in range(8)]
    assert drawn == [annotators_and_items(cast, queue(cast, "random", draw=draw)) for draw in range(8)]
    assert {tuple(sorted(each)) for each in drawn} == {tuple(sorted(drawn[0]))}
    assert len({tuple(each) for each in drawn}) > 1
    Project.objects.filter(pk=cast.alpha.pk).update(seed=cast.alpha.seed + 1)
    assert drawn != [annotators_and_items(cast, queue(cast, "random", draw=draw)) for draw in range(8)]


def test_a_review_is_stored_and_its_annotation_left_out_by_default(cast: Cast):
    work(cast)
    first, *others = queue(cast)
    before = timezone.now().isoformat()
    [review] = mark(cast, first)["reviews"]
    assert (review["by"], review["mine"]) == ("lena", True)
    assert review["at"] >= before[:19]
    assert queue(cast) == others
    rows = queue(cast, reviewed=1)
    assert rows[0]["reviews"] == [review]
    assert rows[1:] == others
    assert mark(cast, first)["reviews"] == [review]


def test_each_lead_withdraws_only_their_own_review(cast: Cast):
    work(cast)
    lea = join(cast.alpha, "lea", "lead")
    first = queue(cast)[0]
    mark(cast, first)
    mark(cast, first, by=lea)
    assert [(each["by"], each["mine"]) for each in mark(cast, first, reviewed=False)["reviews"]] == [
        ("lea", False)
    ]
    assert queue(cast)[0] != first
    assert mark(cast, first, reviewed=False, by=lea)["reviews"] == []
    assert queue(cast)[0] == first


def test_a_resubmitted_annotation_has_to_be_reviewed_again(cast: Cast):
    work(cast)
    first = queue(cast)[0]
    mark(cast, first)
    save(cast.alpha, cast.ada, cast["q-3"], content((0, 2), active_seconds=3))
    again = queue(cast)[0]
    assert again["id"] == first["id"]
    assert again["revision"] > first["revision"]
    assert mark(cast, first, status=409)["type"].endswith("reviewed_other")
    assert mark(cast, again)["reviews"][0]["mine"]
    assert Review.objects.count() == 1


def test_the_queue_has_only_counted_annotations(cast: Cast):
    work(cast)
    mine = Annotation.objects.filter(annotator=annotator(cast.alpha, cast.ada))
    mine.filter(item=cast["q-1"]).update(surplus=True)
    mine.filter(item=cast["q-2"]).update(excluded_at=timezone.now())
    Item.objects.filter(pk=cast["q-3"].pk).update(archived_at=timezone.now())
    assert annotators_and_items(cast, queue(cast)) == [("bo", "q-1"), ("bo", "q-2")]
    assert queue(cast, "agreement") == []


def test_a_draft_is_not_queued_and_cannot_be_reviewed(cast: Cast):
    save(cast.alpha, cast.ada, hand_over(cast.alpha, cast.ada, cast["q-1"]), content((0, 2)), submit=False)
    assert queue(cast) == []
    key = annotator(cast.alpha, cast.ada).key
    row = {"id": cast["q-1"].pk, "annotator": key, "revision": 1}
    mark(cast, row, status=409)
    mark(cast, row | {"annotator": "nobody"}, status=404)
    assert not Review.objects.exists()


def test_imported_annotations_are_not_among_the_fastest(cast: Cast):
    import_annotations(cast.alpha, {"q-1": {"of_old": [[0, 3]]}, "q-2": {"of_old": [[0, 3]]}})
    assert queue(cast) == []
    assert {row["annotator"] for row in queue(cast, "random")} == {"of_old"}


def test_the_queue_has_one_language(cast: Cast):
    annotate(cast.alpha, cast.ada, cast["ar-1"], (0, 3))
    assert queue(cast) == []
    assert [row["external_id"] for row in Api(cast.lena).get(f"{QUEUE}?language=AR")["results"]] == ["ar-1"]


@pytest.mark.parametrize("kind", ["fastest", "agreement", "nothing", "random"])
def test_without_a_language_the_queue_has_all_languages(cast: Cast, kind: str):
    work(cast)
    annotate(cast.alpha, cast.ada, cast["ar-1"], active_seconds=10)
    annotate(cast.alpha, join(cast.alpha, "cleo"), cast["ar-1"], (0, 3), active_seconds=40)
    english, arabic, both = (
        {(row["id"], row["annotator"]) for row in queue(cast, kind, language=language)}
        for language in ("en", "ar", "")
    )
    assert english
    assert arabic
    assert both == english | arabic


def test_the_fastest_of_all_languages_are_in_one_order(cast: Cast):
    work(cast)
    annotate(cast.alpha, cast.ada, cast["ar-1"], (0, 3), active_seconds=10)
    assert [row["active_seconds"] for row in queue(cast, language="")] == [2, 9, 10, 20, 30, 50]


@pytest.mark.parametrize(
    "asked",
    [
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
def test_an_invalid_queue_is_refused(cast: Cast, asked):
    Api(cast.lena).get(f"{QUEUE}?{asked}", status=422)


def test_the_queue_covers_only_the_most_recently_begun_items(cast: Cast, monkeypatch):
    work(cast)
    monkeypatch.setattr("annotation.queries.review.review_queue.WINDOW", 1)
    assert annotators_and_items(cast, queue(cast)) == [("ada", "q-3")]
    assert annotators_and_items(cast, queue(cast, language="")) == [("ada", "q-3")]
    annotate(cast.alpha, cast.ada, cast["ar-1"], (0, 3))
    assert annotators_and_items(cast, queue(cast, language="")) == [("ada", "ar-1")]


def test_deleting_a_lead_keeps_their_reviews(cast: Cast):
    work(cast)
    lea = join(cast.alpha, "lea", "lead")
    first = queue(cast)[0]
    mark(cast, first, by=lea)
    lea.delete()
    assert queue(cast, reviewed=1)[0]["reviews"][0]["by"] == ""
    assert queue(cast)[0] != first


def test_an_import_with_reviewed_annotations_can_be_undone(cast: Cast):
    made = import_annotations(cast.alpha, {"q-1": {"of_old": [[0, 3]]}})
    mark(cast, queue(cast, "random")[0])
    Api(cast.lena).post(f"/projects/alpha/imports/{made.pk}/undo/")
    run_jobs()
    assert queue(cast, "random", reviewed=1) == []
    assert not Review.objects.exists()
