"""`morelkit check`: valid predictions pass, and every problem is reported with line, id and place."""

import gzip
import json
import os
import tracemalloc

import pytest

from morelkit.scoring import record_files
from morelkit.scoring.gold import read_items
from morelkit.scoring.predictions import check_predictions
from tests.records import ANSWER, item, items
from tests.releases import write_release

EMPTY = {"soft_labels": [], "hard_labels": []}
EMOJI = "Ada 😀 was born."  # 15 code points, 16 UTF-16 code units, 18 bytes


@pytest.fixture
def gold(write) -> str:
    return write("gold.jsonl", [*items(2), item("emoji", answer=EMOJI), item("ar-1", lang="AR")])


def soft(start, end, prob=1.0, **more) -> dict:
    return {"soft_labels": [{"start": start, "end": end, "prob": prob, **more}]}


def hard(*span) -> dict:
    return {"hard_labels": [list(span)]}


def lines(*records: object) -> bytes:
    return "".join(f"{json.dumps(record)}\n" for record in records).encode()


REST = [{"id": "q-2", **EMPTY}, {"id": "emoji", **EMPTY}]
"""Predictions of all English items but one."""


@pytest.fixture
def problems(write, run_json, gold):
    """Check a file and return its problems as (line, id, pointer, code)."""

    def problems(content: bytes, name: str = "it.jsonl") -> list[tuple[int, str, str, str]]:
        report = run_json("check", gold, write(name, content), status=1)
        assert report["count"] >= len(report["problems"]) > 0
        assert all(each["detail"] and each["remedy"] for each in report["problems"])
        return [(each["line"], each["id"], each["pointer"], each["code"]) for each in report["problems"]]

    return problems


@pytest.mark.parametrize(
    "prediction",
    [
        EMPTY,
        soft(0, len(ANSWER), 1),
        hard(0, 3),
        hard(0, 3, "invention"),
        soft(0, 3, 0.5, label="invention"),
        {"soft_labels": [], "hard_labels": None},
        {"hard_labels": [[0, 3], [3, 5], [1, 4], [0, 3]]},  # touching, overlapping and repeated spans
        {**EMPTY, "model": "any", "n": [1, {"x": None}]},
    ],
)
def test_valid_predictions(write, run, gold, prediction):
    write("it.jsonl", [{"id": "q-1", **prediction}, *REST])
    assert run("check", gold, "it.jsonl") == ("Valid: 3 predictions (EN).\n", "")


def test_several_files_are_one_submission(write, run, gold):
    write("en.jsonl", [{"id": "q-1", **EMPTY}, *REST])
    write("ar.jsonl", [{"id": "ar-1", **EMPTY}])
    assert run("check", gold, "en.jsonl", "ar.jsonl")[0] == "Valid: 4 predictions (AR, EN).\n"
    out, _ = run("check", gold, "en.jsonl", "ar.jsonl", "ar.jsonl", status=1)
    assert "ar.jsonl:1: id “ar-1” /id: The id is in line 1 already." in out


@pytest.mark.parametrize(
    ("prediction", "found"),
    [
        ({}, [("", "missing_labels")]),
        ({"soft_labels": "none"}, [("/soft_labels", "not_a_list")]),
        ({"hard_labels": {}}, [("/hard_labels", "not_a_list")]),
        ({"soft_labels": [[0, 3]]}, [("/soft_labels/0", "bad_soft_label")]),
        ({"hard_labels": [7]}, [("/hard_labels/0", "bad_hard_label")]),
        (hard(1), [("/hard_labels/0", "bad_hard_label")]),
        (hard(0, 3, 5), [("/hard_labels/0/2", "bad_span_label")]),
        (soft(0, 3, label=5), [("/soft_labels/0/label", "bad_span_label")]),
        ({"soft_labels": [{"start": 1, "end": 2}]}, [("/soft_labels/0/prob", "missing_field")]),
        ({"soft_labels": [{"end": 1, "prob": 1}]}, [("/soft_labels/0/start", "missing_field")]),
        (hard(True, 3), [("/hard_labels/0/0", "not_an_integer")]),
        (hard("0", 3), [("/hard_labels/0/0", "not_an_integer")]),
        (soft(0, 3.0), [("/soft_labels/0/end", "not_an_integer")]),
        (soft(None, 3), [("/soft_labels/0/start", "not_an_integer")]),
        (hard(-1, 3), [("/hard_labels/0/0", "negative")]),
        (hard(3, 3), [("/hard_labels/0/1", "empty")]),
        (hard(5, 3), [("/hard_labels/0/1", "reversed")]),
        (hard(0, 40), [("/hard_labels/0/1", "past_the_end")]),
        (hard(10**900, 10**901), [("/hard_labels/0/0", "past_the_end"), ("/hard_labels/0/1", "past_the_end")]),
        (soft(0, 3, 99), [("/soft_labels/0/prob", "out_of_range")]),
        (soft(0, 3, -1e-9), [("/soft_labels/0/prob", "out_of_range")]),
        (soft(0, 3, 10**900), [("/soft_labels/0/prob", "out_of_range")]),
        (soft(0, 3, True), [("/soft_labels/0/prob", "not_a_number")]),
        (soft(0, 3, "0.5"), [("/soft_labels/0/prob", "not_a_number")]),
        (soft(-1, 40, None), [("/soft_labels/0/start", "negative"), ("/soft_labels/0/prob", "not_a_number")]),
    ],
)  # fmt: skip
def test_faults_of_a_prediction(problems, prediction, found):
    content = lines({"id": "q-1", **prediction}, *REST)
    assert problems(content) == [(1, "q-1", pointer, code) for pointer, code in found]


