"""The creation step: import by a lead, ten questions with four candidates by keyboard alone, export of the rest."""

import json
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.site import Site
from tests.e2e.workspace import download, log_in
from tests.records import candidate, write_jsonl

pytestmark = pytest.mark.e2e

SLUG = "chosen"
MODELS = ("org/a", "org/b", "org/c", "org/d")
QUESTIONS = 10
MADE = (
    "SELECT question, answer FROM annotation_item item "
    "JOIN annotation_project project ON project.id = item.project_id WHERE project.slug = 'chosen'"
)
ASSIGNED = (
    "SELECT question FROM annotation_item item "
    "JOIN annotation_project project ON project.id = item.project_id "
    "WHERE project.slug = 'chosen' AND item.id IN (SELECT item_id FROM annotation_assignment)"
)


@pytest.fixture
def expected_errors() -> tuple[str, ...]:
    return "409", "ERR_FAILED"


@pytest.fixture(scope="module")
def chosen(site: Site) -> Site:
    site.manage_all(
        ["create_project", SLUG, "--preset", "mu-shroom", "--redundancy", "1", "--no-guidelines"],
        *(
            ["add_member", SLUG, name, "--role", role, "--password", "a long enough password"]
            for name, role in (
                ("kim-chosen", "lead"),
                ("isa-chosen", "annotator"),
                ("jon-chosen", "annotator"),
            )
        ),
    )
    return site


def press(page: Page, key: str, *, progress: int, candidate: int | None = None) -> None:
    """Press a key, and wait for the number of decided questions and of the candidate that follow."""
    with page.expect_response(lambda response: "/creation/" in response.url):
        page.keyboard.press(key)
    expect(page.get_by_test_id("progress")).to_have_text(f"{progress} of {QUESTIONS} questions")
    if candidate:
        expect(page.get_by_test_id("candidate-number")).to_have_text(f"Candidate {candidate} of 4")


def shown(page: Page) -> tuple[str, str]:
    return page.get_by_role("heading", level=1).inner_text(), page.get_by_test_id("candidate").inner_text()


def test_ten_questions_with_four_candidates_each(page: Page, chosen: Site, tmp_path: Path) -> None:
    log_in(page, chosen, "kim-chosen")
    page.goto(f"{chosen.url}/p/{SLUG}/creation")
    expect(page.get_by_test_id("no-question")).to_contain_text("one file for each model")
    page.get_by_role("link", name="Import candidates").click()
    for model in MODELS:
        name = model.replace("/", "-")
        records = [candidate(number, model) for number in range(1, QUESTIONS + 1)]
        page.get_by_test_id("import-kind-candidates").check(force=True)
        page.get_by_test_id("import-file").set_input_files(write_jsonl(tmp_path / f"{name}.jsonl", records))
        page.get_by_test_id("import-start").click()
        expect(page.get_by_test_id("import-result")).to_contain_text("Added 10 candidates")
        if model != MODELS[-1]:
            page.get_by_role("button", name="Choose another file").click()
    page.goto(f"{chosen.url}/p/{SLUG}/people")
    row = page.get_by_test_id("person").filter(has_text="isa-chosen")
    row.get_by_role("button", name="Change isa-chosen").click()
    row.get_by_test_id("creation").click()
    expect(row).to_contain_text("chooses candidates")

    # From here on isa has a keyboard alone.
    page.context.clear_cookies()
    log_in(page, chosen, "isa-chosen")
    page.get_by_test_id("choose-candidates").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("candidate-number")).to_have_text("Candidate 1 of 4")
    expect(page.get_by_test_id("progress")).to_have_text(f"0 of {QUESTIONS} questions")
    expect(page.locator("body")).not_to_contain_text("temperature")
    question, first = shown(page)
    assert question == "Question 1?"

    press(page, "r", progress=0, candidate=2)
    press(page, "a", progress=1, candidate=1)
    assert shown(page)[0] == "Question 2?"
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    press(page, "n", progress=2, candidate=1)
    for number in (2, 3, 4):
        press(page, "r", progress=2, candidate=number)
    press(page, "r", progress=3, candidate=1)
    assert shown(page)[0] == "Question 4?"

    # Undo leads back, one verdict after the other, to the first candidate that was shown.
    before = [(3, 4), (2, 3), (2, 2), (2, 1)]
    for _, number in before:
        press(page, "Control+z", progress=2, candidate=number)
    press(page, "Control+z", progress=1, candidate=1)
    press(page, "Control+z", progress=0, candidate=2)
    press(page, "Control+z", progress=0, candidate=1)
    assert shown(page) == (question, first)
    expect(page.get_by_test_id("last-verdict")).to_have_text("")

    press(page, "r", progress=0, candidate=2)
    accepted = {question: shown(page)[1]}
    press(page, "a", progress=1, candidate=1)
    press(page, "n", progress=2, candidate=1)
    for number in (2, 3, 4):
        press(page, "r", progress=2, candidate=number)
    press(page, "r", progress=3, candidate=1)
    page.reload()
    expect(page.get_by_test_id("progress")).to_have_text(f"3 of {QUESTIONS} questions")
    for number in range(4, QUESTIONS + 1):
        asked, answer = shown(page)
        accepted[asked] = answer
        if number < QUESTIONS:
            press(page, "a", progress=number, candidate=1)
    # The buttons take the keyboard, too.
    page.get_by_test_id("verdict-accept").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="All questions are decided")).to_be_visible()
    expect(page.get_by_test_id("no-question")).to_have_text(
        "8 have an item, 1 have no usable output, 1 ran out of candidates."
    )
    press(page, "Control+z", progress=9, candidate=1)
    assert shown(page) == ("Question 10?", accepted["Question 10?"])
    with page.expect_response("**/creation/verdicts/"):
        page.keyboard.press("a")
    expect(page.get_by_role("heading", name="All questions are decided")).to_be_visible()

    made = dict(chosen.rows(MADE))
    assert made == accepted
    page.goto(f"{chosen.url}/p/{SLUG}/annotate")
    expect(page.get_by_test_id("answer")).to_be_visible()

    # Kim exports what was not chosen.
    page.context.clear_cookies()
    log_in(page, chosen, "kim-chosen")
    page.goto(f"{chosen.url}/p/{SLUG}/creation/questions")
    expect(page.get_by_test_id("question")).to_have_count(QUESTIONS)
    expect(page.get_by_test_id("question").nth(2)).to_contain_text("No candidates left")
    file = download(page, page.get_by_test_id("export-rest"), tmp_path)
    rest = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert len(rest) == 4 * QUESTIONS - len(accepted)
    assert Counter(record["creation"]["state"] for record in rest) == {"rejected": 5, "undecided": 27}
    assert all(record["model_output_logits"] == [-0.5, -1.25, -3.0] for record in rest)
    assert not {(record["model_input"], record["model_output_text"]) for record in rest} & accepted.items()

    # Isa has an item open in the workspace, and perhaps the next one loaded: accepting them is not undone.
    ((taken,), *_) = chosen.rows(ASSIGNED)
    row = page.get_by_test_id("question").filter(has=page.get_by_text(taken, exact=True))
    row.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("alert")).to_contain_text("is working on the item")
    expect(row).to_contain_text("Has an item")


