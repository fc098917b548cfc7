"""Take screenshots of the scenes: python -m tests.e2e.gallery DIRECTORY [SCENE …]

Each scene in light and dark, in Arabic, printed, and in phone width if it is made for phones.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.e2e import inspection
from tests.e2e.conftest import FLAGS, chromium
from tests.e2e.scenes import NARROW, SCENES, WIDE, Scene, Stage, View
from tests.e2e.site import Site
from tests.mediawiki import MediaWiki, Wiki

SIDES = ("top", "right", "bottom", "left")


def main(directory: Path, names: list[str]) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        MediaWiki(Wiki.of_the_project()) as wikipedia,
        sync_playwright() as playwright,
    ):
        site = Site(Path(data), wikipedia.address)
        try:
            browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
            stage = Stage(site, browser)
            for scene in SCENES:
                if not names or scene.name.replace(" ", "-") in names:
                    picture(stage, scene, directory)
            browser.close()
        finally:
            site.close()


def picture(stage: Stage, scene: Scene, directory: Path) -> None:
    name = scene.name.replace(" ", "-")
    with stage.context(scene.person) as context:
        page = context.new_page()
        scene.play(View(stage, page))
        page.screenshot(path=directory / f"{name}.png")
        page.emulate_media(color_scheme="dark")
        page.screenshot(path=directory / f"{name}-dark.png")
        page.emulate_media(color_scheme="light")
        inspection.speak(page, "ar")
        page.screenshot(path=directory / f"{name}-arabic.png")
        inspection.speak(page, "en")
        page.emulate_media(media="print", color_scheme="dark")
        page.screenshot(path=directory / f"{name}-print.png", full_page=True)
        page.pdf(path=directory / f"{name}.pdf", format="A4", margin=dict.fromkeys(SIDES, "15mm"))
        page.emulate_media(media="screen", color_scheme="light")
        if scene.narrow:
            page.set_viewport_size(NARROW)
            page.screenshot(path=directory / f"{name}-narrow.png")
            page.set_viewport_size(WIDE)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
