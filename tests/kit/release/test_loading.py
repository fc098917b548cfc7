"""Load releases with the Hugging Face loader, which reads the front matter of the card."""

import hashlib
import json
from typing import Any

import pytest

from morelkit.release.layout import Part
from morelkit.release.verify import verify
from tests.dataset_loading import front, load_all
from tests.records import item
from tests.releases import RAW, decided_entries, download, entry, files_of, write_release


def test_the_source_of_gold_loads(datasets, tmp_path):
    write_release(tmp_path / "v1", decided_entries(), options={"decisions": True})
    loaded = load_all(datasets, tmp_path / "v1")
    assert [row["source"] for row in loaded["en", "test"]["gold"]] == ["curated", "majority", "majority"]
    assert loaded["ar", "test"]["gold"][0] == {"source": "majority", "by": None, "at": None}
    assert "gold" not in loaded["en-unlabelled", "test"].column_names


def test_every_split_loads_with_the_declared_features(datasets, tmp_path):
    write_release(tmp_path / "v1")
    loaded = load_all(datasets, tmp_path / "v1")
    assert {place: len(rows) for place, rows in loaded.items()} == {
        ("ar", "test"): 1,
        ("ar-unlabelled", "test"): 1,
        ("en", "dev"): 2,
        ("en", "test"): 3,
        ("en-unlabelled", "dev"): 2,
        ("en-unlabelled", "test"): 3,
    }
    row = loaded["en", "test"][0]
    assert row["id"] == "en-3"
    assert row["hard_labels"] == [[25, 30]]
    assert row["soft_labels"][0] == {"start": 0, "prob": 0.3333333333, "end": 3}
    assert row["item_labels"]["fluency"] == {"value": "minor", "share": 1.0, "n": 2, "tie": False}
    assert "soft_labels" not in loaded["en-unlabelled", "test"].features


@pytest.mark.parametrize("embargo", [["test"], ["dev", "test"]])
def test_every_published_configuration_of_a_release_under_embargo_loads(datasets, tmp_path, embargo):
    write_release(tmp_path / "v1", embargo=embargo, options={"decisions": True, "parquet": "as installed"})
    whole = load_all(datasets, tmp_path / "v1")
    held = download(tmp_path / "v1", tmp_path / "held")
    found = load_all(datasets, held)
    labelled = {("en", "dev")} if embargo == ["test"] else set()
    assert found.keys() == {place for place in whole if place[0].endswith("-unlabelled")} | labelled
    assert {place: rows[:] for place, rows in found.items()} == {place: whole[place][:] for place in found}
    assert not verify(held).differences


def test_the_card_of_a_download_names_exactly_its_data_files(tmp_path):
    write_release(tmp_path / "v1", embargo=["test"])
    held = download(tmp_path / "v1", tmp_path / "held")
    before, after = files_of(tmp_path / "v1"), files_of(held)
    assert {path for path in after if before.get(path) != after[path]} == {
        "README.md",
        "croissant.json",
        "EMBARGO.json",
    }
    head = front(held)
    named = {file["path"] for config in head["configs"] for file in config["data_files"]}
    assert named == {path for path in after if path.startswith(("gold/", "unlabelled/"))}
    assert [each["config_name"] for each in head["configs"]] == ["ar-unlabelled", "en", "en-unlabelled"]
    assert [each["config_name"] for each in head["dataset_info"]] == ["ar-unlabelled", "en", "en-unlabelled"]
    lacking = len(before) + 1 - len(after)
    assert f"It lacks {lacking} files, which `EMBARGO.json` lists." in after["README.md"].decode()


AWKWARD = {
    "logits as a list or as a text that holds one": ([-1.5, 2], "[-1.5, 2]"),
    "absent": (None, ...),
    "absent first": (..., "here"),
    "null, then numbers": (None, [1, 2]),
    "empty lists, then texts": ([], ["a"]),
    "whole numbers and decimals": (1, 2.5),
    "true and a number": (True, 1),
    "objects with other fields": ({"a": 1}, {"b": "x"}),
    "objects without fields": ({}, {"b": "x"}),
    "lists of objects": ([{"first": "A"}], [{"last": "B"}]),
    "nested lists": ([[1], []], [[2.5]]),
    "a number too large": (2**70, 1),
    "a text and an object": ("x", {"a": None}),
    "never a value": (None, None),
    "texts with quotes and line breaks": ('"\n: -', "\U0001f344"),
}


