"""Take the pictures of the README from a real site with the demo project: python -m tests.e2e.screenshots DIRECTORY"""

import json
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.conftest import FLAGS, chromium
from tests.e2e.site import Site

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
            viewport=size,  # type: ignore[arg-type]  # a TypedDict of just these two
            color_scheme=theme,  # type: ignore[arg-type]
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
        """One's own annotation of an item in the language, with a mark selected."""
        self.go(page, "/mine")
        listed = page.request.get(f"{self._site.url}/api/v1/projects/{SLUG}/mine/?status=submitted").json()
        marked = [row for row in listed["results"] if row["language"] == language and row["spans"] > 1]
        self.go(page, f"/annotate/{marked[-1]['item']}")
        page.get_by_test_id("answer").wait_for()
        page.get_by_test_id("span-list").locator("li").last.click()


def main(directory: Path) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        site = Site(Path(data))
        site.manage("demo")
        site.start()
        try:
            browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
            take_all(Photographer(browser, site, directory))
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
        page = camera.page("ada", **options)  # type: ignore[arg-type]  # two names, each of its own type
        camera.annotated(page, language)
        camera.take(page, name)
    lead = camera.page("lena")
    for name, path in (("overview", ""), ("items", "/items"), ("import", "/import")):
        camera.go(lead, path)
        camera.take(lead, name)
    camera.go(lead, "/items")
    lead.locator("a[href*='/items/']").first.click()
    lead.get_by_test_id("item-answer").wait_for()
    camera.take(lead, "item")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
