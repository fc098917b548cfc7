"""A lead applies an exclusion rule after a preview, undoes it, and adjudicates a tie, which gold records."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import drag, log_in

pytestmark = pytest.mark.e2e

SLUG = "curated"
ANSWER = "The weir broke in 1790, at night."
DONE = f"""
from django.contrib.auth.models import User
from annotation.models import Item, Project
from tests.people import annotate
project = Project.objects.get(slug={SLUG!r})
una, vic = (User.objects.get(username=name) for name in ("una-cur", "vic-cur"))
weir, dam = (Item.objects.get(project=project, external_id=name) for name in ("weir", "dam"))
annotate(project, una, weir, (18, 22), active_seconds=40)
annotate(project, vic, weir, (24, 32), active_seconds=50)
annotate(project, una, dam, (18, 22), active_seconds=3)
annotate(project, vic, dam, (18, 22), active_seconds=50)
print(weir.pk)
"""
LOOSE = f"""
from django.contrib.auth.models import User
from annotation.models import Item, Project
from tests.people import annotate
project = Project.objects.get(slug={SLUG!r})
sluice = Item.objects.get(project=project, external_id="sluice")
annotate(project, User.objects.get(username="una-cur"), sluice, (18, 22), active_seconds=40)
annotate(project, User.objects.get(username="vic-cur"), sluice, (18, 22), active_seconds=50)
print(sluice.pk)
"""


@pytest.fixture(scope="module")
def curated(site: Site) -> Site:
    items = [item(name, ANSWER, question=f"When did the {name} break?") for name in ("weir", "dam", "sluice")]
    people = {"ria-cur": "lead", "una-cur": "annotator", "vic-cur": "annotator"}
    site.project(SLUG, people, items, "--preset", "mu-shroom", "--redundancy", "2")
    site.manage("set_project", SLUG, "--adjudication", "on")
    return site


def test_a_rule_is_applied_and_undone_and_a_tie_is_adjudicated(
    page: Page, curated: Site, tmp_path: Path
) -> None:
    weir = curated.manage("shell", "-v0", "-c", DONE).strip()
    log_in(page, curated, "ria-cur")
    page.goto(f"{curated.url}/p/{SLUG}/settings")
    fast = page.locator("[name=rule-fast]")
    fast.fill("10")
    fast.press("Enter")
    expect(page.get_by_test_id("settings-saved")).to_contain_text("Saved")

    page.goto(f"{curated.url}/p/{SLUG}/exclusions")
    page.get_by_test_id("exclude-who").select_option(label="Faster than 10 seconds")
    page.get_by_test_id("exclude-preview").click()
    expect(page.get_by_test_id("effect-annotations")).to_have_text("1")
    listed = page.get_by_test_id("effect-listed")
    listed.locator("summary").click()
    expect(listed.get_by_role("listitem")).to_contain_text(re.compile("dam.*una-cur.*0:03"))
    page.locator("[name=exclude-reason]").fill("Nobody reads that fast.")
    page.get_by_test_id("exclude").click()
    act = page.get_by_test_id("act")
    expect(act).to_contain_text("Excluded: 1 of 1")
    act.get_by_role("button", name="Undo").click()
    expect(act).to_contain_text("Excluded: 0 of 1 · Undone by ria-cur")

    page.goto(f"{curated.url}/p/{SLUG}/curation")
    expect(page.get_by_test_id("queue-open")).to_contain_text("1")
    counted: list[str] = []
    page.on("request", lambda each: counted.append(each.url) if "/decisions/" in each.url else None)
    page.get_by_test_id("queue-done").click()
    expect(page.get_by_text("Nothing is decided yet")).to_be_visible()
    page.get_by_test_id("queue-open").click()
    expect(page.get_by_test_id(f"item-{weir}")).to_be_visible()
    assert counted == []
    page.get_by_test_id(f"item-{weir}").click()
    expect(page.get_by_text("No character was marked by more than half.")).to_be_visible()
    expect(page.get_by_test_id("adjudicate")).to_be_enabled()
    page.keyboard.press("Alt+Enter")
    page.get_by_test_id("adjudicate-from").select_option(label="una-cur")
    expect(page.get_by_test_id("mark-count")).to_have_text("1 mark")
    drag(page, 4, 8)
    expect(page.get_by_test_id("mark-count")).to_have_text("2 marks")
    page.reload()  # marks survive a reload
    expect(page.get_by_test_id("mark-count")).to_have_text("2 marks")
    page.keyboard.press("Control+z")
    expect(page.get_by_test_id("mark-count")).to_have_text("1 mark")
    page.locator("[name=adjudication-note]").fill("The year is wrong, the hour is not.")
    page.get_by_test_id("decide").click()
    expect(page.get_by_test_id("decision")).to_contain_text("The year is wrong, the hour is not.")
    expect(page.get_by_role("heading", name="Gold, decided by a curator")).to_be_visible()
    page.get_by_title("Back to the list").click()
    expect(page.get_by_text("Nothing to decide")).to_be_visible()
    expect(page.get_by_test_id("queue-done")).to_contain_text("1")

    gold = tmp_path / "gold.jsonl"
    curated.manage("export_gold", SLUG, "--out", str(gold))
    by_id = {row["id"]: row for row in map(json.loads, gold.read_text("utf-8").splitlines())}
    assert by_id["weir"]["hard_labels"] == [[18, 22]]
    assert by_id["weir"]["gold"]["source"] == "curated"
    assert by_id["dam"]["gold"] == {"source": "majority"}


@pytest.mark.parametrize("expected_errors", [("422",)])
def test_a_refused_overlap_names_both_marks_and_keeps_the_decision(page: Page, curated: Site) -> None:
    """The page joins marks itself; here one that overlaps is added on the way to the server."""
    sluice = curated.manage("shell", "-v0", "-c", LOOSE).strip()
    log_in(page, curated, "ria-cur")
    page.goto(f"{curated.url}/p/{SLUG}/items/{sluice}")
    page.get_by_test_id("adjudicate").click()
    page.get_by_test_id("adjudicate-from").select_option(label="una-cur")
    page.locator("[name=adjudication-note]").fill("The year is wrong.")

    def overlap(route: Route) -> None:
        body = json.loads(route.request.post_data or "")
        body["spans"].append({**body["spans"][0], "id": "other", "start": 20, "end": 31})
        route.continue_(post_data=json.dumps(body))

    page.route("**/adjudication/", overlap)
    page.get_by_test_id("decide").click()
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("Marks of one label overlap")
    expect(refusal).to_contain_text(
        "“90, at nigh” (characters 20 to 31) overlaps “1790” (characters 18 to 22), which has the same label."
    )
    expect(page.get_by_test_id("mark-count")).to_have_text("1 mark")
    page.unroute("**/adjudication/")
    refusal.get_by_role("button", name="Try again").click()
    expect(page.get_by_test_id("decision")).to_contain_text("The year is wrong.")
