"""Judging claims, where the unit of the scheme is the claim: by keyboard, by mouse, by touch, from right to left."""

import json
import time

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from morelkit.text.claims.segmenters import segmenter_of
from tests.e2e import inspection
from tests.e2e.conftest import watched_page
from tests.e2e.site import Site, item
from tests.e2e.workspace import log_in, open_workspace, ranges, submit

pytestmark = pytest.mark.e2e

SLUG, LABELS, MANY = "claims", "claims-of-kinds", "many-claims"
TEXTS = {
    "en": "The Marrow Bridge 🌉 was opened in 1908 to replace the chain ferry. It was designed by Elin Torvald.",
    "ar": "افتُتحت المكتبة عام 1936، في دار قديمة قرب السوق. صمّم المبنى سليم الحدّاد، وهو من أبناء البلدة.",
}
PIECES = {
    language: [text[start:end] for start, end in segmenter_of(language).segment(text)]
    for language, text in TEXTS.items()
}
SCHEME = {
    "unit": "claims",
    "span_labels": [
        {"name": "wrong", "text": "Wrong", "color": 1},
        {"name": "vague", "text": "Vague", "color": 2},
    ],
    "item_labels": [
        {
            "name": "tone",
            "text": "Tone",
            "required": False,
            "choices": [{"name": "warm", "text": "Warm"}, {"name": "cold", "text": "Cold"}],
        }
    ],
}
ITEMS = 50
# Key presses of a practised reader who has read the answer, and how long it takes to press a key.
KEY_MS = 120


@pytest.fixture(scope="module")
def claims(site: Site) -> Site:
    items = [item(f"{name}-{n}", TEXTS[name], name) for n in range(3) for name in TEXTS]
    site.project(SLUG, {}, items, "--preset", "much", "--redundancy", "9")
    people = ("keys", "mouse", "again", "reader", "undoer", "parts")
    site.readers(
        SLUG, {f"claims-{name}": "en" for name in people} | {"claims-arabic": "ar", "claims-phone": "ar"}
    )
    return site


@pytest.fixture
def page(page: Page, claims: Site) -> Page:
    assert claims.url
    return page


def piece(page: Page, language: str, quote: str) -> Locator:
    (position,) = (n for n, text in enumerate(PIECES[language]) if quote in text)
    return page.locator(f"[data-claim='{position}']")


def tally(page: Page, incorrect: int, correct: int, still_open: int) -> None:
    expect(page.get_by_test_id("tally").locator("b")).to_have_text(
        [str(incorrect), str(correct), str(still_open)]
    )


def exact(language: str, quote: str) -> tuple[int, int]:
    """The edges of the claim that holds the quote, in code points."""
    (position,) = (n for n, text in enumerate(PIECES[language]) if quote in text)
    start = sum(map(len, PIECES[language][:position]))
    return start, start + len(PIECES[language][position])


def open_as(page: Page, site: Site, username: str, slug: str = SLUG) -> None:
    log_in(page, site, username)
    open_workspace(page, site, slug)
    expect(page.locator("[data-claim]").first).to_be_visible()


def described(claim: Locator) -> str:
    text: str = claim.evaluate(
        "each => document.getElementById(each.getAttribute('aria-describedby')).textContent"
    )
    return text.strip()


def test_all_claims_of_an_item_by_keyboard(page: Page, claims: Site) -> None:
    open_as(page, claims, "claims-keys")
    n = len(PIECES["en"])
    assert page.get_by_test_id("answer").text_content() == TEXTS["en"]
    tally(page, 0, 0, n)

    page.keyboard.press("2")
    tally(page, 0, 1, n - 1)
    expect(page.locator("[data-claim='1']")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-claim='1']")).to_be_focused()
    wrong = piece(page, "en", "in 1908")
    while wrong.get_attribute("tabindex") != "0":
        page.keyboard.press("ArrowRight")
    assert described(wrong).endswith("not judged")
    page.keyboard.press("1")
    assert described(wrong).endswith(": incorrect")
    expect(wrong).to_have_attribute("aria-pressed", "true")

    # The rest of the sentence includes what was passed over. A submit goes to what is not judged.
    page.keyboard.press("3")
    tally(page, 1, n - 3, 2)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_test_id("open-claims")).to_contain_text("2 claims are not judged yet.")
    expect(piece(page, "en", "It was designed")).to_be_focused()
    page.keyboard.press("3")
    tally(page, 1, n - 1, 0)
    expect(page.get_by_test_id("open-claims")).to_have_count(0)
    content = submit(page)
    assert ranges(content) == [exact("en", "in 1908")]
    assert content["nothing_to_mark"] is False
    # The next item starts without judged claims; the keys are the same.
    tally(page, 0, 0, n)
    page.keyboard.press("3")
    page.keyboard.press("3")
    tally(page, 0, n, 0)
    assert submit(page)["nothing_to_mark"] is True


