"""Today's progress: submissions and active time since midnight in the user's time zone."""

import uuid
from datetime import UTC, datetime

import pytest

from annotation.models import Annotation, AnnotationRevision, Assignment
from annotation.services.annotate.save import Save, save_annotation
from tests.api.client import Api
from tests.people import annotate, annotator, content, hand_over
from tests.records import import_annotations

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def noon(monkeypatch):
    monkeypatch.setattr("api.annotate.own_work_views.timezone.now", lambda: NOON)


def at(hours: float) -> datetime:
    return datetime.fromtimestamp(NOON.timestamp() + 3_600 * hours, UTC)


def saved(cast, name: str, hours: float, seconds: int, *, submit: bool = False) -> None:
    """ada saves the item `hours` from noon, after `seconds` of active time in all."""
    item = cast[name]
    mine = annotator(cast.alpha, cast.ada)
    base = AnnotationRevision.objects.filter(annotation__item=item, annotation__annotator=mine).count()
    body = content((0, 3), active_seconds=seconds)
    save_annotation(
        cast.alpha, mine, item.pk, Save(uuid.uuid4(), base, item.answer_sha256, submit, body), at(hours)
    )


@pytest.fixture
def given(cast):
    for name in cast.items:
        hand_over(cast.alpha, cast.ada, cast[name])
    return cast


def today(api: Api):
    return api.get("/projects/alpha/mine/today/")


def test_a_day_without_work_is_empty(cast, ada):
    assert today(ada) == {"submitted": 0, "active_seconds": 0, "unread": 0}


def test_active_time_is_what_was_added_since_midnight(given, ada):
    saved(given, "q-1", -30, 100)
    saved(given, "q-1", -13, 160)
    saved(given, "q-1", -11, 200)
    saved(given, "q-1", -1, 230, submit=True)
    saved(given, "q-2", -2, 40)
    saved(given, "q-3", -13, 1_000, submit=True)
    assert today(ada) == {"submitted": 1, "active_seconds": 70 + 40, "unread": 0}


def test_active_time_is_never_negative(given, ada):
    """A version with less active time may be chosen in a conflict."""
    saved(given, "q-1", -13, 500)
    saved(given, "q-1", -1, 20)
    saved(given, "q-2", -1, 5)
    assert today(ada)["active_seconds"] == 5


def test_the_day_begins_in_the_users_time_zone(given, ada):
    saved(given, "q-1", -14, 100, submit=True)
    saved(given, "q-2", -8, 10, submit=True)
    assert today(ada)["submitted"] == 1
    preferences = ada.get("/session/")["user"]["preferences"]
    for zone, submitted, seconds in [
        ("America/Los_Angeles", 0, 0),  # midnight there was at 7:00 UTC
        ("Asia/Tokyo", 2, 110),  # at 15:00 UTC of the day before
        ("Africa/Abidjan", 1, 10),
    ]:
        ada.put("/preferences/", preferences | {"time_zone": zone})
        assert (today(ada)["submitted"], today(ada)["active_seconds"]) == (submitted, seconds), zone


def test_only_own_work_in_this_project_counts(given, ada):
    annotate(given.alpha, given.bo, given["q-1"], (0, 3), active_seconds=900)
    import_annotations(given.alpha, {"q-2": {"annotator_a": [[0, 3]]}})
    Annotation.objects.update(saved_at=NOON)
    Assignment.objects.filter(state="submitted").update(submitted_at=NOON)
    assert today(ada) == {"submitted": 0, "active_seconds": 0, "unread": 0}
