"""The numbers that annotators see about their own work over time."""

from datetime import UTC, datetime

import pytest

from annotation.models import Annotation, AnnotationRevision, Item
from annotation.services.learning.training import set_learning
from tests.api.client import Api
from tests.people import Cast, annotate, content, save
from tests.records import import_records, item

pytestmark = pytest.mark.django_db

NEXT = "/projects/alpha/next/"
PATH = "/projects/alpha/mine/statistics/"


def dated(annotation: Annotation, at: datetime) -> None:
    AnnotationRevision.objects.filter(pk=annotation.submitted_id).update(saved_at=at)


def test_submitted_items_by_day_and_language(cast: Cast, ada: Api):
    dated(annotate(cast.alpha, cast.ada, cast["q-1"], active_seconds=10), datetime(2026, 3, 2, tzinfo=UTC))
    dated(annotate(cast.alpha, cast.ada, cast["q-2"], active_seconds=30), datetime(2026, 3, 2, tzinfo=UTC))
    dated(annotate(cast.alpha, cast.ada, cast["ar-1"], active_seconds=90), datetime(2026, 3, 4, tzinfo=UTC))
    assert ada.get(PATH) == {
        "submitted": 3,
        "seconds": 30.0,
        "active_seconds": 130,
        "languages": [
            {"language": "en", "submitted": 2, "seconds": 20.0},
            {"language": "ar", "submitted": 1, "seconds": 90.0},
        ],
        "period": "day",
        "periods": [
            {"start": "2026-03-02", "submitted": 2, "seconds": 20.0},
            {"start": "2026-03-04", "submitted": 1, "seconds": 90.0},
        ],
        "rounds": [],
        "questionnaire_answered": False,
    }
    assert ada.get(f"{PATH}?by=week")["periods"] == [{"start": "2026-03-02", "submitted": 3, "seconds": 30.0}]


def test_days_are_those_of_the_time_zone_of_the_annotator(cast: Cast, ada: Api):
    late = datetime(2026, 3, 2, 23, 30, tzinfo=UTC)
    dated(annotate(cast.alpha, cast.ada, cast["q-1"]), late)
    ada.put("/preferences/", ada.get("/session/")["user"]["preferences"] | {"time_zone": "Europe/Helsinki"})
    assert [each["start"] for each in ada.get(PATH)["periods"]] == ["2026-03-03"]


def test_hidden_checks_count_as_items(cast: Cast, ada: Api):
    """The numbers equal those of the list of own annotations, so that they do not tell checks apart."""
    import_records(cast.alpha, [item("c-1", kind="check", hard_labels=[[25, 30]])])
    set_learning(cast.alpha, check_every=2)
    for _ in range(2):
        save(cast.alpha, cast.ada, Item.objects.get(pk=ada.post(NEXT)["item"]["id"]), content((0, 3)))
    listed = ada.get("/projects/alpha/mine/?status=submitted")["results"]
    assert ada.get(PATH)["submitted"] == len(listed) == 2
    assert "c-1" not in ada.send("get", PATH).content.decode()


def test_training_is_shown_once_the_annotator_knows_the_result(cast: Cast, ada: Api):
    import_records(cast.alpha, [item("t-1", kind="training", hard_labels=[[25, 30]])])
    ada.post("/projects/alpha/training/")
    given = ada.post(NEXT)["item"]
    save(cast.alpha, cast.ada, Item.objects.get(pk=given["id"]), content((25, 30)))
    assert ada.get(PATH)["rounds"] == []
    ada.post("/projects/alpha/training/")
    (done,) = ada.get(PATH)["rounds"]
    assert (done["round"], done["items"], done["agreement"]) == (1, 1, 1.0)
    assert ada.get(PATH)["submitted"] == 0


def test_nobody_sees_the_work_of_others(cast: Cast):
    annotate(cast.alpha, cast.ada, cast["q-1"], (0, 3), active_seconds=10)
    assert Api(cast.bo).get(PATH)["submitted"] == 0
    Api(cast.otto).get(PATH, status=404)
    Api(cast.nina).get(PATH, status=404)
