"""Requests with unknown or repeated keys are refused on every route that reads a body, at every depth."""

import copy
import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotation.models import Release
from annotation.services.imports.lifecycle import upload
from tests.api.client import Api, check_answer, operations, schema
from tests.api.common.test_membership import BODIES, OPERATIONS, Operation
from tests.people import Cast, annotator
from tests.snapshot import snapshot
from tests.sources import id_in_path

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_cache"), pytest.mark.any_database]

UNKNOWN = "no/such~key"
ESCAPED = "no~1such~0key"


def body_schema(operation: Operation) -> dict[str, Any] | None:
    """Return the schema of the operation's JSON body."""
    described = next(each for _, _, each in operations() if each["operationId"] == operation.name)
    content = described.get("requestBody", {}).get("content", {})
    return content.get("application/json", {}).get("schema")


def objects(part: dict[str, Any], path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the path of each object with named fields, the outermost first."""
    if "$ref" in part:
        part = schema()["components"]["schemas"][part["$ref"].rsplit("/", 1)[1]]
    for each in part.get("allOf", []):
        yield from objects(each, path)
    if "items" in part:
        yield from objects(part["items"], (*path, 0))
    if "properties" in part:
        yield path
        for name, inner in part["properties"].items():
            yield from objects(inner, (*path, name))


def placed(body: Any, path: tuple[str | int, ...]) -> tuple[Any, dict[str, Any]]:
    """Return the body with an object at the path, and that object."""
    made = here = {"": copy.deepcopy(body)}
    key: Any = ""
    for step in path:
        if not isinstance(here[key], list if step == 0 else dict) or not here[key]:
            here[key] = [{}] if step == 0 else {}
        here, key = here[key], step
        if step != 0:
            here.setdefault(step, {})
    if not isinstance(here[key], dict):
        here[key] = {}
    return made[""], here[key]


WITH_BODY = [each for each in OPERATIONS if body_schema(each)]
CASES = [(each, path) for each in WITH_BODY for path in objects(body_schema(each) or {})]
NAMES = [f"{each}-{'.'.join(map(str, path))}" for each, path in CASES]


def pointer(path: tuple[str | int, ...], key: str) -> str:
    return "".join(f"/{step}" for step in (*path, key))


def refused(cast: Cast, operation: Operation, raw: bytes) -> dict[str, Any]:
    """Return the problem document of a refused request of somebody who may ask. Nothing may change."""
    who = cast.root if operation.name == "project_make" else cast.lena
    upload_ = upload(cast.alpha, "items", io.BytesIO(b'{"id":"x"}\n'), "new.jsonl", cast.lena)
    release = Release.objects.create(project=cast.alpha, name="v1", request={})
    path = operation.path(
        slug="alpha",
        item=cast["q-1"].pk,
        id=id_in_path(operation.template, cast.alpha) or upload_.pk,
        key=annotator(cast.alpha, cast.ada).key,
        release=release.pk,
        uid="x",
    )
    api = Api(who)
    before = snapshot()
    response = api.send(operation.method, path, raw=raw)
    assert snapshot() == before
    assert response.status_code == 400, (response.status_code, response.content)
    return check_answer(operation.method, path, response)


def test_every_operation_with_a_body_is_covered():
    assert len(WITH_BODY) > 40
    assert len(CASES) > len(WITH_BODY)


@pytest.mark.parametrize(("operation", "path"), CASES, ids=NAMES)
def test_an_unknown_key_is_named(cast, operation, path):
    body, inner = placed(BODIES.get(operation.name, {}), path)
    inner[UNKNOWN] = 1
    problem = refused(cast, operation, json.dumps(body).encode())
    assert problem["type"].endswith(":unknown_field")
    assert [each["pointer"] for each in problem["errors"]] == [pointer(path, ESCAPED)]
    assert pointer(path, ESCAPED) in problem["detail"]


@pytest.mark.parametrize(("operation", "path"), CASES, ids=NAMES)
def test_a_repeated_key_is_named(cast, operation, path):
    body, inner = placed(BODIES.get(operation.name, {}), path)
    inner[UNKNOWN] = "at-the-mark"
    raw = json.dumps(body).replace('"at-the-mark"', f'1, "{UNKNOWN}": 1').encode()
    problem = refused(cast, operation, raw)
    assert problem["type"].endswith(":repeated_field")
    assert [each["pointer"] for each in problem["errors"]] == [pointer(path, ESCAPED)]


@pytest.mark.parametrize(
    "raw", [b'{"name": "a", "name": "a"}', b'{"name": "a", "n\\u0061me": "b"}'], ids=["same", "escaped"]
)
def test_a_known_key_is_not_repeated(cast, raw):
    problem = Api(cast.lena).call("patch", "/projects/alpha/", raw=raw, status=400)
    assert [each["pointer"] for each in problem["errors"]] == ["/name"]


def test_very_long_numbers_are_no_error_of_the_server(cast):
    raw = b'{"redundancy": 1' + b"0" * 6_000 + b"}"
    assert Api(cast.lena).send("patch", "/projects/alpha/", raw=raw).status_code in {400, 422}


@pytest.mark.parametrize(
    ("form", "code"),
    [({"kind": "items", "extra": "1"}, "unknown_field"), ({"kind": ["items", "items"]}, "repeated_field")],
)
def test_the_form_of_an_upload(cast, form, code):
    api = Api(cast.lena)
    before = snapshot()
    sent = {"file": SimpleUploadedFile("a.jsonl", b"{}"), **form}
    response = api.http.post("/api/v1/projects/alpha/imports/", sent)
    assert response.status_code == 400
    assert check_answer("post", "/projects/alpha/imports/", response)["type"].endswith(f":{code}")
    assert snapshot() == before
