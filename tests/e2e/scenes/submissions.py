"""Scenes of submissions to a shared task."""

import json
from typing import Any

from playwright.sync_api import FilePayload, expect

from tests.e2e.scenes.lantern import BEACON, LANTERN
from tests.e2e.scenes.scene import scene
from tests.e2e.scenes.stage import View
from tests.task_records import predictions


def prediction_file(name: str, records: list[dict[str, Any]]) -> FilePayload:
    lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    return {"name": name, "mimeType": "application/x-ndjson", "buffer": lines.encode()}


def _open(view: View, task: str = LANTERN) -> None:
    view.go(f"/tasks/{task}/submissions")
    view.sees_heading("Submissions")


def _open_scored(view: View) -> None:
    _open(view)
    view.sees("submission")
    expect(view.find("state").filter(has_text="Waiting")).to_have_count(0)
    expect(view.find("state").filter(has_text="Scoring")).to_have_count(0)


@scene("submissions", "mara", narrow=True)
def submissions(view: View) -> None:
    _open_scored(view)
    view.sees("quota")
    view.sees("fact-sheet")


@scene("submissions", "mara", narrow=True)
def files_with_problems(view: View) -> None:
    _open_scored(view)
    wrong = predictions("en", "dev", good=4)
    wrong[1]["soft_labels"][0]["prob"] = 1.2
    wrong[3]["hard_labels"] = [[4, 900]]
    wrong[4]["id"] = wrong[0]["id"]
    view.find("choose-files").set_input_files(
        [
            prediction_file("dev.ar.jsonl", predictions("ar", "dev")),
            prediction_file("dev.en.jsonl", wrong),
        ]
    )
    view.sees("problems")
    view.page.locator("[name=system]").fill("ds-large-2")
    expect(view.find("submit")).to_be_enabled()


@scene("submissions", "mara", narrow=True)
def two_files_for_a_track(view: View) -> None:
    _open_scored(view)
    view.find("choose-files").set_input_files(
        [prediction_file(f"{name}.jsonl", predictions("ar", "dev")) for name in ("first", "second")]
    )
    view.sees(view.page.get_by_role("alert"))


@scene("submissions", "mara", opener="button[aria-label='Actions for submission 8']")
def actions_of_a_submission(view: View) -> None:
    _open_scored(view)
    view.page.get_by_role("button", name="Actions for submission").first.click()
    view.sees("act-log")


@scene("submissions", "mara", narrow=True)
def log_of_a_submission(view: View) -> None:
    _open_scored(view)
    view.page.get_by_role("button", name="Actions for submission").first.click()
    view.find("act-log").click()
    view.sees(view.page.get_by_role("dialog"))


@scene("submissions", "mara")
def a_submission_to_withdraw(view: View) -> None:
    _open_scored(view)
    view.page.get_by_role("button", name="Actions for submission").first.click()
    view.find("act-withdraw").click()
    view.sees("confirm")


@scene("submissions", "mara", narrow=True, opener="[data-testid='edit-facts']")
def a_fact_sheet(view: View) -> None:
    _open_scored(view)
    view.find("edit-facts").click()
    view.sees("save-facts")
    view.sees(view.page.locator("textarea[name=identifier]"))


@scene("submissions", "mara")
def no_submissions(view: View) -> None:
    _open(view, BEACON)
    view.sees(view.page.get_by_text("No submissions yet"))


@scene("submissions", "olga", narrow=True)
def submissions_of_all_teams(view: View) -> None:
    _open_scored(view)
    view.sees(view.page.get_by_text("Same bytes as"))


@scene("submissions", "olga")
def a_submission_to_disqualify(view: View) -> None:
    _open_scored(view)
    view.page.get_by_role("button", name="Actions for submission").first.click()
    view.find("act-disqualify").click()
    view.sees("confirm")


@scene("submissions", "nina")
def submissions_without_a_team(view: View) -> None:
    _open(view)
    view.sees_heading("Join a team to submit")


@scene("submissions")
def submissions_without_a_login(view: View) -> None:
    _open(view)
    view.sees_heading("Join a team to submit")
