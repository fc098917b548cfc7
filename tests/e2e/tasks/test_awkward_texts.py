"""What visitors of a task see of texts that people typed, and of addresses that do not exist."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.inspection import misfits
from tests.e2e.site import PASSWORD, Site

pytestmark = pytest.mark.e2e

TITLE = "Unbroken" * 20
SETUP = f"""
import tempfile
from pathlib import Path
from django.contrib.auth.models import User
from django.utils import timezone
from evaluation.models import Announcement, Task
from evaluation.services.tasks.create_task import DirectorySource, create_task
from tests.tasks import phases, write_gold

orla = User.objects.create_user("orla-of-slate", password={PASSWORD!r})
with tempfile.TemporaryDirectory() as folder:
    task = create_task("slate", "Slate", DirectorySource(write_gold(Path(folder)), "slate-1"), orla)
Task.objects.filter(pk=task.pk).update(published_at=timezone.now())
phases(task, timezone.now())
Announcement.objects.create(task=task, title={TITLE!r}, text="Text", by=orla)
"""


@pytest.fixture(scope="module")
def slate(site: Site) -> Site:
    site.manage("shell", "-v0", "-c", SETUP)
    return site


def test_a_long_word_in_a_title_is_broken_and_metrics_have_their_names(page: Page, slate: Site) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"{slate.url}/tasks/slate/announcements")
    expect(page.get_by_role("heading", name=TITLE)).to_be_visible()
    assert misfits(page) == []
    page.goto(f"{slate.url}/tasks/slate")
    expect(page.get_by_text("Ranked by IoU; also shown: Cor ρ").first).to_be_visible()


@pytest.mark.parametrize("path", ["/nothing", "/tasks/slate/nothing"])
def test_a_stranger_learns_that_an_address_has_no_page(page: Page, slate: Site, path: str) -> None:
    page.goto(f"{slate.url}{path}")
    expect(page.get_by_role("heading", name="Nothing here")).to_be_visible()
