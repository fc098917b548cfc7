"""Offsets are code points in every text: three people mark every awkward text by mouse."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from morelkit.agreement.character_counts import count_item
from morelkit.text.spans import Span
from tests.e2e.site import Site, item
from tests.e2e.workspace import download, drag, log_in, open_workspace, ranges, snap_to, submit
from tests.paths import ROOT

pytestmark = pytest.mark.e2e

SLUG = "awkward"
FIXTURE = ROOT / "fixtures" / "awkward.json"
TEXTS: dict[str, dict[str, Any]] = {
    text["text"]: text for text in json.loads(FIXTURE.read_text(encoding="utf-8"))
}
PEOPLE = ("ada", "bo", "chen")


def marks_of(person: str, text: dict[str, Any]) -> list[tuple[int, int]]:
    marks = [(mark["start"], mark["end"]) for mark in text["marks"]]
    if person == "ada":
        return marks
    return marks[:1] if person == "bo" else sorted({marks[0], marks[-1]})


@pytest.fixture(scope="module")
def awkward(site: Site) -> Site:
    items = [item(text["name"], text["text"], text["language"]) for text in TEXTS.values()]
    site.project(SLUG, dict.fromkeys(PEOPLE, "annotator") | {"lena": "lead"}, items, "--preset", "mu-shroom")
    return site


def annotate_all(page: Page, site: Site, person: str) -> None:
    log_in(page, site, person)
    answer = open_workspace(page, site, SLUG)
    for remaining in range(len(TEXTS), 0, -1):
        text = TEXTS[answer.evaluate("element => element.textContent")]
        # Some marks are parts of words, or end in a full stop.
        snap_to(page, "characters")
        for start, end in marks_of(person, text):
            drag(page, start, end)
        assert ranges(submit(page)) == marks_of(person, text), text["name"]
        if remaining > 1:
            expect(answer).not_to_have_js_property("textContent", text["text"])


@pytest.mark.parametrize("person", ["ada", "bo", "chen"])
def test_every_awkward_text_is_marked_in_code_points(page: Page, awkward: Site, person: str) -> None:
    annotate_all(page, awkward, person)


def test_gold_has_exactly_the_words_marked_by_a_majority(awkward: Site, tmp_path: Path) -> None:
    awkward.manage("export_gold", SLUG, "--policy", "raw", "--out", str(tmp_path / "gold.jsonl"))
    records = [json.loads(line) for line in (tmp_path / "gold.jsonl").read_bytes().splitlines()]
    assert len(records) == len(TEXTS)
    for record in records:
        answer = record["model_output_text"]
        text = TEXTS[answer]
        cut = [answer[start:end] for start, end in record["hard_labels"]]
        assert cut == [answer[start:end] for start, end in marks_of("chen", text)], text["name"]
        assert cut[0] == text["marks"][0]["quote"]


def test_a_lead_sees_each_agreement_and_downloads_gold(page: Page, awkward: Site, tmp_path: Path) -> None:
    log_in(page, awkward, "lena")
    page.goto(f"{awkward.url}/p/{SLUG}")
    path = download(page, page.get_by_test_id("download-gold-en"), tmp_path)
    for line in path.read_bytes().splitlines():
        record = json.loads(line)
        text = TEXTS[record["model_output_text"]]
        people = [[Span(*mark) for mark in marks_of(person, text)] for person in PEOPLE]
        count = count_item("mushroom-2025", text["text"], people)
        assert [[run.start, run.end] for run in count.runs] == [
            [label["start"], label["end"]] for label in record["soft_labels"]
        ]
