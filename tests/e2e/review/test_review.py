"""A lead reviews submitted annotations, and does so anonymously."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import log_in

pytestmark = pytest.mark.e2e

SLUG = "looked-over"
DONE = f"""
from django.contrib.auth.models import User
from annotation.models import Item, Project
from tests.people import annotate
project = Project.objects.get(slug={SLUG!r})
isa, jon = (User.objects.get(username=name) for name in ("isa-over", "jon-over"))
weir = Item.objects.get(project=project, external_id="weir")
annotate(project, isa, weir, (4, 8), active_seconds=4)
annotate(project, jon, weir, active_seconds=95)
"""

UNSURE = """
from django.contrib.auth.models import User
from annotation.models import Item, Project
from tests.people import annotate
project = Project.objects.get(slug={slug!r})
dam = Item.objects.get(project=project, external_id="dam")
annotate(project, User.objects.get(username="ida-over"), dam, (4, 7), unsure=True)
"""


@pytest.fixture(scope="module")
def looked(site: Site) -> Site:
    items = [item("weir", "The weir broke in 1790.", question="When did the weir break?")]
    people = {"kim-over": "lead", "isa-over": "annotator", "jon-over": "annotator"}
    site.project(SLUG, people, items, "--preset", "mu-shroom", "--redundancy", "2")
    site.manage("shell", "-v0", "-c", DONE)
    return site


def test_a_submitted_annotation_is_reviewed(page: Page, looked: Site) -> None:
    log_in(page, looked, "kim-over")
    page.goto(f"{looked.url}/p/{SLUG}/review")
    rows = page.get_by_test_id("review-row")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("isa-over")
    expect(rows.first).to_contain_text("0:04 · 1 mark · agreement 0.500")
    rows.first.get_by_role("button", name="Mark as reviewed: isa-over on weir").click()
    expect(rows.first).to_contain_text("Reviewed by you, just now")
    rows.first.get_by_role("button", name="Undo").click()
    mark = rows.first.get_by_role("button", name="Mark as reviewed")
    mark.click()
    expect(rows.first.get_by_role("button", name="Undo")).to_be_visible()

    page.get_by_text("Nothing to mark", exact=True).click()
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("nothing to mark in 1 of 1")
    page.get_by_text("Fastest", exact=True).click()
    expect(rows).to_contain_text("1:35")
    page.get_by_test_id("reviewed-too").check()
    expect(rows).to_have_count(2)

    looked.manage("set_project", SLUG, "--anonymous", "on")
    page.reload()
    expect(rows.first).to_contain_text(re.compile("annotator_[0-9a-f]{16}"))
    expect(page.get_by_text("isa-over")).to_have_count(0)
    rows.first.get_by_role("link").click()
    pressed = page.locator("main th button[aria-pressed=true]")
    expect(pressed).to_have_count(1)
    expect(pressed).to_contain_text("annotator_")
    expect(page.get_by_text("isa-over")).to_have_count(0)


def test_the_badge_leads_to_what_it_counts_and_follows_the_review(page: Page, site: Site) -> None:
    slug = "counted-over"
    items = [
        item("dam", "The dam broke in 1790.", question="When did the dam break?"),
        item("sadd", "انهار السد عام 1790.", lang="AR", question="متى انهار السد؟"),
    ]
    site.project(slug, {"kay-over": "lead", "ida-over": "annotator"}, items, "--preset", "mu-shroom")
    site.manage("shell", "-v0", "-c", UNSURE.format(slug=slug))
    log_in(page, site, "kay-over")
    page.goto(f"{site.url}/p/{slug}/people")
    page.get_by_role("button", name=re.compile("Quality")).click()
    page.get_by_role("link", name="Review 1 to review").click()
    rows = page.get_by_test_id("review-row")
    expect(rows).to_have_count(1)
    expect(page.get_by_role("combobox", name="Language")).to_have_value("")
    rows.get_by_role("button", name="Mark as reviewed: ida-over on dam").click()
    expect(page.get_by_role("button", name="Quality", exact=True)).to_be_visible()
    rows.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Quality 1", exact=False)).to_be_visible()

    page.get_by_role("combobox", name="Language").select_option("ar")
    page.get_by_role("button", name="All languages").click()
    expect(rows).to_have_count(1)
