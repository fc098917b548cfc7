from dataclasses import replace

import pytest

from morelkit.formats import column_mapping
from morelkit.formats.cap import CAP
from morelkit.formats.column_mapping import FIELDS, guess_mapping
from morelkit.formats.item_records import read_item, write_item
from morelkit.formats.registry import FORMATS, OTHER_LABELS
from morelkit.formats.table import TABLE
from tests.records import item

FIELD_NAMES = {each.name for each in FIELDS}


def test_names_are_unique():
    names = [each.name for each in FORMATS]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("record_format", FORMATS, ids=lambda each: each.name)
def test_the_keys_of_every_format_are_recognized(record_format):
    assert record_format.keys.keys() <= FIELD_NAMES
    mapping = guess_mapping([*record_format.keys.values(), *record_format.label_fields])
    assert mapping == dict(record_format.keys)


@pytest.mark.parametrize("record_format", FORMATS, ids=lambda each: each.name)
def test_imported_labels_of_every_format_stay_with_the_item(record_format):
    row = item("a") | dict.fromkeys(record_format.label_fields, "y")
    read, problems = read_item(row, 1, guess_mapping(list(row)))
    assert not problems
    assert write_item(read) == row
    assert set(record_format.label_fields) <= set(OTHER_LABELS)


@pytest.mark.parametrize("record_format", FORMATS, ids=lambda each: each.name)
def test_keys_with_another_meaning_in_a_format_are_not_mapped(record_format):
    columns = [*record_format.signature, *record_format.not_fields]
    mapped = guess_mapping(columns).values()
    assert not record_format.not_fields & set(mapped)


def test_a_key_with_capitals_and_punctuation_is_recognized(monkeypatch):
    field = replace(FIELDS[0], aliases=("Sample-ID",))
    monkeypatch.setattr(column_mapping, "FIELDS", (field,))
    assert guess_mapping(["Sample-ID", "answer"]) == {"id": "Sample-ID"}


@pytest.mark.parametrize(
    ("values", "column"),
    [
        (["https://en.wikipedia.org/wiki/Ada", "http://zh.m.wikipedia.org/zh-cn/x"], "page"),
        (["https://en.wikipedia.org/wiki/Ada", ""], "page"),
        (["https://en.wikipedia.org/wiki/Ada", "a book"], None),
        (["https://example.org/wiki/Ada"], None),
        (["", None], None),
    ],
)
def test_a_column_of_wikipedia_pages_is_the_reference(values, column):
    rows = [{"question": "https://en.wikipedia.org/wiki/Ada", "page": value} for value in values]
    assert guess_mapping(["question", "page"], TABLE, rows).get("reference_url") == column
    named = guess_mapping(["question", "page", "url"], CAP, rows)
    assert named["reference_url"] == "url"


def test_keys_of_the_written_format_are_preferred():
    written = FORMATS[0]
    columns = [key for each in reversed(FORMATS) for key in each.keys.values()]
    mapping = guess_mapping(columns)
    assert {name: mapping[name] for name in written.keys} == dict(written.keys)
