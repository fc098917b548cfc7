"""A project of each record format: filled, annotated in the browser and by import, released, verified and loaded."""

import json
from pathlib import Path
from types import ModuleType

import pytest
from playwright.sync_api import Page, expect

from tests.dataset_loading import datasets, load_all
from tests.e2e.site import Site
from tests.e2e.workspace import drag, log_in, open_workspace, submit
from tests.kit.formats.files import example, text

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
