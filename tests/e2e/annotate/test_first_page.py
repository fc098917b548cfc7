"""Opening the workspace: how much is asked for before the answer is readable, and what changes until then."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from bench.first_page import REQUESTS, WATCH
from tests.e2e import faults
from tests.e2e.faults import OpenPage
from tests.e2e.site import Site, item
from tests.e2e.workspace import log_in, open_workspace

pytestmark = pytest.mark.e2e

MOST_REQUESTS = 12
SLUG = "opening"
HOSTILE = (
    "</script><script>document.title = 'run'</script><img src=x onerror=\"document.title = 'run'\"> &lt;b&gt;"
)

LONG = (
    "The lamp on the harbour wall was lit by Edwin Fernsby on 2 March 1884, in the rain, and burnt for years. "
    * 12
)
ARABIC = (
    "أضاء إدوين فيرنسبي المصباح على رصيف الميناء في 2 March 1884 تحت المطر، وظل مضيئًا سنوات طويلة بعد ذلك. "
    * 8
)
PROJECTS = (
    ("left-to-right", item("long", LONG.strip()), ()),
    ("right-to-left", item("long", ARABIC.strip(), "AR", "من أضاء المصباح على رصيف الميناء؟"), ()),
    ("several-labels", item("long", LONG.strip()), ("--preset", "visions")),
)


@pytest.fixture(scope="module")
def opening(site: Site) -> Site:
    site.project("hostile", {"mallory": "annotator"}, [item("h", f"It was lit {HOSTILE} in 1884.")])
    for slug, record, options in PROJECTS:
        site.project(slug, {"ada": "annotator"}, [record], *options)
    return faults.project(site, SLUG, ("ada", "chen", "dana"), items=3)


@pytest.fixture
def expected_errors() -> tuple[str, ...]:
    return ("401",)


@contextmanager
def empty_cache(browser: Browser, site: Site, person: str, locale: str) -> Iterator[Page]:
    """A page of a browser with the person's session and nothing else."""
    entrance = browser.new_context()
    log_in(entrance.new_page(), site, person)
    context = browser.new_context(locale=locale, storage_state={"cookies": entrance.cookies(), "origins": []})
    context.add_init_script(WATCH)
    yield context.new_page()
    context.close()
    entrance.close()


@pytest.mark.parametrize("locale", ["en-GB", "ar"])
def test_few_requests_precede_the_answer_and_none_of_them_asks_for_data(
    browser: Browser, opening: Site, locale: str
) -> None:
    with empty_cache(browser, opening, "ada", locale) as page:
        open_workspace(page, opening, SLUG)
        page.wait_for_function("() => window.readable > 0")
        before = page.evaluate(REQUESTS)
        page.wait_for_load_state("networkidle")
        assert page.locator("html").get_attribute("lang") == locale[:2]
        assert page.evaluate("document.querySelectorAll('link[rel=modulepreload]').length") > 0
        unused = page.evaluate(
            """() => [...document.querySelectorAll("link[rel=modulepreload]")]
              .filter(({ href }) => performance.getEntriesByName(href).length !== 1).map(({ href }) => href)"""
        )
    assert [address for address in before if address.startswith("/api/")] == []
    assert len(before) <= MOST_REQUESTS, before
    assert unused == []


