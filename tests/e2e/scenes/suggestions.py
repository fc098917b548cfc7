"""Scenes of suggestions of a source: the workspace, the policy of a project, and the figures of such work."""

from playwright.sync_api import expect

from tests.e2e.scenes.scene import scene
from tests.e2e.scenes.stage import COMPUTED_MS, View
from tests.e2e.scenes.suggested_projects import COMPARED, REVEALED, SUGGESTED, SUGGESTED_ARABIC


def suggested(view: View, slug: str) -> None:
    view.go(f"/p/{slug}/annotate")
    view.sees("suggestions")


@scene("annotate", "uma", narrow=True, apart=True)
def suggestions_beside_an_answer(view: View) -> None:
    suggested(view, SUGGESTED)
    row = view.find("suggestions").get_by_role("listitem")
    row.nth(0).get_by_role("button").first.click()
    expect(row.nth(0)).to_have_attribute("data-state", "accepted")


@scene("annotate", "uma", narrow=True, apart=True)
def suggestions_in_an_arabic_answer(view: View) -> None:
    suggested(view, SUGGESTED_ARABIC)


@scene("annotate", "uma", narrow=True, apart=True)
def suggestions_that_are_revealed(view: View) -> None:
    view.go(f"/p/{REVEALED}/annotate")
    if not view.find("suggestions").is_visible():
        view.sees("answer")
        view.mark("alone")
        view.find("submit").click()
    view.sees("revealed")


@scene("settings", "liv", narrow=True)
def a_policy_of_suggestions(view: View) -> None:
    view.go(f"/p/{COMPARED}/settings")
    view.sees("exposed")
    view.find("exposed").scroll_into_view_if_needed()


@scene("judges", "liv", narrow=True)
def work_with_suggestions(view: View) -> None:
    view.go(f"/p/{COMPARED}/judges")
    work = view.find(f"judges-{COMPARED}-work")
    work.wait_for(timeout=COMPUTED_MS)
    view.sees(f"judges-{COMPARED}-revealed")
    work.scroll_into_view_if_needed()
