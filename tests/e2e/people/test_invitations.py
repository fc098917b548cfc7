"""Invitations: a lead creates a link, a newcomer joins and annotates, and the lead sees it."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.site import PASSWORD, Site, item
from tests.e2e.workspace import drag, log_in, ranges, submit

pytestmark = pytest.mark.e2e

SLUG = "guests"
ANSWER = "The weir was built by Aldous Crane in 1811."
YEAR = (38, 42)


@pytest.fixture(scope="module")
def guests(site: Site) -> Site:
    items = [item(f"weir-{n}", ANSWER, question=f"Who built weir number {n}?") for n in range(1, 5)]
    site.project(SLUG, {"greta": "lead", "ada": "annotator"}, items, "--preset", "mu-shroom")
    return site


@pytest.fixture
def expected_errors() -> tuple[str, ...]:
    return ("403", "409", "422")  # the console reports refused requests


@pytest.fixture
def visitor(other_page: Page) -> Page:
    return other_page


def people(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/p/{SLUG}/people")
    expect(page.get_by_test_id("person").first).to_be_visible()


def invitation(page: Page, note: str) -> str:
    """Create an invitation and return its URL."""
    page.get_by_test_id("invite").click()
    page.locator("[name=note]").fill(note)
    page.get_by_test_id("make-link").click()
    link = page.get_by_role("dialog").get_by_test_id("invitation-link").input_value()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("invitation").first).to_contain_text(note)
    return link


def fill_in(page: Page, **fields: str) -> None:
    for name, value in fields.items():
        page.locator(f"[name={name}]").fill(value)
    page.locator("[name=password]").press("Enter")


def test_a_newcomer_follows_the_link_annotates_and_the_lead_sees_it(
    page: Page, guests: Site, visitor: Page
) -> None:
    log_in(page, guests, "greta")
    people(page, guests)
    link = invitation(page, "For Newton")

    visitor.goto(link)
    expect(visitor.get_by_role("heading", level=1)).to_contain_text(SLUG)
    expect(visitor.get_by_text("Invited by greta")).to_be_visible()
    fill_in(visitor, name="Newton Pell", username="ada", password="short")
    expect(visitor.get_by_text("Too short")).to_be_visible()
    expect(visitor.locator("[name=password]")).to_be_focused()
    fill_in(visitor, password=PASSWORD)
    expect(visitor.get_by_text("This name is taken. Choose another name")).to_be_visible()
    expect(visitor.locator("[name=username]")).to_be_focused()
    fill_in(visitor, username="newton", password=PASSWORD)
    expect(visitor.get_by_test_id("answer")).to_be_visible()
    drag(visitor, *YEAR)
    assert ranges(submit(visitor)) == [YEAR]

    people(page, guests)
    row = page.get_by_test_id("person").filter(has_text="Newton Pell")
    expect(row).to_contain_text("For Newton")
    expect(row.get_by_role("cell").nth(2)).to_contain_text("1")
    expect(page.get_by_test_id("invitation").first).to_contain_text("Used up")


def test_a_revoked_link_is_reported(page: Page, guests: Site, visitor: Page) -> None:
    log_in(page, guests, "greta")
    people(page, guests)
    link = invitation(page, "A mistake")
    page.get_by_test_id("invitation").first.get_by_role("button", name="Withdraw").click()
    expect(page.get_by_test_id("invitation").first).to_contain_text("Withdrawn")
    visitor.goto(link)
    expect(visitor.get_by_text("This invitation was withdrawn")).to_be_visible()
    expect(visitor.locator("[name=username]")).to_have_count(0)


def test_a_person_with_an_account_logs_in_and_joins(page: Page, guests: Site, visitor: Page) -> None:
    guests.project("elsewhere", {"walt": "annotator"}, [item("e-1", ANSWER)])
    log_in(page, guests, "greta")
    people(page, guests)
    link = invitation(page, "For Walt")
    visitor.goto(link)
    visitor.get_by_test_id("other-way").click()
    fill_in(visitor, username="walt", password=PASSWORD)
    visitor.get_by_test_id("join").click()
    expect(visitor.get_by_test_id("answer")).to_be_visible()
    assert f"/p/{SLUG}/annotate" in visitor.url


def test_a_lead_pauses_removes_and_readmits_a_member(page: Page, guests: Site, visitor: Page) -> None:
    log_in(page, guests, "greta")
    people(page, guests)
    row = page.get_by_test_id("person").filter(has_text="ada").first
    row.get_by_role("button", name="Change ada").click()
    row.get_by_role("button", name="Pause").click()
    expect(row).to_contain_text("Paused")
    log_in(visitor, guests, "ada")
    visitor.goto(f"{guests.url}/p/{SLUG}/annotate")
    expect(visitor.get_by_role("heading", name="Your work is paused")).to_be_visible()

    row.get_by_role("button", name="Remove from project").click()
    expect(row).to_contain_text("Left")
    visitor.goto(f"{guests.url}/")
    expect(visitor.get_by_text(SLUG)).to_have_count(0)
    page.get_by_role("status").get_by_role("button", name="Undo").click()
    expect(row).not_to_contain_text("Left")
    row.get_by_role("button", name="Change ada").click()
    row.get_by_role("button", name="Resume").click()
    expect(row).not_to_contain_text("Paused")
    visitor.goto(f"{guests.url}/p/{SLUG}/annotate")
    expect(visitor.get_by_test_id("answer")).to_be_visible()


def test_the_last_lead_cannot_leave(page: Page, guests: Site) -> None:
    log_in(page, guests, "greta")
    people(page, guests)
    row = page.get_by_test_id("person").filter(has_text="greta").first
    row.get_by_role("button", name="Change greta").click()
    row.get_by_role("button", name="Remove from project").click()
    expect(page.get_by_text("This is the only lead")).to_be_visible()
    expect(row).not_to_contain_text("Left")