@pytest.mark.parametrize(
    ("span", "code", "hint"),
    [
        ([0, 16], "utf16_offsets", "It fits the 16 UTF-16 code units of the answer."),
        ([0, 18], "byte_offsets", "It fits the 18 UTF-8 bytes of the answer."),
        ([0, 19], "past_the_end", "The offset 19 is past the end of the answer (15 code points)."),
    ],
)
def test_offsets_of_another_unit_are_recognized(write, run_json, gold, span, code, hint):
    write("it.jsonl", [{"id": "q-1", **EMPTY}, REST[0], {"id": "emoji", **hard(*span)}])
    (problem,) = run_json("check", gold, "it.jsonl", status=1)["problems"]
    assert (problem["line"], problem["code"]) == (3, code)
    assert hint in problem["detail"]


def test_ids_may_be_integers_of_any_size(write, run, run_json):
    write("gold.jsonl", [item("7") | {"id": 7}, item("8") | {"id": 10**25}])
    write("it.jsonl", [{"id": 10**25, **EMPTY}, {"id": "7", **EMPTY}])
    run("check", "gold.jsonl", "it.jsonl")
    (unknown, _) = run_json(
        "check", "gold.jsonl", write("it.jsonl", [{"id": 10**25 + 1}, REST[0] | {"id": 7}]), status=1
    )["problems"]
    assert unknown["id"] == str(10**25 + 1)


def test_missing_extra_repeated_and_bad_ids(problems):
    content = lines(
        {"id": "q-1", **EMPTY},
        {"id": "q-9", **EMPTY},
        {"id": "q-1", **EMPTY},
        EMPTY,
        {"id": 1.0, **EMPTY},
        {"id": None, **EMPTY},
        {"id": "emoji", **EMPTY},
    )
    assert problems(content) == [
        (2, "q-9", "/id", "unknown_id"),
        (3, "q-1", "/id", "repeated_id"),
        (4, "", "/id", "missing_id"),
        (5, "", "/id", "bad_id"),
        (6, "", "/id", "bad_id"),
        (0, "q-2", "", "missing_prediction"),  # but not ar-1: no Arabic item is predicted
    ]


def test_predictions_of_other_items_are_recognized(problems):
    found = problems(lines(*({"id": f"x-{number}", **EMPTY} for number in range(3))))
    assert found[0] == (0, "", "", "other_items")
    assert [code for _, _, _, code in found[1:]] == ["unknown_id"] * 3


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b'{"id": "q-1", "soft_labels": [{"start": 0, "end": 3, "prob": NaN}]}', "not_finite"),
        (b'{"id": "q-1", "soft_labels": [{"start": 0, "end": 3, "prob": Infinity}]}', "not_finite"),
        (b'{"id": "q-1", "soft_labels": [{"start": 0, "end": 3, "prob": 1e999}]}', "not_finite"),
        (b'{"id": "q-1", "soft_labels": [{"start": 0, "end": 3, "prob": 0' + b"0" * 5000 + b"}]}", "bad_json"),
        (b'{"id": "q-1", "hard_labels": [[0, 1' + b"0" * 5000 + b"]]}", "not_finite"),
        (b'{"id": "q-1", "hard_labels": [], "hard_labels": [[0, 3]]}', "repeated_key"),
        (b'{"id": "q-1", "soft_labels": [{"start": 0, "start": 1, "end": 3, "prob": 1}]}', "repeated_key"),
        (b'{"id": "q-1", "hard_labels": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "too_deep"),
        (b'{"id": "q-1", "hard_labels": [[0', "truncated_json"),
        (b'{"id": "q-1"; "hard_labels": []}', "bad_json"),
        (b'{"id": "q-\xff", "hard_labels": []}', "not_utf8"),
        (b'{"id": "q-\\ud800", "hard_labels": []}', "unstorable_text"),
        (b"7", "not_an_object"),
        (b"[]", "not_an_object"),
        ('{"id": "q-1"}'.encode("utf-16"), "not_utf8"),
    ],
)  # fmt: skip
def test_unreadable_lines(problems, line, code):
    found = problems(lines(*REST) + line + b"\n")
    assert (found[0][0], found[0][3]) == (3, code)


