"""Bulk insertion writes the same rows as Django, on both databases."""

import uuid
from datetime import UTC, datetime

import pytest
from django.db import IntegrityError

from annotation.models import Annotation, AnnotationRevision, Assignment, Thread
from foundation.bulk_insert import insert
from tests.people import annotator, hand_over

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 10, 12, 0, 0, 123_456, tzinfo=UTC)


@pytest.fixture
def annotation(cast) -> Annotation:
    return Annotation.objects.create(item=cast["q-1"], annotator=annotator(cast.alpha, cast.ada))


def values(model, **which) -> list[dict]:
    return [
        {key: row[key] for key in row if key != "id"}
        for row in model.objects.filter(**which).order_by("pk").values()
    ]


def test_every_kind_of_value_is_stored_as_by_bulk_create(annotation):
    rows = [
        {
            "annotation_id": annotation.pk,
            "number": number,
            "save_id": uuid.UUID(int=number),
            "spans": [{"start": 0, "end": number, "label": "x", "id": "ä\u2028"}],
            "labels": {"a": True, "b": None, "c": 1.5},
            "nothing_to_mark": bool(number % 2),
            "comment": ["", "It's 100%s \\ 'quoted' 👩‍👩‍👧‍👦"][number % 2],
        }
        for number in (1, 2, 3)
    ]
    same = {"submit": True, "scheme_version": 4, "saved_at": NOW, "body_sha256": "0" * 64}
    insert(AnnotationRevision, rows, **same)
    ours = values(AnnotationRevision, annotation=annotation)
    annotation.revisions.all().delete()
    AnnotationRevision.objects.bulk_create(AnnotationRevision(**row, **same) for row in rows)
    assert ours == values(AnnotationRevision, annotation=annotation)
    assert len(ours) == 3


def test_the_named_columns_of_an_existing_row_are_overwritten(cast):
    held = hand_over(cast.alpha, cast.ada, cast["q-1"])
    ada, bo = annotator(cast.alpha, cast.ada), annotator(cast.alpha, cast.bo)
    insert(
        Assignment,
        [{"annotator_id": ada.pk, "slot": 0}, {"annotator_id": bo.pk, "slot": 1}],
        unique=["item_id", "annotator_id"],
        update=["slot", "state", "submitted_at"],
        project_id=cast.alpha.pk,
        item_id=held.pk,
        state="submitted",
        reserved_at=NOW,
        submitted_at=NOW,
    )
    mine, theirs = Assignment.objects.filter(item=held).order_by("slot")
    assert (mine.annotator, mine.state, mine.submitted_at) == (ada, "submitted", NOW)
    assert mine.reserved_at != NOW
    assert mine.expires_at is not None
    assert (theirs.annotator, theirs.reserved_at, theirs.expires_at) == (bo, NOW, None)


def test_other_constraints_still_apply(cast):
    held = hand_over(cast.alpha, cast.ada, cast["q-1"])
    taken = {"item_id": held.pk, "annotator_id": annotator(cast.alpha, cast.bo).pk, "slot": 0}
    with pytest.raises(IntegrityError, match=r"slot"):
        insert(
            Assignment,
            [taken],
            unique=["item_id", "annotator_id"],
            update=["slot"],
            project_id=cast.alpha.pk,
            state="reserved",
            reserved_at=NOW,
        )


def test_no_rows_execute_no_statement(django_assert_num_queries):
    with django_assert_num_queries(0):
        insert(Thread, [])


@pytest.mark.parametrize(("row", "same"), [({"item": 1}, {}), ({"item_id": 1}, {"by": 1})])
def test_an_unknown_column_is_an_error(db, row, same):
    with pytest.raises(TypeError, match="no columns"):
        insert(Annotation, [row], **same)
