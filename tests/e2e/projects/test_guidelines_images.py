"""A lead puts images into the guidelines, and annotators see them."""

import base64

import pytest
from playwright.sync_api import FilePayload, Locator, Page, Route, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import log_in
from tests.images import png

pytestmark = pytest.mark.e2e

SLUG = "pictures"
DRAG = """(field, [kind, name, type, content]) => {
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob(content), (each) => each.charCodeAt(0));
    data.items.add(new File([bytes], name, { type }));
    const options = { bubbles: true, cancelable: true };
    field.dispatchEvent(
        kind === "paste"
            ? new ClipboardEvent(kind, { ...options, clipboardData: data })
            : new DragEvent(kind, { ...options, dataTransfer: data }),
    );
}"""


@pytest.fixture(scope="module")
def pictures(site: Site) -> Site:
    items = [item(f"p-{number}", "The mill burnt in 1790.") for number in range(1, 4)]
    site.project(
        SLUG, {"rita": "lead", "ada": "annotator"}, items, "--preset", "mu-shroom", "--no-guidelines"
    )
    return site


@pytest.fixture
def expected_errors() -> tuple[str, ...]:
    return ("422", "413")


@pytest.fixture
def editor(page: Page, pictures: Site) -> Locator:
    log_in(page, pictures, "rita")
    page.goto(f"{pictures.url}/p/{SLUG}/settings")
    text = page.get_by_test_id("guide-text")
    expect(text).to_be_enabled()
    return text


def payload(name: str, content: bytes) -> FilePayload:
    return {"name": name, "mimeType": "image/png", "buffer": content}


def give(editor: Locator, kind: str, name: str, content: bytes) -> None:
    """Drop or paste a file."""
    editor.evaluate(DRAG, [kind, name, "image/png", base64.b64encode(content).decode()])


def expect_picture(image: Locator, width: int) -> None:
    expect(image).to_be_visible()
    expect(image).to_have_js_property("naturalWidth", width)


@pytest.mark.page
def test_an_image_is_uploaded_described_published_and_seen_by_an_annotator(
    page: Page, pictures: Site, editor: Locator, other_page: Page
) -> None:
    editor.fill("# Mark little\n\n")
    page.get_by_test_id("guide-image").set_input_files(payload("Label menu.png", png(120, 80)))
    expect(editor).to_have_value("# Mark little\n\n![](images/label-menu.png)")
    expect(page.get_by_text("Type its description between the brackets.")).to_be_visible()
    page.keyboard.type("The menu of labels")
    expect(editor).to_have_value("# Mark little\n\n![The menu of labels](images/label-menu.png)")
    expect_picture(page.get_by_test_id("guide-preview").get_by_alt_text("The menu of labels"), 120)
    page.get_by_test_id("guide-publish").click()
    expect(page.get_by_test_id("guide-state")).to_contain_text("Version 1")
    page.get_by_text("Images (1)").click()
    row = page.get_by_test_id("guide-images").get_by_role("listitem")
    expect(row).to_contain_text("label-menu.png")
    expect(row).to_contain_text("Shown by English, version 1")
    expect(row.get_by_role("button", name="Delete")).to_have_count(0)

    log_in(other_page, pictures, "ada")
    other_page.goto(f"{pictures.url}/p/{SLUG}/annotate")
    expect_picture(other_page.get_by_test_id("read-first").get_by_alt_text("The menu of labels"), 120)
    other_page.get_by_test_id("accept").click()
    expect(other_page.get_by_title("Guidelines")).to_be_visible()
    other_page.keyboard.press("h")
    expect_picture(other_page.get_by_test_id("guidelines").get_by_alt_text("The menu of labels"), 120)


