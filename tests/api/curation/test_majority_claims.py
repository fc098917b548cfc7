"""Adjacent claims that the majority marked stay apart in what curators start from and in what rules decide."""

import pytest

from annotation.models import Adjudication, Item, Project
from annotation.services.projects.project_settings import set_project
from tests.api.client import Api
from tests.commands import succeeds
from tests.people import join
from tests.records import item, write_jsonl

pytestmark = pytest.mark.django_db

ANSWER = "The Marrow Bridge was opened in 1908. It was designed by Elin Torvald."
CLAIMS = [[0, 18], [18, 29], [29, 38], [38, 54], [54, 70]]


@pytest.fixture
def imported(tmp_path):
    def imported(annotations):
        succeeds("create_project", "claims", "--preset", "much", "--records", "mushroom", "--redundancy", "2")
        succeeds(
            "import_items",
            "claims",
            write_jsonl(tmp_path / "items.jsonl", [item("q-1", answer=ANSWER, claims=CLAIMS)]),
        )
        spans = write_jsonl(tmp_path / "spans.jsonl", [{"id": "q-1", "annotations": annotations}])
        succeeds("import_annotations", "claims", spans)
        project = Project.objects.get(slug="claims")
        set_project(project, adjudication=True)
        return Api(join(project, "lena", "lead"))

    return imported


def path():
    return f"/projects/claims/items/{Item.objects.get().pk}/adjudication/"


def ranges(spans):
    return [[each["start"], each["end"]] for each in spans]


def test_a_curator_can_take_the_majority_of_adjacent_claims(imported):
    lena = imported({"a": [[18, 29], [29, 38]], "b": [[18, 29], [29, 38]], "c": []})
    found = lena.get(path())
    assert ranges(found["majority"]["spans"]) == [[18, 29], [29, 38]]
    seen = {
        each["annotator"]: each["revision"]
        for each in lena.get(path().replace("adjudication/", ""))["annotations"]
    }
    content = {"revision": 0, "seen": seen, "note": "", "source": "majority", "annotator": ""}
    lena.put(path(), content | found["majority"])
    assert ranges(Adjudication.objects.get().spans) == [[18, 29], [29, 38]]


def test_a_rule_decides_by_claims(imported):
    lena = imported({"a": [[18, 29], [29, 38]], "b": []})
    rule = {"kind": "ties", "gold": True, "expected": 1}
    lena.post("/projects/claims/decision-rules/", rule, status=201)
    assert ranges(Adjudication.objects.get().spans) == [[18, 29], [29, 38]]