def test_the_key_of_a_pointer_is_escaped(problems):
    assert problems(b'{"id": "q-1", "a/~b": 1, "a/~b": 2}')[0][2:] == ("/a~1~0b", "repeated_key")


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf" + lines({"id": "q-1", **EMPTY}, *REST),
        lines({"id": "q-1", **EMPTY}, *REST).replace(b"\n", b"\r\n"),
        b"\n \n" + lines({"id": "q-1", **EMPTY}, *REST).replace(b"\n", b"\n\n"),
        lines({"id": "q-1", **EMPTY}, *REST).rstrip(),
        json.dumps([{"id": "q-1", **EMPTY}, *REST], indent=1).encode(),
        b"\xef\xbb\xbf\r\n [" + b",".join(lines({"id": "q-1", **EMPTY}, *REST).splitlines()) + b"]\r\n",
    ],
)
def test_marks_line_ends_blank_lines_and_lists_are_accepted(write, run, gold, content):
    assert run("check", gold, write("it.jsonl", content))[0].startswith("Valid: 3")
    assert run("check", gold, write("it.jsonl.gz", gzip.compress(content)))[0].startswith("Valid: 3")


@pytest.mark.parametrize(
    ("content", "line", "code"),
    [
        (
            b'[\n{"id": "q-2", "hard_labels": []},\n{"id": "q-1", "hard_labels": [[0, 99]]}]',
            3,
            "past_the_end",
        ),
        (b'[\n\n{"id": "q-1", "hard_labels": []}\n{"id": "q-2"}]', 3, "truncated_json"),
        (b'[{"id": "q-1", "hard_labels": []}] {"id": "q-2"}', 1, "bad_json"),
        (b'[{"id": "q-1", "hard_labels": [[0, ' + b"1" * 5000 + b"]]}]", 1, "not_finite"),
        (b'[{"id": "q-1", "hard_labels": [[0, NaN]]}]', 1, "not_finite"),
        (b"[" * 100_000, 1, "bad_json"),
        (b"[7]", 1, "not_an_object"),
        (b'[{"id": "\xff"}]', 1, "not_utf8"),
    ],
)
def test_problems_of_lists(problems, content, line, code):
    found = problems(content)
    assert (found[0][0], found[0][3]) == (line, code)


def test_an_empty_file(problems):
    assert problems(b"")[0] == (0, "", "", "no_records")
    assert problems(b"[ ]")[0] == (0, "", "", "no_records")


def test_damaged_and_oversized_compressed_files(problems, monkeypatch):
    whole = gzip.compress(lines({"id": "q-1", **EMPTY}, *REST))
    for damaged in (whole[:-12], whole[:20] + b"\0" * 9 + whole[29:], b"no gzip"):
        assert "bad_gzip" in {code for *_, code in problems(damaged, "it.jsonl.gz")}
    monkeypatch.setattr(record_files, "MAX_DECOMPRESSED", 10_000)
    bomb = gzip.compress(b" \n" * 100_000)
    assert problems(bomb, "it.jsonl.gz")[0][3] == "too_large"
    monkeypatch.setattr(record_files, "MAX_LINE", 1_000)
    assert problems(b"x" * 1_000)[0][3] == "line_too_long"
    assert problems(b"[" + b" " * 1_000)[0][3] == "list_too_long"


def test_the_first_hundred_problems_are_listed(write, run, run_json, gold):
    write("it.jsonl", lines(*({"id": f"x-{number}", **EMPTY} for number in range(250))))
    report = run_json("check", gold, "it.jsonl", status=1)
    assert (report["valid"], report["records"], report["count"]) == (False, 250, 251)
    assert len(report["problems"]) == 100
    out, _ = run("check", gold, "it.jsonl", status=1)
    assert out.splitlines()[-2:] == ["151 more problems.", "Invalid: 251 problems."]


