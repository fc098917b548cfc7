"""Scenes of the reference panel: the reference, consulted pages, and evidence."""

from playwright.sync_api import expect

from tests.e2e.reading import paste, select_in_page, tab
from tests.e2e.scenes.scene import scene
from tests.e2e.scenes.stage import EVIDENCE, View


def open_reading(view: View) -> None:
    view.open_fresh(EVIDENCE)
    view.sees("reference-text")
    view.sees("find")


@scene("annotate", "ann", narrow=True)
def find_in_the_reference(view: View) -> None:
    open_reading(view)
    view.find("find").fill("the")
    expect(view.find("find-count")).to_contain_text("1 of")


@scene("annotate", "ann")
def nothing_like_it_in_the_reference(view: View) -> None:
    open_reading(view)
    view.find("find").fill("zebra crossing")
    view.page.get_by_role("search").get_by_role("button").last.click()
    expect(view.find("find-note")).not_to_be_empty()


@scene("annotate", "ann", narrow=True, opener="button:has([data-testid=languages])")
def the_page_in_other_languages(view: View) -> None:
    open_reading(view)
    view.find("languages").click()
    view.sees(view.page.locator(":popover-open"))


@scene("annotate", "ann", narrow=True)
def a_title_that_is_looked_for(view: View) -> None:
    open_reading(view)
    view.page.get_by_role("button", name="Wikipedia page").click()
    view.find("link-url").press_sequentially("merc")
    view.sees(view.find("titles").get_by_role("option"))


@scene("annotate", "ann", narrow=True, apart=True)
def pages_in_tabs(view: View) -> None:
    open_reading(view)
    paste(view.page, "https://de.wikipedia.org/wiki/Leuchtturm_Hallgrund")
    tab(view.page, "Leuchtturm Hallgrund").click()
    expect(view.find("reference-text")).to_contain_text("Ejderhamn")


@scene("annotate", "dieter")
def a_page_that_could_not_be_fetched(view: View) -> None:
    view.open_fresh(EVIDENCE)
    view.sees("reference-retry")


@scene("annotate", "ann", narrow=True, apart=True)
def a_passage_as_evidence(view: View) -> None:
    open_reading(view)
    view.mark("Hallgrund")
    select_in_page(view.page, "41 metres high")
    view.find("attach").click()
    view.sees(view.find("evidence").locator("q"))
    view.sees(view.find("reference-text").locator(".proof.note"))


@scene("annotate", "ann", narrow=True, apart=True)
def evidence_that_is_missing(view: View) -> None:
    open_reading(view)
    view.mark("Lighthouse")
    view.press("Control+Enter")
    view.sees("missing-evidence")
