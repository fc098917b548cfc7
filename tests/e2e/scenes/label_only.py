"""Scenes of a project whose scheme has no spans, and of gold by field."""

from tests.e2e.scenes.scene import scene
from tests.e2e.scenes.stage import EDGES, VOTES, View


@scene("overview", "lena", narrow=True, apart=True)
def overview_of_labels(view: View) -> None:
    view.go(f"/p/{VOTES}")
    view.sees("agreement")
    view.sees(view.page.locator("main a[href*='/items/']"))
    view.sees_computed("alpha-supported")


@scene("agreement", "lena", narrow=True, apart=True)
def agreement_on_labels(view: View) -> None:
    view.go(f"/p/{VOTES}/agreement")
    view.sees_computed("head-supported")
    view.sees("plot-agreement-judged-outputs-votes-supported")


@scene("items", "lena", narrow=True)
def items_by_disagreement_of_labels(view: View) -> None:
    view.go(f"/p/{VOTES}/items")
    view.sees(view.page.locator("main a[href*='/items/']"))


@scene("curation", "lena", narrow=True)
def curation_of_labels(view: View) -> None:
    view.go(f"/p/{VOTES}/curation")
    view.sees(view.find("queue").get_by_role("link"))
    view.sees(view.find("queue-open").locator("span"))


@scene("tables", "lena", narrow=True, apart=True)
def tables_of_labels(view: View) -> None:
    view.go(f"/p/{VOTES}/tables")
    view.sees_computed(view.find("kappa-supported").get_by_role("link"))


@scene("crossed", "lena", narrow=True)
def gold_by_field(view: View) -> None:
    view.go(f"/p/{VOTES}/crossed?field=task&label=supported&choice=no")
    view.sees("chi-square")
    view.sees("plot-crossed-judged-outputs-task-no")
    view.sees(view.page.get_by_text("Mann–Whitney p"))


@scene("crossed", "lena", narrow=True)
def gold_by_no_field_yet(view: View) -> None:
    view.go(f"/p/{VOTES}/crossed")
    view.sees("field-0")


@scene("crossed", "lena")
def gold_by_a_field_that_no_item_has(view: View) -> None:
    view.go(f"/p/{VOTES}/crossed?field=topic")
    view.sees(view.page.get_by_role("alert"))


@scene("crossed", "lena")
def gold_by_field_without_labels(view: View) -> None:
    view.go(f"/p/{EDGES}/crossed")
    view.sees(view.page.get_by_text("No item labels"))