def test_memory_does_not_grow_with_the_predictions(folder, write, gold):
    wanted = read_items(folder / gold)

    def peak(count: int) -> int:
        write("it.jsonl", lines(*({"id": f"x-{number}", **hard(-1, 99)} for number in range(count))))
        tracemalloc.start()
        check_predictions(wanted, [folder / "it.jsonl"])
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return peak

    peak(200)  # what is imported and cached once
    assert peak(20_000) < peak(2_000) + 20_000


def test_a_million_spans_of_one_character(write, run):
    answer = "x" * 1_000_000
    write("gold.jsonl", [item("long", answer=answer)])
    spans = ",".join(f"[{start},{start + 1}]" for start in range(len(answer)))
    write("it.jsonl", f'{{"id": "long", "hard_labels": [{spans}]}}'.encode())
    assert run("check", "gold.jsonl", "it.jsonl")[0].startswith("Valid")


def test_gold_of_a_release_and_of_an_unlabelled_file(folder, write, run):
    write_release(folder / "v1")
    predictions = [{"id": f"en-{number}", **EMPTY} for number in (1, 2, 3, 4, 5)]
    out, _ = run("check", "v1", write("it.jsonl", predictions))
    assert out == "Valid: 5 predictions (EN).\n"
    run("check", "v1/unlabelled/en.test.jsonl", write("it.jsonl", predictions[2:]))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "gold.jsonl: There are no items."),
        (lines({"id": "q-1"}), "gold.jsonl:1: It has no answer: model_output_text (Mu-SHROOM), hyp (SHROOM)"),
        (lines({"id": "q-1", "model_output_text": 5}), "gold.jsonl:1: It has no model_output_text"),
        (lines(item("q-1"), item("q-1")), "gold.jsonl:2: The id “q-1” is in gold.jsonl:1 already."),
        (lines({"model_output_text": "x"}), "gold.jsonl:1: The record has no id."),
        (b"{", "gold.jsonl:1: The line breaks off in the middle"),
    ],
)
def test_unusable_gold_is_refused(write, run, content, reason):
    write("gold.jsonl", content)
    out, err = run("check", "gold.jsonl", "gold.jsonl", status=2)
    assert (out, err.startswith(reason)) == ("", True), err


def test_missing_files_and_folders_are_refused(folder, run, gold):
    assert run("check", gold, "none.jsonl", status=2) == ("", "none.jsonl: No such file or directory.\n")
    assert run("check", "none.jsonl", gold, status=2)[1] == "none.jsonl: No such file or directory.\n"
    assert "The directory is no release" in run("check", folder, gold, status=2)[1]
    assert "Is a directory" in run("check", gold, folder, status=2)[1]


SHROOM = [{"hyp": "x", "src": "y", "tgt": "z", "task": "DM"}] * 2


def test_shroom_records_without_ids_are_joined_by_position(write, run, run_json):
    write("gold.json", json.dumps(SHROOM).encode())
    valid = {"label": "Not Hallucination", "p(Hallucination)": 0.2}
    assert run("check", "gold.json", write("it.jsonl", [valid] * 2))[0].startswith("Valid: 2")
    bad = {"label": "hallucination", "p(Hallucination)": 2}
    report = run_json("check", "gold.json", write("it.jsonl", [valid, bad, valid]), status=1)
    assert [(each["line"], each["id"], each["pointer"], each["code"]) for each in report["problems"]] == [
        (2, "2", "/label", "unknown_value"),
        (2, "2", "/p(Hallucination)", "out_of_range"),
        (3, "3", "", "extra_record"),
    ]
    report = run_json("check", "gold.json", write("it.jsonl", [valid]), status=1)
    assert [(each["id"], each["code"], each["detail"]) for each in report["problems"]] == [
        ("2", "missing_prediction", "The item has no prediction.")
    ]


@pytest.mark.parametrize(
    ("gold_record", "prediction", "found"),
    [
        ({"index": 1, "output_text": "x"}, {"index": 1, "has_fluency_mistakes": "m"},
         [("/has_fluency_mistakes", "unknown_value"), ("/has_factual_mistakes", "missing_field")]),
        ({"sample_id": "1"}, {"sample_id": "1", "score": "0.5"}, [("/score", "not_a_number")]),
        ({"sample_id": "1"}, {"sample_id": "1"}, [("/score", "missing_field")]),
        ({"id": "1", "claims": [[0, 1], [1, 2]]}, {"id": "1", "scores": [0.5, True, 1]},
         [("/scores", "wrong_length"), ("/scores/1", "not_a_number")]),
        ({"id": "1", "claims": []}, {"id": "1", "scores": 1}, [("/scores", "wrong_length")]),
    ],
)  # fmt: skip
def test_predictions_of_labels_and_scores(write, run_json, gold_record, prediction, found):
    write("items.jsonl", [gold_record])
    report = run_json("check", "items.jsonl", write("it.jsonl", [prediction]), status=1)
    assert [(each["pointer"], each["code"]) for each in report["problems"]] == found