def test_a_click_marks_a_claim_and_a_second_one_takes_it_back(page: Page, claims: Site) -> None:
    open_as(page, claims, "claims-mouse")
    wrong = piece(page, "en", "Elin Torvald")
    wrong.click()
    expect(page.get_by_test_id("span-list").locator("q")).to_have_text("by Elin Torvald.")
    wrong.click()
    expect(page.get_by_test_id("span-list")).to_have_count(0)
    tally(page, 0, 1, len(PIECES["en"]) - 1)
    # A drag selects text, to copy it: it marks nothing.
    first, last = (page.locator(f"[data-claim='{n}']").bounding_box() for n in (0, 1))
    assert first
    assert last
    page.mouse.move(first["x"] + 3, first["y"] + 12)
    page.mouse.down()
    page.mouse.move(last["x"] + 30, last["y"] + 12, steps=4)
    page.mouse.up()
    assert page.evaluate("document.getSelection().toString()") != ""
    tally(page, 0, 1, len(PIECES["en"]) - 1)

    wrong.click()
    page.get_by_test_id("span-list").get_by_role("button", name="Set “by Elin Torvald.” to correct").click()
    expect(wrong).to_be_focused()
    tally(page, 0, 1, len(PIECES["en"]) - 1)


def test_what_was_judged_is_there_again_after_a_reload(page: Page, claims: Site) -> None:
    open_as(page, claims, "claims-again")
    n = len(PIECES["en"])
    for key in "221":
        page.keyboard.press(key)
    tally(page, 1, 2, n - 3)
    expect(page.get_by_test_id("saved")).to_contain_text("Saved")
    page.reload()
    tally(page, 1, 2, n - 3)
    expect(page.locator("[data-claim][tabindex='0']")).to_have_attribute("data-claim", "3")
    page.keyboard.press("3")
    page.keyboard.press("3")
    submit(page)
    page.keyboard.press("Alt+ArrowUp")
    tally(page, 1, n - 1, 0)


def test_undo_and_redo_go_judgement_by_judgement(page: Page, claims: Site) -> None:
    open_as(page, claims, "claims-undoer")
    n = len(PIECES["en"])
    for key in "213":
        page.keyboard.press(key)
    tally(page, 1, 4, n - 5)
    page.keyboard.press("Control+z")
    tally(page, 1, 1, n - 2)
    page.keyboard.press("Control+z")
    tally(page, 0, 1, n - 1)
    page.keyboard.press("Control+z")
    tally(page, 0, 0, n)
    page.keyboard.press("Control+Shift+z")
    page.keyboard.press("Control+Shift+z")
    tally(page, 1, 1, n - 2)


def test_a_screen_reader_gets_number_text_and_state(page: Page, claims: Site) -> None:
    open_as(page, claims, "claims-reader")
    n = len(PIECES["en"])
    answer = page.get_by_role("group", name="Answer")
    expect(answer.get_by_role("button")).to_have_count(n)
    first = answer.get_by_role("button", name="The Marrow Bridge")
    expect(first).to_have_accessible_description(f"Claim 1 of {n}: not judged")
    page.keyboard.press("1")
    expect(first).to_have_accessible_description(f"Claim 1 of {n}: incorrect")
    expect(page.locator("main p[aria-live=polite]")).to_have_text("“The Marrow Bridge 🌉”: incorrect")
    assert inspection.findings(page) == []
    page.keyboard.press("?")
    expect(page.get_by_test_id("keys")).to_contain_text("Rest of sentence correct")
    expect(page.get_by_test_id("keys")).not_to_contain_text("Nothing to mark")


def test_parts_of_the_overview_go_to_their_claims(page: Page, claims: Site) -> None:
    open_as(page, claims, "claims-parts")
    n = len(PIECES["en"])
    parts = page.get_by_role("toolbar", name="Claims in reading order").get_by_role("button")
    expect(parts).to_have_count(n)
    # One part is in the tab order, and it is the current claim's.
    expect(page.locator("[data-testid=overview] [tabindex='0']")).to_have_accessible_name(
        f"Claim 1 of {n}: not judged"
    )
    third = parts.nth(2)
    expect(third).to_have_accessible_description(PIECES["en"][2].strip())
    third.click()
    expect(page.locator("[data-claim='2']")).to_be_focused()
    page.keyboard.press("1")
    expect(third).to_have_accessible_name(f"Claim 3 of {n}: incorrect")

    # Arrow keys stay in the overview; Enter goes to the claim in the answer; a key of the scheme judges it.
    current = page.locator("[data-testid=overview] [aria-current]")
    current.focus()
    page.keyboard.press("End")
    expect(parts.nth(n - 1)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(parts.nth(n - 1)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(parts.nth(n - 2)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(f"[data-claim='{n - 2}']")).to_be_focused()
    page.keyboard.press("2")
    expect(parts.nth(n - 2)).to_have_accessible_name(f"Claim {n - 1} of {n}: correct")
    tally(page, 1, 1, n - 2)


def test_arrows_follow_the_direction_of_arabic(page: Page, claims: Site) -> None:
    open_as(page, claims, "claims-arabic")
    assert page.get_by_test_id("answer").text_content() == TEXTS["ar"]
    expect(page.get_by_text("4 claims, cut at punctuation")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-claim='1']")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-claim='0']")).to_be_focused()
    page.keyboard.press("3")
    expect(page.locator("[data-claim='2']")).to_be_focused()
    page.keyboard.press("1")
    page.keyboard.press("2")
    assert ranges(submit(page)) == [exact("ar", "سليم")]


