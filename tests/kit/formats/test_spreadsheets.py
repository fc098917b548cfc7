import json
import tracemalloc

import pytest

from morelkit.formats import json_lists, spreadsheets
from morelkit.formats.column_mapping import Problem
from morelkit.formats.spreadsheets import FileFormat, UnreadableFileError, detect, iter_rows

HEADER = "id,lang,model_input,model_output_text"


@pytest.fixture
def write(tmp_path):
    def write(content, name="upload"):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


def rows(path):
    return list(iter_rows(path, detect(path)))


def codes(path):
    return [(line, row.field, row.code) for line, row in rows(path) if isinstance(row, Problem)]


def refusal(path, *expected):
    with pytest.raises(UnreadableFileError) as caught:
        detect(path, *expected)
    assert caught.value.problem.detail == str(caught.value)
    return caught.value.problem.line, caught.value.problem.code


def test_jsonl_is_recognized_and_its_columns_are_the_keys_of_its_records(write):
    path = write('{"id": "1", "b": 2}\n{"id": "2", "c": 3}\n')
    assert detect(path) == FileFormat("jsonl", "utf-8", "", ("id", "b", "c"))
    assert rows(path) == [(1, {"id": "1", "b": 2}), (2, {"id": "2", "c": 3})]


def test_jsonl_breaks_at_line_feeds_only(write):
    path = write('{"a": "x\u2028y\x85z"}\r\n\n  \n{"a": "2"}')
    assert rows(path) == [(1, {"a": "x\u2028y\x85z"}), (4, {"a": "2"})]


def test_a_byte_order_mark_before_jsonl_is_tolerated(write):
    assert rows(write(b'\xef\xbb\xbf{"a": 1}\n')) == [(1, {"a": 1})]


def test_every_invalid_jsonl_line_is_reported_and_the_others_are_read(write):
    path = write(b'{"a": 1}\n{"a": \n{"a": "\xff"}\n[]\n{"a": 5}\n{"a": "\\u0000"}\n{"a"')
    assert [line for line, row in rows(path) if isinstance(row, dict)] == [1, 5]
    assert codes(path) == [
        (2, "", "truncated_json"),
        (3, "", "not_utf8"),
        (4, "", "not_an_object"),
        (6, "a", "unstorable_text"),
        (7, "", "truncated_json"),
    ]


def test_a_line_that_is_too_long_is_skipped(write, monkeypatch):
    monkeypatch.setattr(spreadsheets, "MAX_LINE", 20)
    path = write('{"a": 1}\n{"a": "' + "x" * 99 + '"}\n{"a": 3}\n')
    assert codes(path) == [(2, "", "line_too_long")]
    assert rows(path)[-1] == (3, {"a": 3})


