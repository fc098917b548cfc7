"""A test client that validates every JSON response against api/schema.yaml."""

import json
import re
from contextlib import suppress
from datetime import datetime
from functools import cache
from http import HTTPStatus
from typing import Any

import yaml
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from jsonschema import Draft202012Validator, FormatChecker

from annotation.models import Item, Project
from tests.paths import ROOT

SCHEMA = ROOT / "api" / "schema.yaml"
FORMATS = FormatChecker(["uuid"])
OF_HTTP = {405, 500}  # of no operation, and of a defect
METHODS = ("get", "put", "post", "patch", "delete")


class Api:
    """Requests as one user, or anonymously."""

    def __init__(self, user: User | None = None) -> None:
        # A constant id makes equal responses equal.
        self.http = Client(raise_request_exception=True, headers={"X-Request-ID": "of-a-test"})
        if user is not None:
            self.http.force_login(user)

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        status: int = 200,
        raw: bytes | None = None,
        **more: Any,
    ) -> Any:
        """Return the JSON response, or None if it has no body. It must have this status and match the schema."""
        response = self.send(method, path, body, raw=raw, **more)
        assert response.status_code == status, (method, path, response.status_code, _excerpt(response))
        return check_answer(method, path, response)

    def send(
        self, method: str, path: str, body: Any = None, *, raw: bytes | None = None, **more: Any
    ) -> HttpResponse:
        data = raw if raw is not None else b"" if body is None else json.dumps(body).encode()
        return self.http.generic(
            method.upper(), f"/api/v1{path}", data, content_type="application/json", **more
        )

    def upload(
        self,
        project: Project,
        name: str,
        data: bytes,
        kind: str = "items",
        *,
        status: int = 201,
        **fields: str,
    ) -> Any:
        path = f"/projects/{project.slug}/imports/"
        response = self.http.post(
            f"/api/v1{path}", {"file": SimpleUploadedFile(name, data), "kind": kind, **fields}
        )
        assert response.status_code == status, _excerpt(response)
        return check_answer("post", path, response)

    def get(self, path: str, **more: Any) -> Any:
        return self.call("get", path, **more)

    def post(self, path: str, body: Any = None, **more: Any) -> Any:
        return self.call("post", path, {} if body is None else body, **more)

    def put(self, path: str, body: Any, **more: Any) -> Any:
        return self.call("put", path, body, **more)


def work_path(item: Item, end: str = "annotation") -> str:
    return f"/projects/{item.project.slug}/items/{item.pk}/{end}/"


def check_answer(method: str, path: str, response: HttpResponse) -> Any:
    """Return the body after validation against the schema: a response, or a problem document."""
    if response.status_code == 204:
        assert response.content == b""
        return None
    media_type = response["Content-Type"].split(";")[0]
    body = json.loads(response.content)
    if response.status_code >= 400:
        assert media_type == "application/problem+json", (media_type, body)
        validate(body, refusal_schema(method, path, response.status_code))
        assert body["status"] == response.status_code
        check_refusal(method, path, body)
        return body
    assert media_type == "application/json"
    described = operation(method, path)["responses"]
    assert str(response.status_code) in described, f"{response.status_code} is not described"
    validate(body, described[str(response.status_code)]["content"]["application/json"]["schema"])
    return body


def refusal_schema(method: str, path: str, status: int) -> dict[str, Any]:
    """Return the operation's schema of this error status, or that of a problem document."""
    responses = operation(method, path)["responses"] if is_known(method, path) else {}
    described = responses.get(str(status))
    if described is None or "$ref" in described:
        return {"$ref": "#/components/schemas/Problem"}
    schema: dict[str, Any] = described["content"]["application/problem+json"]["schema"]
    return schema


def check_refusal(method: str, path: str, body: dict[str, Any]) -> None:
    """Check that the status is described, and that title and detail are specific and differ."""
    phrases = {status.phrase for status in HTTPStatus}
    assert body["title"] not in {"", *phrases}, body
    assert body["detail"] not in {"", *phrases}, body
    assert body["title"].lower() not in body["detail"].lower(), body
    if body["status"] not in OF_HTTP and is_known(method, path):
        assert str(body["status"]) in operation(method, path)["responses"], (method, path, body)


@cache
def schema() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load(SCHEMA.read_text(encoding="utf-8"))
    return loaded


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    """Return (method, path template below /api/v1, description) of all operations."""
    return [
        (method, template.removeprefix("/api/v1"), described)
        for template, path in schema()["paths"].items()
        for method, described in path.items()
        if method in METHODS
    ]


def operation(method: str, path: str) -> dict[str, Any]:
    path = path.partition("?")[0]
    by_precision = sorted(operations(), key=lambda each: each[1].count("{"))  # …/search/ is no …/{reference}/
    for known, template, described in by_precision:
        if known == method.lower() and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path):
            return described
    raise AssertionError(f"{method} {path} is not in the schema")


def is_known(method: str, path: str) -> bool:
    with suppress(AssertionError):
        return bool(operation(method, path))
    return False


@FORMATS.checks("date-time", raises=ValueError)
def _is_moment(value: object) -> bool:
    return not isinstance(value, str) or datetime.fromisoformat(value).tzinfo is not None


def validate(value: Any, described: dict[str, Any]) -> None:
    document = {**_strict(described), "components": {"schemas": _components()}}
    validator = Draft202012Validator(document, format_checker=FORMATS)
    faults = [f"{fault.json_path}: {fault.message}" for fault in validator.iter_errors(value)]
    assert not faults, faults


@cache
def _components() -> dict[str, Any]:
    return {name: _strict(part) for name, part in schema()["components"]["schemas"].items()}


def _strict(part: Any) -> Any:
    """Return an OpenAPI 3.0 schema as JSON Schema, with explicit nulls and without additional fields."""
    if isinstance(part, list):
        return [_strict(each) for each in part]
    if not isinstance(part, dict):
        return part
    made = {key: _strict(each) for key, each in part.items() if key != "nullable"}
    if "properties" in made:
        made.setdefault("additionalProperties", False)
    return {"anyOf": [made, {"type": "null"}]} if part.get("nullable") is True else made


def _excerpt(response: HttpResponse) -> bytes:
    return b"".join(response)[:2_000]
