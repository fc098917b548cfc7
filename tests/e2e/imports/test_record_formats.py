"""A project of each record format: filled, annotated in the browser and by import, released, verified and loaded."""

import json
from pathlib import Path
from types import ModuleType

import pytest
from playwright.sync_api import Page, expect

from tests.dataset_loading import datasets, load_all
from tests.e2e.site import Site
from tests.e2e.workspace import drag, log_in, open_workspace, submit
from tests.kit.formats.files import example, records_of, reference_files, text
from tests.records import write_jsonl

__all__ = ["datasets"]  # a fixture

pytestmark = pytest.mark.e2e

TABLE = {"id": "t-1", "question": "Who wrote it?", "answer": "Ada wrote it in 1843.", "source": "a survey"}

# Format: the choices in the browser, and the label fields that follow from them.
CHOSEN = {
    "shroom": (
        {"supported": "no"},
        {"labels": ["Hallucination"], "label": "Hallucination", "p(Hallucination)": 1.0},
    ),
    "cap": (
        {"fluency": "minor", "factuality": "correct"},
        {"has_fluency_mistakes": "y", "has_factual_mistakes": "n"},
    ),
    "openhaldet": ({"category": "hallucination"}, {"eval_category": "hallucination"}),
}


# Format: the answer, and an id for a second record.
KEYS = {
    "shroom": ("hyp", {"id": 12}),
    "cap": ("output_text", {"index": 5}),
    "openhaldet": ("model_output_text", {"sample_id": "qa-18"}),
}


@pytest.mark.parametrize("name", CHOSEN)
def test_a_project_of_the_format_is_annotated_and_released(
    name: str, page: Page, site: Site, tmp_path: Path, datasets: ModuleType
) -> None:
    """One item is annotated in the browser. The file of the other one has its votes."""
    (choices, fields), (answer_key, own_id), voted = CHOSEN[name], KEYS[name], example(name)
    record = {key: value for key, value in voted.items() if key not in fields} | own_id
    site.project(name, {"ada": "annotator"}, [record], "--preset", name, "--redundancy", "1")
    log_in(page, site, "ada")
    expect(open_workspace(page, site, name)).to_contain_text(record[answer_key].strip())
    for label, choice in choices.items():
        page.get_by_test_id(f"label-{label}-{choice}").check(force=True)
    assert submit(page)["labels"] == choices
    file = tmp_path / "voted.json"
    file.write_text(json.dumps([voted]), "utf-8")
    site.manage("import_items", name, str(file))
    site.manage("import_annotations", name, str(file))
    released = tmp_path / "release"
    site.manage("build_release", name, "1.0", "--out", str(released))
    assert "all is as it should be" in site.manage("verify_release", str(released))
    mine, theirs = [
        json.loads(line)
        for path in sorted((released / "gold").iterdir())
        for line in path.read_text("utf-8").splitlines()
    ]
    assert {key: mine[key] for key in record | fields} == record | fields
    assert text(theirs) == text(voted)
    loaded = load_all(datasets, released)
    assert [sorted(map(str, rows[answer_key])) for rows in loaded.values()] == [
        sorted([record[answer_key], voted[answer_key]])
    ] * 2


def test_a_table_is_marked_and_released(page: Page, site: Site, tmp_path: Path, datasets: ModuleType) -> None:
    site.project("table", {"ada": "annotator"}, [TABLE], "--preset", "table", "--redundancy", "1")
    log_in(page, site, "ada")
    open_workspace(page, site, "table")
    drag(page, 16, 20)
    assert [(span["start"], span["end"]) for span in submit(page)["spans"]] == [(16, 20)]
    released = tmp_path / "release"
    site.manage("build_release", "table", "1.0", "--out", str(released))
    assert "all is as it should be" in site.manage("verify_release", str(released))
    loaded = load_all(datasets, released)
    assert loaded["default", "full"][0]["hard_labels"] == [[16, 20]]
    assert loaded["default-unlabelled", "full"][0] == TABLE


# Preset: the published file, options of its import, the choices in the browser, and the label fields.
PUBLISHED: dict[str, tuple[str, str, list[str], dict[str, str], set[str]]] = {
    "mu-shroom": ("mushroom", "mushroom.hi-tst.v1.extra.jsonl", [], {}, {"annotations"}),
    "shroom": (
        "shroom2024",
        "test_agnostic.json",
        [],
        {"supported": "no"},
        {"labels", "label", "p(Hallucination)"},
    ),
    "cap": (
        "mushroom/fluency",
        "es_fluency-checked.tsv",
        ["--language", "es"],
        {"fluency": "minor", "factuality": "errors"},
        {"has_fluency_mistakes", "has_factual_mistakes"},
    ),
}


@pytest.mark.parametrize("preset", PUBLISHED)
def test_a_published_file_is_annotated_and_released(
    preset: str, page: Page, site: Site, tmp_path: Path, datasets: ModuleType
) -> None:
    """The first item is annotated in the browser. All others have their published votes."""
    folder, name, options, choices, votes = PUBLISHED[preset]
    (path,) = reference_files(folder, name)
    records = records_of(path)
    project = f"published-{preset}"
    site.project(project, {"ada": "annotator"}, [], "--preset", preset, "--redundancy", "1")
    site.manage("import_items", project, str(path), *options)
    site.manage("import_annotations", project, str(write_jsonl(tmp_path / "votes.jsonl", records[1:])))
    log_in(page, site, "ada")
    open_workspace(page, site, project)
    for label, choice in choices.items():
        page.get_by_test_id(f"label-{label}-{choice}").check(force=True)
    if not choices:
        page.keyboard.press("n")
    assert submit(page)["labels"] == choices
    released = tmp_path / "release"
    site.manage("build_release", project, "1.0", "--policy", "min_annotations=1", "--out", str(released))
    assert "all is as it should be" in site.manage("verify_release", str(released))
    (gold,) = (released / "gold").iterdir()
    written = [json.loads(line) for line in gold.read_text("utf-8").splitlines()]
    assert len(written) == len(records)
    if preset == "mu-shroom":
        assert written[0]["hard_labels"] == []
        bare = [{key: value for key, value in each.items() if key not in votes} for each in records]
        assert list(map(text, written[1:])) == list(map(text, bare[1:]))
    elif preset == "shroom":
        assert (written[0]["labels"], written[0]["label"]) == (["Hallucination"], "Hallucination")
        assert list(map(text, written[1:])) == list(map(text, records[1:]))
    else:
        assert (written[0]["has_fluency_mistakes"], written[0]["has_factual_mistakes"]) == ("y", "y")
        for ours, theirs in zip(written, records, strict=True):
            assert all(
                ours[key] == value for key, value in theirs.items() if key in ours and key not in votes
            )
            assert ours["output_text"] == theirs["output_text"]
    loaded = load_all(datasets, released)
    assert [len(rows) for rows in loaded.values()] == [len(records)] * 2