def test_a_verdict_without_a_network_is_sent_again(page: Page, chosen: Site, tmp_path: Path) -> None:
    slug = "chosen-offline"
    chosen.manage_all(
        ["create_project", slug, "--preset", "mu-shroom", "--no-guidelines"],
        ["add_member", slug, "kim-chosen", "--role", "lead"],
        [
            "import_candidates",
            slug,
            str(write_jsonl(tmp_path / "a.jsonl", [candidate(1, "org/a"), candidate(2, "org/a")])),
        ],
    )
    log_in(page, chosen, "kim-chosen")
    page.goto(f"{chosen.url}/p/{slug}/creation")
    expect(page.get_by_test_id("candidate-number")).to_have_text("Candidate 1 of 1")
    sent: list[str] = []

    def lose(route: Route) -> None:
        """The first verdict reaches the server, and its response is lost."""
        sent.append(route.request.post_data or "")
        if len(sent) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/creation/verdicts/", lose)
    page.keyboard.press("a")
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    page.keyboard.press("r")
    page.get_by_role("button", name="Send again").click()
    expect(page.get_by_test_id("progress")).to_have_text("1 of 2 questions")
    assert len(set(sent)) == 1
    assert len(sent) == 2
    query = (
        "SELECT count(*) FROM annotation_verdict verdict JOIN annotation_question question "
        "ON question.id = verdict.question_id JOIN annotation_project project ON project.id = question.project_id "
        "WHERE project.slug = 'chosen-offline'"
    )
    assert chosen.rows(query) == [(1,)]


def test_two_people_never_choose_for_the_same_question(page: Page, chosen: Site, tmp_path: Path) -> None:
    slug = "chosen-by-two"
    chosen.manage_all(
        ["create_project", slug, "--preset", "mu-shroom", "--no-guidelines"],
        ["add_member", slug, "kim-chosen", "--role", "lead"],
        ["add_member", slug, "jon-chosen", "--role", "lead"],
        ["import_candidates", slug, str(write_jsonl(tmp_path / "a.jsonl", [candidate(1, "org/a")]))],
    )
    log_in(page, chosen, "kim-chosen")
    page.goto(f"{chosen.url}/p/{slug}/creation")
    expect(page.get_by_test_id("candidate-number")).to_be_visible()
    browser = page.context.browser
    assert browser
    other = browser.new_page(locale="en")
    log_in(other, chosen, "jon-chosen")
    other.goto(f"{chosen.url}/p/{slug}/creation")
    expect(other.get_by_role("heading", name="Others work on the questions that are left")).to_be_visible()
    # Kim's hold ends, and jon takes the question.
    chosen.change(
        "UPDATE annotation_question SET held_until = '2020-01-01 00:00:00' WHERE held_by_id IS NOT NULL"
    )
    other.get_by_role("button", name="Check again").click()
    expect(other.get_by_test_id("candidate-number")).to_be_visible()
    page.keyboard.press("a")
    expect(page.get_by_text("someone else is working on this question now")).to_be_visible()
    other.keyboard.press("a")
    expect(other.get_by_role("heading", name="All questions are decided")).to_be_visible()
    other.close()
