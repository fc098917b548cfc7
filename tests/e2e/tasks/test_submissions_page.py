"""The page of submissions: what happens when the network drops, and what a team can do with what it has submitted."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, FilePayload, Locator, Page, Route, expect

from tests.e2e.site import PASSWORD, Site
from tests.e2e.workspace import log_in
from tests.task_records import predictions

pytestmark = pytest.mark.e2e

TASKS = ("dropped", "unanswered", "chosen", "answered")
PERSON = "mara-of-stone"
SETUP = f"""
import tempfile
from pathlib import Path
from django.contrib.auth.models import User
from django.utils import timezone
from evaluation.models import Phase, Task
from evaluation.services.tasks.create_task import DirectorySource, create_task
from tests.tasks import phases, team, write_gold

mara, olga = (User.objects.create_user(name, password={PASSWORD!r}) for name in ({PERSON!r}, "olga-of-stone"))
for slug in {TASKS!r}:
    with tempfile.TemporaryDirectory() as folder:
        task = create_task(slug, slug.title(), DirectorySource(write_gold(Path(folder)), "lights-1"), olga)
    Task.objects.filter(pk=task.pk).update(published_at=timezone.now())
    phases(task, timezone.now())
    Phase.objects.filter(task=task, slug="dev").update(board_rule="chosen", daily_cap=3)
    team(task, "Dry Stone", mara)
