"""Newcomers sign in with an external account under the pages' content policy, to a project and to a shared task."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, expect

from tests.databases import MigratedDatabase
from tests.e2e.site import Site, item
from tests.e2e.workspace import drag
from tests.openid import Provider

pytestmark = pytest.mark.e2e

SLUG = "sluices"
INVITATION = """
import tempfile
from pathlib import Path
from django.contrib.auth.models import User
from django.utils import timezone
from evaluation.models import Task
from evaluation.services.tasks.create_task import DirectorySource, create_task
from evaluation.services.teams.invitations import create_invitation
from tests.tasks import team, write_gold
wilma = User.objects.get(username="wilma")
with tempfile.TemporaryDirectory() as folder:
    task = create_task("lantern", "Lantern", DirectorySource(write_gold(Path(folder))), wilma)
made = create_invitation(task, wilma, timezone.now(), role="member", team=team(task, "Saltmarsh"), absolute_url=str)
print(made.code)
"""


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    with Provider("morel", "between us") as running:
        yield running


@pytest.fixture(scope="module")
def site(
    tmp_path_factory: pytest.TempPathFactory, provider: Provider, migrated: MigratedDatabase
) -> Iterator[Site]:
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("MOREL_OIDC_URL", provider.address)
        environment.setenv("MOREL_OIDC_ID", provider.client)
        environment.setenv("MOREL_OIDC_SECRET", provider.secret)
        environment.setenv("MOREL_OIDC_NAME", "The University")
        site = Site(tmp_path_factory.mktemp("sign-on"), migrated=migrated)
    site.manage("migrate", "-v0")  # the tables of single sign-on
    site.project(SLUG, {"wilma": "lead"}, [item("sluice-1", "The sluice was dug by Aldous Crane in 1811.")])
    site.manage("set_project", SLUG, "--notice-after", "1")
    site.start()
    yield site
    site.close()


def watch(page: Page, site: Site, provider: Provider) -> list[str]:
    """Record errors, and third-party requests other than the navigation to the provider."""
    wrong: list[str] = []

    def asked(request: Request) -> None:
        leads_there = request.url.startswith(provider.address) and request.is_navigation_request()
        if not (leads_there or request.url.startswith((site.url, "data:", "blob:"))):
            wrong.append(request.url)

    def record_error(message: ConsoleMessage) -> None:
        if message.type == "error" and "409" not in message.text:
            wrong.append(message.text)

    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", record_error)
    page.on("request", asked)
    return wrong


def test_a_newcomer_signs_in_with_an_external_account_and_returns(
    context: BrowserContext, site: Site, provider: Provider
) -> None:
    page = context.new_page()
    wrong = watch(page, site, provider)
    code = site.manage("invite", SLUG).splitlines()[0].rpartition("/")[2]

    provider.refuses = "access_denied"
    page.goto(f"{site.url}/join/{code}")
    way = page.get_by_role("button", name="Log in with The University")
    expect(way).to_be_visible()
    assert provider.requested == []
    way.click()
    expect(page.get_by_role("alert")).to_contain_text("cancelled")

    provider.refuses = ""
    way.click()
    expect(page.get_by_test_id("answer")).to_be_visible()
    drag(page, 22, 34)
    notice = page.get_by_test_id("notice")
    expect(notice).to_contain_text(re.compile(r"^\s*(1 second|([2-9]|\d\d) seconds) on this item"))
    notice.get_by_role("button").click()
    expect(notice).to_be_empty()

    page.goto(f"{site.url}/account")
    expect(page.get_by_test_id("linked")).to_contain_text("newton")
    page.get_by_role("button", name="Unlink The University").click()
    expect(page.get_by_role("alert")).to_contain_text("could no longer log in")
    assert wrong == []


def test_an_invitation_to_a_shared_task_brings_back_and_lets_join(
    context: BrowserContext, site: Site, provider: Provider
) -> None:
    provider.person |= {"sub": "another", "preferred_username": "pell", "name": "Ada Pell"}
    page = context.new_page()
    wrong = watch(page, site, provider)
    code = site.manage("shell", "-v0", "-c", INVITATION).strip()
    page.goto(f"{site.url}/join-task/{code}")
    page.get_by_role("button", name="Log in with The University").click()
    join = page.get_by_test_id("join")
    expect(join).to_contain_text("Ada Pell")
    assert page.url == f"{site.url}/join-task/{code}"
    join.click()
    page.wait_for_url(f"{site.url}/tasks/lantern/team")
    expect(page.get_by_role("heading", name="Saltmarsh")).to_be_visible()
    assert wrong == []
