"""People and sources are compared on the stored claims of items, and sources may give a label for each."""

import json

import pytest

from annotation.models import Source
from annotation.queries.sources.source_judgements import comparison_of
from annotation.services.projects.project_settings import create_project
from morelkit.judges.report import Settings, judges_report
from tests.commands import succeeds
from tests.records import import_annotations, import_records, item
from tests.sources import import_source

pytestmark = pytest.mark.django_db

ANSWER = "One two six ten."
OWN = [[0, 4], [4, 8], [8, 12], [12, 16]]


@pytest.fixture
def project():
    project = create_project("delta", preset="much", records="mushroom", redundancy=1)
    import_records(project, [item("q", answer=ANSWER, claims=OWN)])
    return project


def faults(source):
    return [(each["field"], each["code"]) for each in source.imported_by.problems]


def test_labels_of_claims_come_in_and_are_exported_alike(project, tmp_path):
    source = import_source(project, [{"id": "q", "claim_labels": [1, 0, 1, 0]}])
    assert source.records.get().spans == [
        {"start": 0, "end": 4, "label": "incorrect"},
        {"start": 8, "end": 12, "label": "incorrect"},
    ]
    out = tmp_path / "run.jsonl"
    succeeds("export_source", "delta", "judge", "--out", out)
    header, record = map(json.loads, out.read_text("utf-8").splitlines())
    assert (record["claims"], record["claim_labels"], "spans" in record) == (OWN, [1, 0, 1, 0], False)
    other = create_project("epsilon", preset="much", records="mushroom", redundancy=1)
    import_records(other, [item("q", answer=ANSWER, claims=OWN)])
    again = import_source(other, [header, record])
    assert again.records.get().spans == source.records.get().spans


def test_the_same_run_with_spans_in_the_place_of_labels_is_refused(project):
    import_source(project, [{"id": "q", "claim_labels": [1, 0, 0, 0]}], version="1")
    twin = import_source(project, [{"id": "q", "spans": [{"start": 0, "end": 4}]}], version="2")
    assert twin.published_at is None
    assert faults(twin) == [("", "same_run")]


@pytest.mark.parametrize(
    ("values", "field", "code"),
    [
        ({"claim_labels": [1, 0, 1]}, "claim_labels", "wrong_length"),
        ({"claim_labels": [1, 0, 1, 0], "claims": [[0, 8], [8, 16]]}, "claims", "other_claims"),
        ({"claim_labels": [1, 0, 1, 0], "spans": []}, "claim_labels", "spans_too"),
        ({"claim_labels": [1, 0, 1, "0"]}, "claim_labels", "unknown_label"),
        ({"claim_labels": [1, 0, 1, 0], "answer_sha256": "0" * 64}, "answer_sha256", "other_answer"),
    ],
)
def test_labels_of_other_claims_are_refused_with_the_whole_run(project, values, field, code):
    refused = import_source(project, [{"id": "q", **values}])
    assert refused.published_at is None
    assert faults(refused) == [(field, code)]
    assert not refused.records.exists()


def test_labels_of_claims_are_refused_where_marks_are_free():
    spans = create_project("zeta", preset="mu-shroom")
    import_records(spans, [item("q", answer=ANSWER)])
    assert faults(import_source(spans, [{"id": "q", "claim_labels": [1]}])) == [("claim_labels", "no_claims")]


def test_the_claims_of_an_item_are_those_that_it_was_imported_with():
    project = create_project("delta", preset="much", records="mushroom", redundancy=1)
    import_records(project, [item("q", answer=ANSWER, claims=OWN)])
    import_annotations(project, {"q": {"ada": [[0, 4], [4, 8]], "bo": [[0, 4]], "cleo": [[0, 4]]}})
    import_source(project, [{"id": "q", "spans": [{"start": 0, "end": 4}, {"start": 8, "end": 12}]}])
    project.refresh_from_db()
    comparison = comparison_of(project, [Source.objects.get()])
    (judge,) = judges_report(comparison, Settings("", 0.2, 0))["judges"].values()
    # People say 1 0 0 0, the source 1 0 1 0.
    assert judge["questions"]["claims"]["groups"][0]["matrix"] == [[2, 1], [0, 1]]


@pytest.mark.parametrize(
    "output",
    [{"claim_labels": [1, 0, 1]}, {"spans": [{"start": 0, "end": 99}]}, {"claim_labels": [2] * 5_000}],
    ids=["wrong-length", "past-the-end", "no-labels"],
)
def test_an_output_that_does_not_fit_the_item_fails_that_item_only(project, output):
    import_records(project, [item("r", answer=ANSWER, claims=OWN)])
    source = import_source(
        project, [{"id": "q", "output": json.dumps(output)}, {"id": "r", "claim_labels": [1, 0, 0, 0]}]
    )
    failed, answered = source.records.order_by("item__external_id")
    assert (failed.status, failed.spans, failed.marks_spans) == ("failed", [], False)
    assert failed.reason.startswith("The output ")
    assert failed.output == json.dumps(output)
    assert (answered.status, len(answered.spans)) == ("answered", 1)


def test_of_many_wrong_labels_the_first_is_named(project):
    source = import_source(project, [{"id": "q", "claim_labels": [2] * 5_000}])
    assert len(source.imported_by.problems) == 1
