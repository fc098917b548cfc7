"""A lead builds, downloads, verifies and compares releases, publishes one, shares its link and withdraws it."""

import json
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.site import Site, item
from tests.e2e.workspace import log_in
from tests.openhaldet import response, unlabelled

pytestmark = pytest.mark.e2e

SLUG = "to-be-released"
ANSWER = "The bridge opened in 1899."


def annotate(site: Site, annotations: dict[str, dict[str, list[list[int]]]]) -> None:
    path = site.directory / "annotations.jsonl"
    path.write_text(
        "".join(json.dumps({"id": key, "annotations": each}) + "\n" for key, each in annotations.items())
    )
    site.manage("import_annotations", SLUG, str(path))


@pytest.fixture(scope="module")
def released(site: Site) -> Site:
    items = [item(f"b-{n}", ANSWER) | {"split": "test" if n > 1 else "dev"} for n in range(1, 4)]
    site.project(SLUG, {"rita": "lead"}, items, "--preset", "mu-shroom", "--redundancy", "2")
    annotate(site, {name: {"x": [[21, 25]], "y": [[21, 25]]} for name in ("b-1", "b-2")})
    return site


def build(page: Page, name: str, **fields: str) -> Locator:
    page.get_by_test_id("new-release").click()
    page.locator("[name=name]").fill(name)
    expect(page.get_by_test_id("preview")).to_contain_text("item")
    page.get_by_test_id("next-step").click()
    page.get_by_role("radio", name="By field").click()
    page.locator("[name=plan]").fill("split")
    while not page.get_by_test_id("build").is_visible():
        for field in [each for each in fields if page.locator(f"[name={each}]").is_visible()]:
            page.locator(f"[name={field}]").fill(fields.pop(field))
        page.get_by_test_id("next-step").click()
    assert not fields, f"no step has {fields}"
    page.get_by_test_id("build").click()
    card = page.get_by_test_id("release").filter(has=page.get_by_role("heading", name=name, exact=True))
    expect(card).to_contain_text("Ready", timeout=60_000)
    return card


def downloaded(page: Page, card: Locator, out: Path) -> Path:
    with page.expect_download() as download:
        card.get_by_test_id("download").click()
    path = out / download.value.suggested_filename
    download.value.save_as(path)
    with zipfile.ZipFile(path) as archive:
        archive.extractall(out)
    return out / path.stem


def test_a_release_is_built_downloaded_compared_and_withdrawn(
    page: Page, released: Site, tmp_path: Path
) -> None:
    log_in(page, released, "rita")
    page.goto(f"{released.url}/p/{SLUG}/releases")
    expect(page.get_by_text("No release yet")).to_be_visible()
    first = build(page, "v1")
    expect(first).to_contain_text("2 items")
    folder = downloaded(page, first, tmp_path)
    assert "all is as it should be" in released.manage("verify_release", str(folder))

    annotate(released, {"b-2": {"z": [[4, 10]]}, "b-3": {"x": [], "y": []}})
    second = build(page, "v2", rename="{split}-{lang}-{n}", embargo="test")
    expect(second).to_contain_text("held back")
    held = downloaded(page, second, tmp_path)
    assert (held / "EMBARGO.json").is_file()
    assert not (held / "gold" / "en.test.jsonl").exists()
    assert "held back by an embargo" in released.manage("verify_release", str(held))
    second.get_by_role("button", name="Open now").click()
    expect(second).not_to_contain_text("held back")

    third = build(page, "v3")
    expect(third).to_contain_text("3 items")
    page.locator("select[name=before]").select_option("v1")
    page.get_by_test_id("compare").click()
    expect(page.get_by_test_id("comparison")).to_contain_text("From v1 to v3: 2 items before, 3 after.")
    expect(page.get_by_role("row", name="b-2")).to_contain_text("New annotation")
    expect(page.get_by_role("row", name="b-3")).to_contain_text("New item")

    first.get_by_test_id("publish").check()
    expect(first).to_contain_text("published ")
    first.get_by_test_id("undo-publish").click()
    expect(first).to_contain_text("Only leads can see it.")
    expect(first.get_by_test_id("publish")).to_be_focused()
    first.get_by_test_id("publish").check()
    first.get_by_test_id("create-link").click()
    expect(first.get_by_test_id("release-link")).to_be_focused()
    link = first.get_by_test_id("release-link").input_value()
    anybody = page.context.browser
    assert anybody
    with anybody.new_context() as elsewhere:
        visitor = elsewhere.new_page()
        visitor.goto(link)
        expect(visitor.get_by_test_id("download")).to_be_visible()
        first.get_by_test_id("revoke-link").click()
        page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
        expect(first.get_by_test_id("revoke-link")).to_be_focused()
        expect(first.get_by_test_id("release-link")).to_have_value(link)
        first.get_by_test_id("revoke-link").click()
        page.get_by_test_id("confirm-revoke").click()
        expect(first.get_by_test_id("create-link")).to_be_focused()
        expect(first.get_by_role("status").filter(has_text="The link is revoked.")).to_be_visible()
        visitor.reload()
        expect(visitor.get_by_role("alert")).to_contain_text("revoked")

    first.get_by_role("button", name="Withdraw").click()
    first.locator("[name=reason]").fill("A third annotator was missing.")
    first.get_by_role("button", name="Withdraw").click()
    expect(first).to_contain_text("Withdrawn: A third annotator was missing.")


