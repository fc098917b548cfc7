"""Filters by fields of the metadata, their columns in lists and exports, and the number of items of a filter."""

import csv
import io
import json
from typing import Any
from urllib.parse import urlencode

import pytest

from annotation.models import Project, SavedView
from annotation.services.projects.project_settings import create_project
from tests.api.client import Api
from tests.people import Cast, annotate, join
from tests.records import import_records, item, stored

pytestmark = pytest.mark.django_db
ITEMS = "/projects/alpha/items/"
RECORDS = [
    item("m-1", task="QA", temperature=0.7, config={"top": {"k": 5}}, checked=True),
    item("m-2", task="Summaries 50%", temperature="0.70", config={"top": {"k": 50}}, checked=False),
    item("m-3", task="", temperature="hot", notes="مدينة “x” 'y'; --"),
    item("m-4", temperature=-1, **{"config.top.k": "dotted", "a b": None}),
]


@pytest.fixture
def project() -> Project:
    project = create_project("alpha", preset="mu-shroom", redundancy=2)
    import_records(project, RECORDS)
    return project


@pytest.fixture
def lead(project: Project) -> Api:
    return Api(join(project, "mia", "lead"))


def query(*conditions: tuple[str, str, str], **more: str) -> str:
    found = [("metadata", json.dumps(condition)) for condition in conditions]
    return urlencode([("order", "ordinal"), *found, *more.items()])


def listed(api: Api, *conditions: tuple[str, str, str]) -> list[str]:
    return [row["external_id"] for row in api.get(f"{ITEMS}?{query(*conditions)}")["results"]]


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (("task", "equals", "QA"), ["m-1"]),
        (("task", "equals", "qa"), []),
        (("task", "contains", "0%"), ["m-2"]),
        (("task", "contains", "q"), ["m-1"]),
        (("task", "missing", ""), ["m-3", "m-4"]),
        (("a b", "missing", ""), ["m-1", "m-2", "m-3", "m-4"]),
        (("no such field", "missing", ""), ["m-1", "m-2", "m-3", "m-4"]),
        (("no such field", "equals", "x"), []),
        (("temperature", "equals", "0.7"), ["m-1"]),
        (("temperature", "from", "0.7"), ["m-1", "m-2"]),
        (("temperature", "to", "0.7"), ["m-1", "m-2", "m-4"]),
        (("temperature", "to", "-0.5"), ["m-4"]),
        (("checked", "equals", "true"), ["m-1"]),
        (("checked", "equals", "false"), ["m-2"]),
        (("config.top.k", "from", "6"), ["m-2"]),
        (("config.top.k", "equals", "dotted"), ["m-4"]),
        (("notes", "contains", "“x” 'y'; --"), ["m-3"]),
        (("notes", "contains", "مدينة"), ["m-3"]),
        (("'; DROP TABLE annotation_item; --", "equals", "x"), []),
        (("$.%s[0]", "contains", "%"), []),
    ],
)
def test_items_are_found_by_a_field(lead: Api, condition: tuple[str, str, str], expected: list[str]) -> None:
    assert listed(lead, condition) == expected
    counted = lead.get(f"{ITEMS}count/?{query(condition)}")
    assert counted == {"items": len(expected), "of": 4}


def test_all_conditions_must_hold(lead: Api) -> None:
    assert listed(lead, ("temperature", "from", "0"), ("task", "contains", "sum")) == ["m-2"]


@pytest.mark.parametrize(
    "value",
    [
        "no json",
        "[]",
        '["task","equals"]',
        '["task","like","x"]',
        '["task","equals",3]',
        '["temperature","from","warm"]',
        '["temperature","from","nan"]',
        '["temperature","to","1e999"]',
        '["task","missing","x"]',
        '["","equals","x"]',
        '["a\\"b","equals","x"]',
        '["a\\\\b","equals","x"]',
        '["a","equals","\\u0000"]',
        json.dumps(["a" * 201, "equals", "x"]),
        json.dumps(["a", "equals", "x" * 1_001]),
    ],
)
def test_a_wrong_condition_is_refused(lead: Api, value: str) -> None:
    problem = lead.get(f"{ITEMS}?{urlencode({'metadata': value})}", status=422)
    assert problem["errors"][0]["pointer"] == "/metadata"