def test_claims_by_touch(browser: Browser, claims: Site) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True, locale="en-GB"
    )
    with context, watched_page(context, claims) as page:
        open_as(page, claims, "claims-phone")
        expect(page.get_by_text("Tap a claim that is wrong")).to_be_visible()
        assert inspection.misfits(page) == []
        bar = page.get_by_test_id("correct").bounding_box()
        act = page.get_by_test_id("submit").bounding_box()
        assert bar
        assert act
        assert bar["height"] >= 44
        assert bar["y"] + bar["height"] <= act["y"]
        parts = page.get_by_test_id("overview").get_by_role("button")
        boxes = [part.bounding_box() for part in parts.all()]
        assert all(box and box["width"] >= 24 and box["height"] >= 24 for box in boxes)
        parts.nth(3).tap()
        expect(page.get_by_test_id("claim-state")).to_contain_text("Claim 4 of 4")
        piece(page, "ar", "سليم").tap()
        tally(page, 1, 0, 3)
        page.get_by_test_id("rest-correct").tap()
        tally(page, 1, 1, 2)
        # After the last claim it goes on with the first that is not judged.
        page.get_by_test_id("correct").tap()
        page.get_by_test_id("correct").tap()
        tally(page, 1, 3, 0)
        assert ranges(submit(page)) == [exact("ar", "سليم")]


def test_several_labels_have_a_key_each(browser: Browser, site: Site) -> None:
    site.project(LABELS, {"kinds": "annotator"}, [item("one", TEXTS["en"])], "--preset", "much")
    site.change("UPDATE annotation_project SET scheme = ? WHERE slug = ?", json.dumps(SCHEME), LABELS)
    context = browser.new_context(locale="en-GB")
    with context, watched_page(context, site) as page:
        open_as(page, site, "kinds", LABELS)
        # 1 and 2 are labels, 3 and 4 choices.
        page.keyboard.press("2")
        page.keyboard.press("4")
        page.keyboard.press("1")
        page.keyboard.press("6")
        page.keyboard.press("6")
        expect(page.get_by_test_id("span-list").get_by_role("listitem")).to_have_count(2)
        page.locator("[data-claim='1']").focus()
        page.keyboard.press("2")
        content = submit(page)
        assert [span["label"] for span in content["spans"]] == ["vague", "vague"]
        assert content["labels"] == {"tone": "cold"}


def test_how_many_claims_an_hour_the_keyboard_allows(browser: Browser, site: Site) -> None:
    """Prints the pace of fifty items without the time to read them: what the page and the keys cost."""
    sentences = (
        "The lamp was lit in 1884 by Edwin Fernsby.",
        "The tower was built of granite.",
        "It is at Venn.",
    )
    items = [
        item(f"many-{n}", " ".join(sentences[(n + part) % 3] for part in range(1 + n % 3)))
        for n in range(ITEMS)
    ]
    site.project(MANY, {"quick": "annotator"}, items, "--preset", "much", "--redundancy", "1")
    context = browser.new_context(locale="en-GB")
    judged = presses = 0
    with context, watched_page(context, site) as page:
        open_as(page, site, "quick", MANY)
        began = time.perf_counter()
        for n in range(ITEMS):
            expect(page.get_by_text(f"Item {n + 1} of {ITEMS}")).to_be_visible()
            judged += page.locator("[data-claim]").count()
            # Every third item has an incorrect claim.
            keys = ["1"] if n % 3 == 0 else []
            for key in keys:
                page.keyboard.press(key, delay=KEY_MS)
                presses += 1
            while page.locator("[data-claim].open").count():
                page.keyboard.press("3", delay=KEY_MS)
                presses += 1
            with page.expect_response(lambda response: '"submit":true' in (response.request.post_data or "")):
                page.keyboard.press("Control+Enter", delay=KEY_MS)
                presses += 1
        seconds = time.perf_counter() - began
    submitted = site.rows(
        "SELECT count(*) FROM annotation_annotation a JOIN annotation_item i ON i.id = a.item_id"
        " JOIN annotation_project p ON p.id = i.project_id WHERE a.submitted_id IS NOT NULL AND p.slug = ?",
        MANY,
    )
    pace = round(judged / seconds * 3600)
    print(
        f"{judged} claims of {ITEMS} items: {presses} key presses ({presses / judged:.2f} a claim) in {seconds:.0f} s,"
        f" {pace} claims an hour. The campaign of MUCH had 350, reading included."
    )
    assert submitted == [(ITEMS,)]
    assert presses < judged