@pytest.fixture
def expected_errors() -> tuple[str, ...]:
    """A name that is taken is refused."""
    return ("409", "422")


def test_the_steps_preview_what_the_release_will_have(page: Page, released: Site, tmp_path: Path) -> None:
    log_in(page, released, "rita")
    page.goto(f"{released.url}/p/{SLUG}/releases")
    page.get_by_test_id("new-release").click()
    preview = page.get_by_test_id("preview")
    expect(preview).to_contain_text("at least 2 annotations")
    page.get_by_test_id("next-step").click()
    expect(page.locator("[name=name]")).to_be_focused()  # the name is missing

    page.locator("[name=name]").fill("previewed")
    minimum = page.locator("[name=release-minimum]")
    minimum.fill("9")
    minimum.blur()
    expect(preview).to_contain_text("0 items · 3 left out with too few annotations")
    minimum.fill("")
    minimum.blur()
    expect(preview).not_to_contain_text("0 items")
    page.get_by_test_id("next-step").click()
    page.get_by_role("radio", name="By share").click()
    page.locator("[name=plan]").fill("dev=1 test=1")
    page.keyboard.press("Escape")
    page.get_by_test_id("new-release").click()  # nothing typed is lost
    page.get_by_test_id("next-step").click()
    expect(page.locator("[name=plan]")).to_have_value("dev=1 test=1")

    preview.locator("summary").click()
    names = preview.locator("dd").all_text_contents()
    planned = sum(len(each.split(", ")) for each in names)
    expect(preview.locator("summary")).to_have_text(f"{planned} files")
    page.get_by_test_id("next-step").click()
    page.get_by_test_id("next-step").click()
    page.get_by_test_id("build").click()
    card = page.get_by_test_id("release").filter(has=page.get_by_role("heading", name="previewed"))
    expect(card).to_contain_text("Ready", timeout=60_000)
    built = {path.name for path in downloaded(page, card, tmp_path).rglob("*") if path.is_file()}
    assert {name for each in names for name in each.split(", ")} <= built

    # A refused name is changed, and the form goes on.
    page.get_by_test_id("new-release").click()
    page.locator("[name=name]").fill("previewed")
    for _ in range(3):
        page.get_by_test_id("next-step").click()
    page.get_by_test_id("build").click()
    expect(page.get_by_role("alert")).to_contain_text("previewed")
    page.get_by_role("button", name="Name and gold").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    page.locator("[name=name]").fill("previewed-again")
    page.get_by_test_id("next-step").click()
    expect(page.get_by_role("radio", name="By share")).to_be_visible()


def test_responses_are_split_by_category_unless_the_lead_changes_it(
    page: Page, site: Site, tmp_path: Path
) -> None:
    rows = [response(n, answer=f"In {1800 + n}.") for n in range(1, 11)]
    categories = {f"qa-{n}": "correct" if n <= 5 else "hallucination" for n in range(1, 11)}
    people = {"lena": "lead"}
    site.project("judged-responses", people, unlabelled(*rows), "--preset", "openhaldet", "--redundancy", "1")
    path = tmp_path / "labels.jsonl"
    path.write_text(
        "".join(
            json.dumps({"id": id_, "annotations": {"x": []}, "annotation_labels": {"x": {"category": each}}})
            + "\n"
            for id_, each in categories.items()
        )
    )
    site.manage("import_annotations", "judged-responses", str(path))
    log_in(page, site, "lena")
    page.goto(f"{site.url}/p/judged-responses/releases")
    page.get_by_test_id("new-release").click()
    page.locator("[name=name]").fill("v1")
    expect(page.get_by_test_id("preview")).to_contain_text("10 items")
    page.get_by_test_id("next-step").click()
    expect(page.get_by_role("radio", name="By share")).to_be_checked()
    expect(page.locator("[name=plan]")).to_have_value("train=60 validation=20 test=20")
    expect(page.locator("[name=stratify]")).to_have_value("category")
    expect(page.get_by_text("Drawn with the seed of the project")).to_be_visible()
    for _ in range(2):
        page.get_by_test_id("next-step").click()
    page.get_by_test_id("build").click()
    card = page.get_by_test_id("release").filter(has=page.get_by_role("heading", name="v1", exact=True))
    expect(card).to_contain_text("Ready", timeout=60_000)
    folder = downloaded(page, card, tmp_path)
    for split, each in (("train", 3), ("validation", 1), ("test", 1)):
        lines = (folder / "gold" / f"{split}.jsonl").read_text().splitlines()
        assert sorted(json.loads(line)["eval_category"] for line in lines) == (
            ["correct"] * each + ["hallucination"] * each
        )

    page.get_by_test_id("new-release").click()
    page.locator("[name=name]").fill("v2")
    page.get_by_test_id("next-step").click()
    page.get_by_role("radio", name="None").click()
    for _ in range(2):
        page.get_by_test_id("next-step").click()
    page.get_by_test_id("build").click()
    card = page.get_by_test_id("release").filter(has=page.get_by_role("heading", name="v2", exact=True))
    expect(card).to_contain_text("Ready", timeout=60_000)
    assert (downloaded(page, card, tmp_path) / "gold" / "full.jsonl").is_file()