@pytest.mark.parametrize("path", ["/", f"/p/{SLUG}/mine", "/account"])
def test_other_pages_ask_for_no_session(browser: Browser, opening: Site, path: str) -> None:
    with empty_cache(browser, opening, "ada", "en-GB") as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(opening.url + path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert not [address for address in asked if address.endswith("/api/v1/session/")]


PLACES = """
(answer) => {
  const [question] = document.querySelectorAll("#first-item .question, h1.question");
  return [question, document.querySelector(answer)].map((each) => {
    const { x, y, width } = each.getBoundingClientRect();
    return { x, y, width, lines: [...(([text]) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return range.getClientRects();
    })([each])].map(({ x, y, width }) => [Math.round(x), Math.round(y), Math.round(width)]) };
  });
}
"""


VIEWPORTS = ((1280, 800), (1280, 700), (1600, 1000), (820, 1180), (390, 844))


@pytest.mark.parametrize(
    ("slug", "locale"),
    [
        ("left-to-right", "en-GB"),
        ("left-to-right", "ar"),
        ("right-to-left", "ar"),
        ("several-labels", "en-GB"),
    ],
)
def test_the_text_can_be_read_before_any_script_and_keeps_its_place(
    browser: Browser, opening: Site, slug: str, locale: str
) -> None:
    with empty_cache(browser, opening, "ada", locale) as page:
        held: list[Route] = []
        page.route("**/assets/core-*.js", lambda route: held.append(route))
        for width, height in VIEWPORTS:
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"{opening.url}/p/{slug}/annotate", wait_until="commit")
            page.wait_for_function("() => window.readable > 0")
            assert page.locator("html").get_attribute("dir") == ("rtl" if locale == "ar" else "ltr")
            before = page.evaluate(PLACES, "#first-item .answer")
            while not held:
                page.wait_for_timeout(20)
            held.pop().continue_()
            page.get_by_test_id("answer").wait_for()
            page.wait_for_load_state("networkidle")
            assert page.locator("#first-item").count() == 0
            assert page.evaluate(PLACES, "[data-testid=answer]") == before, (width, height)


def test_the_text_can_be_scrolled_by_keyboard_and_covers_what_has_no_focus(
    browser: Browser, opening: Site
) -> None:
    with empty_cache(browser, opening, "ada", "en-GB") as page:
        page.route("**/assets/core-*.js", lambda route: None)
        page.set_viewport_size({"width": 820, "height": 400})
        page.goto(f"{opening.url}/p/left-to-right/annotate", wait_until="commit")
        page.locator("#first-item .answer").wait_for()
        page.evaluate("document.body.append(document.createElement('button'))")
        text = page.locator("#first-item .text")
        page.keyboard.press("Tab")
        expect(text).to_be_focused()
        page.keyboard.press("PageDown")
        page.wait_for_function("() => document.querySelector('#first-item .text').scrollTop > 0")
        page.keyboard.press("Tab")
        expect(page.locator("body > button")).not_to_be_focused()


def test_hostile_texts_are_shown_as_text(page: Page, opening: Site) -> None:
    log_in(page, opening, "mallory")
    expect(open_workspace(page, opening, "hostile")).to_have_text(f"It was lit {HOSTILE} in 1884.")
    assert page.title() != "run"


def before_scripts(page: Page, happens: Callable[[], None]) -> None:
    """Let something happen after the HTML has arrived and before the page's scripts run."""

    def handle(route: Route) -> None:
        happens()
        route.continue_()

    page.route("**/assets/core-*.js", handle, times=1)


@pytest.mark.save_safety
def test_a_session_that_ends_before_the_scripts_run_leads_to_the_log_in_page(
    context: BrowserContext, watched: OpenPage, opening: Site
) -> None:
    page = watched(context)
    log_in(page, opening, "dana")
    page.goto("about:blank")
    before_scripts(page, context.clear_cookies)
    page.goto(f"{opening.url}/p/{SLUG}/annotate")
    page.wait_for_url(lambda url: "/login?next=" in url)


@pytest.mark.save_safety
def test_a_log_in_as_somebody_else_before_the_scripts_run_sends_nothing_under_their_name(
    browser: Browser, context: BrowserContext, watched: OpenPage, opening: Site
) -> None:
    entrance = browser.new_context()
    log_in(entrance.new_page(), opening, "chen")
    page = watched(context)
    log_in(page, opening, "ada")
    page.goto("about:blank")
    before_scripts(page, lambda: context.add_cookies(entrance.cookies()))
    senders: list[str | None] = []
    page.on(
        "request",
        lambda each: senders.append(each.headers.get("x-morel-user")) if "/api/" in each.url else None,
    )
    page.goto(f"{opening.url}/p/{SLUG}/annotate")
    page.wait_for_url(lambda url: "/login?next=" in url)
    assert set(senders) <= {"ada"}
    assert faults.revisions(opening, SLUG, "chen") == {}
    entrance.close()
