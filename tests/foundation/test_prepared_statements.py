"""Prepared statements do what the ORM does with the same query, on both databases."""

import uuid
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import models
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import JSONArray

from annotation.models import Annotation, AnnotationRevision, Annotator, Item, Project
from foundation.prepared_statements import JSONRows, PreparedInsert, prepared, prepared_update
from tests.people import annotate, annotator

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 10, 12, 0, 0, 123_456, tzinfo=UTC)


@prepared
def _annotations(item: int, keys: Sequence[str]) -> "QuerySet[Annotation]":
    """With relations that are null, of two levels, and an annotation of the query."""
    rows = Annotation.objects.filter(Q(item=item) | Q(annotator__key__in=keys))
    rows = rows.select_related("head__guidelines", "submitted", "imported_by", "annotator__project")
    return rows.annotate(again=F("head__saved_at"), sent=F("submitted__save_id")).order_by("pk")


@prepared
def _revisions(save_id: uuid.UUID, before: datetime) -> "QuerySet[AnnotationRevision, Any]":
    rows = AnnotationRevision.objects.filter(save_id=save_id, saved_at__lt=before)
    return rows.values_list("save_id", "saved_at", "spans", "submit", "annotation__item__metadata")


@prepared_update
def _excluded(pk: int, at: datetime | None, reason: str) -> tuple["QuerySet[Annotation]", dict[str, Any]]:
    return Annotation.objects.filter(pk=pk), {"excluded_at": at, "excluded_reason": reason}


@pytest.fixture
def annotations(cast) -> list[Annotation]:
    mine = annotate(cast.alpha, cast.ada, cast["q-1"], (0, 4), comment="It's 100%s \\ 'quoted' 👩‍👩‍👧‍👦")
    theirs = annotate(cast.alpha, cast.bo, cast["q-1"])
    return [mine, theirs, Annotation.objects.create(item=cast["q-2"], annotator=mine.annotator)]


def everything(row: models.Model | None) -> Any:
    """All that is loaded of an instance and of the instances that came with it."""
    if row is None:
        return None
    values = {name: value for name, value in vars(row).items() if name != "_state"}
    related = {name: everything(value) for name, value in row._state.fields_cache.items()}
    return (type(row), values, related, row._state.adding, row._state.db)


def test_instances_equal_those_of_the_orm(cast, annotations):
    for keys in ([], [annotator(cast.alpha, cast.ada).key], ["x", "y"]):
        arguments = (cast["q-1"].pk, keys)
        assert [everything(row) for row in _annotations.rows(*arguments)] == [
            everything(row) for row in _annotations.queryset(*arguments)
        ]
    assert _annotations.rows(0, [annotator(cast.alpha, cast.ada).key]) == [annotations[0], annotations[2]]
    assert _annotations.first(item=0, keys=["nobody"]) is None


def test_values_equal_those_of_the_orm(annotations):
    revision = annotations[0].head
    arguments = (revision.save_id, revision.saved_at + timedelta(microseconds=1))
    rows = _revisions.rows(*arguments)
    assert rows == list(_revisions.queryset(*arguments))
    assert rows[0][:2] == (revision.save_id, revision.saved_at)
    assert _revisions.rows(revision.save_id, revision.saved_at) == []


def test_a_statement_is_compiled_once_for_each_length(cast):
    lengths = []

    @prepared
    def some(keys: Sequence[str]) -> "QuerySet[Annotator]":
        lengths.append(len(keys))
        return Annotator.objects.filter(key__in=keys)

    for keys in (["a"], ["b"], ["a", "b"], ["c"], [], []):
        some.rows(keys)
    assert lengths == [1, 2, 0]


def test_no_value_in_a_list_runs_no_statement(django_assert_num_queries):
    @prepared
    def none(keys: Sequence[str]) -> "QuerySet[Annotator]":
        return Annotator.objects.filter(key__in=keys)

    with django_assert_num_queries(0):
        assert none.rows([]) == []


def test_conditions_refuse_none_and_stored_values_take_it(annotations):
    with pytest.raises(TypeError, match="item is None"):
        _annotations.rows(None, [])
    with pytest.raises(TypeError, match="item, keys"):
        _annotations.rows(3)
    row = annotations[0]
    assert _excluded(row.pk, NOW, "“twice” 100%") == 1
    row.refresh_from_db()
    assert (row.excluded_at, row.excluded_reason) == (NOW, "“twice” 100%")
    assert _excluded(row.pk, None, "") == 1
    assert _excluded(0, None, "") == 0
    row.refresh_from_db()
    assert (row.excluded_at, row.excluded_reason) == (None, "")


def test_an_insert_writes_what_save_writes(annotations):
    def revision(number: int) -> AnnotationRevision:
        return AnnotationRevision(
            annotation=annotations[2],
            number=number,
            save_id=uuid.UUID(int=number),
            submit=True,
            spans=[{"start": 0, "end": 3, "label": "x", "id": "ä\u2028"}],
            labels={"a": True, "b": None, "c": 1.5},
            comment="It's 100%s \\ 'quoted' 👩‍👩‍👧‍👦",
            scheme_version=3,
            saved_at=NOW,
        )

    insert = PreparedInsert(AnnotationRevision)
    written = [insert(revision(1)), insert(revision(2))]
    saved = revision(3)
    saved.save(force_insert=True)
    own = {"id", "number", "save_id"}
    rows = list(AnnotationRevision.objects.filter(annotation=annotations[2]).order_by("number").values())
    assert [row["id"] for row in rows] == [*(row.pk for row in written), saved.pk]
    assert [row["save_id"].int for row in rows] == [1, 2, 3]
    assert all(
        {name: row[name] for name in row.keys() - own} == {name: rows[2][name] for name in row.keys() - own}
        for row in rows
    )
    assert not written[0]._state.adding


def test_rows_of_another_table_come_along_as_json(cast):
    @prepared
    def project_with_items(project: int) -> "QuerySet[Project, Any]":
        items = Item.objects.filter(project=OuterRef("pk")).order_by().values("project")
        values = items.annotate(rows=JSONRows(JSONArray("external_id", "reservable", "shown_at", "id")))
        return Project.objects.filter(pk=project).values_list("slug", Subquery(values.values("rows")))

    slug, rows = project_with_items.first(cast.alpha.pk) or ("", [])
    assert slug == "alpha"
    expected = Item.objects.filter(project=cast.alpha).values_list("external_id", "reservable", "pk")
    assert sorted((name, bool(flag), key) for name, flag, _, key in rows) == sorted(expected)
    assert {shown for _, _, shown, _ in rows} == {None}
