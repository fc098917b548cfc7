"""The command `morelkit`: agreement, gold and verification of files, and its errors."""

import json
from pathlib import Path

import pytest

from morelkit.cli import main
from tests.kit.formats.files import example
from tests.records import ANSWER, item, write_jsonl
from tests.releases import EN_TEST, edit_line, write_release

PARIS, YEAR = [25, 30], [34, 38]


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def annotated(folder) -> str:
    """A file: two annotators of q-1 agree only on “Paris”, one annotated q-2, both marked nothing in ar-1."""
    records = [
        item("q-1", annotations={"ada": [PARIS], "bo": [PARIS, YEAR]}),
        item("q-2", annotations={"ada": [YEAR]}),
        item("ar-1", lang="AR", annotations={"ada": [], "bo": []}),
    ]
    return write_jsonl(folder / "annotated.jsonl", records).name


@pytest.fixture
def run(capfd):
    """Run the command, check its exit status and return standard output and standard error."""

    def run(*arguments: object, status: int = 0) -> tuple[str, str]:
        assert main([str(each) for each in arguments]) == status
        return tuple(capfd.readouterr())

    return run


def gold(out: str) -> list[dict]:
    return [json.loads(line) for line in out.splitlines()]


def test_agreement_by_language_is_a_table(annotated, run):
    out, _ = run("agreement", annotated)
    assert [line.split() for line in out.splitlines()] == [
        ["lang", "items", "counted", "annotators_min", "annotators_max", "agreement", "policy"],
        ["AR", "1", "1", "2", "2", "1.000000", "mushroom-2025"],
        ["EN", "2", "1", "1", "2", "0.777778", "mushroom-2025"],  # (5 + 9) / (2 · 9)
    ]


def test_agreement_by_item_as_json(annotated, run):
    rows = json.loads(run("agreement", annotated, "--by", "item", "--json", "--policy", "raw")[0])
    assert rows[0] == {"id": "q-1", "lang": "EN", "n": 2, "agreement": 14 / 18, "policy": "raw"}
    assert [row["agreement"] for row in rows[1:]] == [None, 1.0]


def test_items_and_annotations_in_files_of_their_own_are_joined_by_id(folder, annotated, run):
    whole = run("agreement", annotated)[0]
    records = [json.loads(line) for line in Path(annotated).read_text().splitlines()]
    raw = [{"id": record["id"], "annotations": record.pop("annotations")} for record in records]
    items = write_jsonl(folder / "items.jsonl", records)
    assert run("agreement", write_jsonl(folder / "raw.jsonl", raw[::-1]), items)[0] == whole


def test_the_folders_of_a_release_can_be_read(folder, run):
    write_release(folder / "v1")
    stem = f"{EN_TEST.stem}.jsonl"
    files = [f"v1/gold/{stem}", f"v1/raw/{stem}"]
    (row,) = json.loads(run("agreement", *files, "--json")[0])
    assert (row["items"], row["counted"]) == (3, 3)
    out, _ = run("gold", *files, "--scheme", "v1/manifest.json")
    assert out == Path(files[0]).read_text("utf-8")


def test_gold_is_the_majority_by_default_and_follows_the_policy(annotated, run):
    out, err = run("gold", annotated)
    assert [record["hard_labels"] for record in gold(out)] == [[PARIS], [YEAR], []]
    assert "annotations" not in gold(out)[0]
    assert err.startswith(
        "3 items; 0 left out with too few annotations.\nPolicy: normalization mushroom-2025; "
    )
    out, err = run("gold", annotated, "--ties", "in", "--min-annotations", 2, "--lang", "en", "--extra")
    assert [record["hard_labels"] for record in gold(out)] == [[PARIS, YEAR]]
    assert gold(out)[0]["annotations"]["bo"] == [PARIS, YEAR]
    assert err.startswith("1 items; 1 left out")


def test_gold_is_written_to_a_file(folder, annotated, run):
    assert run("gold", annotated, "--out", "gold.jsonl")[0] == ""
    assert [record["id"] for record in gold((folder / "gold.jsonl").read_text())] == ["q-1", "q-2", "ar-1"]


def test_several_span_labels_and_item_labels_follow_from_the_annotations(folder, run):
    records = [
        item(
            "q-1",
            annotations={"ada": [[*PARIS, "place"]], "bo": [[*PARIS, "place"], [*YEAR, "date"]]},
            annotation_labels={"ada": {"fluency": "minor"}, "bo": {"fluency": "minor"}},
        )
    ]
    (record,) = gold(run("gold", write_jsonl(folder / "labelled.jsonl", records))[0])
    assert list(record["span_labels"]) == ["date", "place"]
    assert record["item_labels"]["fluency"]["value"] == "minor"


