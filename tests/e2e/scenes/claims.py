"""Scenes of the workspace where the unit is the claim."""

from playwright.sync_api import expect

from tests.e2e.scenes.scene import scene
from tests.e2e.scenes.stage import CLAIMS, View


def judge(view: View, keys: str) -> None:
    view.go(f"/p/{CLAIMS}/annotate")
    view.sees(view.page.locator("[data-claim]"))
    for key in keys:
        view.press(key)
    expect(view.find("span-list").locator("li")).to_have_count(keys.count("1"))


@scene("annotate", "dana", narrow=True, apart=True)
def claims_that_are_judged(view: View) -> None:
    judge(view, "221321")


@scene("annotate", "ada", narrow=True, apart=True)
def claims_of_an_arabic_answer(view: View) -> None:
    judge(view, "212")


@scene("annotate", "bo", narrow=True, apart=True)
def claims_that_are_not_judged(view: View) -> None:
    judge(view, "31")
    view.press("Control+Enter")
    view.sees("open-claims")
