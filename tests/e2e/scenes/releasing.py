"""Scenes of releases."""

from tests.e2e.scenes.scene import scene
from tests.e2e.scenes.stage import EMPTY, EVIDENCE, SHARED_RELEASE, View


@scene("releases", "lena", narrow=True)
def releases(view: View) -> None:
    view.go(f"/p/{EVIDENCE}/releases")
    view.sees("release")
    first = view.find("release").first
    for summary in first.locator("summary").all():
        summary.click()
    view.sees(first.locator("pre"))


@scene("releases", "lena", narrow=True, opener="[data-testid='revoke-link']")
def a_link_to_revoke(view: View) -> None:
    view.go(f"/p/{EVIDENCE}/releases")
    view.find("revoke-link").first.click()
    view.sees("confirm-revoke")


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


@scene("published", "ann", narrow=True)
def published_releases(view: View) -> None:
    view.go(f"/p/{EVIDENCE}/published")
    view.sees("published")
    view.find("published").locator("summary").first.click()


@scene("published", "ada")
def no_published_releases(view: View) -> None:
    view.go(f"/p/{EMPTY}/published")
    view.sees(view.page.get_by_role("heading", level=2))


@scene("shared", narrow=True)
def a_shared_release(view: View) -> None:
    view.go(f"/shared/{SHARED_RELEASE}")
    view.sees("download")


@scene("shared")
def a_revoked_link_of_a_release(view: View) -> None:
    view.go("/shared/revoked")
    view.sees(view.page.get_by_role("alert"))