def test_images_are_dropped_and_pasted_at_the_caret_and_that_can_be_undone(
    page: Page, editor: Locator
) -> None:
    editor.fill("One two")
    editor.evaluate("(field) => field.setSelectionRange(4, 4)")
    give(editor, "drop", "arrow.png", png(20))
    expect(editor).to_have_value("One ![](images/arrow.png)two")
    page.keyboard.press("Control+z")
    expect(editor).to_have_value("One two")
    give(editor, "paste", "image.png", png(21))
    expect(editor).to_have_value("One ![](images/image.png)two")
    give(editor, "paste", "image.png", png(22))
    expect(editor).to_have_value("One ![](images/image.png)\n![](images/image-2.png)two")
    page.keyboard.type("Below")
    expect(editor).to_have_value("One ![](images/image.png)\n![Below](images/image-2.png)two")


def test_several_images_are_inserted_one_after_another_and_a_refused_file_is_named(
    page: Page, editor: Locator
) -> None:
    editor.fill("")
    files = [
        payload("a.png", png(31)),
        payload("b.png", b"<svg/>"),
        payload("c.png", png(33)),
        payload("large.png", png() + bytes(5_000_000)),
    ]
    page.get_by_test_id("guide-image").set_input_files(files)
    expect(editor).to_have_value("![](images/a.png)\n![](images/c.png)")
    expect(page.get_by_role("alert").filter(has_text="b.png was not uploaded")).to_contain_text(
        "WebP or GIF image"
    )
    expect(page.get_by_role("alert").filter(has_text="large.png was not uploaded")).to_contain_text(
        "too large"
    )


def test_an_image_from_elsewhere_is_refused_and_the_text_stays(page: Page, editor: Locator) -> None:
    text = "# Mark\n\n![Remote](https://example.org/a.png)"
    editor.fill(text)
    page.get_by_test_id("guide-publish").click()
    expect(page.get_by_text("An image is not of this project")).to_be_visible()
    expect(
        page.get_by_text("Line 3: “https://example.org/a.png” is no image of the project.")
    ).to_be_visible()
    expect(editor).to_have_value(text)


def test_an_unused_image_is_inserted_from_the_list_and_deleted(page: Page, editor: Locator) -> None:
    editor.fill("")
    page.get_by_test_id("guide-image").set_input_files(payload("spare.png", png(44)))
    expect(editor).to_have_value("![](images/spare.png)")
    page.locator("summary", has_text="Images (").click()
    row = page.get_by_test_id("guide-images").get_by_role("listitem").filter(has_text="spare.png")
    expect(row).to_contain_text("In this text, not published yet")
    editor.fill("")
    expect(row).to_contain_text("Not shown by any version")
    row.get_by_role("button", name="Insert spare.png").click()
    expect(editor).to_have_value("![](images/spare.png)")
    editor.fill("")
    row.get_by_role("button", name="Delete spare.png").click()
    expect(row).to_have_count(0)
    expect(page.get_by_role("status").filter(has_text="spare.png is deleted.")).to_be_visible()
    undo = page.get_by_test_id("guide-image-undo")
    expect(undo).to_be_focused()
    undo.press("Enter")
    expect(row).to_contain_text("Not shown by any version")
    expect(page.get_by_role("status").filter(has_text="spare.png is restored.")).to_be_visible()
    expect(page.locator("summary", has_text="Images (")).to_be_focused()
    row.get_by_role("button", name="Insert spare.png").click()
    expect(editor).to_have_value("![](images/spare.png)")


def test_the_language_cannot_be_changed_while_a_version_is_published(page: Page, editor: Locator) -> None:
    held: list[Route] = []
    page.route(
        "**/guidelines/*/",
        lambda route: held.append(route) if route.request.method == "PUT" else route.continue_(),
    )
    editor.fill("# Lights\n\nMark each year.")
    page.get_by_test_id("guide-publish").click()
    expect(page.get_by_test_id("guide-language")).to_be_disabled()
    while not held:
        page.wait_for_timeout(20)
    held.pop().continue_()
    expect(page.get_by_test_id("guide-language")).to_be_enabled()
