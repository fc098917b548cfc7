"""From an empty site to the first annotation: set up a project, invite a newcomer, train, annotate."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.site import PASSWORD, Site, item
from tests.e2e.workspace import create_project, drag, log_in, ranges, submit

pytestmark = pytest.mark.e2e

SLUG = "bell-towers"
ANSWER = "The bell was cast by Corin Vale in 1702."
WHO, YEAR = (21, 31), (35, 39)
RIGHT = {"not-verifiable": {"hard_labels": [YEAR]}}
TRAINING = [
    item(f"trial-{n}", ANSWER, question=f"Who cast trial bell {n}?")
    | {"kind": "training", "span_labels": RIGHT, "explanation": "The reference gives another year."}
    for n in (1, 2)
]
WORK = [item(f"bell-{n}", ANSWER, question=f"Who cast bell {n}?") for n in (1, 2)]
FOUNDER = f"""
from django.contrib.auth.models import User
User.objects.create_superuser("founder", password={PASSWORD!r})
"""


@pytest.fixture
def newcomer(other_page: Page) -> Page:
    return other_page


def set_up(page: Page, site: Site) -> None:
    """Create the project from a preset, with another label before those of the preset."""
    page.get_by_role("link", name="New project").click()
    page.locator("[name=project-name]").fill("Bell towers")
    create_project(page, "EN", "mu-shroom")
    expect(page.get_by_role("link", name="Import items")).to_be_visible()
    page.goto(f"{site.url}/p/{SLUG}/settings")
    page.get_by_test_id("span-labels-add").click()
    page.keyboard.type("Not verifiable")
    page.get_by_test_id("save-scheme").click()
    expect(page.get_by_test_id("scheme-state")).to_have_text("Version 2 is current")

    page.goto(f"{site.url}/p/{SLUG}/settings")
    page.get_by_test_id("guide-language").select_option("en")
    page.get_by_test_id("guide-text").fill("# Bells\n\nMark only what the reference **denies**.")
    page.get_by_test_id("guide-publish").click()
    expect(page.get_by_test_id("guide-state")).to_contain_text("Version 2 is current")
    for name, value in (("tries", "2"), ("pass-mark", "75")):
        page.locator(f"[name={name}]").fill(value)
        page.locator(f"[name={name}]").press("Enter")
        expect(page.get_by_test_id("settings-saved")).to_contain_text("Saved")


def bring_in(page: Page, site: Site, path: Path) -> None:
    path.write_text("".join(json.dumps(record) + "\n" for record in (*TRAINING, *WORK)), encoding="utf-8")
    page.goto(f"{site.url}/p/{SLUG}/import")
    page.get_by_test_id("import-file").set_input_files(path)
    page.get_by_test_id("import-start").click()
    expect(page.get_by_test_id("import-result")).to_contain_text("Added 4 items")


def invite(page: Page, site: Site) -> str:
    page.goto(f"{site.url}/p/{SLUG}/people")
    page.get_by_test_id("invite").click()
    page.locator("[name=note]").fill("For Nuria")
    page.get_by_test_id("make-link").click()
    link = page.get_by_role("dialog").get_by_test_id("invitation-link").input_value()
    page.keyboard.press("Escape")
    return link


def practise(page: Page, *marks: tuple[int, int]) -> None:
    """Do one round of both training items with the same marks."""
    for done in (1, 2):
        page.get_by_test_id("train-on").click()
        expect(page.get_by_test_id("answer")).to_be_visible()
        for mark in marks:
            drag(page, *mark)
        submit(page)
        expect(page.get_by_role("heading", level=1)).to_have_text(f"Training, {done} of 2")
    page.get_by_test_id("train-on").click()


def test_a_newcomer_joins_accepts_trains_qualifies_annotates_and_the_lead_sees_it(
    page: Page, site: Site, newcomer: Page, tmp_path: Path
) -> None:
    site.manage("shell", "-v0", "-c", FOUNDER)
    log_in(page, site, "founder")
    set_up(page, site)
    bring_in(page, site, tmp_path / "bells.jsonl")

    newcomer.goto(invite(page, site))
    newcomer.locator("[name=name]").fill("Nuria Holt")
    newcomer.locator("[name=username]").fill("nuria")
    newcomer.locator("[name=password]").fill(PASSWORD)
    newcomer.locator("[name=password]").press("Enter")
    expect(newcomer.get_by_test_id("read-first")).to_contain_text("Mark only what the reference denies")
    newcomer.get_by_test_id("accept").click()

    practise(newcomer, WHO)
    expect(newcomer.get_by_test_id("training-text")).to_contain_text("You have one more attempt")
    practise(newcomer, YEAR)
    expect(newcomer.get_by_test_id("answer")).to_be_visible()
    drag(newcomer, *YEAR)
    newcomer.keyboard.press("2")
    content = submit(newcomer)
    assert ranges(content) == [YEAR]
    assert [span["label"] for span in content["spans"]] == ["not-verifiable"]

    page.goto(f"{site.url}/p/{SLUG}/people")
    row = page.get_by_test_id("person").filter(has_text="Nuria Holt")
    expect(row.get_by_role("cell").nth(2)).to_contain_text("1")
    expect(row.get_by_test_id("learnt")).to_contain_text("100")
    exported = tmp_path / "raw.jsonl"
    site.manage("export_annotations", SLUG, "--out", str(exported))
    said_by_anyone = [json.loads(line)["annotations"] for line in exported.read_text("utf-8").splitlines()]
    assert [list(each.values()) for each in said_by_anyone if each] == [[[[*YEAR, "not-verifiable"]]]]
