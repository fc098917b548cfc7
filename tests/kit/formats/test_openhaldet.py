import pytest

from morelkit.formats.item_records import read_item, write_item
from morelkit.formats.openhaldet import OPENHALDET
from morelkit.scheme.schemes import PRESETS
from tests.kit.formats.files import faults, item, labels, read, text, votes

SCHEME = PRESETS["openhaldet"]
RECORD = {
    "sample_id": "qa-17",
    "structured_data": {
        "task_type": "qa",
        "system_instruction": "Answer briefly.",
        "context": "The tower was finished in 1889.",
        "question": "When was the tower finished?",
        "choices": None,
        "ground_truths": ["1889"],
        "incorrect_answers": ["1900", "1890"],
    },
    "original_doc": None,
    "prompt": "Answer briefly.\nWhen was the tower finished?",
    "model_output_text": "In 1889.",
    "eval_category": "correct",
    "eval_reasoning": "It matches the first one.",
}


def test_a_record_is_written_as_it_was_read():
    chosen = votes(RECORD, OPENHALDET, SCHEME).annotation_labels
    assert chosen == {"annotator": {"category": "correct"}}
    record = write_item(item(RECORD, OPENHALDET), OPENHALDET, **labels(chosen.values(), OPENHALDET, SCHEME))
    assert text(record) == text(RECORD)


def test_fields_inside_objects_are_read():
    found = item(RECORD, OPENHALDET)
    assert (found.external_id, found.question) == ("qa-17", "When was the tower finished?")
    assert found.reference_text == "The tower was finished in 1889."
    assert found.metadata["structured_data"] == RECORD["structured_data"]


def test_annotators_see_acceptable_and_known_incorrect_answers():
    assert item(RECORD, OPENHALDET).extract == (
        "== Acceptable answers ==\n• 1889\n\n\n"
        "== Known incorrect answers ==\n• 1900\n• 1890\n\n\n"
        "== Context ==\nThe tower was finished in 1889."
    )


@pytest.mark.parametrize("data", [{"ground_truths": ["1889"]}, {"question": None}, "text", None])
def test_a_record_without_a_field_inside_an_object_is_refused_by_its_path(data):
    _, problems = read_with_columns(RECORD | {"structured_data": data})
    assert [(each.line, each.field, each.code) for each in problems] == [
        (9, "structured_data.question", "missing")
    ]


def read_with_columns(row):
    mapping = {"id": "sample_id", "question": "structured_data.question", "answer": "model_output_text"}
    return read_item(row, 9, mapping, record_format=OPENHALDET)


def test_an_empty_answer_is_an_item():
    found = item(RECORD | {"model_output_text": ""}, OPENHALDET)
    assert found.answer == ""
    assert write_item(found, OPENHALDET)["model_output_text"] == ""


def test_an_answer_is_still_a_text():
    _, problems = read(RECORD | {"model_output_text": None}, OPENHALDET)
    assert [(each.field, each.code) for each in problems] == [("model_output_text", "not_text")]


def test_a_category_outside_of_the_format_is_refused():
    assert faults(RECORD | {"eval_category": "wrong"}, OPENHALDET) == [(7, "eval_category", "unknown_vote")]
    assert faults(RECORD | {"eval_category": ["correct"]}, OPENHALDET) == [
        (7, "eval_category", "unknown_vote")
    ]
    assert faults(RECORD | {"eval_category": None}, OPENHALDET) == [(7, "eval_category", "missing")]


def test_the_most_frequent_category_is_gold_and_a_tie_is_none():
    def category(*names, **more):
        chosen = [{"category": name} for name in names]
        return labels(chosen, OPENHALDET, SCHEME, **more)["eval_category"]

    assert category("correct", "abstention", "correct") == "correct"
    assert category("correct", "abstention") is None
    assert category() is None
    assert category("correct", decided={"category": "hallucination"}) == "hallucination"


def test_the_category_of_a_new_record_follows_the_answer():
    row = {key: value for key, value in RECORD.items() if key != "eval_category"}
    record = write_item(item(row, OPENHALDET), OPENHALDET, eval_category="correct")
    assert text(record) == text(RECORD)
