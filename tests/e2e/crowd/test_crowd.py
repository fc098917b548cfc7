"""A crowd worker enters by the study's link, completes the work, and gets the completion code."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import drag, log_in, ranges, submit

pytestmark = pytest.mark.e2e

SLUG = "crowd"
ANSWER = "The lock was dug by Ysolde Marr in 1794."
YEAR = (35, 39)
BACK = "https://example.org/complete?cc=C0FFEE"


@pytest.fixture(scope="module")
def crowd(site: Site) -> Site:
    items = [item(f"lock-{n}", ANSWER, question=f"Who dug lock number {n}?") for n in range(1, 4)]
    site.project(SLUG, {"crispin": "lead"}, items, "--preset", "mu-shroom")
    return site


@pytest.fixture
def expected_errors() -> tuple[str, ...]:
    return ("409", "422")  # the console reports refused requests


@pytest.fixture
def worker(other_page: Page) -> Page:
    return other_page


def of_prolific(link: str, pid: str) -> str:
    """The link as Prolific fills it in."""
    for name, value in {"PROLIFIC_PID": pid, "STUDY_ID": "study-7", "SESSION_ID": "s-1"}.items():
        link = link.replace(f"{{{{%{name}%}}}}", value)
    return link


def test_a_worker_enters_completes_and_gets_the_code(page: Page, crowd: Site, worker: Page) -> None:
    log_in(page, crowd, "crispin")
    page.goto(f"{crowd.url}/p/{SLUG}/people")
    page.get_by_test_id("new-study").click()
    for name, value in {"study": "study-7", "quota": "1", "code": "C0FFEE", "back": BACK}.items():
        page.locator(f"[name={name}]").fill(value)
    page.get_by_test_id("make-study").click()
    link = page.get_by_test_id("study").get_by_test_id("invitation-link").input_value()
    assert "{{%PROLIFIC_PID%}}" in link

    worker.goto(of_prolific(link, "5f3a"))
    worker.get_by_test_id("enter").click()
    expect(worker.get_by_test_id("answer")).to_be_visible()
    drag(worker, *YEAR)
    assert ranges(submit(worker)) == [YEAR]
    expect(worker.get_by_test_id("completion-code")).to_have_value("C0FFEE")
    expect(worker.get_by_test_id("return")).to_have_attribute("href", BACK)

    worker.goto(of_prolific(link, "another"))
    worker.get_by_test_id("enter").click()
    expect(worker.get_by_text("Someone is logged in in this browser")).to_be_visible()
    worker.get_by_test_id("enter-instead").click()
    expect(worker.get_by_test_id("answer")).to_be_visible()

    worker.goto(link.partition("?")[0])
    worker.get_by_test_id("enter").click()
    expect(worker.get_by_role("heading", name="This link is incomplete")).to_be_visible()

    page.reload()
    expect(page.get_by_test_id("study")).to_contain_text("2 have joined")
    expect(page.get_by_test_id("person").filter(has_text="guest-")).to_have_count(2)
