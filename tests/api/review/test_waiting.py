"""Numbers of what waits for the leads of a project."""

import pytest
from django.utils import timezone

from annotation.models import Item
from annotation.queries.review import review_queue
from annotation.queries.review import waiting as waiting_query
from annotation.services.projects.project_settings import set_project
from tests.api.client import Api
from tests.people import Cast, annotate, ask, content, hand_over, save
from tests.records import import_records, item, stored

pytestmark = pytest.mark.django_db

PATH = "/projects/alpha/waiting/"


def numbers(cast: Cast) -> dict[str, int]:
    found: dict[str, int] = Api(cast.lena).get(PATH)
    assert found.pop("most") == 1_000
    return found


def review(cast: Cast, row: dict, *, status: int = 200) -> None:
    body = {"annotator": row["annotator"], "revision": row["revision"], "reviewed": True}
    Api(cast.lena).post(f"/projects/alpha/items/{row['id']}/review/", body, status=status)


def test_nothing_waits_in_a_new_project(cast: Cast):
    assert numbers(cast) == {"review": 0, "curation": 0, "questions": 0}


def test_unsure_annotations_wait_until_a_lead_reviews_them(cast: Cast):
    annotate(cast.alpha, cast.ada, cast["q-1"], (4, 8), unsure=True)
    annotate(cast.alpha, cast.bo, cast["q-1"], (4, 8))
    annotate(cast.alpha, cast.bo, cast["q-2"], (0, 3), unsure=True)
    assert numbers(cast)["review"] == 2
    queue = Api(cast.lena).get("/projects/alpha/review/?language=en&kind=unsure")["results"]
    assert [row["external_id"] for row in queue] == ["q-1", "q-2"]
    review(cast, queue[0])
    assert numbers(cast)["review"] == 1
    # A later submission has to be reviewed again.
    save(cast.alpha, cast.ada, cast["q-1"], content((0, 3), unsure=True))
    assert numbers(cast)["review"] == 2


def test_the_queue_without_a_language_shows_what_is_counted(cast: Cast, monkeypatch: pytest.MonkeyPatch):
    annotate(cast.alpha, cast.ada, cast["q-1"], (4, 8), unsure=True)
    annotate(cast.alpha, cast.ada, cast["ar-1"], (0, 3), unsure=True)
    for name in ("q-2", "q-3"):
        annotate(cast.alpha, cast.bo, cast[name], (0, 3))
    # The items begun since are sure: they push nothing out of the queue.
    monkeypatch.setattr(review_queue, "WINDOW", 2)
    queue = Api(cast.lena).get("/projects/alpha/review/?kind=unsure")["results"]
    assert [row["external_id"] for row in queue] == ["q-1", "ar-1"]
    assert numbers(cast)["review"] == len(queue)


def test_each_unsure_annotation_of_an_item_waits_for_itself(cast: Cast):
    annotate(cast.alpha, cast.ada, cast["q-1"], (4, 8), unsure=True)
    annotate(cast.alpha, cast.bo, cast["q-1"], (4, 8), unsure=True)
    assert numbers(cast)["review"] == 2
    review(cast, Api(cast.lena).get("/projects/alpha/review/?language=en&kind=unsure")["results"][0])
    assert numbers(cast)["review"] == 1


def test_drafts_and_archived_items_do_not_wait(cast: Cast):
    hand_over(cast.alpha, cast.ada, cast["q-1"])
    save(cast.alpha, cast.ada, cast["q-1"], content((4, 8), unsure=True), submit=False)
    assert numbers(cast)["review"] == 0
    annotate(cast.alpha, cast.bo, cast["q-2"], (0, 3), unsure=True)
    Item.objects.filter(pk=cast["q-2"].pk).update(archived_at=timezone.now())
    assert numbers(cast)["review"] == 0


def test_items_that_differ_wait_for_a_decision_where_adjudication_is_on(cast: Cast):
    import_records(cast.alpha, [item("m-1", answer="The light was lit.")])
    for name in ("q-1", "m-1"):
        annotate(cast.alpha, cast.ada, stored(cast.alpha, name), (0, 3))
        annotate(cast.alpha, cast.bo, stored(cast.alpha, name), (4, 8))
    annotate(cast.alpha, cast.ada, cast["q-2"], (0, 3))
    annotate(cast.alpha, cast.bo, cast["q-2"], (0, 3))
    assert numbers(cast)["curation"] == 0
    set_project(cast.alpha, adjudication=True)
    assert numbers(cast)["curation"] == 2
    assert Api(cast.lena).get("/projects/alpha/decisions/?order=ordinal")["open"] == 2
    body = {"revision": 0, "spans": [], "labels": {}, "note": "", "source": "nothing"}
    Api(cast.lena).put(f"/projects/alpha/items/{cast['q-1'].pk}/adjudication/", body)
    assert numbers(cast)["curation"] == 1


def test_questions_wait_for_an_answer(cast: Cast):
    hand_over(cast.alpha, cast.ada, cast["q-1"])
    ask(cast.alpha, cast.ada, cast["q-1"], "A town or a county?")
    assert numbers(cast)["questions"] == 1


def test_more_than_the_most_is_counted_as_one_more(cast: Cast, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(waiting_query, "MOST", 1)
    for name in ("q-1", "q-2", "q-3"):
        annotate(cast.alpha, cast.ada, cast[name], (0, 3), unsure=True)
    found = Api(cast.lena).get(PATH)
    assert (found["review"], found["most"]) == (2, 1)


def test_annotators_and_strangers_do_not_see_the_numbers(cast: Cast):
    Api(cast.ada).get(PATH, status=403)
    Api(cast.nina).get(PATH, status=404)


def test_other_projects_do_not_count(cast: Cast):
    annotate(cast.alpha, cast.ada, cast["q-1"], (4, 8), unsure=True)
    assert Api(cast.lena).get(PATH)["review"] == 1
    assert Api(cast.otto).get("/projects/beta/waiting/") == {
        "review": 0,
        "curation": 0,
        "questions": 1,
        "most": 1_000,
    }


def test_one_query_per_kind(cast: Cast, django_assert_num_queries):
    set_project(cast.alpha, adjudication=True)
    cast.alpha.refresh_from_db()
    with django_assert_num_queries(3):
        waiting_query.waiting(cast.alpha)
