import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from morelkit.formats.column_mapping import FIELDS, check_mapping, guess_mapping
from morelkit.formats.item_records import ItemRecord, dumps, read_item, write_item
from morelkit.release.released_items import released_item

LEAST = {"id": "vm-1", "lang": "EN", "model_input": "Who built it?", "model_output_text": " Anna Brandt.\n"}
LABELLED = {
    "id": "vm-1",
    "lang": "EN",
    "model_input": "Who built it?",
    "model_output_text": " Anna Brandt.\n",
    "model_id": "veldmoor/tiny",
    "soft_labels": [{"start": 1, "prob": 0.5, "end": 5}],
    "hard_labels": [],
    "model_output_tokens": ["ĠAnna", "ĠBrandt"],
    "model_output_logits": "[-5.57, 2.0]",
    "wikipedia_url": "https://en.wikipedia.org/wiki/Anna_Brandt",
    "annotations": {"annotator_1": [[1, 5]]},
}


def read(row, mapping=None):
    item, problems = read_item(row, 7, mapping or guess_mapping(list(row)))
    assert not problems
    return item


def faults(row, mapping=None):
    item, problems = read_item(row, 7, mapping or guess_mapping(list(row)))
    assert item is None
    assert all(each.line == 7 and each.detail.endswith(".") for each in problems)
    return [(each.field, each.code) for each in problems]


def same(one, other):
    """Return whether two JSON values are equal with the same key order at every depth."""
    return json.dumps(one) == json.dumps(other)


def test_four_fields_suffice_for_an_item():
    item = read(LEAST)
    assert item == ItemRecord("vm-1", "EN", "Who built it?", " Anna Brandt.\n", key_order=tuple(LEAST))


def test_labels_and_annotations_are_kept_apart_from_metadata():
    item = read(LABELLED)
    assert item.labels == {"soft_labels": LABELLED["soft_labels"], "hard_labels": []}
    assert item.annotations == {"annotator_1": [[1, 5]]}
    assert list(item.metadata) == ["model_output_tokens", "model_output_logits"]
    assert item.reference_url == LABELLED["wikipedia_url"]


def test_a_labelled_record_is_restored_unchanged():
    item = read(LABELLED)
    assert same(write_item(item, **item.labels, annotations=item.annotations), LABELLED)


def test_a_record_written_without_labels_equals_the_unlabelled_record():
    expected = {
        key: LABELLED[key] for key in LABELLED if key not in ("soft_labels", "hard_labels", "annotations")
    }
    assert same(write_item(read(LABELLED)), expected)


def test_new_labels_have_the_position_of_published_files():
    row = {key: LABELLED[key] for key in LABELLED if key not in ("soft_labels", "hard_labels", "annotations")}
    labels = {
        "item_labels": {},
        "span_labels": {},
        "annotation_labels": {},
        "annotations": LABELLED["annotations"],
        "hard_labels": [],
        "soft_labels": LABELLED["soft_labels"],
    }
    keys = list(write_item(read(row), **labels))
    assert keys == [*LABELLED, "annotation_labels", "span_labels", "item_labels"]


def test_new_labels_of_a_minimal_record_follow_its_answer():
    keys = list(write_item(read(LEAST), soft_labels=[], hard_labels=[]))
    assert keys == [*LEAST, "soft_labels", "hard_labels"]


def test_annotation_labels_follow_annotations():
    row = LEAST | {"annotations": {}, "remark": "x"}
    assert list(write_item(read(row), annotation_labels={}, annotations={}))[4:] == [
        "annotations",
        "annotation_labels",
        "remark",
    ]


def test_labels_replace_imported_labels_in_the_same_position():
    assert list(write_item(read(LABELLED), soft_labels=[], hard_labels=[[1, 5]]))[5:7] == [
        "soft_labels",
        "hard_labels",
    ]


