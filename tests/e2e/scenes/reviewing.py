"""Scenes of leads: the review queue, and two annotators side by side."""

from tests.e2e.scenes.scene import scene
from tests.e2e.scenes.stage import ALONE, DEMO, EMPTY, View


@scene("review", "lena", narrow=True)
def reviewing(view: View) -> None:
    view.go(f"/p/{DEMO}/review?kind=agreement&language=en")
    view.sees(view.find("review-row").first)


@scene("review", "lena", narrow=True)
def reviewing_by_person(view: View) -> None:
    view.go(f"/p/{DEMO}/review?by=person&n=5")
    view.sees(view.find("person-review").first)


@scene("pair", "lena", narrow=True)
def two_annotators_side_by_side(view: View) -> None:
    view.go(f"/p/{DEMO}/pair")
    for side, name in (("annotator", "Ada Lindqvist"), ("beside", "Bo Marchetti")):
        view.page.locator(f"[name={side}]").select_option(label=name)
    view.sees("pair-item")
    view.sees("pair-summary")
    view.find("reference-of-item").first.locator("summary").click()
    view.sees("reference-text")


@scene("pair", "lena")
def two_annotators_of_nothing(view: View) -> None:
    view.go(f"/p/{ALONE}/pair")
    view.sees(view.page.locator("main a[href$='/people']"))


@scene("review", "lena")
def nothing_to_review(view: View) -> None:
    view.go(f"/p/{EMPTY}/review")
    view.sees(view.page.locator("main .btn"))
