"""Projects whose scheme has no spans: the agreement of their labels, and gold by fields of the items."""

import pytest
from django.utils import timezone

from annotation.models import Annotation, Breakdowns, ComputedStatistics
from annotation.queries.statistics.computed_statistics import MIN_INTERVAL
from annotation.services.people.members import add_member
from annotation.services.projects.project_settings import create_project
from foundation.jobs import run_waiting
from foundation.models import Job
from tests.api.client import Api
from tests.commands import succeeds
from tests.kit.agreement.test_crossed_labels import CAP_TABLE_3
from tests.kit.formats.files import reference_files
from tests.kit.formats.test_cap import RECORD
from tests.people import Cast
from tests.records import import_records

pytestmark = pytest.mark.django_db

VOTES = {
    "a": "yyyn",
    "b": "yyny",
    "c": "ynn",
}  # of three annotators on four items; c has not annotated the last


@pytest.fixture
def lead(cast: Cast) -> Api:
    project = create_project("votes", preset="shroom", redundancy=2)
    import_records(
        project,
        [
            {"id": n, "task": "DM" if n < 2 else "MT", "src": "a", "tgt": "b", "hyp": f"c{n}", "ref": "tgt"}
            for n in range(4)
        ],
    )
    choices = {"y": {"supported": "yes"}, "n": {"supported": "no"}}
    import_records(
        project,
        [
            {
                "id": str(n),
                "annotations": {who: [] for who in VOTES if n < len(VOTES[who])},
                "annotation_labels": {who: choices[VOTES[who][n]] for who in VOTES if n < len(VOTES[who])},
            }
            for n in range(4)
        ],
        "annotations",
    )
    add_member(project, "lena", "lead")
    return Api(cast.lena)


def test_items_are_listed_by_disagreement_of_labels_with_their_votes(lead):
    rows = lead.get("/projects/votes/items/?order=agreement")["results"]
    assert [(row["external_id"], row["agreement"]) for row in rows] == [
        ("3", 0.0),
        ("1", pytest.approx(1 / 3)),
        ("2", pytest.approx(1 / 3)),
        ("0", 1.0),
    ]
    assert rows[1]["item_labels"] == [{"name": "supported", "votes": {"yes": 2, "no": 1}}]
    item = lead.get(f"/projects/votes/items/{rows[1]['id']}/?order=agreement")
    assert item["agreement"] == rows[1]["agreement"]
    summary = lead.get("/projects/votes/summary/")["overall"]
    assert (summary["agreement"], summary["counted"]) == (pytest.approx((0 + 1 / 3 + 1 / 3 + 1) / 4), 4)


def test_pairs_of_annotators_have_kappa(lead):
    lead.post("/projects/votes/agreement/", {"asked": True}, status=202)
    run_waiting("statistics")
    tables = lead.get("/projects/votes/tables/")
    pairs = {(row["first"], row["second"]): row for row in tables["label_pairs"]}
    # a and b: both yes on 2 of 4, never both no; p_e = (3·3 + 1·1) / 16
    assert pairs["a", "b"]["kappa"] == pytest.approx((0.5 - 0.625) / (1 - 0.625))
    assert (pairs["a", "b"]["percentage"], pairs["a", "b"]["items"], pairs["a", "c"]["items"]) == (0.5, 4, 3)
    assert (tables["pairs"], tables["paired"], len(tables["annotators"])) == ([], 3, 3)
    labels = lead.get("/projects/votes/agreement/")["overall"]["item_labels"]
    assert labels[0]["splits"] == [
        {"votes": [3], "items": 1},
        {"votes": [2, 1], "items": 2},
        {"votes": [1, 1], "items": 1},
    ]
    assert (labels[0]["ties"], labels[0]["majority_accuracy"]) == (1, pytest.approx(2 / 3))


def test_an_excluded_annotation_changes_the_agreement_of_labels(lead):
    before = lead.get("/projects/votes/summary/")["overall"]["agreement"]
    body = {"annotator": "c", "reason": "in haste", "expected": 3}
    preview = lead.post("/projects/votes/exclusions/preview/", {"annotator": "c"})
    lead.post("/projects/votes/exclusions/", body, status=201)
    after = lead.get("/projects/votes/summary/")["overall"]["agreement"]
    assert (preview["languages"][0]["agreement_before"], preview["languages"][0]["agreement_after"]) == (
        before,
        after,
    )
    assert after == 0.5
    assert Annotation.objects.filter(excluded_at__isnull=False).count() == 3


def test_gold_is_crossed_with_a_field(lead):
    path = "/projects/votes/crossed-labels/"
    offered = lead.get(path)
    assert (offered["fields"], offered["labels"]) == (["task"], ["supported", "label"])
    assert (offered["table"], offered["shares"], offered["left_out"]) == (None, None, None)
    found = lead.get(f"{path}?field=task&label=supported&choice=no")
    assert (found["table"]["rows"], found["table"]["columns"]) == (["DM", "MT"], ["no", "yes"])
    assert found["table"]["counts"] == [[0, 2], [1, 0]]
    assert found["left_out"] == {"too_few": 0, "no_value": 0, "no_gold": 1}
    assert found["policy"].startswith("gold is the most frequent choice, none in a tie; ")
    assert [row["mean"] for row in found["shares"]["values"]] == [pytest.approx(1 / 6), pytest.approx(7 / 12)]
    assert len(found["shares"]["comparisons"]) == 2


@pytest.mark.parametrize(
    "query",
    ["field=topic", "field=task&label=other", "field=task&choice=maybe", "field=a&field=b&field=c&field=d"],
)
def test_unknown_fields_labels_and_choices_are_refused(lead, query):
    lead.get(f"/projects/votes/crossed-labels/?{query}", status=422)


