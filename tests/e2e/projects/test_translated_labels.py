"""A lead translates the names of labels and choices; people see them in their language, files keep the names."""

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import drag, log_in, submit

pytestmark = pytest.mark.e2e

SLUG = "translated"
HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def translated(site: Site) -> Site:
    people = {"rita": "lead", "amal": "annotator"}
    site.project(SLUG, people, [item("r-1", "The mill burnt in 1790.")], "--preset", "mu-shroom+labels")
    return site


def test_an_annotator_sees_labels_in_the_language_of_the_interface(
    browser: Browser, page: Page, translated: Site
) -> None:
    log_in(page, translated, "rita")
    page.goto(f"{translated.url}/p/{SLUG}/settings")
    expect(page.get_by_test_id("span-labels")).to_be_visible()
    expect(page.get_by_test_id("translations")).to_have_count(0)
    page.get_by_test_id("translate").check(force=True)
    span = page.get_by_test_id("span-labels").get_by_role("group", name="Translations of Hallucination")
    # The preset has translations already.
    expect(span.get_by_test_id("text-fr")).to_have_value("Hallucination")
    span.get_by_test_id("text-ar").fill("مختلق")
    span.get_by_test_id("text-es").fill("")
    fluency = page.get_by_role("group", name="Translations of Fluency")
    fluency.get_by_test_id("text-ar").fill(HOSTILE)
    page.get_by_role("group", name="Translations of Well formed").get_by_test_id("text-ar").fill("جيدة")
    page.get_by_test_id("save-scheme").click()
    expect(page.get_by_test_id("scheme-state")).to_contain_text("2")
    page.reload()
    page.get_by_test_id("translate").check(force=True)
    expect(span.get_by_test_id("text-ar")).to_have_value("مختلق")
    expect(span.get_by_test_id("text-es")).to_have_value("")
    # The lead reads English, and so do the fields of the labels.
    expect(page.get_by_test_id("scheme-preview")).to_contain_text("Well formed")

    arabic = browser.new_context(locale="ar")
    other_page = arabic.new_page()
    log_in(other_page, translated, "amal")
    other_page.goto(f"{translated.url}/p/{SLUG}/annotate")
    expect(other_page.get_by_test_id("answer")).to_be_visible()
    expect(other_page.locator("html")).to_have_attribute("dir", "rtl")
    form = other_page.locator("main")
    expect(form.get_by_text(HOSTILE)).to_be_visible()
    drag(other_page, 4, 8)
    other_page.get_by_role("radio", name="جيدة").check(force=True)
    other_page.get_by_role("radio", name="فيها أخطاء").check(force=True)
    sent = submit(other_page)
    assert sent["labels"] == {"fluency": "well-formed", "factuality": "errors"}
    assert [span["label"] for span in sent["spans"]] == ["hallucination"]

    arabic.close()

    record = json.loads(translated.manage("export_annotations", SLUG, "--lang", "EN", "--out", "-"))
    assert "well-formed" in json.dumps(record)
    assert "جيدة" not in json.dumps(record, ensure_ascii=False)