def test_too_many_conditions_and_columns_are_refused(lead: Api) -> None:
    lead.get(f"{ITEMS}?{query(*[('task', 'equals', 'x')] * 6)}", status=422)
    lead.get(f"{ITEMS}?{urlencode([('column', f'c{n}') for n in range(21)])}", status=422)


def test_rows_and_exports_have_the_columns_that_are_named(lead: Api) -> None:
    columns = "&column=temperature&column=config.top.k&column=nothing"
    rows = lead.get(f"{ITEMS}?order=ordinal{columns}")["results"]
    assert [row["metadata"] for row in rows] == [
        {"temperature": "0.7", "config.top.k": "5"},
        {"temperature": "0.70", "config.top.k": "50"},
        {"temperature": "hot"},
        {"temperature": "-1", "config.top.k": "dotted"},
    ]
    export = f"/api/v1/projects/alpha/items-export/?{query(('task', 'missing', ''))}{columns}"
    text = b"".join(lead.http.get(export).streaming_content).decode()
    table = list(csv.DictReader(io.StringIO(text)))
    assert [row["metadata.temperature"] for row in table] == ["hot", "'-1"]
    assert [row["metadata.config.top.k"] for row in table] == ["", "dotted"]


def test_the_fields_of_a_project_are_offered_with_their_values(lead: Api) -> None:
    found = {each["name"]: each for each in lead.get(f"{ITEMS}choices/")["metadata"]}
    assert found["temperature"]["distinct"] == 4
    assert set(found["config.top.k"]["values"]) == {"5", "50", "dotted"}
    assert found["checked"]["values"] in (["true", "false"], ["false", "true"])
    assert "a b" not in found


def test_a_view_keeps_conditions_and_earlier_views_have_none(lead: Api) -> None:
    condition = {"field": "task", "test": "equals", "value": "QA"}
    body = {"name": "QA", "filter": {"metadata": [condition]}}
    made = lead.post("/projects/alpha/views/", body, status=201)
    assert made["filter"]["metadata"] == [condition]
    assert lead.get("/projects/alpha/views/")["results"][0]["filter"]["metadata"] == [condition]
    stored_view = SavedView.objects.get()
    stored_view.filter = {"language": "en", "order": "ordinal"}
    stored_view.save()
    assert lead.get("/projects/alpha/views/")["results"][0]["filter"]["metadata"] == []


def test_bulk_changes_apply_to_the_items_of_a_condition(lead: Api) -> None:
    chosen: dict[str, Any] = {
        "order": "ordinal",
        "metadata": [{"field": "temperature", "test": "from", "value": "0.7"}],
    }
    body = {"kind": "split", "value": "warm", "filter": chosen, "expected": 2}
    lead.post("/projects/alpha/item-changes/", body, status=201)
    assert [row["split"] for row in lead.get(f"{ITEMS}?order=ordinal")["results"]] == ["warm", "warm", "", ""]


def test_the_count_is_that_of_what_the_order_lists(project: Project, lead: Api) -> None:
    for name in ("ada", "bo"):
        annotate(project, join(project, name), stored(project, "m-1"), (0, 3))
    assert lead.get(f"{ITEMS}count/?order=agreement") == {"items": 1, "of": 4}
    assert lead.get(f"{ITEMS}count/?order=ordinal") == {"items": 4, "of": 4}


def test_metadata_of_other_projects_are_not_seen(cast: Cast, lena: Api) -> None:
    import_records(cast.beta, [item("secret-1", secret="theirs")])
    names = [each["name"] for each in lena.get(f"{ITEMS}choices/")["metadata"]]
    assert "secret" not in names
    assert lena.get(f"{ITEMS}count/?{query(('secret', 'equals', 'theirs'))}")["items"] == 0
