"""A campaign with images in the browser: zip file, marks by mouse, keyboard and touch, gold and a verified release."""

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.annotate.test_marking_by_touch import SELECT, Finger, middle
from tests.e2e.conftest import watched_page
from tests.e2e.marking_page import MarkingPage
from tests.e2e.scripts import Text
from tests.e2e.site import Site
from tests.e2e.workspace import drag, log_in, open_workspace, submit
from tests.item_images import drawing, with_images, zip_of
from tests.records import write_jsonl

pytestmark = pytest.mark.e2e

SLUG = "visions-campaign"
ANSWER = "The sign says “Stop”, and three cars wait in the rain."
TEXT = Text(
    "en", ANSWER, word="Stop", phrase="three", across="three cars", last="rain", sloppy=("top", "Stop")
)
STREET = drawing(size=(800, 400))
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
HUGE = drawing(size=(9_000, 6_000))
RECORD = with_images("sign-1", "street.png", answer=ANSWER, image_alt="A street with cars.")


@pytest.fixture(scope="module")
def campaign(site: Site) -> Site:
    people = {"vision-lead": "lead", "mouse": "annotator", "touch": "annotator"}
    site.project(SLUG, people, [], "--preset", "visions", "--redundancy", "2")
    return site


def send(page: Page, site: Site, records: Path, images: bytes) -> None:
    """Choose the records and the zip file of their images on the import page, and start the import."""
    page.goto(f"{site.url}/p/{SLUG}/import")
    page.get_by_test_id("import-file").set_input_files(records)
    packed = {"name": "images.zip", "mimeType": "application/zip", "buffer": images}
    page.get_by_test_id("import-images").set_input_files([packed])
    expect(page.get_by_test_id("import-images-name")).to_contain_text("images.zip")
    page.get_by_test_id("import-start").click()


@pytest.fixture
def lead(browser: Browser, campaign: Site) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
    with watched_page(context, campaign) as page:
        log_in(page, campaign, "vision-lead")
        yield page
    context.close()


def test_bad_images_of_a_zip_file_are_refused_by_item_and_reason(
    lead: Page, campaign: Site, tmp_path: Path
) -> None:
    files = {"text.png": b"not an image", "script.svg": SVG, "huge.png": HUGE}
    named = {"a": "text.png", "b": "script.svg", "c": "huge.png", "d": "gone.png", "e": "../secret.png"}
    rows = [with_images(id_, name, answer=ANSWER) for id_, name in named.items()]
    send(lead, campaign, write_jsonl(tmp_path / "bad.jsonl", rows), zip_of(files))
    problems = lead.get_by_test_id("import-problems")
    for id_, reason in (
        ("a", "is no PNG, JPEG, WebP or GIF image"),
        ("b", "is an SVG, which may hold scripts"),
        ("c", "has more than 50,000,000 pixels"),
        ("d", "is not in the zip file"),
        ("e", "leads out of the images"),
    ):
        expect(problems).to_contain_text(f"Item {id_}: “{named[id_]}” {reason}")
    images = "SELECT image.id FROM annotation_itemimage image JOIN annotation_project project"
    assert not campaign.rows(f"{images} ON project.id = image.project_id WHERE project.slug = ?", SLUG)
    assert not campaign.rows("SELECT id FROM annotation_item WHERE external_id IN ('a', 'b', 'c', 'd', 'e')")
    lead.get_by_role("button", name="Choose another file").click()
    expect(lead.get_by_test_id("import-file")).to_be_attached()


def by_mouse_and_keyboard(browser: Browser, site: Site) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
    with watched_page(context, site) as page:
        log_in(page, site, "mouse")
        open_workspace(page, site, SLUG)
        image = page.get_by_test_id("item-image")
        expect(image).to_be_visible()
        page.get_by_role("button", name="Zoom in").click()
        page.get_by_role("button", name="Rotate").click()
        page.keyboard.press("3")
        drag(page, *TEXT.range_of("Stop"))
        desk = MarkingPage(page, TEXT)
        desk.expect_marks("Stop")
        page.keyboard.press("Escape")
        desk.answer.focus()
        page.keyboard.press("Home")
        for _ in range(TEXT.range_of("three")[0]):
            page.keyboard.press("ArrowRight")
        for _ in range(5):
            page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press("4")
        desk.expect_marks("Stop", "three")
        content = submit(page)
        assert [span["label"] for span in content["spans"]] == ["OCR", "miscounting"]
    context.close()


def by_touch(browser: Browser, site: Site) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True, locale="en-GB"
    )
    with watched_page(context, site) as page:
        log_in(page, site, "touch")
        open_workspace(page, site, SLUG)
        expect(page.get_by_test_id("item-image")).to_be_visible()
        desk, finger = MarkingPage(page, TEXT), Finger(context.new_cdp_session(page))
        finger.tap(middle(page.get_by_role("button", name="Rotate")))
        desk.answer.scroll_into_view_if_needed()
        finger.long_press(desk.middle("Stop"))
        desk.answer.evaluate(SELECT, list(TEXT.range_of("Stop")))
        finger.tap(middle(page.get_by_test_id("mark-as-OCR")))
        desk.expect_marks("Stop")
        assert [span["label"] for span in submit(page)["spans"]] == ["OCR"]
    context.close()


def test_from_the_zip_file_to_a_verified_release_with_images(
    lead: Page, browser: Browser, campaign: Site, tmp_path: Path
) -> None:
    send(
        lead,
        campaign,
        write_jsonl(tmp_path / "good.jsonl", [RECORD]),
        zip_of({"photos/street.png": STREET}),
    )
    expect(lead.get_by_test_id("import-result")).to_contain_text("Added 1 item")
    by_mouse_and_keyboard(browser, campaign)
    by_touch(browser, campaign)

    lead.goto(f"{campaign.url}/p/{SLUG}/releases")
    lead.get_by_test_id("new-release").click()
    lead.locator("[name=name]").fill("v1")
    expect(lead.get_by_test_id("preview")).to_contain_text("1 item")
    for _ in range(2):
        lead.get_by_test_id("next-step").click()
    expect(lead.get_by_text("Without image files, records name their images")).to_be_visible()
    lead.get_by_role("checkbox", name="Include 1 image file").check()
    lead.get_by_test_id("next-step").click()
    lead.get_by_test_id("build").click()
    card = lead.get_by_test_id("release")
    expect(card).to_contain_text("Ready", timeout=60_000)
    with lead.expect_download() as download:
        card.get_by_test_id("download").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    with zipfile.ZipFile(path) as archive:
        archive.extractall(tmp_path)
    folder = tmp_path / path.stem
    assert "all is as it should be" in campaign.manage("verify_release", str(folder))
    (gold,) = map(json.loads, (folder / "gold/en.full.jsonl").read_text("utf-8").splitlines())
    stop, three = TEXT.range_of("Stop"), TEXT.range_of("three")
    assert gold["soft_labels"] == [
        {"start": stop[0], "prob": 1.0, "end": stop[1], "label": "OCR"},
        {"start": three[0], "prob": 0.5, "end": three[1], "label": "miscounting"},
    ]
    assert gold["hard_labels"] == [[*stop, "OCR"]]
    (image,) = gold["image_files"]
    assert (folder / image["file"]).read_bytes() == STREET
