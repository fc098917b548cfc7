"""Scenes of leads: reports and the comparison of gold policies."""

from tests.e2e.scenes.leads import tables
from tests.e2e.scenes.scene import scene
from tests.e2e.scenes.stage import DEMO, EMPTY, View


@scene("report", "lena", narrow=True)
def a_report(view: View) -> None:
    view.go(f"/p/{DEMO}/report")
    view.sees_computed(view.find("plot-agreement-harbours-distribution"))
    view.sees(view.find("report").and_(view.page.locator(":enabled")))


@scene("report", "lena")
def a_report_of_nothing(view: View) -> None:
    view.go(f"/p/{EMPTY}/report")
    view.sees(view.page.locator("main article .page-name"))


@scene("gold", "lena", narrow=True)
def gold_under_two_policies(view: View) -> None:
    view.go(f"/p/{DEMO}/gold?right=threshold%3D0+policy%3Draw+min_annotations%3D1")
    view.sees("changed-item")
    view.sees(view.find("gold-counts").get_by_text("items compared"))


@scene("gold", "lena", apart=True)
def gold_beside_another_aggregate(view: View) -> None:
    tables(view)  # where it is worked out as well
    view.go(f"/p/{DEMO}/gold?right=threshold%3D0+policy%3Draw")
    view.sees("version-aggregate")
    view.find("dawid-skene").locator("summary").first.click()
    view.sees(view.find("dawid-skene").locator("td"))


@scene("gold", "lena")
def gold_with_nothing_to_compare(view: View) -> None:
    view.go(f"/p/{EMPTY}/gold")
    view.sees("gold-same")
