"""Scenes of leads on claims and images: items, curation and agreement."""

from tests.e2e.scenes.scene import scene
from tests.e2e.scenes.stage import DEMO_VISIONS, MUCH, View


def item_of(view: View, slug: str, query: str) -> str:
    """The path of the first item of a list."""
    listed = view.page.request.get(view.stage.url(f"/api/v1/projects/{slug}/items/?{query}")).json()
    return f"/p/{slug}/items/{listed['results'][0]['id']}"


@scene("item", "lena", narrow=True)
def an_item_with_claims(view: View) -> None:
    view.go(item_of(view, MUCH, "order=disputed"))
    view.sees(view.find("claim-votes").get_by_role("row").nth(1))


@scene("item", "lena", narrow=True)
def all_claims_of_an_item(view: View) -> None:
    an_item_with_claims(view)
    view.find("claim-votes").get_by_role("button", name="Show all").click()
    view.find("claim-votes").get_by_role("rowheader").get_by_role("button").nth(2).click()


@scene("item", "lena", narrow=True)
def sources_of_an_item(view: View) -> None:
    an_item_with_claims(view)
    view.find("item-sources").locator("summary").click()
    view.sees(view.find("item-sources").get_by_role("listitem").nth(1))
    view.find("item-sources").scroll_into_view_if_needed()


@scene("item", "lena", narrow=True, apart=True)
def claims_to_decide_on(view: View) -> None:
    view.go(item_of(view, MUCH, "order=disputed"))
    view.find("adjudicate").click()
    view.sees(view.find("adjudicating").get_by_test_id("answer"))
    view.sees("mark-count")


@scene("agreement", "lena", narrow=True)
def agreement_on_claims(view: View) -> None:
    view.go(f"/p/{MUCH}/agreement")
    view.sees_computed("claim-agreement")
    view.find("claim-agreement").scroll_into_view_if_needed()


@scene("item", "lena", narrow=True)
def an_item_with_images(view: View) -> None:
    view.go(item_of(view, DEMO_VISIONS, "order=disputed"))
    view.sees("item-answer")
    view.find("item-image").evaluate("(image) => image.decode()")
