import json

import pytest

from morelkit.formats.raw_annotations import read_annotations
from morelkit.formats.shroom import read_votes
from morelkit.scheme.schemes import PRESETS

KEY = "annotator_40b5e91242698fcd"


def read(annotations, scheme=None, **more):
    record, problems = read_annotations(
        {"id": "vm-1", "annotations": annotations} | more, 3, {"id": "id"}, scheme
    )
    assert not problems
    return record


def faults(annotations, scheme=None, **more):
    record, problems = read_annotations(
        {"id": "vm-1", "annotations": annotations} | more, 3, {"id": "id"}, scheme
    )
    assert record is None
    return [(each.line, each.field, each.code) for each in problems]


def test_spans_are_kept_verbatim_and_in_file_order():
    spans = [[45, 50], [25, 32], [69, 69], [3, 4], [900, 1200], [25, 32]]
    assert read({KEY: spans, "b": [], "a": []}).annotations == {KEY: spans, "b": [], "a": []}
    assert list(read({"b": [], "a": []}).annotations) == ["b", "a"]


def test_spans_may_carry_a_label():
    assert read({KEY: [[0, 4, "OCR"], [5, 6]]}).annotations == {KEY: [[0, 4, "OCR"], [5, 6]]}


@pytest.mark.parametrize(
    "text", ["{'a': [[0, 4], (5, 6)]}", '{"a": [[0, 4], [5, 6]]}', " {'a': ([0, 4], [5, 6])}"]
)
def test_annotations_may_be_a_string_that_holds_a_literal(text):
    assert read(text.strip()).annotations == {"a": [[0, 4], [5, 6]]}


def test_a_literal_is_never_executed():
    assert faults("__import__('os').getcwd()") == [(3, "annotations", "bad_literal")]


@pytest.mark.parametrize("text", ["", "{", "[" * 5000, "{'a': [[0, 4]]", "None.x"])
def test_a_string_without_a_literal_is_refused(text):
    assert faults(text) == [(3, "annotations", "bad_literal")]


def test_a_long_text_is_not_parsed_as_a_literal():
    text = "{'a': [" + "[0, 1], " * 40_000 + "]}"
    assert faults(text) == [(3, "annotations", "too_long")]
    assert read_votes({"labels": "[" + "'Hallucination', " * 20_000 + "]"}).faults[0][1] == "not_a_list"


def test_unstorable_text_in_a_literal_is_refused():
    assert faults("{'a\\x00': []}") == [(3, "annotations", "unstorable_text")]


def test_item_labels_of_annotators_are_read():
    labels = {KEY: {"fluency": "minor"}}
    assert read({KEY: []}, PRESETS["mu-shroom+labels"], annotation_labels=labels).annotation_labels == labels


def test_item_labels_may_be_absent_where_the_scheme_requires_them():
    assert read({KEY: []}, PRESETS["mu-shroom+labels"]).annotation_labels == {}


def test_imported_label_fields_are_kept_for_comparison():
    assert read({}, soft_labels=[], hard_labels=[[0, 1]]).labels == {
        "soft_labels": [],
        "hard_labels": [[0, 1]],
    }


@pytest.mark.parametrize(
    ("spans", "code"),
    [
        ([[5, 4]], "reversed"),
        ([[-1, 4]], "negative"),
        ([[0, 2**53]], "too_large"),
        ([[0, 10**100]], "too_large"),
        ([[0, 4.0]], "not_an_integer"),
        ([["0", "4"]], "not_an_integer"),
        ([[True, 4]], "not_an_integer"),
        ([[0]], "not_a_span"),
        ([[0, 1, "a", 2]], "not_a_span"),
        ([{"start": 0, "end": 1}], "not_a_span"),
        ([[0, 1, 7]], "bad_label"),
        ("none", "not_a_list"),
        (None, "not_a_list"),
    ],
)
def test_an_invalid_raw_span_is_refused(spans, code):
    assert faults({KEY: spans}) == [(3, "annotations", code)]


def test_problems_name_annotator_and_span():
    _, problems = read_annotations({"id": "1", "annotations": {KEY: [[0, 1], [7, 3]]}}, 3, {"id": "id"})
    assert problems[0].detail == f"{KEY}, span 1: its end 3 is before its start 7."


def test_every_problem_of_annotations_is_reported():
    assert [code for _, _, code in faults({"a": [[2, 1], [-1, 0]], "": [], "b": 5})] == [
        "reversed",
        "negative",
        "bad_annotator",
        "not_a_list",
    ]


@pytest.mark.parametrize("annotations", [[], 5, None])
def test_annotations_must_be_an_object(annotations):
    assert faults(annotations) == [(3, "annotations", "not_an_object")]


def test_a_record_without_annotations_is_refused():
    _, problems = read_annotations({"id": "vm-1"}, 3, {"id": "id"})
    assert [(each.field, each.code) for each in problems] == [("annotations", "missing")]


def test_an_invalid_id_is_refused():
    _, problems = read_annotations({"id": [], "annotations": {}}, 3, {"id": "id"})
    assert [(each.field, each.code) for each in problems] == [("id", "not_text")]


@pytest.mark.parametrize(
    ("span", "scheme", "code"),
    [
        ([0, 1, "invention"], "mu-shroom", "unknown_label"),
        ([0, 1], "visions", "missing_label"),
        ([0, 1, "hallucination"], "visions", "unknown_label"),
    ],
)
def test_span_labels_must_be_the_schemes(span, scheme, code):
    assert faults({KEY: [span]}, PRESETS[scheme]) == [(3, "annotations", code)]


@pytest.mark.parametrize(
    ("labels", "code"),
    [
        ({"stranger": {}}, "unknown_annotator"),
        ({KEY: ["minor"]}, "not_an_object"),
        ({KEY: {"fluency": 2}}, "not_an_object"),
        ({KEY: {"style": "good"}}, "unknown_label"),
        ({KEY: {"fluency": "good"}}, "unknown_choice"),
    ],
)
def test_item_labels_must_be_the_schemes(labels, code):
    found = faults({KEY: []}, PRESETS["mu-shroom+labels"], annotation_labels=labels)
    assert found == [(3, "annotation_labels", code)]


def test_read_annotations_are_json_values():
    record = read("{'a': ((0, 4), (5, 6, 'x'))}")
    assert json.loads(json.dumps(record.annotations)) == record.annotations
