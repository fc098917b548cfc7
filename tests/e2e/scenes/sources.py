"""Scenes of the page of sources, and of sources compared with people."""

import json

from tests.e2e.scenes.scene import scene
from tests.e2e.scenes.stage import CAP, COMPUTED_MS, DEMO, View


@scene("sources", "lena", narrow=True)
def sources(view: View) -> None:
    view.go(f"/p/{DEMO}/sources")
    view.sees("source-form")


@scene("sources", "lena", narrow=True)
def a_refused_source(view: View) -> None:
    sources(view)
    content = json.dumps({"id": "nobody", "score": 1}).encode()
    view.find("source-file").set_input_files(
        {"name": "run.jsonl", "mimeType": "text/plain", "buffer": content}
    )
    view.find("source-form").locator("input[name=name]").fill("judge")
    view.find("source-form").locator("button[type=submit]").click()
    view.page.get_by_test_id("source-problems").first.wait_for()


@scene("judges", "lena", narrow=True)
def judges_and_people(view: View) -> None:
    view.go(f"/p/{CAP}/judges")
    view.find("judges-note").wait_for(timeout=COMPUTED_MS)
    view.sees(f"judges-{CAP}-factuality")


@scene("judges", "lena", narrow=True)
def nothing_to_compare_yet(view: View) -> None:
    view.go(f"/p/{DEMO}/judges")
    view.sees(view.page.locator("main .btn.primary"))


@scene("judges", "lena", narrow=True)
def a_sample_before_it_is_drawn(view: View) -> None:
    view.go(f"/p/{CAP}/judges")
    sample = view.find("sample")
    sample.locator("summary").click(timeout=COMPUTED_MS)
    sample.locator("select[name=strata]").select_option(index=2)
    sample.locator("tbody tr").first.wait_for()


@scene("selections", "lena", narrow=True)
def a_selection_before_it_is_saved(view: View) -> None:
    view.go(f"/p/{CAP}/selections")
    form = view.find("selection-form")
    form.locator("select[name=question]").select_option("factuality")
    for checkbox in form.get_by_role("checkbox").all():
        checkbox.check()
    view.find("attrition-note").wait_for(timeout=COMPUTED_MS)
