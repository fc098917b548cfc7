"""Scenes of releases."""

from tests.e2e.scenes.scene import scene
from tests.e2e.scenes.stage import EMPTY, EVIDENCE, View


@scene("releases", "lena", narrow=True)
def releases(view: View) -> None:
    view.go(f"/p/{EVIDENCE}/releases")
    view.sees("release")
    first = view.find("release").first
    for summary in first.locator("summary").all():
        summary.click()
    view.sees(first.locator("pre"))


@scene("releases", "lena")
def releases_compared(view: View) -> None:
    view.go(f"/p/{EVIDENCE}/releases")
    view.find("compare").click()
    view.sees("comparison")


@scene("releases", "lena")
def no_releases(view: View) -> None:
    view.go(f"/p/{EMPTY}/releases")
    view.sees(view.page.get_by_role("heading", level=2))


@scene("releases", "lena", narrow=True, opener="[data-testid='new-release']")
def a_new_release(view: View) -> None:
    view.go(f"/p/{EVIDENCE}/releases")
    view.find("new-release").click()
    view.sees("preview")
