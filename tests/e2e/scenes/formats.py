"""Scenes of the workspace for each record format."""

from playwright.sync_api import expect

from tests.e2e.scenes.format_projects import CAP, OPENHALDET, SHROOM, SHROOM_ARABIC, TABLE, VISIONS
from tests.e2e.scenes.scene import scene
from tests.e2e.scenes.stage import View


def opened(view: View, slug: str, *, spans: bool = False, consulted: bool = False) -> None:
    """Open the project's item, which has nothing that does not apply."""
    view.go(f"/p/{slug}/annotate")
    view.sees("answer")
    view.sees("reference-text")
    page = view.page
    expect(page.get_by_role("heading", name="Also consulted")).to_have_count(int(consulted))
    expect(view.find("nothing-to-mark")).to_have_count(int(spans))
    expect(page.get_by_role("textbox", name="Answer")).to_have_count(int(spans))
    expect(view.find("snap-words")).to_have_count(int(spans))


@scene("annotate", "fay", narrow=True)
def a_definition_of_shroom(view: View) -> None:
    opened(view, SHROOM)
    text = view.find("reference-text")
    expect(text).to_contain_text("DM: definition modeling")
    expect(text).to_contain_text("The reference is the target.")


@scene("annotate", "fay", narrow=True)
def an_arabic_translation_of_shroom(view: View) -> None:
    opened(view, SHROOM_ARABIC)
    expect(view.find("answer")).to_have_attribute("dir", "rtl")
    expect(view.find("reference-text")).to_contain_text("MT: machine translation")
    for text in view.page.locator("[data-testid=reference-text] p").all():
        expect(text).to_have_css("unicode-bidi", "plaintext")


@scene("annotate", "fay", narrow=True)
def a_paper_of_cap(view: View) -> None:
    opened(view, CAP, consulted=True)
    panel = view.page.get_by_role("complementary", name="Reference")
    for text in (
        "What the Keepers Heard",
        "Marian Oake, Edwin Fernsby, Lena Hallgrund",
        "doi:10.1234/fog.1926",
    ):
        expect(panel).to_contain_text(text)
    expect(view.find("reference-text")).to_contain_text("Coastal fog signals")


@scene("annotate", "fay", narrow=True)
def answers_of_openhaldet(view: View) -> None:
    opened(view, OPENHALDET)
    lists = view.find("reference-text").get_by_role("list")
    expect(lists).to_have_count(2)
    expect(lists.nth(0).get_by_role("listitem")).to_have_count(3)
    expect(lists.nth(1).get_by_role("listitem")).to_have_count(2)


@scene("annotate", "fay", narrow=True)
def an_item_of_a_table(view: View) -> None:
    opened(view, TABLE, spans=True, consulted=True)


@scene("annotate", "fay", narrow=True)
def images_of_visions(view: View) -> None:
    view.go(f"/p/{VISIONS}/annotate")
    view.sees("answer")
    view.sees("item-image")
    expect(view.find("image-place")).to_have_text("Image 1 of 2")
    view.find("item-image").evaluate("(image) => image.decode()")
