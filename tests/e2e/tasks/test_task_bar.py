"""The bar of a shared task counts what waits for its reader, and stops when it has been read or answered."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.site import PASSWORD, Site
from tests.e2e.workspace import log_in

pytestmark = pytest.mark.e2e

TASK = "beacons"
TEAM, ORGANIZER = "mara-of-beacons", "olga-of-beacons"
SETUP = f"""
import tempfile
from pathlib import Path
from django.contrib.auth.models import User
from django.utils import timezone
from evaluation.models import Task
from evaluation.services.tasks.create_task import DirectorySource, create_task
from tests.tasks import phases, team, write_gold

mara, olga = (User.objects.create_user(name, password={PASSWORD!r}) for name in ({TEAM!r}, {ORGANIZER!r}))
with tempfile.TemporaryDirectory() as folder:
    task = create_task({TASK!r}, "Beacons", DirectorySource(write_gold(Path(folder)), "beacons-1"), olga)
Task.objects.filter(pk=task.pk).update(published_at=timezone.now())
phases(task, timezone.now())
team(task, "Dry Stone", mara)
"""


@pytest.fixture(scope="module")
def beacons(site: Site) -> Site:
    site.manage("shell", "-v0", "-c", SETUP)
    return site


@pytest.fixture
def pages(
    browser: Browser, beacons: Site, watched: Callable[[BrowserContext], Page]
) -> Iterator[tuple[Page, Page]]:
    contexts = [browser.new_context(locale="en-GB") for _ in range(2)]
    mara, olga = map(watched, contexts)
    log_in(mara, beacons, TEAM)
    log_in(olga, beacons, ORGANIZER)
    yield mara, olga
    for context in contexts:
        context.close()


def entry(page: Page, name: str) -> None:
    """Expect the bar to have an entry with exactly this accessible name."""
    link = page.get_by_role("navigation", name="Shared task").get_by_role("link", name=name, exact=True)
    expect(link).to_be_visible()


def test_announcements_and_questions_are_counted_until_they_are_read(
    pages: tuple[Page, Page], beacons: Site
) -> None:
    mara, olga = pages
    at = f"{beacons.url}/tasks/{TASK}"
    mara.goto(at)
    entry(mara, "Questions")
    entry(mara, "Announcements")

    olga.goto(f"{at}/announcements")
    olga.get_by_test_id("new-announcement").click()
    olga.locator("[name=title]").fill("The items are out")
    olga.locator("textarea").first.fill("Download them.")
    olga.get_by_test_id("publish-announcement").click()
    expect(olga.get_by_test_id("announcement")).to_have_count(1)
    entry(olga, "Announcements")
    mara.goto(f"{at}/questions")
    entry(mara, "Announcements 1 unread")
    mara.locator("textarea").fill("May we use other corpora?")
    mara.get_by_test_id("send-message").click()
    expect(mara.get_by_text("May we use other corpora?")).to_be_visible()

    olga.goto(at)
    entry(olga, "Questions 1 team waits for an answer")
    olga.get_by_role("link", name=re.compile("^Questions")).click()
    olga.get_by_test_id("task-thread").click()
    olga.locator("textarea").fill("Yes, if you name them.")
    # Reading alone does not answer.
    entry(olga, "Questions 1 team waits for an answer")
    olga.get_by_test_id("send-message").click()
    entry(olga, "Questions")

    # Reading the announcements leaves the answer unread.
    mara.goto(f"{at}/announcements")
    expect(mara.get_by_test_id("announcement")).to_have_count(1)
    entry(mara, "Announcements")
    entry(mara, "Questions 1 unread")
    mara.get_by_role("link", name=re.compile("^Questions")).click()
    expect(mara.get_by_text("Yes, if you name them.")).to_be_visible()
    entry(mara, "Questions")