"""


@pytest.fixture(scope="module")
def lights(site: Site) -> Site:
    site.manage("shell", "-v0", "-c", SETUP)
    return site


@pytest.fixture
def expected_errors() -> tuple[str, ...]:
    return ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "409")


@pytest.fixture
def page(context: BrowserContext, watched: Callable[[BrowserContext], Page], lights: Site) -> Page:
    page = watched(context)
    log_in(page, lights, PERSON)
    return page


def open_task(page: Page, site: Site, task: str) -> None:
    page.goto(f"{site.url}/tasks/{task}/submissions")
    expect(page.get_by_test_id("quota")).to_be_visible()


def file(name: str, records: list[dict[str, Any]]) -> FilePayload:
    lines = "".join(f"{json.dumps(record)}\n" for record in records)
    return {"name": name, "mimeType": "application/x-ndjson", "buffer": lines.encode()}


def choose(page: Page, *files: FilePayload) -> None:
    page.get_by_test_id("choose-files").set_input_files(files)
    expect(page.get_by_test_id("chosen-file").filter(has_text="Ready")).to_have_count(len(files))


def submission(page: Page, number: int) -> Locator:
    return page.get_by_test_id("submission").filter(
        has=page.get_by_role("cell", name=str(number), exact=True)
    )


def act(page: Page, number: int, action: str) -> None:
    page.get_by_role("button", name=f"Actions for submission {number}", exact=True).click()
    page.get_by_test_id(f"act-{action}").click()


def test_nothing_is_lost_when_the_network_drops_or_another_page_is_opened(page: Page, lights: Site) -> None:
    open_task(page, lights, "dropped")
    choose(page, file("dev.en.jsonl", predictions("en", "dev", good=3)))
    page.locator("[name=system]").fill("ds-large-1")
    page.context.set_offline(True)
    page.get_by_test_id("submit").click()
    expect(page.get_by_role("alert")).to_contain_text("No connection")
    expect(page.get_by_text("Your files are still here")).to_be_visible()
    page.get_by_test_id("choose-files").set_input_files(file("dev.ar.jsonl", predictions("ar", "dev")))
    expect(page.get_by_text("Not checked")).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("button", name="Check again").click()
    expect(page.get_by_test_id("chosen-file").filter(has_text="Ready")).to_have_count(2)

    page.get_by_role("link", name="Leaderboard").click()
    expect(page).to_have_url(re.compile("/board"))
    page.get_by_role("link", name="Submissions").click()
    expect(page.get_by_test_id("chosen-file").filter(has_text="Ready")).to_have_count(2)
    expect(page.locator("[name=system]")).to_have_value("ds-large-1")
    page.get_by_test_id("submit").click()
    expect(page.get_by_test_id("received")).to_contain_text("2 files were received")
    expect(page.get_by_test_id("chosen-file")).to_have_count(0)
    expect(page.get_by_test_id("submission")).to_have_count(2)
    # What was typed outlives the window.
    page.reload()
    choose(page, file("dev.en.jsonl", predictions("en", "dev")))
    expect(page.locator("[name=system]")).to_have_value("ds-large-1")


def test_an_upload_whose_answer_was_lost_is_sent_again_and_received_once(page: Page, lights: Site) -> None:
    open_task(page, lights, "unanswered")
    choose(page, file("dev.en.jsonl", predictions("en", "dev", good=3)))
    page.locator("[name=system]").fill("ds-large-1")

    def lose_answer(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        assert route.fetch().status == 201
        route.abort()

    uploads = "**/api/v1/tasks/unanswered/submissions/"
    page.route(uploads, lose_answer)
    page.get_by_test_id("submit").click()
    expect(page.get_by_role("alert")).to_contain_text("No connection")
    page.unroute(uploads)
    page.get_by_test_id("submit").click()
    expect(page.get_by_test_id("received")).to_be_visible()
    expect(page.get_by_test_id("submission")).to_have_count(1)
    expect(submission(page, 1)).to_be_visible()


def test_a_team_chooses_for_the_board_and_withdraws_without_getting_quota_back(
    page: Page, lights: Site
) -> None:
    open_task(page, lights, "chosen")
    for system, good in (("ds-small", 3), ("ds-large", 6)):
        choose(page, file("dev.en.jsonl", predictions("en", "dev", good=good)))
        page.locator("[name=system]").fill(system)
        page.get_by_test_id("submit").click()
        expect(page.get_by_test_id("chosen-file")).to_have_count(0)
    expect(submission(page, 2).get_by_test_id("state")).to_contain_text("on the board", timeout=60_000)
    act(page, 1, "choose")
    expect(submission(page, 1).get_by_test_id("state")).to_contain_text("on the board")
    expect(submission(page, 2).get_by_test_id("state")).to_have_text("Scored")

    english = page.get_by_test_id("quota").get_by_role("row").filter(has_text="English")
    expect(english.get_by_role("cell").last).to_have_text("1")
    act(page, 1, "withdraw")
    expect(page.get_by_role("dialog")).to_contain_text("restores no quota")
    page.get_by_test_id("confirm").click()
    expect(submission(page, 1).get_by_test_id("state")).to_contain_text("Withdrawn by mara-of-stone")
    expect(submission(page, 2).get_by_test_id("state")).to_contain_text("on the board")
    expect(english.get_by_role("cell").last).to_have_text("1")


def test_the_fact_sheet_goes_with_the_next_submission_and_can_be_changed_later(
    page: Page, lights: Site
) -> None:
    open_task(page, lights, "answered")
    page.get_by_test_id("edit-facts").click()
    page.locator("textarea[name=identifier]").fill("DS large")
    page.locator("select[name=retrieval]").select_option("Yes")
    page.get_by_test_id("save-facts").click()
    sheet = page.get_by_test_id("fact-sheet")
    expect(sheet).to_contain_text("2 of 6")
    choose(page, file("dev.ar.jsonl", predictions("ar", "dev", good=2)))
    page.locator("[name=system]").fill("ds-large")
    page.get_by_test_id("submit").click()
    expect(page.get_by_test_id("received")).to_contain_text("received at")

    act(page, 1, "facts")
    expect(page.locator("textarea[name=identifier]")).to_have_value("DS large")
    expect(page.locator("select[name=retrieval]")).to_have_value("yes")
    page.get_by_test_id("save-facts").click()
    expect(page.locator("textarea[name=description]")).to_have_attribute("aria-invalid", "true")
    page.locator("textarea[name=description]").fill("A token tagger.")
    page.get_by_test_id("save-facts").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    act(page, 1, "facts")
    expect(page.locator("textarea[name=description]")).to_have_value("A token tagger.")
