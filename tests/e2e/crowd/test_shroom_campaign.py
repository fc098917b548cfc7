"""SHROOM's campaign: Prolific workers judge 20 outputs each, and a lead finds the one who rushed through them."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.site import Site
from tests.e2e.workspace import log_in, submit

pytestmark = pytest.mark.e2e

SLUG = "shroom-crowd"
QUOTA = 20
BACK = "https://example.org/complete?cc=F1N15H"
TASKS = ("DM", "MT", "PG")
# Twelve workers who take half a minute for an item or longer, and one who takes a second.
WORKERS = f"""
from django.contrib.auth.models import User
from django.utils import timezone
from annotation.models import Annotator, CrowdStudy, Project
from annotation.queries.projects.access import access
from annotation.services.crowd.crowd_studies import Arrival, enter
from annotation.services.projects.guidelines import accept_guidelines
from tests.people import reserve, save
study = CrowdStudy.objects.get(project__slug={SLUG!r})
project = study.project
for number in range(13):
    user, _ = enter(study.code, Arrival(f"worker-{{number}}", study.prolific_study, "session"), None)
    accept_guidelines(project, access(user, project.slug).annotator, {{"en": 1}}, timezone.now())
    rushed = number == 7
    for place in range({QUOTA}):
        seconds = 1 if rushed else 30 + number + place
        labels = {{"supported": "yes" if rushed or (place + number) % 3 else "no"}}
        given = reserve(project, user)
        save(project, user, given, {{"spans": [], "labels": labels, "active_seconds": seconds}})
    if rushed:
        print(user.username)
"""


def output(number: int) -> dict[str, object]:
    return {
        "id": f"out-{number}",
        "hyp": f"A wheel with {number} spokes.",
        "ref": "tgt",
        "src": f"She turned the <define> wheel number {number} </define> twice.",
        "tgt": f"A round object with {number} spokes.",
        "model": "invented/definitions",
        "task": TASKS[number % 3],
    }


@pytest.fixture(scope="module")
def campaign(site: Site) -> Site:
    outputs = [output(number) for number in range(1, 26)]
    site.project(SLUG, {"shirin": "lead"}, outputs, "--preset", "shroom", "--redundancy", "20")
    guidelines = site.directory / "judging.md"
    guidelines.write_text("# How to judge\n\nOnly the reference counts.\n", "utf-8")
    site.manage_all(
        ["set_guidelines", SLUG, "en", str(guidelines)],
        ["set_project", SLUG, "--notice-after", "2", "--notice-repeats", "on"],
    )
    return site


def test_a_worker_judges_twenty_outputs_and_a_lead_finds_the_fastest(
    page: Page, campaign: Site, other_page: Page
) -> None:
    log_in(page, campaign, "shirin")
    link = create_study(page, campaign)
    works_through_their_assignment(other_page, link)
    rushed = campaign.manage("shell", "-v0", "-c", WORKERS).split()[-1]

    page.goto(f"{campaign.url}/p/{SLUG}/review")
    page.get_by_test_id("by-person").check(force=True)
    expect(page.get_by_text("Of 14 annotators")).to_be_visible()
    page.locator("main select").select_option("5")
    fastest = page.get_by_test_id("fastest-people").get_by_test_id("person-review")
    drawn = page.get_by_test_id("random-people").get_by_test_id("person-review")
    expect(fastest).to_have_count(5)
    expect(drawn).to_have_count(5)
    expect(drawn.filter(has_text=rushed)).to_have_count(0)
    found = fastest.filter(has_text=rushed)
    expect(found).to_contain_text("20 of 20")
    expect(found).to_contain_text("0:20")  # in all
    expect(found).to_contain_text("0:01")  # per item
    # Nobody but the worker in the browser is as fast: the next one took half a minute an item.
    assert rushed in " ".join(fastest.nth(place).inner_text() for place in (0, 1))
    expect(fastest.nth(2)).to_contain_text("0:40")
    before = drawn.all_inner_texts()
    page.get_by_test_id("draw-people").click()
    expect(page.get_by_role("heading", name="draw 2")).to_be_visible()
    assert drawn.all_inner_texts() != before

    found.get_by_role("link", name=rushed).click()
    rows = page.get_by_test_id("review-row")
    expect(rows).to_have_count(QUOTA)
    expect(page.get_by_test_id("only")).to_contain_text(rushed)
    rows.first.get_by_role("button", name="Mark as reviewed").click()
    expect(rows.first).to_contain_text("Reviewed by you")
    page.go_back()
    expect(found.get_by_role("cell").last).to_have_text("1")


def create_study(page: Page, campaign: Site) -> str:
    """Create a Prolific study as a lead, and return its link as Prolific fills it in."""
    page.goto(f"{campaign.url}/p/{SLUG}/people")
    page.get_by_test_id("new-study").click()
    for name, value in {"study": "study-9", "quota": str(QUOTA), "code": "F1N15H", "back": BACK}.items():
        page.locator(f"[name={name}]").fill(value)
    page.get_by_test_id("make-study").click()
    link = page.get_by_test_id("study").get_by_test_id("invitation-link").input_value()
    for name, value in {"PROLIFIC_PID": "6a1e", "STUDY_ID": "study-9", "SESSION_ID": "s-1"}.items():
        link = link.replace(f"{{{{%{name}%}}}}", value)
    return link


# In one go: the notice comes again with the next even second.
HIDE = """
async (button) => {
  const notice = button.closest("[data-testid=notice]");
  button.click();
  await new Promise(requestAnimationFrame);
  return notice.textContent.trim();
}
"""


def works_through_their_assignment(worker: Page, link: str) -> None:
    worker.goto(link)
    worker.get_by_test_id("enter").click()
    expect(worker.get_by_test_id("read-first")).to_contain_text("Only the reference counts")
    worker.get_by_test_id("accept").click()
    expect(worker.get_by_test_id("answer")).to_be_visible()
    expect(worker.get_by_test_id("queue")).to_have_text(f"Item 1 of {QUOTA}")
    notice = worker.get_by_test_id("notice")
    worker.mouse.move(300, 300)
    expect(notice).to_contain_text("2 seconds")
    assert notice.get_by_role("button").evaluate(HIDE) == ""
    expect(notice).to_contain_text(re.compile(r"\b([4-9]|\d\d+) seconds"))  # again, after as many seconds
    for number in range(1, QUOTA + 1):
        expect(worker.get_by_test_id("queue")).to_have_text(f"Item {number} of {QUOTA}")
        worker.get_by_test_id(f"label-supported-{'yes' if number % 4 else 'no'}").check(force=True)
        assert submit(worker)["labels"] == {"supported": "yes" if number % 4 else "no"}
    expect(worker.get_by_test_id("completion-code")).to_have_value("F1N15H")
    expect(worker.get_by_test_id("return")).to_have_attribute("href", BACK)
