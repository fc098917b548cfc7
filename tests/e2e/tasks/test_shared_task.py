"""A shared task from release to LaTeX: an organizer, two teams and a stranger, each in a browser of their own.

The organizer creates the task from a release on the Evaluation page, opens a development and a blind test phase, and
invites two teams. Both submit, good files and broken ones. The test phase ends and its board opens. Then gold is fixed
by a second release, which changes the order of the teams. At each step the stranger sees what the phases allow.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, FilePayload, Page, expect

from tests.e2e.site import PASSWORD, Site, item
from tests.e2e.workspace import log_in

pytestmark = pytest.mark.e2e

PROJECT = "bridges"
TASK = "bridge-2027"
ANSWER = "The bridge opened in 1899."
YEAR, BRIDGE = [21, 25], [4, 10]
ITEMS = {"dev": ("dev-1", "dev-2"), "test": ("test-1", "test-2", "test-3")}
LANGUAGES = {"en": "English", "de": "German"}
SCORED_MS = 60_000
RESCORED_MS = 120_000


@pytest.fixture
def expected_errors() -> tuple[str, ...]:
    return ("403", "404", "409", "422")  # the console reports refused requests


def key(language: str, name: str) -> str:
    return f"{language}-{name}"


def annotate(site: Site, marks: dict[str, list[list[int]]], items: list[str]) -> None:
    path = site.directory / "bridge-annotations.jsonl"
    lines = [json.dumps({"id": each, "annotations": marks}) for each in items]
    path.write_text("".join(f"{line}\n" for line in lines))
    site.manage("import_annotations", PROJECT, str(path))


def release(site: Site, name: str) -> None:
    site.manage("build_release", PROJECT, name, "--split-by", "field", "--splits", "split")


@pytest.fixture(scope="module")
def released(site: Site) -> Site:
    """A project with a release in which two annotators have marked the year in every answer."""
    items = [
        item(key(language, name), ANSWER, language.upper())
        | {"split": split, "model_id": f"model-{name[-1]}"}
        for language in LANGUAGES
        for split, names in ITEMS.items()
        for name in names
    ]
    site.project(PROJECT, {"olga": "lead"}, items, "--preset", "mu-shroom", "--redundancy", "2")
    annotate(site, {"x": [YEAR], "y": [YEAR]}, [each["id"] for each in items])
    release(site, "v1")
    return site


@dataclass
class People:
    olga: Page
    mara: Page
    nick: Page
    stranger: Page


@pytest.fixture
def people(browser: Browser, released: Site, watched: Callable[[BrowserContext], Page]) -> Iterator[People]:
    contexts = [browser.new_context(locale="en-GB", timezone_id="Europe/Helsinki") for _ in range(4)]
    yield People(*map(watched, contexts))
    for context in contexts:
        context.close()


def predictions(language: str, split: str, span: list[int], **changed: list[int]) -> list[dict[str, Any]]:
    """Return predictions that mark `span` in each item, except those of the items that are named."""
    return [
        {"id": key(language, name), "hard_labels": [changed.get(name.replace("-", "_"), span)]}
        for name in ITEMS[split]
    ]


def file(name: str, records: list[dict[str, Any]]) -> FilePayload:
    lines = "".join(f"{json.dumps(record)}\n" for record in records)
    return {"name": name, "mimeType": "application/x-ndjson", "buffer": lines.encode()}


def at(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M")


def new_phase(page: Page, name: str, kind: str, split: str, start: datetime, end: datetime) -> None:
    page.get_by_test_id("new-phase").click()
    page.locator("[name=phase-name]").fill(name)
    page.locator("[name=kind]").select_option(kind)
    page.locator("[name=split]").select_option(split)
    page.locator("[name=zone]").fill("UTC")
    page.locator("[name=starts_at]").fill(at(start))
    page.locator("[name=ends_at]").fill(at(end))
    page.get_by_test_id("save-phase").click()
    expect(page.get_by_test_id("desk-phase").filter(has_text=name)).to_be_visible()


def create_task(page: Page, site: Site) -> None:
    """Create and publish the task, with a phase for each split that is open now."""
    log_in(page, site, "olga")
    page.goto(f"{site.url}/p/{PROJECT}/evaluation")
    page.get_by_test_id("new-task").click()
    page.locator("[name=task-name]").fill("Bridge 2027")
    page.locator("[name=task-slug]").fill(TASK)
    page.get_by_test_id("create-task").click()
    expect(page.locator("[name=terms]")).to_be_visible()
    page.locator("[name=description]").fill("Find what is **wrong** about bridges.")
    page.locator("[name=terms]").fill("Describe your system in a paper.")
    page.get_by_role("radio", name="Invitation").check(force=True)
    page.get_by_test_id("save-setup").click()
    expect(page.get_by_test_id("save-setup")).to_be_disabled()

    page.goto(f"{site.url}/tasks/{TASK}/organize/phases")
    now, day = datetime.now(UTC), timedelta(days=1)
    new_phase(page, "Development", "development", "dev", now - day, now + 10 * day)
    new_phase(page, "Test", "test", "test", now - day, now + day)


def registration_link(page: Page, site: Site, note: str) -> str:
    page.goto(f"{site.url}/tasks/{TASK}/organize/people")
    page.get_by_test_id("new-invitation").click()
    page.get_by_role("radio", name="Register").check(force=True)
    page.locator("[name=note]").fill(note)
    page.get_by_test_id("create-invitation").click()
    row = page.get_by_test_id("task-invitation").filter(has_text=note)
    return row.get_by_test_id("invitation-link").input_value()


def register(page: Page, link: str, person: str, team: str) -> None:
    """Follow a link, create an account, accept the terms and register a team."""
    page.goto(link)
    page.locator("[name=name]").fill(person.title())
    page.locator("[name=username]").fill(person)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("[name=password]").press("Enter")
    page.locator("[name=team-name]").fill(team)
    page.get_by_test_id("accept-terms").check()
    page.get_by_test_id("register-team").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(team)


def submit(page: Page, site: Site, system: str, *files: FilePayload, phase: str = "") -> None:
    """Choose the files on the page of submissions and submit those that the check accepts."""
    if not page.url.endswith("/submissions"):
        page.goto(f"{site.url}/tasks/{TASK}/submissions")
    if phase:
        page.locator("[name=phase]").select_option(phase)
    page.get_by_test_id("choose-files").set_input_files(files)
    rows = page.get_by_test_id("chosen-file")
    expect(rows.filter(has_text=re.compile("Ready|problem"))).to_have_count(len(files))
    page.locator("[name=system]").fill(system)
    page.get_by_test_id("submit").click()
    expect(page.get_by_test_id("received")).to_contain_text("received at")


def history(page: Page, count: int) -> list[list[str]]:
    """Return system, track, state and scores of the submissions, newest first, once there are `count`, all scored."""
    expect(page.get_by_test_id("submission")).to_have_count(count)
    states = page.get_by_test_id("state")
    expect(states.filter(has_text=re.compile("Waiting|Scoring"))).to_have_count(0, timeout=SCORED_MS)
    rows = page.get_by_test_id("submission").all()
    return [
        [row.get_by_role("rowheader").inner_text(), *row.get_by_role("cell").all_inner_texts()[2:]]
        for row in rows
    ]


def standings(page: Page, site: Site, phase: str, track: str) -> list[str]:
    """Return the ranked teams of a board in order."""
    page.goto(f"{site.url}/tasks/{TASK}/board/{phase}/{track}")
    expect(page.get_by_test_id("board-row").first).to_be_visible()
    ranked = page.get_by_test_id("board-row").filter(has_not=page.get_by_role("cell", name="–", exact=True))
    return [row.locator("th bdi").first.inner_text() for row in ranked.all()]


def status(page: Page, site: Site, path: str) -> int:
    """Return what the API answers the person of a page."""
    return page.request.get(f"{site.url}/api/v1/tasks/{TASK}/{path}").status


def end_phase(page: Page, site: Site, name: str) -> None:
    """Set the end of a phase to the minute that has begun."""
    page.goto(f"{site.url}/tasks/{TASK}/organize/phases")
    phase = page.get_by_test_id("desk-phase").filter(has_text=name)
    phase.get_by_test_id("edit-phase").click()
    page.locator("[name=ends_at]").fill(at(datetime.now(UTC)))
    page.locator("[name=reason]").fill("All teams have submitted.")
    page.get_by_test_id("save-phase").click()
    expect(phase).to_contain_text("Ended")


def test_a_task_runs_from_a_release_to_the_tables_of_the_paper(
    people: People, released: Site, tmp_path: Path
) -> None:
    site, olga, mara, nick, stranger = released, people.olga, people.mara, people.nick, people.stranger
    create_task(olga, site)

    # Nobody else sees the task before it is published.
    assert status(stranger, site, "") == 404
    olga.goto(f"{site.url}/tasks/{TASK}/organize")
    olga.get_by_test_id("publish").click()
    expect(olga.get_by_text("Unpublish")).to_be_visible()
    stranger.goto(f"{site.url}/tasks/{TASK}")
    expect(stranger.get_by_role("heading", level=1)).to_have_text("Bridge 2027")
    for path in ("submissions/", "gold/", "teams/", "duplicates/"):
        assert status(stranger, site, path) in (401, 403), path

    links = [registration_link(olga, site, f"For team {n}") for n in (1, 2)]
    register(mara, links[0], "mara", "Dry Stone")
    register(nick, links[1], "nick", "Ninefold")

    # A broken file is reported under its name, and does not keep the good one back.
    broken = predictions("en", "dev", YEAR)
    broken[1]["hard_labels"] = [[21, 99]]
    submit(
        mara,
        site,
        "ds-small",
        file("dev.en.jsonl", broken),
        file("dev.de.jsonl", predictions("de", "dev", YEAR)),
    )
    problems = mara.get_by_test_id("problems")
    expect(problems).to_contain_text("en-dev-2")
    expect(problems).to_contain_text("99")
    assert [row[:2] for row in history(mara, 1)] == [["ds-small", "German"]]
    with mara.expect_file_chooser() as chooser:
        mara.get_by_test_id("replace-file").dispatch_event("click")
    chooser.value.set_files([file("dev.en.jsonl", predictions("en", "dev", YEAR))])
    expect(problems).to_have_count(0)
    mara.get_by_test_id("submit").click()
    expect(mara.get_by_test_id("received")).to_contain_text("1 file was received")
    scored = history(mara, 2)
    assert [row[:2] for row in scored] == [["ds-small", "English"], ["ds-small", "German"]]
    assert all("on the board" in row[2] and "1.000" in row for row in scored)
    expect(mara.get_by_test_id("quota")).to_contain_text("Attempts today: 2 of 40")

    # The test phase is blind: files are scored, and nobody of the teams sees how.
    tests = [file(f"test.{each}.jsonl", predictions(each, "test", YEAR)) for each in LANGUAGES]
    submit(mara, site, "ds-large", *tests)
    assert all(row[2] == "Scored" and "1.000" not in row for row in history(mara, 4)[:2])
    marked = {"test_3": YEAR}
    tests = [file(f"test.{each}.jsonl", predictions(each, "test", BRIDGE, **marked)) for each in LANGUAGES]
    nick.goto(f"{site.url}/tasks/{TASK}/submissions")
    nick.get_by_test_id("choose-files").set_input_files(
        [*tests, file("dev.jsonl", predictions("en", "dev", BRIDGE))]
    )
    expect(nick.get_by_role("alert")).to_contain_text("several phases")
    expect(nick.get_by_test_id("submit")).to_be_disabled()
    nick.get_by_role("button", name="Remove dev.jsonl").click()
    nick.locator("[name=system]").fill("nine")
    nick.get_by_test_id("submit").click()
    expect(nick.get_by_test_id("received")).to_contain_text("2 files were received")
    assert [row[2] for row in history(nick, 2)] == ["Scored", "Scored"]
    # Nobody reads what the other team has submitted.
    other = mara.request.get(f"{site.url}/api/v1/tasks/{TASK}/submissions/").json()["results"][0]["id"]
    for path in (f"submissions/{other}/", f"submissions/{other}/file/", f"systems/{other}/"):
        assert status(nick, site, path) in (403, 404), path
    assert status(stranger, site, f"submissions/{other}/") in (401, 403)

    # The stranger sees the open board, and neither scores nor gold of the blind phase.
    assert standings(stranger, site, "development", "en") == ["Dry Stone"]
    stranger.goto(f"{site.url}/tasks/{TASK}/board/test/en")
    expect(stranger.get_by_test_id("opens")).to_be_visible()
    for path in ("boards/test/en/", "boards/test/en/files/board.csv", "past-boards/1/"):
        assert status(stranger, site, path) in (403, 404), path
        assert status(mara, site, path) in (403, 404), path

    end_phase(olga, site, "Test")
    assert standings(stranger, site, "test", "en") == ["Dry Stone", "Ninefold"]
    assert standings(mara, site, "test", "de") == ["Dry Stone", "Ninefold"]
    mara.goto(f"{site.url}/tasks/{TASK}/submissions")
    assert all("1.000" in row for row in history(mara, 4))
    # Gold stays with the organizers: the phase does not give it away.
    for path in ("phases/", "gold/"):
        assert status(stranger, site, path) in (401, 403, 404, 405), path
    test_phase = next(
        each
        for each in stranger.request.get(f"{site.url}/api/v1/tasks/{TASK}/").json()["phases"]
        if each["slug"] == "test"
    )
    assert status(stranger, site, f"phases/{test_phase['id']}/items/en/") == 200
    assert status(stranger, site, f"phases/{test_phase['id']}/gold/en/") in (403, 404)
    # What comes too late is refused, because there is no later phase.
    mara.get_by_test_id("choose-files").set_input_files(
        [file("late.jsonl", predictions("en", "test", BRIDGE))]
    )
    mara.locator("[name=system]").fill("too-late")
    expect(mara.get_by_test_id("submit")).to_be_enabled()
    mara.get_by_test_id("submit").click()
    expect(mara.get_by_role("alert")).to_contain_text("Test ended on")
    expect(mara.get_by_test_id("submission")).to_have_count(4)

    # Three more annotators mark the other span in two answers: the majority changes.
    fixed = [key(language, name) for language in LANGUAGES for name in ("test-1", "test-2")]
    annotate(site, {name: [BRIDGE] for name in ("u", "v", "w")}, fixed)
    release(site, "v2")
    olga.goto(f"{site.url}/tasks/{TASK}/organize/gold")
    olga.get_by_test_id("new-revision").click()
    olga.locator("[name=release]").select_option(label="v2")
    olga.locator("[name=note]").fill("Two answers were judged again.")
    olga.get_by_test_id("attach-gold").click()
    expect(olga.get_by_test_id("revision")).to_have_count(2)
    expect(olga.get_by_test_id("rescoring")).to_contain_text("rescored", timeout=RESCORED_MS)

    # The page of the gold leads to each old board beside the new one.
    compared = olga.get_by_test_id("compare-boards")
    expect(compared.filter(has_text="Test, English")).to_have_count(1)
    compared.filter(has_text="Test, English").click()
    expect(olga.get_by_test_id("past-row")).to_have_count(2)
    expect(olga.get_by_role("main")).to_contain_text("2 systems have another rank now.")

    # The new board and the old one stand side by side.
    assert standings(stranger, site, "test", "en") == ["Ninefold", "Dry Stone"]
    stranger.goto(f"{site.url}/tasks/{TASK}/past-boards")
    row = stranger.get_by_role("row").filter(has_text="Test").filter(has_text="English")
    row.get_by_role("link").click()
    changes = stranger.get_by_test_id("past-row")
    expect(changes).to_have_count(2)
    first = changes.filter(has_text="Ninefold").get_by_role("cell").all_inner_texts()
    assert [first[0], first[2]] == ["2", "1"]
    assert stranger.url.startswith(f"{site.url}/tasks/{TASK}/past-boards/")

    # Two systems compared, and the table for the paper.
    olga.goto(f"{site.url}/tasks/{TASK}/board/test/en")
    olga.get_by_role("link", name="Compare").click()
    expect(olga.get_by_role("main")).to_contain_text("nine")
    expect(olga.get_by_role("main")).to_contain_text("ds-large")
    with olga.expect_download() as download:
        olga.get_by_role("link", name="Download Scores by item as LaTeX").click()
    download.value.save_as(tmp_path / "items.tex")
    assert "en-test-3" in (tmp_path / "items.tex").read_text(encoding="utf-8")
    standings(stranger, site, "test", "en")
    with stranger.expect_download() as download:
        stranger.get_by_role("link", name=re.compile("LaTeX")).click()
    download.value.save_as(tmp_path / "board.tex")
    table = (tmp_path / "board.tex").read_text(encoding="utf-8")
    assert "tabular" in table
    assert table.index("Ninefold") < table.index("Dry Stone")
