"""The OpenAPI description matches the API."""

from collections import defaultdict

import yaml
from django.core.management import call_command
from django.test import Client

from tests.api.client import SCHEMA, operations, schema


def test_the_schema_file_is_up_to_date(tmp_path):
    made = tmp_path / "schema.yaml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(made))
    assert made.read_text("utf-8") == SCHEMA.read_text("utf-8")


def test_every_operation_id_is_unique():
    names = [described["operationId"] for _, _, described in operations()]
    assert len(names) == len(set(names))


def test_the_schema_is_served(db):
    response = Client().get("/api/schema/", headers={"accept": "application/vnd.oai.openapi"})
    assert response.status_code == 200
    assert yaml.safe_load(response.content)["info"]["title"] == "Morel"


def test_the_api_docs_make_no_third_party_requests(db):
    page = Client().get("/api/docs/").content.decode()
    assert "swagger" in page
    assert "https://" not in page.replace("https://www.w3.org", "")
    assert "//cdn" not in page


OF_ANY = {"406", "408", "413", "429", "503"}


def test_what_the_server_refuses_before_an_operation_is_described_once():
    """507 is of operations that write: the others work on a full disk. 415 is of those with a body."""
    for method, _, described in operations():
        expected = OF_ANY | ({"507"} if method != "get" else set())
        expected |= {"415"} if "requestBody" in described else set()
        assert {status for status, each in described["responses"].items() if "$ref" in each} == expected
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    for response in schema()["components"]["responses"].values():
        assert response["content"] == content


def test_keys_and_slugs_of_a_path_are_described_as_they_are_matched():
    slugs = {"pattern": "^[-a-zA-Z0-9_]+$", "type": "string"}
    keys = {"maximum": 10**18 - 1, "minimum": 0, "type": "integer"}
    found: dict[str, set[str]] = defaultdict(set)
    for *_, described in operations():
        for each in described.get("parameters", []):
            if each["in"] == "path":
                kind = {str(keys): "key", str(slugs): "slug"}.get(
                    str(dict(sorted(each["schema"].items()))), "other"
                )
                found[kind].add(each["name"])
    assert found["key"] >= {"item", "release", "id", "submission"}
    assert found["slug"] >= {"slug", "code", "token", "task"}
    assert found["other"] == {"language", "name", "item"}  # items of predictions have their own ids


def test_an_upload_is_described_as_a_file():
    assert schema()["components"]["schemas"]["Upload"]["properties"]["file"] == {
        "type": "string",
        "format": "binary",
    }