def test_only_work_items_count(folder, run):
    records = [item(kind, kind=kind, annotations={"a": []}) for kind in ("training", "work", "check")]
    rows = json.loads(
        run("agreement", write_jsonl(folder / "it.jsonl", records), "--by", "item", "--json")[0]
    )
    assert [row["id"] for row in rows] == ["work"]


@pytest.mark.parametrize(
    ("records", "reason"),
    [
        ([item("q-1", annotations={"ada": [[3, 1]]})], "it.jsonl:1: ada, span 0: its end 1 is before its start 3."),
        ([{"id": "q-1", "annotations": {"ada": []}}], "it.jsonl:1: No file has the item “q-1”."),
        ([item("q-1", annotations={}), item("q-1", annotations={})], "it.jsonl:2: The annotations of “q-1” are in it"),
        ([item("q-1"), item("q-1", answer=ANSWER[1:])], "it.jsonl:2: Another item has the id “q-1” already"),
        ([{"id": "q-1", "lang": "EN"}], "it.jsonl:1: The record has neither an answer nor “annotations”."),
        ([item("q-1", lang="?", annotations={})], "it.jsonl:1: “lang” is no language"),
        ([item("q-1", annotations={"a": [PARIS, [*YEAR, "date"]]})], "Some spans have labels, and others have none"),
    ],
)  # fmt: skip
def test_files_with_problems_are_refused_with_their_lines(folder, run, records, reason):
    write_jsonl(folder / "it.jsonl", records)
    for command in ("agreement", "gold"):
        out, err = run(command, "it.jsonl", status=2)
        assert out == ""
        assert reason in err


def test_only_the_first_of_many_problems_are_listed(folder, run):
    write_jsonl(folder / "it.jsonl", [{"id": str(number), "annotations": {}} for number in range(30)])
    _, err = run("agreement", "it.jsonl", status=2)
    assert err.count("No file has the item") == 20
    assert "10 more problems." in err


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--threshold", "half"], "threshold: is a fraction such as 1/2"),
        (["--collapse", "fluency=minor"], "collapse: "),
        (["--scheme", "no-such-file"], "no-such-file: No such file or directory; a scheme is"),
        (["--lang", "de"], "The files have no language “de”."),
        (["--out", "no/such/folder"], "No such file or directory"),
    ],
)
def test_invalid_options_are_refused(annotated, run, options, reason):
    assert reason in run("gold", annotated, *options, status=2)[1]


def test_a_missing_and_an_empty_file_are_refused(folder, run):
    (folder / "empty.jsonl").touch()
    _, err = run("agreement", "empty.jsonl", "none.jsonl", status=2)
    assert err == "empty.jsonl: The file is empty.\nnone.jsonl: No such file or directory.\n"


def test_a_release_is_verified(folder, run):
    write_release(folder / "v1")
    assert run("verify", "v1")[0] == "v1: 6 items recomputed; all is as it should be.\n"
    edit_line(folder / "v1" / "gold" / f"{EN_TEST.stem}.jsonl", "en-3", lambda it: it["hard_labels"].pop())
    assert "item en-3: Its hard_labels do not follow" in run("verify", "v1", status=1)[0]
    assert "manifest.json" in run("verify", folder, status=2)[1]


def test_gold_of_votes_is_written_in_their_record_format(folder, run):
    (folder / "dev.json").write_text(json.dumps([example("shroom")]), "utf-8")
    out, note = run("gold", "dev.json", "--records", "shroom")
    assert gold(out) == [example("shroom")]
    assert "1 items; 0 left out" in note
    out, _ = run("gold", "dev.json", "--records", "shroom", "--extra", "--threshold", "2/3")
    assert gold(out)[0]["label"] == "Not Hallucination"
    assert list(gold(out)[0]["annotations"]) == ["voter_1", "voter_2", "voter_3"]


def test_a_scheme_without_the_labels_of_the_record_format_is_refused(folder, run):
    (folder / "dev.json").write_text(json.dumps([example("shroom")]), "utf-8")
    _, note = run("gold", "dev.json", "--records", "shroom", "--scheme", "mu-shroom", status=2)
    assert "supported" in note
