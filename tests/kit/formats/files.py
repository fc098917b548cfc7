"""Read files of a record format and write them again from the votes in them."""

import importlib
import json

import pytest

from morelkit.annotated import AnnotatedItem
from morelkit.files import read_files
from morelkit.formats.column_mapping import guess_mapping
from morelkit.formats.item_records import dumps, read_item, row_id, write_item
from morelkit.formats.raw_annotations import read_annotations
from morelkit.formats.spreadsheets import detect, iter_rows
from morelkit.gold.policy import GoldPolicy
from morelkit.release.item_labels import choice_fields
from tests.paths import REFERENCE_DATA, REFERENCE_DATA_REQUIRED


def reference_files(folder, pattern):
    """Return the published files, or skip the test where they are absent."""
    paths = sorted((REFERENCE_DATA / folder).glob(pattern))
    if not paths and not REFERENCE_DATA_REQUIRED:
        pytest.skip(f"No reference data: MOREL_REFERENCE_DATA names no folder with {folder}/{pattern}.")
    assert paths
    return paths


def example(name):
    """Return the record of a format's own test."""
    return importlib.import_module(f"tests.kit.formats.test_{name}").RECORD


def records_of(path):
    return [row for _, row in iter_rows(path, detect(path))]


def items_of(path, record_format, scheme):
    """Return every item of the file with its votes, in order."""
    return read_files([path], scheme, record_format)


def read(row, record_format, line=1, language="", filename="file.jsonl"):
    mapping = guess_mapping([*row, *nested(row)], record_format)
    return read_item(row, line, mapping, language, record_format=record_format, row_id=row_id(filename, line))


def nested(row):
    return [f"{key}.{inner}" for key, value in row.items() if isinstance(value, dict) for inner in value]


def item(row, record_format, **more):
    found, problems = read(row, record_format, **more)
    assert found is not None, problems
    return found


def votes(row, record_format, scheme):
    found, problems = read_annotations(row, 1, guess_mapping(list(row), record_format), scheme, record_format)
    assert found is not None, problems
    return found


def faults(row, record_format, scheme=None):
    _, problems = read_annotations(row, 7, guess_mapping(list(row), record_format), scheme, record_format)
    return [(each.line, each.field, each.code) for each in problems]


def labels(choices, record_format, scheme, policy=None, **more):
    return choice_fields(scheme, policy or GoldPolicy(), choices, record_format, **more)


def written(annotated: AnnotatedItem, record_format, scheme, **more):
    """Return the record with the labels that follow from its votes."""
    return write_item(
        annotated.record, record_format, **labels(annotated.choices(), record_format, scheme, **more)
    )


def text(record):
    """Compare this: it has the order of keys at every depth, and tells integers from floats."""
    return dumps(json.loads(json.dumps(record)))