@pytest.fixture
def large(lead, monkeypatch):
    monkeypatch.setattr("annotation.queries.statistics.computed_crossed_labels._MAX_AT_ONCE", 3)
    return lead


QUERY = "/projects/votes/crossed-labels/?field=task&label=supported&choice=no"
TABLES = ("left_out", "table", "shares")


def test_a_large_project_has_the_same_tables_from_a_job(lead, monkeypatch):
    expected = lead.get(QUERY)
    monkeypatch.setattr("annotation.queries.statistics.computed_crossed_labels._MAX_AT_ONCE", 3)
    found = lead.get(QUERY)
    assert (found["due"], found["run"], [found[name] for name in TABLES]) == (True, None, [None] * 3)
    assert lead.post(QUERY, status=202)["run"]["state"] == "waiting"
    lead.post(QUERY, status=202)
    found = lead.get(QUERY)
    assert (found["due"], found["run"]["state"], found["table"]) == (False, "waiting", None)
    run_waiting("statistics")
    assert not run_waiting("statistics")  # the second request created no job
    found = lead.get(QUERY)
    assert [found[name] for name in TABLES] == [expected[name] for name in TABLES]
    assert (found["stale"], found["due"], found["run"]["state"]) == (False, False, "done")
    assert found["as_of"]
    assert lead.get(QUERY.replace("no", "yes"))["table"] is None


def test_tables_of_a_large_project_are_stale_after_a_change(large):
    large.post(QUERY, status=202)
    run_waiting("statistics")
    large.post(
        "/projects/votes/exclusions/", {"annotator": "c", "reason": "in haste", "expected": 3}, status=201
    )
    found = large.get(QUERY)
    assert (found["stale"], found["due"], found["table"]["n"]) == (True, False, 3)
    Job.objects.update(created_at=timezone.now() - MIN_INTERVAL)
    assert large.get(QUERY)["due"]
    large.post(QUERY, status=202)
    run_waiting("statistics")
    found = large.get(QUERY)
    assert (found["stale"], found["table"]["n"], found["left_out"]["no_gold"]) == (False, 2, 2)


def test_a_field_that_no_item_of_a_large_project_has_is_refused_after_the_computation(large):
    query = "/projects/votes/crossed-labels/?field=topic"
    large.post(query, status=202)
    run_waiting("statistics")
    assert large.get(query, status=422)["errors"][0]["detail"] == "No item has the field topic."


@pytest.mark.parametrize("query", ["", "field=task&label=other", "field=task&choice=maybe"])
def test_what_cannot_be_computed_is_refused_before_the_job(large, query):
    large.post(f"/projects/votes/crossed-labels/?{query}", status=422)
    assert not Job.objects.filter(kind="crossed_labels").exists()


def test_the_latest_computed_tables_are_kept(large):
    for number in range(2, 24):
        large.post(f"{QUERY}&min_annotations={number}", status=202)
    assert Job.objects.filter(kind="crossed_labels").count() == 20


@pytest.mark.any_database
def test_the_published_table_of_cap_is_on_the_page(lead):
    project = create_project("cap", preset="cap", redundancy=1)
    rows = [
        RECORD | {"has_factual_mistakes": gold, "question_type": kind}
        for kind, counts in CAP_TABLE_3.items()
        for gold, n in zip("ny", counts, strict=True)
        for _ in range(n)
    ]
    rows = [row | {"index": n} for n, row in enumerate(rows)]
    import_records(project, rows)
    import_records(project, rows, "annotations")
    add_member(project, "lena", "lead")
    path = "/projects/cap/crossed-labels/?field=question_type&label=has_factual_mistakes"
    table = lead.get(path)["table"]
    assert (round(table["chi_square"], 6), round(table["cramers_v"], 6)) == (58.480449, 0.258229)
    assert (table["freedom"], table["n"]) == (14, 877)


@pytest.mark.any_database
def test_the_published_votes_of_shroom_are_on_the_page(lead):
    (path,) = reference_files("shroom2024", "test_agnostic.json")
    succeeds("create_project", "sem", "--preset", "shroom")
    succeeds("import_items", "sem", path)
    succeeds("import_annotations", "sem", path)
    succeeds("add_member", "sem", "lena", "--role", "lead")
    lead.post("/projects/sem/agreement/", {"asked": True}, status=202)
    run_waiting("statistics")
    [label] = lead.get("/projects/sem/agreement/")["overall"]["item_labels"]
    assert round(label["majority_accuracy"], 6) == 0.592667
    assert {tuple(each["votes"]): each["items"] for each in label["splits"]}[3, 2] == 436


def test_statistics_stored_by_an_earlier_version_are_computed_again(lead):
    lead.post("/projects/votes/agreement/", {"asked": True}, status=202)
    run_waiting("statistics")
    for row in ComputedStatistics.objects.all():
        for label in row.statistics["item_labels"]:
            del label["splits"]
        row.save()
    for tables in Breakdowns.objects.all():
        del tables.breakdowns["label_pairs"], tables.breakdowns["paired"]
        tables.save()
    found = lead.get("/projects/votes/agreement/")
    assert (found["overall"], found["stale"], found["as_of"]) == (None, True, None)
    assert lead.get("/projects/votes/tables/")["label_pairs"] == []
    lead.post("/projects/votes/agreement/", {"asked": True}, status=202)
    run_waiting("statistics")
    assert lead.get("/projects/votes/agreement/")["overall"]["item_labels"][0]["splits"]
