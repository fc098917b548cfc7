"""The OpenAPI description matches the API."""

import yaml
from django.core.management import call_command
from django.test import Client

from tests.api.client import SCHEMA, operations


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
