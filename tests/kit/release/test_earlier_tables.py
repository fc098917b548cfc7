"""Tables of releases that were built before cells were escaped as they are today still verify."""

import csv
from pathlib import Path

import pytest

from morelkit.formats.formula_escaping import unescape_formula
from tests.kit.release.tampering import differences_in, redescribe
from tests.records import item
from tests.releases import EN_TEST, RAW, entry, write_release

ODD = {"en-1": "＝SUM(A1)", "en;=2": "a\t=b, ='c", "=3": "plain", "en-4": "'quoted"}
"""Model names by item id: full-width signs and delimiters were not escaped."""


def as_before(cell: str) -> str:
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n", "'")) else cell


@pytest.fixture
def earlier(tmp_path: Path) -> Path:
    """A release whose tables are written as before."""
    items = [entry(item(id_, model_id=it), RAW) for id_, it in ODD.items()]
    write_release(tmp_path / "v1", {EN_TEST: items}, minimum={"en": 2}, left_out={"en": 0})
    for path in (tmp_path / "v1/tables").iterdir():
        with path.open(encoding="utf-8", newline="") as file:
            rows = [[as_before(unescape_formula(cell)) for cell in row] for row in csv.reader(file)]
        before = path.read_bytes()
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)
        assert path.read_bytes() != before
    redescribe(tmp_path / "v1")
    return tmp_path / "v1"


def test_tables_of_earlier_releases_verify(earlier):
    assert differences_in(earlier) == []


def test_new_releases_escape_as_today(tmp_path):
    write_release(tmp_path / "v1", {EN_TEST: [entry(item("en;=2", model_id="＝SUM(A1)"), RAW)]})
    assert "en;'=2,EN,'＝SUM(A1)," in (tmp_path / "v1/tables/en.test.items.csv").read_text("utf-8")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("＝SUM(A1)", "''＝SUM(A1)"),
        ("＝SUM(A1)", "=SUM(A1)"),
        ("en;=2", "en;''=2"),
        ("plain", "'plain"),
        ("'=3", "=3"),
    ],
)
def test_no_third_escaping_is_accepted(earlier, before, after):
    path = earlier / "tables/en.test.items.csv"
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after), "utf-8")
    redescribe(earlier)
    assert {file for file, _ in differences_in(earlier)} == {"tables/en.test.items.csv"}