@pytest.mark.parametrize("content", ["", "\n\n", " \r\n\t", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n"])
def test_an_empty_file_is_refused(write, content):
    assert refusal(write(content)) == (1, "empty_file")


def test_the_records_of_one_json_list_come_with_the_lines_that_they_begin_on(write):
    path = write('\ufeff[\n  {"id": 1,\n   "b": "]"},\n\n  {"id": 2, "c": "\u2028é"}\n]\n')
    assert detect(path) == FileFormat("json", "utf-8", "", ("id", "b", "c"))
    assert rows(path) == [(2, {"id": 1, "b": "]"}), (5, {"id": 2, "c": "\u2028é"})]


def test_a_json_list_on_one_line_is_read(write):
    assert rows(write('[{"id": 1},{"id": 2}]')) == [(1, {"id": 1}), (1, {"id": 2})]


def test_a_field_inside_an_object_is_a_column_if_a_format_reads_it(write):
    path = write('[{"structured_data": {"question": "Who?", "choices": []}}]')
    assert detect(path).columns == ("structured_data", "structured_data.question")


@pytest.mark.parametrize(
    ("content", "line", "code"),
    [
        ('[{"id": 1},\n {"id": 2', 2, "truncated_json"),
        ('[{"id": 1},\n {"id": "2', 2, "truncated_json"),
        (r'[{"id": 1}, {"id": "\u04', 1, "truncated_json"),
        ('[{"id": 1},\n', 2, "truncated_json"),
        ('[{"id": 1}\n', 2, "truncated_json"),
        ('[{"id": 1}\n {"id": 2}]', 2, "bad_json"),
        ('[{"id": 1},\n {"id": 2, oops}]', 2, "bad_json"),
        ('[{"id": 1}]\n[{"id": 2}]', 2, "after_list"),
        (b'[{"id": 1},\n {"id": "\xff"}]', 1, "not_utf8"),
    ],
)
def test_a_list_that_breaks_off_or_is_no_json_ends_with_a_problem(write, content, line, code):
    found = rows(write(content))
    assert found[-1][1].code == code
    assert found[-1][0] == found[-1][1].line == line


@pytest.mark.parametrize(
    ("record", "code"),
    [("5", "not_an_object"), ('{"a": 1, "a": 2}', "repeated_key"), ('{"a": NaN}', "not_finite")],
)
def test_a_record_of_a_list_that_cannot_be_read_is_reported_and_the_others_are_read(write, record, code):
    path = write('[{"id": 1},\n' + record + ',\n{"id": 3}]')
    assert [(line, row.code) for line, row in rows(path) if isinstance(row, Problem)] == [(2, code)]
    assert [row for _, row in rows(path) if isinstance(row, dict)] == [{"id": 1}, {"id": 3}]


def test_records_longer_than_a_block_are_read(write, monkeypatch):
    monkeypatch.setattr(json_lists, "_BLOCK", 16)
    records = [{"id": number, "text": "é" * number} for number in range(80)]
    path = write(json.dumps(records, ensure_ascii=False))
    assert [row for _, row in rows(path)] == records


def test_a_record_of_a_list_without_an_end_is_reported(write, monkeypatch):
    monkeypatch.setattr(spreadsheets, "MAX_LINE", 100)
    monkeypatch.setattr(json_lists, "_BLOCK", 16)
    assert codes(write('[{"a": 1},\n{"a": "' + "x" * 999)) == [(2, "", "line_too_long")]


def test_an_empty_list_has_no_records(write):
    assert codes(write("[]")) == [(1, "", "no_records")]


@pytest.mark.parametrize("content", [b"PK\x03\x04abc", b"\x1f\x8b\x08"])
def test_packed_files_are_refused(write, content):
    assert refusal(write(content)) == (1, "not_text")


@pytest.mark.parametrize(("delimiter", "name"), [(",", "csv"), (";", "csv"), ("|", "csv"), ("\t", "tsv")])
def test_the_delimiter_is_detected(write, delimiter, name):
    path = write(
        f"id{delimiter}lang\n1{delimiter}en, de; fr\n"
        if delimiter == "\t"
        else f"id{delimiter}lang\n1{delimiter}en\n"
    )
    found = detect(path)
    assert (found.format, found.delimiter, found.columns) == (name, delimiter, ("id", "lang"))


def test_delimiters_within_quotes_do_not_count(write):
    assert detect(write('"a;b;c;d",e\n')).columns == ("a;b;c;d", "e")


def test_cells_are_never_trimmed_and_keep_their_line_breaks(write):
    path = write(HEADER + '\r\n1,EN, q ,"  two\r\nlines,\rand ""quotes""\n\n"\r\n2,EN,q,a\r\n')
    assert rows(path) == [
        (
            2,
            {
                "id": "1",
                "lang": "EN",
                "model_input": " q ",
                "model_output_text": '  two\r\nlines,\rand "quotes"\n\n',
            },
        ),
        (7, {"id": "2", "lang": "EN", "model_input": "q", "model_output_text": "a"}),
    ]


@pytest.mark.parametrize(
    ("codec", "expected", "guessed"),
    [
        ("utf-8", "utf-8", False),
        ("utf-8-sig", "utf-8-sig", False),
        ("utf-16", "utf-16", False),
        ("cp1252", "cp1252", True),
    ],
)
def test_encodings_are_detected_and_guesses_are_reported(write, codec, expected, guessed):
    path = write(f"{HEADER}\n1,DE,Größe?,„Übergroß“ – sagt man\n".encode(codec))
    found = detect(path)
    assert (found.encoding, found.guessed, found.columns[0]) == (expected, guessed, "id")
    assert rows(path)[0][1]["model_output_text"] == "„Übergroß“ – sagt man"


def test_utf16_of_the_other_byte_order_is_read(write):
    path = write(b"\xfe\xff" + "a,b\né,🙂\n".encode("utf-16-be"))
    assert rows(path) == [(2, {"a": "é", "b": "🙂"})]


def test_utf8_with_a_damaged_byte_is_refused_and_not_guessed_at(write):
    content = f"{HEADER}\n1,AR,سؤال,جواب\n2,AR,سؤال,".encode() + b"\xd8\n"
    assert refusal(write(content)) == (3, "not_decodable")


def test_bytes_that_no_encoding_decodes_are_refused(write):
    assert refusal(write(f"{HEADER}\n1,EN,q,".encode() + b"\x81\xe9\n")) == (2, "not_decodable")


def test_damaged_utf16_is_refused(write):
    assert refusal(write("a,b\n1,2\n".encode("utf-16") + b"\x00\xd8"))[1] == "not_decodable"


def test_an_encoding_error_beyond_the_first_block_is_reported_with_its_line(write):
    content = "a,é\n" + "1,é\n" * 600_000
    assert refusal(write(content.encode() + b"\xff,x\n")) == (600_002, "not_decodable")


def test_every_invalid_row_is_reported_and_the_others_are_read(write):
    path = write('a,b\n1\n1,2,3\n"x"y,2\n4,"\x00"\n\x00,\x00\n,\n\n5,6\n7,"open\n\n')
    assert codes(path) == [
        (2, "", "missing_cells"),
        (3, "", "extra_cells"),
        (4, "", "bad_quotes"),
        (5, "b", "unstorable_text"),
        (6, "a", "unstorable_text"),
        (6, "b", "unstorable_text"),
        (10, "", "bad_quotes"),
    ]
    assert [row for _, row in rows(path) if isinstance(row, dict)] == [{"a": "5", "b": "6"}]


def test_two_columns_with_the_same_name_are_refused(write):
    assert refusal(write("id,lang,id\n")) == (1, "repeated_column")


@pytest.mark.parametrize("content", ['"id,answer\n1,a\n', 'id,"answer"x\n1,a\n', '"id'])
def test_a_header_with_wrong_quotes_is_refused(write, content):
    assert refusal(write(content))[1] == "bad_quotes"


def test_a_header_that_is_too_long_is_refused(write, monkeypatch):
    monkeypatch.setattr(spreadsheets, "MAX_LINE", 100)
    assert refusal(write("x" * 101 + "\n1\n")) == (1, "line_too_long")


def test_blank_lines_before_the_header_are_skipped(write):
    assert rows(write("\n\r\nid,answer\n1,a\n")) == [(4, {"id": "1", "answer": "a"})]


def test_many_columns_are_compared_in_one_pass(write):
    names = [f"c{place}" for place in range(300_000)]
    assert len(detect(write(",".join(names))).columns) == len(names)
    assert refusal(write(",".join([*names, names[-1]]))) == (1, "repeated_column")
    assert codes(write("{" + ",".join(f'"{name}":1' for name in [*names, names[-1]]) + "}")) == [
        (1, names[-1], "repeated_key")
    ]


def test_a_column_without_a_name_is_named_by_its_position(write):
    assert detect(write(",id\n0,a\n")).columns == ("column 1", "id")


def test_a_file_with_only_a_header_has_no_records(write):
    assert codes(write(HEADER + "\n")) == [(1, "", "no_records")]


def test_an_expected_format_overrides_detection(write):
    path = write('{"a": 1}\n')
    assert detect(path, "csv").format == "csv"
    assert codes(write("a,b\n1,2\n")) == []
    assert [row.code for _, row in iter_rows(path, detect(write("a,b\n"), "jsonl"))] == ["bad_json"]


def test_jsonl_in_utf16_is_refused(write):
    path = write(' {"a": 1}\n'.encode("utf-16"))
    assert refusal(path) == refusal(path, "jsonl") == (1, "not_utf8")


def test_a_long_answer_fits_into_a_cell(write):
    path = write("id,answer\n1," + "x" * 200_000 + "\n")
    assert len(rows(path)[0][1]["answer"]) == 200_000


def test_a_file_without_line_breaks_is_not_read_into_memory(write, monkeypatch):
    monkeypatch.setattr(spreadsheets, "MAX_LINE", 1000)
    path = write("a,b\n" + "x" * 5000 + "\n1,2\n")
    assert codes(path) == [(2, "", "line_too_long")]


@pytest.mark.parametrize("line", ['{"id": "1", "answer": "some text"}\n', "1,some text\n"])
def test_memory_does_not_grow_with_the_file(write, line):
    peaks = []
    for count in (2_000, 40_000):
        path = write(("" if line[0] == "{" else "id,answer\n") + line * count)
        file_format = detect(path)
        tracemalloc.start()
        assert sum(1 for _ in iter_rows(path, file_format)) == count
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] + 100_000
