"""Two organizers edit one phase at once: nothing that either typed is lost, and each sees what the other saved."""

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.e2e.site import PASSWORD, Site
from tests.e2e.workspace import log_in

pytestmark = pytest.mark.e2e

TASK = "harbours"
ORGANIZERS = ("olga-of-harbours", "otto-of-harbours")
SETUP = f"""
import tempfile
from pathlib import Path
from django.contrib.auth.models import User
from django.utils import timezone
from evaluation.models import Organizer
from evaluation.services.tasks.create_task import DirectorySource, create_task
from tests.tasks import phases, write_gold

olga, otto = (User.objects.create_user(name, password={PASSWORD!r}) for name in {ORGANIZERS!r})
with tempfile.TemporaryDirectory() as folder:
    task = create_task({TASK!r}, "Harbours", DirectorySource(write_gold(Path(folder)), "harbours-1"), olga)
Organizer.objects.create(task=task, user=otto)
phases(task, timezone.now())
"""


@pytest.fixture(scope="module")
def harbours(site: Site) -> Site:
    site.manage("shell", "-v0", "-c", SETUP)
    return site


@pytest.fixture
def expected_errors() -> tuple[str, ...]:
    return ("409",)


@pytest.fixture
def organizers(
    browser: Browser, harbours: Site, watched: Callable[[BrowserContext], Page]
) -> Iterator[list[Page]]:
    contexts = [browser.new_context(locale="en-GB") for _ in ORGANIZERS]
    pages = [watched(context) for context in contexts]
    for page, name in zip(pages, ORGANIZERS, strict=True):
        log_in(page, harbours, name)
    yield pages
    for context in contexts:
        context.close()


def open_phase(page: Page, site: Site) -> Locator:
    """Open the editor of the phase Dev. Return its form."""
    page.goto(f"{site.url}/tasks/{TASK}/organize/phases")
    page.get_by_role("button", name="Edit Dev", exact=True).click()
    form = page.get_by_test_id("phase-form")
    expect(form).to_be_visible()
    return form


def stored(page: Page, site: Site) -> dict[str, object]:
    response = page.request.get(f"{site.url}/api/v1/tasks/{TASK}/")
    phases = json.loads(response.body())["phases"]
    return next(each for each in phases if each["slug"] == "dev")


def test_the_second_to_save_keeps_what_they_typed_and_sees_what_the_first_has_saved(
    organizers: list[Page], harbours: Site
) -> None:
    olga, otto = organizers
    first, second = open_phase(olga, harbours), open_phase(otto, harbours)
    first.locator("[name=phase-name]").fill("Practice")
    first.locator("[name=visibility]").select_option("own")
    first.get_by_test_id("save-phase").click()
    expect(olga.get_by_role("heading", name="Practice")).to_be_visible()

    second.locator("[name=phase-name]").fill("Rehearsal")
    second.get_by_test_id("save-phase").click()
    stale = second.get_by_test_id("stale")
    expect(stale).to_be_visible()
    expect(stale).to_contain_text("Practice")
    expect(stale).to_contain_text("Their own scores")
    expect(second.locator("[name=phase-name]")).to_have_value("Rehearsal")
    # What otto has not touched is as olga has saved it.
    expect(second.locator("[name=visibility]")).to_have_value("own")
    assert stored(otto, harbours)["name"] == "Practice"

    # Saving again is a decision: what was typed replaces what the other has saved, and nothing else does.
    second.get_by_test_id("save-phase").click()
    expect(otto.get_by_role("heading", name="Rehearsal")).to_be_visible()
    found = stored(otto, harbours)
    assert (found["name"], found["visibility"]) == ("Rehearsal", "own")


def test_the_second_to_save_can_take_over_what_the_first_has_saved(
    organizers: list[Page], harbours: Site
) -> None:
    olga, otto = organizers
    name = str(stored(olga, harbours)["name"])
    for page in organizers:
        page.goto(f"{harbours.url}/tasks/{TASK}/organize/phases")
        page.get_by_role("button", name=f"Edit {name}", exact=True).click()
    olga.get_by_test_id("phase-form").locator("[name=phase-name]").fill("Warm-up")
    olga.get_by_test_id("save-phase").click()
    expect(olga.get_by_role("heading", name="Warm-up")).to_be_visible()

    form = otto.get_by_test_id("phase-form")
    form.locator("[name=phase-name]").fill("Second thought")
    form.get_by_test_id("save-phase").click()
    form.get_by_test_id("stale").get_by_role("button").click()
    expect(form.get_by_test_id("stale")).to_have_count(0)
    expect(form.locator("[name=phase-name]")).to_have_value("Warm-up")
    form.get_by_test_id("save-phase").click()
    expect(otto.get_by_role("heading", name="Warm-up")).to_be_visible()
    assert stored(otto, harbours)["name"] == "Warm-up"