@pytest.mark.parametrize(
    "extra",
    [
        {"model_id": None},
        {"model_id": ""},
        {"model_id": ["a", "b"]},
        {"wikipedia_url": None},
        {"split": "", "kind": ""},
        {"kind": None},
        {"kind": "training"},
        {"prompt": [{"role": "user", "content": "x"}]},
        {"title": "Veldmoor", "url": "https://example.org/a", "abstract": "A lighthouse."},
        {"reference_url": "https://example.org/b", "wikipedia_url": "https://en.wikipedia.org/wiki/C"},
        {"remark": {"b": 1, "a": [1.5, None, True, 10**30, -0.25]}},
        {"": "a key may be empty", "Ключ": "or not Latin"},
        {"metadata": {}, "labels": [], "label": "Hallucination"},
        {"question": "another one", "answer": "another one"},
    ],
)
def test_every_field_is_restored_whatever_its_value(extra):
    row = {**dict(list(LEAST.items())[:2]), **extra, **dict(list(LEAST.items())[2:])}
    assert same(write_item(read(row)), row)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
optional_keys = st.sampled_from(
    [
        "model_id",
        "wikipedia_url",
        "url",
        "prompt",
        "split",
        "title",
        "abstract",
        "soft_labels",
        "annotations",
        "x",
        "y",
    ]
)


@given(
    st.dictionaries(optional_keys, json_values),
    st.text(min_size=1),
    st.randoms(),
)
def test_any_record_survives_reading_and_writing(extra, answer, random):
    entries = [*(LEAST | {"model_output_text": answer} | extra).items()]
    row = dict(random.sample(entries, len(entries)))
    long_title = isinstance(row.get("title"), str) and len(row["title"]) > 500
    item, problems = read_item(row, 1, guess_mapping(list(row)))
    assert bool(problems) == long_title
    if item is not None:
        given_back = {key: row[key] for key in ("annotations", "soft_labels") if key in row}
        assert same(write_item(item, **given_back), row)


@pytest.mark.parametrize(
    "answer", ["\r\n", "  a  b  ", "\ta\u2028b\x85", "🙂\u200d", "<b>x</b> & y", "e\u0301"]
)
def test_an_answer_is_never_trimmed_or_changed(answer):
    assert read(LEAST | {"model_output_text": answer}).answer == answer


def test_column_aliases_are_recognized_and_the_four_core_fields_are_written_under_standard_names():
    row = {"Item ID": "1", "Language": "hi", "Question": "q", "Output text": "a", "URL": "u", "Note": "n"}
    mapping = guess_mapping(list(row))
    assert mapping == {
        "id": "Item ID",
        "lang": "Language",
        "question": "Question",
        "answer": "Output text",
        "reference_url": "URL",
    }
    item = read(row, mapping)
    assert item.reference_url == "u"
    assert same(
        write_item(item),
        {"id": "1", "lang": "hi", "model_input": "q", "model_output_text": "a", "URL": "u", "Note": "n"},
    )


def test_the_usual_column_name_wins_over_an_alias():
    assert guess_mapping(["answer", "output", "model_output_text"])["answer"] == "model_output_text"


def test_an_explicit_mapping_is_used():
    row = {"a": "en", "b": "q", "c": "answer", "d": 12}
    item = read(row, {"lang": "a", "question": "b", "answer": "c", "id": "d"})
    assert (item.external_id, item.answer) == ("12", "answer")
    assert same(write_item(item), {"lang": "en", "model_input": "q", "model_output_text": "answer", "id": 12})


def test_a_number_is_an_id_and_stays_a_number():
    row = LEAST | {"id": 17}
    assert read(row).external_id == "17"
    assert same(write_item(read(row)), row)


def test_a_record_without_id_gets_one_from_its_content_without_labels():
    row = {key: LEAST[key] for key in LEAST if key != "id"}
    item = read(row)
    assert item.external_id.startswith("item-")
    assert item.external_id == read(row | {"soft_labels": [], "annotations": {}}).external_id
    assert item.external_id != read(row | {"lang": "DE"}).external_id
    assert same(write_item(item), {"id": item.external_id} | row)


