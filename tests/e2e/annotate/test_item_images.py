"""Images beside the answer: zoom, pan, rotate, fit and the next one, by mouse, keyboard and touch."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import watched_page
from tests.e2e.inspection import findings
from tests.e2e.site import Site
from tests.e2e.workspace import log_in, open_workspace
from tests.item_images import drawing, folder_of, with_images
from tests.records import write_jsonl

pytestmark = pytest.mark.e2e

SLUG = "street-signs"
ANSWER = "The sign says “Stop”, and three cars wait."

# Waits inside the page: the strict policy of the site forbids waiting by an evaluated text.
EXCEEDS = """
(element, [property, least]) => new Promise((resolve) => {
  const look = () => (element[property] > least ? resolve() : requestAnimationFrame(look));
  look();
})
"""


@pytest.fixture(scope="module")
def signs(site: Site) -> Site:
    files = {
        "street.png": drawing(size=(1600, 800)),
        "sign.jpg": drawing("JPEG", (300, 600)),
        "dot.png": drawing(size=(16, 16)),
    }
    pictures = folder_of(site.directory / "pictures", files)
    record = with_images(
        "sign-1", *files, answer=ANSWER, image_alt=["A street with cars.", "A sign.", "A dot."]
    )
    records = write_jsonl(site.directory / "signs.jsonl", [record])
    people = {"imagist": "annotator", "image-lead": "lead"}
    site.project(SLUG, people, [], "--preset", "visions", "--redundancy", "2")
    site.manage("import_items", SLUG, str(records), "--images", str(pictures))
    return site


@pytest.fixture(params=[1280, 390])
def page(request: pytest.FixtureRequest, browser: Browser, signs: Site) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": request.param, "height": 800}, has_touch=True)
    with watched_page(context, signs) as page:
        log_in(page, signs, "imagist")
        open_workspace(page, signs, SLUG)
        expect(page.get_by_test_id("item-image")).to_be_visible()
        yield page
    context.close()


def shown(page: Page) -> tuple[float, float]:
    """Return width and height of the image on the screen, once it is loaded."""
    image = page.get_by_test_id("item-image")
    image.evaluate("(image) => image.decode()")
    box = image.bounding_box()
    assert box is not None
    return box["width"], box["height"]


def scrolled(page: Page) -> float:
    left: float = page.get_by_test_id("image-frame").evaluate("(frame) => Math.abs(frame.scrollLeft)")
    return left


def test_an_image_fits_and_is_zoomed_rotated_and_changed_by_buttons(page: Page) -> None:
    width, height = shown(page)
    assert width / height == pytest.approx(2, rel=0.02)
    expect(page.get_by_role("img", name="A street with cars.")).to_be_visible()
    page.get_by_role("button", name="Zoom in").click()
    assert shown(page)[0] == pytest.approx(1.5 * width, rel=0.02)
    page.get_by_role("button", name="Fit", exact=True).click()
    assert shown(page)[0] == pytest.approx(width, rel=0.02)
    page.get_by_role("button", name="Rotate").click()
    turned = shown(page)
    assert turned[1] / turned[0] == pytest.approx(2, rel=0.02)
    page.get_by_role("button", name="Next image").click()
    expect(page.get_by_test_id("image-place")).to_have_text("Image 2 of 3")
    expect(page.get_by_role("img", name="A sign.")).to_be_visible()
    page.get_by_role("button", name="Next image").click()
    expect(page.get_by_role("button", name="Next image")).to_be_disabled()


def test_keys_zoom_pan_rotate_and_change_the_focused_image(page: Page) -> None:
    width, _ = shown(page)
    frame = page.get_by_test_id("image-frame")
    frame.focus()
    for _ in range(3):
        page.keyboard.press("+")
    assert shown(page)[0] == pytest.approx(1.5**3 * width, rel=0.02)
    before = scrolled(page)
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    frame.evaluate(EXCEEDS, ["scrollLeft", before])
    page.keyboard.press("0")
    assert shown(page)[0] == pytest.approx(width, rel=0.02)
    page.keyboard.press("r")
    turned = shown(page)
    assert turned[1] > turned[0]
    page.keyboard.press("PageDown")
    expect(page.get_by_test_id("image-place")).to_have_text("Image 2 of 3")
    page.keyboard.press("PageUp")
    expect(page.get_by_test_id("image-place")).to_have_text("Image 1 of 3")


def test_the_mouse_drags_an_enlarged_image(page: Page) -> None:
    frame = page.get_by_test_id("image-frame")
    for _ in range(3):
        page.get_by_role("button", name="Zoom in").click()
    frame.scroll_into_view_if_needed()
    before, box = scrolled(page), frame.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + min(box["height"] / 2, 100)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y, steps=6)
    page.mouse.up()
    assert scrolled(page) == pytest.approx(before + 60, abs=4)


def test_two_fingers_zoom(page: Page) -> None:
    width, _ = shown(page)
    frame = page.get_by_test_id("image-frame")
    frame.scroll_into_view_if_needed()
    box = frame.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + min(box["height"] / 2, 100)
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, *sides: float) -> None:
        points = [{"x": x + side, "y": y, "id": number} for number, side in enumerate(sides)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", -20, 20)
    for half in (30, 50, 60):
        touch("touchMove", -half, half)
    touch("touchEnd")
    page.get_by_test_id("item-image").evaluate(EXCEEDS, ["offsetWidth", 1.8 * width])


def test_a_small_image_fits_by_being_enlarged(page: Page) -> None:
    page.get_by_role("button", name="Next image").click()
    page.get_by_role("button", name="Next image").click()
    expect(page.get_by_role("img", name="A dot.")).to_be_visible()
    width, height = shown(page)
    frame = page.get_by_test_id("image-frame").bounding_box()
    assert frame is not None
    assert width == height == pytest.approx(min(frame["width"], frame["height"]), abs=2)


def test_the_image_is_near_the_question(page: Page) -> None:
    """Beside the form in a wide window; on a phone between question and answer."""
    question, image, answer = (
        place.bounding_box()
        for place in (
            page.get_by_role("heading", level=1),
            page.get_by_test_id("image-frame"),
            page.get_by_test_id("answer"),
        )
    )
    assert question
    assert image
    assert answer
    if page.viewport_size == {"width": 390, "height": 800}:
        assert question["y"] + question["height"] <= image["y"] <= question["y"] + question["height"] + 120
        assert image["y"] + image["height"] <= answer["y"]
        assert answer["y"] < 800
    else:
        assert image["x"] >= question["x"] + question["width"]


def test_the_page_with_an_image_is_accessible(page: Page) -> None:
    shown(page)
    assert findings(page) == []
