"""Exports of the item list have annotations, and what annotators said beside their marks, on request."""

import csv
import io
import json
from typing import Any

import pytest

from tests.api.client import Api
from tests.people import Cast, annotate, annotator

pytestmark = pytest.mark.django_db

EXPORT = "/projects/alpha/items-export/?order=ordinal"
FIELDS = ("nothing_to_mark", "unsure", "links", "active_seconds", "comments")


@pytest.fixture
def annotated(cast: Cast) -> Cast:
    page = {"url": "https://en.wikipedia.org/wiki/Marie_Curie"}
    more = {"unsure": True, "links": [page], "active_seconds": 73, "comment": "=1+1"}
    annotate(cast.alpha, cast.ada, cast["q-1"], (0, 3), **more)
    annotate(cast.alpha, cast.bo, cast["q-1"])
    return cast


def lines(cast: Cast, query: str) -> list[str]:
    response = Api(cast.lena).http.get(f"/api/v1{EXPORT}{query}")
    assert response.status_code == 200
    return b"".join(response.streaming_content).decode().splitlines()


def first(cast: Cast, *included: str) -> dict[str, Any]:
    query = "".join(f"&include={name}" for name in included)
    return dict(json.loads(lines(cast, f"&as=jsonl{query}")[0]))


def test_json_lines_have_what_is_included(annotated: Cast) -> None:
    ada, bo = (annotator(annotated.alpha, user).key for user in (annotated.ada, annotated.bo))
    plain = first(annotated)
    whole = first(annotated, "annotations", *FIELDS)
    assert {name: whole[name] for name in plain} == plain
    link = {"url": "https://en.wikipedia.org/wiki/Marie_Curie", "language": "en", "title": "Marie Curie"}
    assert {name: value for name, value in whole.items() if name not in plain} == {
        "annotations": {ada: [[0, 3]], bo: []},
        "annotation_nothing_to_mark": {bo: True},
        "annotation_unsure": {ada: True},
        "annotation_links": {ada: [link | {"kind": "wikipedia"}]},
        "annotation_active_seconds": {ada: 73},
        "annotation_comments": {ada: "=1+1"},
    }
    for name in FIELDS:
        assert first(annotated, name).keys() - plain.keys() == {f"annotation_{name}"}


def test_tables_have_a_column_for_each(annotated: Cast) -> None:
    text = "\n".join(lines(annotated, "&include=annotations&include=comments"))
    rows = list(csv.DictReader(io.StringIO(text)))
    assert list(rows[0])[-2:] == ["annotations", "annotation_comments"]
    assert list(json.loads(rows[0]["annotation_comments"]).values()) == ["=1+1"]
    assert len(rows) == 4
    assert rows[1]["annotation_comments"] == ""


def test_an_unknown_field_is_refused(annotated: Cast) -> None:
    problem = Api(annotated.lena).get(f"{EXPORT}&include=odd", status=422)
    assert problem["errors"][0]["pointer"] == "/include"
