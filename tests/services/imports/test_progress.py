"""The progress of an import counts records, not lines."""

import csv
import io
import json
from pathlib import Path

import pytest

from annotation.services.imports import import_items
from annotation.services.imports.lifecycle import import_files
from annotation.services.imports.read_records import ImportFile, count_records
from annotation.services.projects.project_settings import create_project
from morelkit.formats.registry import BY_NAME
from morelkit.formats.spreadsheets import detect

ROWS = [{"id": f"q-{n}", "question": "Who?\nAnd when?", "answer": "Ada,\n\n1843."} for n in range(3)]


def table(delimiter: str) -> str:
    file = io.StringIO()
    writer = csv.DictWriter(file, list(ROWS[0]), delimiter=delimiter)
    writer.writeheader()
    writer.writerows(ROWS)
    return file.getvalue()


FILES = {
    "a.jsonl": "\n\n".join(map(json.dumps, ROWS)) + "\n \n",
    "b.jsonl": "\n".join(map(json.dumps, ROWS)),
    "long.jsonl": "\n".join(json.dumps({**row, "answer": "x" * 3_000_000}) for row in ROWS),
    "c.csv": table(","),
    "d.tsv": table("\t"),
    "e.json": json.dumps(ROWS, indent=2),
}


def import_file(folder: Path, name: str) -> ImportFile:
    path = folder / name
    path.write_text(FILES[name], "utf-8")
    return ImportFile(name, path, detect(path), BY_NAME["table"], {})


@pytest.mark.parametrize("name", [name for name in FILES if name != "e.json"])
def test_records_are_counted(tmp_path, name):
    assert count_records([import_file(tmp_path, name)]) == 3
    assert count_records([import_file(tmp_path, name), import_file(tmp_path, "b.jsonl")]) == 6


def test_the_number_of_records_in_a_list_is_not_known_before_it_is_read(tmp_path):
    assert count_records([import_file(tmp_path, "b.jsonl"), import_file(tmp_path, "e.json")]) == 0


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["a.jsonl", "c.csv", "e.json"])
def test_an_import_reports_records(tmp_path, monkeypatch, name):
    monkeypatch.setattr(import_items, "BATCH", 2)
    path = import_file(tmp_path, name).path
    seen: list[tuple[int, int]] = []
    import_files(create_project("p", preset="table"), "items", [path], watch=lambda *each: seen.append(each))
    total = 0 if name == "e.json" else 3
    assert seen[:2] == [(2, total), (3, total)]
    assert (2, 3) in seen[2:]
