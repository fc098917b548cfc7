"""A label that changes between two releases is a changed label in every record format."""

import pytest

from annotation.models import Release
from annotation.queries.releases.release_list import release_comparison
from tests.commands import succeeds
from tests.kit.formats.test_cap import RECORD as CAP
from tests.kit.formats.test_openhaldet import RECORD as OPENHALDET
from tests.kit.formats.test_shroom import DEV
from tests.records import write_jsonl

pytestmark = pytest.mark.django_db

SHROOM = DEV | {"id": "s-1", "labels": ["Hallucination", "Not Hallucination"]}
TABLE = {"id": "t-1", "question": "Who?", "answer": "Ada."}
NO, YES = {"supported": "no"}, {"supported": "yes"}


def votes(*choices):
    return {
        "annotations": {f"n{n}": [] for n, _ in enumerate(choices)},
        "annotation_labels": {f"n{n}": choice for n, choice in enumerate(choices)},
    }


CASES = {
    "shroom": (SHROOM, votes(NO, YES), votes(NO, YES, NO), ("label", "Not Hallucination", "Hallucination")),
    "cap": (
        CAP,
        votes({"fluency": "well-formed", "factuality": "correct"}),
        votes({"fluency": "well-formed", "factuality": "correct"}, *[{"factuality": "errors"}] * 2),
        ("has_factual_mistakes", "n", "y"),
    ),
    "openhaldet": (
        OPENHALDET,
        votes({"category": "correct"}),
        votes({"category": "correct"}, *[{"category": "abstention"}] * 2),
        ("eval_category", "correct", "abstention"),
    ),
    "mu-shroom+labels": (
        {"id": "m-1", "lang": "EN", "model_input": "Who?", "model_output_text": "Ada."},
        votes({"fluency": "minor"}),
        votes({"fluency": "minor"}, *[{"fluency": "well-formed"}] * 2),
        ("fluency", "minor", "well-formed"),
    ),
}


@pytest.fixture
def compared(tmp_path):
    def compared(preset, record, first, second):
        items = write_jsonl(tmp_path / "items.jsonl", [record])
        succeeds("create_project", "p", "--preset", preset, "--redundancy", "1")
        succeeds("import_items", "p", items)
        for name, given in (("one", first), ("two", second)):
            plain = {key: value for key, value in record.items() if key != "labels"}
            succeeds("import_annotations", "p", write_jsonl(tmp_path / "a.jsonl", [plain | given]))
            succeeds("build_release", "p", name)
        return release_comparison(*(Release.objects.get(name=name) for name in ("one", "two")))

    return compared


@pytest.mark.parametrize("preset", CASES)
def test_a_changed_label_is_a_change_of_gold(compared, preset):
    record, first, second, (name, before, after) = CASES[preset]
    found = compared(preset, record, first, second)
    assert [(each.kind, each.items) for each in found.counts] == [("hard", 1)]
    labels = {each.name: (each.before, each.after) for each in found.changes[0].labels}
    assert labels[name] == (before, after)
    assert {reason.kind for reason in found.changes[0].reasons} == {"new"}


def test_other_votes_with_the_same_gold_are_no_change_of_gold(compared):
    found = compared("shroom", SHROOM, votes(NO, NO), votes(NO, NO, YES))
    assert [(each.kind, each.items) for each in found.counts] == [("soft", 1)]
    assert found.changes[0].labels == []


def test_a_span_with_another_label_is_a_change_of_gold(compared):
    record = {"id": "v-1", "lang": "EN", "model_input": "Who?", "model_output_text": "Ada Lovelace."}
    first = {"annotations": {"a": [[0, 3, "invention"]]}}
    second = {"annotations": {name: [[0, 3, "other"]] for name in ("b", "c")}}
    found = compared("visions", record, first, second)
    assert [(each.kind, each.items) for each in found.counts] == [("hard", 1)]