@pytest.mark.parametrize(
    ("line", "pointer", "code"),
    [
        (
            '{"id": "q-1", "soft_labels": [{"start": 0, "prob": NaN, "end": 1}]}',
            "/soft_labels/0/prob",
            "not_finite",
        ),
        (
            '{"id": "q-1", "soft_labels": [{"start": 0, "prob": 1e999, "end": 1}]}',
            "/soft_labels/0/prob",
            "not_finite",
        ),
        (
            f'{{"id": "q-1", "hard_labels": [[0, {"9" * 2000}]]}}',
            "/hard_labels/0/1",
            "not_finite",
        ),
        (
            '{"id": "q-1", "soft_labels": [{"start": 0, "start": 1, "prob": 1, "end": 2}]}',
            "/soft_labels/0/start",
            "repeated_key",
        ),
        ('{"id": "q-1", "a/b": {"x": ["\\u0000"]}, "hard_labels": []}', "/a~1b/x/0", "unstorable_text"),
    ],
)
def test_values_that_json_readers_refuse_have_their_place(write, run_json, line, pointer, code):
    gold = write("gold.jsonl", [item("q-1")])
    (problem,) = run_json("check", gold, write("it.jsonl", line.encode()), status=1)["problems"]
    assert (problem["id"], problem["pointer"], problem["code"]) == ("q-1", pointer, code)


def test_a_repeated_id_field_is_of_no_item(write, run_json):
    gold = write("gold.jsonl", [item("q-1")])
    line = b'{"id": "q-1", "id": "q-2", "hard_labels": []}'
    problems = run_json("check", gold, write("it.jsonl", line), status=1)["problems"]
    assert [(each["id"], each["pointer"]) for each in problems] == [("", "/id"), ("q-1", "")]


def test_integers_that_no_float_holds_are_no_scores(write, run_json):
    gold = write("gold.jsonl", [{"sample_id": "a", "eval_category": "correct"}])
    file = write("it.jsonl", f'{{"sample_id": "a", "score": -1{"0" * 400}}}'.encode())
    for command in ("check", "score"):
        (problem,) = run_json(command, gold, file, status=1)["problems"]
        assert (problem["pointer"], problem["code"]) == ("/score", "not_finite")


def test_control_characters_are_escaped_for_terminals(write, run):
    gold = write("gold.jsonl", [item("q-1")])
    out, _ = run("check", gold, write("it.jsonl", [{"id": "\x1b[31m\n"}]), status=1)
    assert "\\x1b[31m\\n" in out
    assert "\x1b" not in out


@pytest.mark.parametrize(
    ("name", "content", "detail"),
    [
        (
            "it.jsonl",
            gzip.compress(b"{}", mtime=0),
            "The file is compressed, and its name does not end in .gz.",
        ),
        ("it.json", b'[{"id": "q-1", "hard_labels": []},]', "The list contains something here"),
    ],
)
def test_files_that_are_almost_right(write, run, name, content, detail):
    assert detail in run("check", write("gold.jsonl", [item("q-1")]), write(name, content), status=1)[0]


def test_the_suffix_of_compressed_files_ignores_case(write, run):
    gold = write("gold.jsonl", [item("q-1")])
    content = gzip.compress(json.dumps({"id": "q-1", **EMPTY}).encode())
    run("check", gold, write("IT.JSONL.GZ", content))


def test_items_from_a_pipe_are_refused(folder, run):
    os.mkfifo(folder / "pipe")
    assert "save them as a file" in run("check", "pipe", "pipe", status=2)[1]


def test_many_blank_lines_are_refused(write, run, monkeypatch):
    monkeypatch.setattr(record_files, "MAX_BLANK", 1000)
    gold = write("gold.jsonl", [item("q-1")])
    line = json.dumps({"id": "q-1", **EMPTY}).encode()
    run("check", gold, write("it.jsonl", b"\n" * 500 + line + b"\n" * 500))
    out, _ = run("check", gold, write("it.jsonl", b"\n" * 1002), status=1)
    assert "The file has more than 1,000 blank lines." in out