@pytest.mark.parametrize("missing", [None, ""])
def test_a_generated_id_is_written(missing):
    item = read(LEAST | {"id": missing})
    assert list(write_item(item)) == list(LEAST)
    assert write_item(item)["id"] == item.external_id


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"lang": ""}, "lang", "empty"),
        ({"lang": "not a language"}, "lang", "bad_language"),
        ({"lang": None}, "lang", "not_text"),
        ({"model_input": "  "}, "model_input", "empty"),
        ({"model_output_text": ""}, "model_output_text", "empty"),
        ({"model_output_text": None}, "model_output_text", "not_text"),
        ({"model_output_text": ["a"]}, "model_output_text", "not_text"),
        ({"model_output_text": 5}, "model_output_text", "not_text"),
        ({"id": True}, "id", "not_text"),
        ({"id": 1.5}, "id", "not_text"),
        ({"id": {}}, "id", "not_text"),
        ({"id": "  "}, "id", "empty"),
        ({"id": "x" * 501}, "id", "too_long"),
        ({"kind": "trainnig"}, "kind", "unknown_kind"),
        ({"reference_title": "x" * 501}, "reference_title", "too_long"),
    ],
)
def test_an_invalid_record_is_refused_with_line_and_field(changes, field, code):
    assert faults(LEAST | changes) == [(field, code)]


def test_every_problem_of_a_record_is_reported():
    assert faults({"id": [], "lang": "?", "model_output_text": 3}) == [
        ("id", "not_text"),
        ("lang", "bad_language"),
        ("model_input", "missing"),
        ("model_output_text", "not_text"),
    ]


def test_a_required_field_without_a_column_is_missing():
    assert faults(LEAST, {"id": "id", "lang": "lang", "question": "model_input"}) == [
        ("model_output_text", "missing")
    ]


def test_the_column_id_is_the_id_even_if_unmapped():
    mapping = {"lang": "lang", "question": "model_input", "answer": "model_output_text"}
    assert read(LEAST, mapping) == read(LEAST)


def test_two_columns_with_the_same_written_name_are_refused():
    row = LEAST | {"answer": "the one that is mapped"}
    assert faults(row, guess_mapping(list(row)) | {"answer": "answer"}) == [
        ("model_output_text", "name_taken")
    ]


def test_a_mapping_is_checked_against_the_columns():
    problems = check_mapping({"lang": "language", "answer": "a", "question": "a", "flavour": "b"}, ["a", "b"])
    assert [(each.field, each.code) for each in problems] == [
        ("language", "missing_column"),
        ("a", "mapped_twice"),
        ("b", "unknown_field"),
    ]
    assert [each.field for each in check_mapping({}, ["x"])] == ["lang", "model_input", "model_output_text"]
    assert check_mapping(guess_mapping(list(LEAST)), list(LEAST)) == []


def test_without_readable_lines_columns_are_not_checked():
    assert check_mapping({}, []) == []


def test_an_item_without_key_order_is_written_in_field_order():
    item = ItemRecord("1", "en", "q", "a", model_id="m", metadata={"x": 1})
    assert list(write_item(item, soft_labels=[])) == [
        "id",
        "lang",
        "model_input",
        "model_output_text",
        "model_id",
        "soft_labels",
        "x",
    ]


def test_field_names_are_unique():
    aliases = [alias for field in FIELDS for alias in field.aliases]
    assert len(aliases) == len(set(aliases))


def test_a_line_is_written_compactly_and_unescaped():
    assert dumps({"a": "é🙂\n/", "b": [1, 0.5]}) == '{"a":"é🙂\\n/","b":[1,0.5]}'


def test_nan_and_infinities_are_not_written():
    with pytest.raises(ValueError, match="JSON"):
        dumps({"a": float("nan")})


@pytest.mark.parametrize(
    ("row", "mapping", "written"),
    [
        (LEAST, None, {**LEAST, "split": "dev"}),
        ({**LEAST, "split": "train", "tag": 1}, None, {**LEAST, "split": "dev", "tag": 1}),
        ({**LEAST, "split": 3}, None, {**LEAST, "split": "dev"}),
    ],
)
def test_a_replaced_split_is_written_in_the_place_of_the_imported_one(row, mapping, written):
    item = read(row, mapping)
    assert same(write_item(item), row)
    item.split, item.split_replaced = "dev", True
    assert same(write_item(item), written)
    assert same(write_item(released_item(item, item.external_id)), written)
