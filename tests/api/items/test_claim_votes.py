"""Leads see of each claim of an item who calls it incorrect, and what it is in gold."""

import json

import pytest

from annotation.models import Item, Project
from annotation.services.projects.project_settings import set_project
from tests.api.client import Api
from tests.commands import succeeds
from tests.people import join
from tests.records import import_annotations, import_records, item

pytestmark = pytest.mark.django_db

ANSWER = "The Marrow Bridge was opened in 1908. It was designed by Elin Torvald."
CLAIMS = [[0, 18], [18, 29], [29, 38], [38, 54], [54, 70]]


@pytest.fixture
def project():
    succeeds("create_project", "claims", "--preset", "much", "--records", "mushroom", "--redundancy", "2")
    project = Project.objects.get(slug="claims")
    import_records(project, [item("q-1", answer=ANSWER, claims=CLAIMS)])
    return project


@pytest.fixture
def lena(project):
    return Api(join(project, "lena", "lead"))


def path(end=""):
    return f"/projects/claims/items/{Item.objects.get().pk}/{end}"


def votes(lead):
    return [(each["annotators"], each["gold"]) for each in lead.get(path())["claim_votes"]]


def test_each_claim_has_those_who_call_it_incorrect_and_its_gold(project, lena):
    import_annotations(
        project, {"q-1": {"ada": [[18, 29], [29, 38]], "bo": [[29, 38]], "cleo": [[29, 38], [54, 70]]}}
    )
    found = lena.get(path())
    assert found["claims"] == CLAIMS
    assert votes(lena) == [
        ([], False),
        (["ada"], False),
        (["ada", "bo", "cleo"], True),
        ([], False),
        (["cleo"], False),
    ]
    assert [each["labels"] for each in found["claim_votes"]] == [{}] * 5


def test_a_tie_is_not_gold_and_an_excluded_annotation_does_not_count(project, lena):
    import_annotations(project, {"q-1": {"ada": [[18, 29]], "bo": []}})
    assert votes(lena)[1] == (["ada"], False)
    lena.post(
        "/projects/claims/exclusions/", {"annotator": "bo", "reason": "Not read.", "expected": 1}, status=201
    )
    assert votes(lena)[1] == (["ada"], True)


def test_a_decision_is_the_gold_of_claims(project, lena):
    import_annotations(project, {"q-1": {"ada": [[18, 29]], "bo": [[18, 29]]}})
    set_project(project, adjudication=True)
    seen = {each["annotator"]: each["revision"] for each in lena.get(path())["annotations"]}
    content = {"revision": 0, "seen": seen, "note": "", "source": "nothing", "annotator": "", "labels": {}}
    lena.put(path("adjudication/"), content | {"spans": [{"id": "s", "start": 54, "end": 70}]})
    assert [gold for _, gold in votes(lena)] == [False, False, False, False, True]
    assert votes(lena)[1][0] == ["ada", "bo"]


def test_gold_of_the_item_is_that_of_the_export(project, lena, tmp_path):
    import_annotations(
        project, {"q-1": {"ada": [[0, 18], [18, 29]], "bo": [[0, 18], [54, 70]], "cleo": [[18, 29]]}}
    )
    out = tmp_path / "gold.jsonl"
    succeeds("export_gold", "claims", "--out", out)
    exported = json.loads(out.read_text("utf-8"))["claim_labels"]
    assert exported == [1, 1, 0, 0, 0]
    assert [int(gold) for _, gold in votes(lena)] == exported


def test_several_labels_are_counted_apart(project, lena):
    labels = [
        {"name": name, "text": name, "color": color} for color, name in enumerate(("wrong", "vague"), 1)
    ]
    project.scheme = {**project.scheme, "span_labels": labels}
    project.save()
    import_annotations(
        project,
        {"q-1": {"ada": [[18, 29, "wrong"]], "bo": [[18, 29, "vague"]], "cleo": [[18, 29, "vague"]]}},
    )
    claim = lena.get(path())["claim_votes"][1]
    assert claim == {"annotators": ["ada", "bo", "cleo"], "labels": {"wrong": 1, "vague": 2}, "gold": True}


def test_an_item_of_spans_has_no_claims():
    succeeds("create_project", "claims", "--preset", "mu-shroom")
    project = Project.objects.get(slug="claims")
    import_records(project, [item("q-1", answer=ANSWER)])
    found = Api(join(project, "lena", "lead")).get(path())
    assert (found["claims"], found["claim_votes"]) == (None, None)
