"""Scenes of the page of sources."""

import json

from tests.e2e.scenes.scene import scene
from tests.e2e.scenes.stage import DEMO, View


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
