"""Scenes of the creation step."""

from tests.e2e.scenes.scene import scene
from tests.e2e.scenes.stage import CHOICES, EMPTY, View


@scene("creation", "lena", narrow=True)
def choosing_candidates(view: View) -> None:
    view.go(f"/p/{CHOICES}/creation")
    view.sees("candidate")
    view.sees("reference-text")


@scene("creation", "lena")
def choosing_without_questions(view: View) -> None:
    view.go(f"/p/{EMPTY}/creation")
    view.sees("no-question")


@scene("candidates", "lena", narrow=True)
def questions_with_candidates(view: View) -> None:
    view.go(f"/p/{CHOICES}/creation/questions")
    view.sees("question")


@scene("candidates", "lena")
def no_questions_with_candidates(view: View) -> None:
    view.go(f"/p/{EMPTY}/creation/questions")
    view.sees(view.page.locator("main .btn.primary[href$='/import']"))
