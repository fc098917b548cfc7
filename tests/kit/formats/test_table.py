import pytest

from morelkit.formats.item_records import write_item
from morelkit.formats.spreadsheets import detect, iter_rows
from morelkit.formats.table import TABLE
from morelkit.formats.table_files import table_columns, table_lines
from tests.kit.formats.files import item, read, text

ROW = {"Nr": 7, "Question": "Who?", "Response": "Ada.", "Model": "m", "score": 0.5, "page": None}


def test_columns_keep_their_names():
    found = item(ROW | {"Nr": "7"}, TABLE)
    assert (found.question, found.answer, found.language) == ("Who?", "Ada.", "")
    assert text(write_item(item(ROW | {"id": 7}, TABLE), TABLE)) == text(ROW | {"id": 7})


def test_a_record_without_an_id_gets_one_of_its_content():
    found = item(ROW, TABLE)
    assert list(write_item(found, TABLE)) == ["id", *ROW]
    assert write_item(found, TABLE)["id"] == found.external_id


def test_label_fields_of_morel_follow_all_columns():
    row = {"id": "a"} | ROW
    assert list(write_item(item(row, TABLE), TABLE, item_labels={}))[-1] == "item_labels"


def test_languages_are_optional_and_checked():
    assert item(ROW | {"lang": "German"}, TABLE).language == "German"
    assert item(ROW | {"lang": ""}, TABLE).language == ""
    _, problems = read(ROW | {"lang": "?"}, TABLE)
    assert [(each.field, each.code) for each in problems] == [("lang", "bad_language")]


@pytest.mark.parametrize("file_format", ["csv", "tsv"])
def test_a_table_is_read_back_as_it_was_written(tmp_path, file_format):
    rows = [
        {"id": "1", "a": 'x\ty,"z"\r\n=1+1', "b": ""},
        {"id": "2", "a": "\r", "c": "é\n"},
    ]
    columns = table_columns([row.keys() for row in rows])
    assert columns == ["id", "a", "b", "c"]
    path = tmp_path / "table"
    path.write_text("".join(table_lines(rows, columns, file_format)), "utf-8", newline="")
    found = [row for _, row in iter_rows(path, detect(path, file_format))]
    assert found == [dict.fromkeys(columns, "") | row for row in rows]


def test_other_values_of_a_table_are_json():
    lines = list(table_lines([{"a": [1, "é"], "b": None, "c": 0.5, "d": True}], list("abcd"), "tsv"))
    assert lines == ["a\tb\tc\td\n", '"[1, ""é""]"\t\t0.5\ttrue\n']


def test_a_column_without_a_name_gets_none():
    assert next(table_lines([], ["column 1", "x", "column 2"], "csv")) == ",x,column 2\n"
