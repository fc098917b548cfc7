"""An annotator of the demo in a real browser: annotates one item, and finds it again."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.e2e.conftest import FLAGS, chromium
from tests.e2e.workspace import drag
from tests.wheels.environment import Server

PROJECT, ANNOTATOR = "harbours", "ada"


@contextmanager
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield launched
        launched.close()


def annotate(browser: Browser, server: Server) -> tuple[str, list[str]]:
    """Annotate the next item, and return its number and the marked texts."""
    page = logged_in(browser, server)
    page.goto(f"{server.url}/p/{PROJECT}/annotate")
    page.get_by_role("button", name="English").click()
    answer = page.get_by_test_id("answer")
    expect(answer).to_be_visible()
    text = answer.text_content() or ""
    word = re.search(r"\w{2,}", text)
    assert word
    drag(page, *word.span())
    page.get_by_test_id("label-fluency-well-formed").check(force=True)
    page.get_by_test_id("label-factuality-errors").check(force=True)
    with page.expect_response(
        lambda response: (
            response.request.method == "PUT" and '"submit":true' in (response.request.post_data or "")
        )
    ) as sent:
        page.get_by_test_id("submit").click()
    assert sent.value.status == 200, sent.value.text()
    spans = sent.value.json()["annotation"]["content"]["spans"]
    assert spans
    item = re.search(r"/items/(\d+)/", sent.value.url)
    assert item
    page.context.close()
    return item[1], [text[span["start"] : span["end"]] for span in spans]


def expect_annotation(browser: Browser, server: Server, item: str, marked: list[str]) -> None:
    page = logged_in(browser, server)
    page.goto(f"{server.url}/p/{PROJECT}/annotate/{item}")
    for text in marked:
        expect(page.get_by_test_id("span-list")).to_contain_text(text)
    expect(page.get_by_test_id("label-fluency-well-formed")).to_be_checked()
    expect(page.get_by_test_id("label-factuality-errors")).to_be_checked()
    page.context.close()


def logged_in(browser: Browser, server: Server, username: str = ANNOTATOR) -> Page:
    page = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB").new_page()
    page.goto(f"{server.url}/login")
    page.locator("[name=username]").fill(username)
    page.locator("[name=password]").fill(server.passwords[username])
    page.locator("[name=password]").press("Enter")
    page.wait_for_url(lambda url: "/login" not in url)
    return page
