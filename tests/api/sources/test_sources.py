"""Sources through the API: upload, list, archive, export, items filed apart, quotes; nothing of them for annotators."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotation.models import SourceQuote
from annotation.queries.sources.source_records import complete_records, placed_spans
from foundation.models import AuditEvent
from tests.api.client import Api, operations
from tests.api.imports.import_helpers import jsonl, run_jobs
from tests.people import hand_over
from tests.sources import import_source

pytestmark = pytest.mark.django_db

SOURCES = "/projects/alpha/sources/"
QUOTES = "/projects/alpha/source-quotes/"
SECRET = "only-leads-read-this"
TWICE = {"quote": "in"}  # of “born in Paris in 1815”


def send(api: Api, *records, status: int = 201, **fields):
    path = "/api/v1" + SOURCES
    file = SimpleUploadedFile("run.jsonl", jsonl(*records))
    response = api.http.post(path, {"file": file, **fields})
    assert response.status_code == status, response.content
    return response.json()


def test_a_run_is_uploaded_imported_and_listed_with_its_counts(lena):
    made = send(
        lena,
        {"id": "q-1", "spans": [TWICE]},
        {"id": "q-2", "output": "<i>Fine.</i>"},
        {"id": "q-3", "status": "abstained"},
        name="judge",
        prompt="Right?",
        parameters='{"temperature": 0}',
    )
    assert (made["state"], made["name"], made["version"]) == ("waiting", "judge", "1")
    run_jobs()
    [row] = lena.get(SOURCES)["results"]
    assert (row["state"], row["records"], row["open_quotes"]) == ("done", 3, 1)
    assert row["counts"] == {"answered": 1, "failed": 1, "abstained": 1}
    assert json.loads(row["parameters"]) == {"temperature": 0}
    [filed] = lena.get(f"{SOURCES}{row['id']}/filed/")["results"]
    assert (filed["external_id"], filed["output"]) == ("q-2", "<i>Fine.</i>")
    assert filed["reason"] == "No label was found in the output."


def test_a_refused_run_is_listed_with_its_problems_and_can_be_discarded(lena):
    made = send(lena, {"id": "q-9", "score": 1}, name="judge")
    run_jobs()
    row = lena.get(f"{SOURCES}{made['id']}/")
    assert (row["state"], row["problem_count"]) == ("refused", 1)
    assert (row["problems"][0]["line"], row["problems"][0]["field"]) == (1, "id")
    lena.call("delete", f"{SOURCES}{made['id']}/", status=204)
    assert lena.get(SOURCES)["results"] == []


def test_wrong_fields_are_refused_and_nothing_is_kept(lena):
    assert send(lena, {"id": "q-1", "score": 1}, status=422)["errors"][0]["pointer"] == "/name"
    refused = send(lena, {"id": "q-1", "score": 1}, name="x", parameters="[1]", status=422)
    assert refused["errors"][0]["pointer"] == "/parameters"
    assert lena.get(SOURCES)["results"] == []


def test_a_source_is_archived_restored_and_exported(cast, lena):
    source = import_source(cast.alpha, [{"id": "q-1", "spans": [{"quote": "Paris"}]}])
    path = f"{SOURCES}{source.pk}/"
    assert lena.call("patch", path, {"archived": True})["archived"] is True
    assert lena.call("patch", path, {"archived": False})["archived"] is False
    lines = b"".join(lena.http.get(f"/api/v1{path}records/").streaming_content).splitlines()
    assert [json.loads(line).get("id") for line in lines] == [None, "q-1"]
    assert AuditEvent.objects.filter(kind="data_exported", details__content="source").count() == 1


def test_a_lead_chooses_the_place_of_a_quote_and_undoes_it(cast, lena):
    source = import_source(cast.alpha, [{"id": "q-1", "spans": [TWICE]}])
    [quote] = lena.get(QUOTES)["results"]
    assert quote["places"] == [{"start": 22, "end": 24}, {"start": 31, "end": 33}]
    assert (quote["source_name"], quote["external_id"]) == ("judge", "q-1")
    assert not complete_records(source).exists()
    path = f"{QUOTES}{quote['id']}/"
    lena.post(path, {"start": 23}, status=422)
    assert lena.post(path, {"start": 31})["state"] == "settled"
    lena.post(path, {"start": 22}, status=409)
    assert lena.get(QUOTES)["results"] == []
    [record] = complete_records(source)
    assert [(each["start"], each["end"]) for each in placed_spans(record)] == [(31, 33)]
    assert lena.call("delete", path, status=200)["state"] == "open"
    assert lena.post(path, {"start": None})["state"] == "left_out"
    [record] = complete_records(source)
    assert placed_spans(record) == []
    kinds = AuditEvent.objects.filter(kind__startswith="quote_").order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["quote_settled", "quote_reopened", "quote_settled"]


def test_a_quote_of_another_project_is_not_found(cast, lena):
    import_source(cast.beta, [{"id": "q-1", "spans": [TWICE]}])
    quote = SourceQuote.objects.get()
    lena.post(f"{QUOTES}{quote.pk}/", {"start": 22}, status=404)
    lena.call("delete", f"{QUOTES}{quote.pk}/", status=404)
    quote.refresh_from_db()
    assert quote.state == "open"


def test_no_response_to_an_annotator_contains_anything_of_a_source(cast, ada):
    spans = [TWICE, {"start": 0, "end": 3}]
    import_source(
        cast.alpha,
        [{"id": name, "spans": spans, "reasoning": SECRET, "output": SECRET} for name in ("q-1", "q-2")]
        + [{"id": "q-3", "status": "failed", "reason": SECRET}],
        name=SECRET,
        prompt=SECRET,
        reference=SECRET,
        parameters={SECRET: 1},
    )
    held = hand_over(cast.alpha, cast.ada, cast["q-1"])
    known = {
        "slug": "alpha",
        "item": held.pk,
        "language": "en",
        "id": 1,
        "key": "x",
        "release": 1,
        "code": "x",
    }
    read = 0
    for method, template, _ in operations():
        if method != "get" or "{task}" in template:
            continue
        try:
            path = template.format(**known)
        except KeyError:
            continue
        response = ada.http.get(f"/api/v1{path}")
        body = b"".join(response.streaming_content) if response.streaming else response.content
        assert SECRET.encode() not in body, path
        read += response.status_code == 200
    assert read > 10
    for page in (f"/p/alpha/annotate/{held.pk}", "/p/alpha/annotate", "/p/alpha/mine"):
        assert SECRET.encode() not in ada.http.get(page).content
    assert SECRET.encode() not in ada.send("post", "/projects/alpha/next/", {}).content


def test_leads_read_what_sources_say_of_an_item(lena, ada, cast):
    """Results of archived sources are not shown. Reasoning is text as it came."""
    reasoning = "<script>alert(1)</script> born, not bred"
    import_source(
        cast.alpha,
        [{"id": "q-1", "spans": [{"start": 0, "end": 3}, TWICE], "score": 0.25, "reasoning": reasoning}],
        name="keeper",
    )
    import_source(cast.alpha, [{"id": "q-1", "status": "failed", "reason": "No JSON."}], name="glimmer")
    old = import_source(cast.alpha, [{"id": "q-1", "score": 1}], name="old")
    lena.call("patch", f"{SOURCES}{old.pk}/", {"archived": True})
    path = f"/projects/alpha/items/{cast['q-1'].pk}/sources/"
    glimmer, keeper = lena.get(path)["results"]
    assert (glimmer["name"], glimmer["status"], glimmer["reason"]) == ("glimmer", "failed", "No JSON.")
    assert glimmer["spans"] is None
    assert [(each["start"], each["end"]) for each in keeper["spans"]] == [(0, 3)]
    assert (keeper["open_quotes"], keeper["score"], keeper["reasoning"]) == (1, 0.25, reasoning)
    ada.call("get", path, status=403)
    lena.get(f"/projects/alpha/items/{cast.theirs.pk}/sources/", status=404)
