"""Take the pictures of the README from a real site with the demo project: python -m tests.e2e.screenshots DIRECTORY"""

import json
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.e2e.conftest import FLAGS, chromium
from tests.e2e.reading import select_in_page
from tests.e2e.site import Site
from tests.mediawiki import MediaWiki, Wiki

SLUG = "harbours"
WIDE = {"width": 1280, "height": 800}
NARROW = {"width": 390, "height": 800}


class Photographer:
    def __init__(self, browser: Browser, site: Site, directory: Path) -> None:
        self._browser = browser
        self._site = site
        self._directory = directory
        logins = json.loads((site.directory / "demo-logins.json").read_text())
        self._passwords = {login["username"]: login["password"] for login in logins}

    def page(self, username: str, *, size: dict[str, int] = WIDE, theme: str = "light") -> Page:
        context = self._browser.new_context(
            viewport=size,
            color_scheme=theme,
            device_scale_factor=2 if size == NARROW else 1,
            reduced_motion="reduce",
            locale="en-GB",
        )
        page = context.new_page()
        page.goto(f"{self._site.url}/login")
        page.locator("[name=username]").fill(username)
        page.locator("[name=password]").fill(self._passwords[username])
        page.locator("[name=password]").press("Enter")
        page.wait_for_url(lambda url: "/login" not in url)
        return page

    def go(self, page: Page, path: str) -> None:
        page.goto(f"{self._site.url}/p/{SLUG}{path}")
        page.wait_for_load_state("networkidle")

    def take(self, page: Page, name: str) -> None:
        page.evaluate("document.fonts.ready")
        page.screenshot(path=self._directory / f"{name}.png")

    def annotated(self, page: Page, language: str) -> None:
        """Open an own annotation in the language, with a mark selected."""
        self.go(page, "/mine")
        listed = page.request.get(f"{self._site.url}/api/v1/projects/{SLUG}/mine/?status=submitted").json()
        marked = [row for row in listed["results"] if row["language"] == language and row["spans"] > 1]
        self.go(page, f"/annotate/{marked[-1]['item']}")
        page.get_by_test_id("answer").wait_for()
        page.get_by_test_id("span-list").locator("li").last.click()


def main(directory: Path) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        MediaWiki(Wiki.of_the_project()) as wikipedia,
        sync_playwright() as playwright,
    ):
        site = Site(Path(data), wikipedia.address)
        site.manage("demo")
        site.start()
        try:
            browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
            camera = Photographer(browser, site, directory)
            take_all(camera)
            site.manage("set_project", SLUG, "--adjudication", "on")
            take_curation(camera)
            site.manage("set_project", SLUG, "--evidence", "optional")
            take_references(camera)
            browser.close()
        finally:
            site.close()


def take_all(camera: Photographer) -> None:
    for name, language, options in (
        ("annotate", "en", {}),
        ("annotate-dark", "en", {"theme": "dark"}),
        ("annotate-ar", "ar", {}),
        ("annotate-hi", "hi", {}),
        ("annotate-narrow", "en", {"size": NARROW}),
    ):
        page = camera.page("ada", **options)
        camera.annotated(page, language)
        camera.take(page, name)
    lead = camera.page("lena")
    for name, path in (("overview", ""), ("items", "/items"), ("import", "/import")):
        camera.go(lead, path)
        camera.take(lead, name)
    camera.go(lead, "/items?language=en")
    lead.locator("a[href*='/items/']").first.click()
    lead.get_by_test_id("item-answer").wait_for()
    camera.take(lead, "item")


def take_curation(camera: Photographer) -> None:
    """Open the item on which people disagree most, with their marks in lanes above the text to decide on."""
    lead = camera.page("lena")
    camera.go(lead, "/curation?language=en")
    lead.get_by_test_id("start-deciding").click()
    lead.get_by_test_id("versions").wait_for()
    camera.take(lead, "curation")
    lead.context.close()


def take_references(camera: Photographer) -> None:
    page = camera.page("ada")
    camera.annotated(page, "en")
    address = page.url
    prove(page)
    select_in_page(
        page, "It was set going on 2 March 1874 by the harbour master's daughter, who was nine years old."
    )
    page.get_by_test_id("attach").click()
    expect(page.get_by_test_id("saved")).to_contain_text("not submitted again yet")
    camera.take(page, "evidence")
    page.context.close()
    page = camera.page("ada", size=NARROW)
    page.goto(address)
    prove(page)
    expect(page.locator(".proof.note")).to_be_in_viewport()
    camera.take(page, "evidence-narrow")
    page.context.close()
    page = camera.page("ada")
    camera.annotated(page, "en")
    page.get_by_role("button", name="Wikipedia page").click()
    page.get_by_test_id("link-url").fill("https://en.wikipedia.org/wiki/The_unwritten_page")
    page.get_by_test_id("link-add").click()
    page.get_by_role("tab").last.click()
    page.get_by_test_id("reference-retry").wait_for()
    camera.take(page, "reference-failed")


def prove(page: Page) -> None:
    year = page.get_by_test_id("span-list").get_by_role("listitem").filter(has_text="1884")
    year.get_by_test_id("mark-evidence").click()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