@pytest.mark.parametrize("what", AWKWARD)
def test_fields_of_any_kind_load(datasets, tmp_path, what):
    values = AWKWARD[what]
    rows = [
        item(f"en-{number}", **({} if value is ... else {"extra": value}))
        for number, value in enumerate(values)
    ]
    write_release(tmp_path / "v1", {Part("en", "full"): [entry(row) for row in rows]})
    loaded = load_all(datasets, tmp_path / "v1")["en", "full"]
    written = [
        json.loads(line) for line in (tmp_path / "v1/gold/en.full.jsonl").read_text("utf-8").splitlines()
    ]
    for row, there in zip(loaded, written, strict=True):
        assert bare(row["extra"]) == bare(there.get("extra"))


def bare(value: Any) -> Any:
    """Return the value without null fields, because the loader adds missing fields of objects as null."""
    if isinstance(value, dict):
        return {name: bare(each) for name, each in value.items() if each is not None}
    return [bare(each) for each in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", ["no", "zh-hant", "1.10", "x: y", "ça, “va”?", "\U0001f344\n# nothing"])
def test_the_front_matter_has_the_given_values(tmp_path, name):
    write_release(tmp_path / "v1", {Part("en", "full"): [entry(item("en-1"), RAW)]}, name=name)
    head = front(tmp_path / "v1")
    assert head["pretty_name"] == f"A pilot: {name}"
    assert head["language"] == ["en"]
    assert head["size_categories"] == ["n<1K"]
    assert head["configs"][0] == {
        "config_name": "en",
        "data_files": [{"split": "full", "path": "gold/en.full.jsonl"}],
    }


def test_croissant_is_json_ld_with_every_gold_file_and_its_sha256(tmp_path):
    write_release(tmp_path / "v1")
    described = json.loads((tmp_path / "v1/croissant.json").read_text("utf-8"))
    manifest = json.loads((tmp_path / "v1/manifest.json").read_text("utf-8"))
    digests = {each["path"]: each["sha256"] for each in manifest["files"]}
    assert described["conformsTo"] == "http://mlcommons.org/croissant/1.0"
    assert {each["@id"]: each["sha256"] for each in described["distribution"]} == {
        path: sha256 for path, sha256 in digests.items() if path.startswith("gold/")
    }
    known = {each["@id"] for each in described["distribution"]}
    fields = [field for records in described["recordSet"] for field in records["field"]]
    assert {field["source"]["fileObject"]["@id"] for field in fields} == known
    assert len({field["@id"] for field in fields}) == len(fields)


def test_croissant_of_a_download_describes_the_files_that_it_holds(tmp_path):
    write_release(tmp_path / "v1", embargo=["test"])
    held = download(tmp_path / "v1", tmp_path / "held")
    described = json.loads((held / "croissant.json").read_text("utf-8"))
    for each in described["distribution"]:
        content = (held / each["contentUrl"]).read_bytes()
        assert each["contentSize"] == f"{len(content)} B"
        assert each["sha256"] == hashlib.sha256(content).hexdigest()
    assert [each["@id"] for each in described["distribution"]] == [
        "unlabelled/ar.test.jsonl",
        "gold/en.dev.jsonl",
        "unlabelled/en.test.jsonl",
    ]
    sets = {each["name"]: each["field"] for each in described["recordSet"]}
    assert sets.keys() == {"ar-test-unlabelled", "en-dev", "en-test-unlabelled"}
    for name, fields in sets.items():
        [path] = {field["source"]["fileObject"]["@id"] for field in fields}
        record = json.loads((held / path).read_text("utf-8").splitlines()[0])
        assert {field["name"] for field in fields} >= record.keys(), name
        assert ("soft_labels" in {field["name"] for field in fields}) == (name == "en-dev")


def test_tables_are_written_as_parquet_on_request(tmp_path):
    import pyarrow.parquet

    write_release(tmp_path / "v1", options={"parquet": "as installed"})
    spans = pyarrow.parquet.read_table(tmp_path / "v1/tables/en.dev.spans.parquet").to_pylist()
    assert spans[0] == {
        "id": "en-1",
        "lang": "EN",
        "annotator": "ada",
        "start": 0,
        "end": 3,
        "label": "hallucination",
    }
    items = pyarrow.parquet.read_table(tmp_path / "v1/tables/en.dev.items.parquet").to_pylist()
    assert (items[0]["n"], items[0]["gold_characters"], items[0]["fluency.tie"]) == (3, 5, False)
