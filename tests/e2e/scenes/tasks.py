"""Scenes of shared tasks and their teams."""

import re

from playwright.sync_api import expect

from tests.e2e.scenes.lantern import BEACON, LANTERN
from tests.e2e.scenes.scene import scene
from tests.e2e.scenes.stage import EMPTY, EVIDENCE, View


@scene("tasks", narrow=True)
def shared_tasks(view: View) -> None:
    view.go("/tasks")
    view.sees(view.find("task-card").get_by_text("Lantern 2027"))


@scene("task", narrow=True)
def a_shared_task(view: View) -> None:
    view.go(f"/tasks/{LANTERN}")
    view.sees(view.find("phase").get_by_text(re.compile("Closes in")))
    view.sees("task-file")


@scene("task", "mara")
def a_shared_task_for_its_team(view: View) -> None:
    view.go(f"/tasks/{LANTERN}")
    view.sees(view.page.get_by_role("link", name="Submit predictions"))


@scene("team", "mara", narrow=True)
def a_team(view: View) -> None:
    view.go(f"/tasks/{LANTERN}/team")
    view.sees("member")
    view.sees("new-token")


@scene("team", "mara", narrow=True, apart=True)
def a_token_that_is_shown_once(view: View) -> None:
    a_team(view)
    view.find("new-token").click()
    view.page.locator("[name=token-name]").fill("Cluster")
    view.find("create-token").click()
    expect(view.find("token")).to_have_text(re.compile("^morel_"))
    view.sees("token-row")


@scene("team", "nina", narrow=True)
def a_team_to_register(view: View) -> None:
    view.go(f"/tasks/{BEACON}/team")
    view.sees("register-team")


@scene("taskQuestions", "joe", narrow=True)
def questions_of_a_team(view: View) -> None:
    view.go(f"/tasks/{LANTERN}/questions")
    view.sees("send-message")


@scene("taskQuestions", "olga")
def questions_of_no_team(view: View) -> None:
    view.go(f"/tasks/{BEACON}/questions")
    view.sees_heading("No team has asked")


@scene("announcements", "olga", narrow=True)
def an_announcement_to_write(view: View) -> None:
    view.go(f"/tasks/{LANTERN}/announcements")
    view.find("new-announcement").click()
    view.sees("publish-announcement")


@scene("joinTask", narrow=True, apart=True)
def an_invitation_to_a_team(view: View) -> None:
    with view.stage.context("joe") as context:
        page = context.new_page()
        page.goto(view.stage.url(f"/tasks/{LANTERN}/team"))
        page.get_by_test_id("new-invitation").click()
        page.get_by_test_id("create-invitation").click()
        link = page.get_by_test_id("invitation-link").first.input_value()
    view.go(link.removeprefix(view.stage.url("")))
    view.sees(view.page.locator("[name=username]"))


@scene("joinTask")
def an_unknown_invitation_to_a_task(view: View) -> None:
    view.go("/join-task/nothing")
    view.sees(view.page.get_by_role("alert"))


@scene("organize", "olga", narrow=True)
def the_setup_of_a_task(view: View) -> None:
    view.go(f"/tasks/{LANTERN}/organize")
    view.sees("publish")


@scene("organize", "olga", narrow=True)
def phases_of_a_task(view: View) -> None:
    view.go(f"/tasks/{LANTERN}/organize/phases")
    view.sees(view.find("desk-phase").first)


@scene("organize", "olga", narrow=True)
def a_phase_that_ends_before_it_starts(view: View) -> None:
    phases_of_a_task(view)
    view.find("new-phase").click()
    view.page.locator("[name=phase-name]").fill("Second test")
    view.page.locator("[name=starts_at]").fill("2199-01-15T23:59")
    view.page.locator("[name=ends_at]").fill("2199-01-14T23:59")
    view.sees(view.page.get_by_text("The end must be after the start."))


@scene("organize", "olga", narrow=True)
def tracks_of_a_task(view: View) -> None:
    view.go(f"/tasks/{LANTERN}/organize/tracks")
    view.sees("desk-track")
    view.find("new-track").click()
    view.sees("track-form")


@scene("organize", "olga", narrow=True)
def gold_of_a_task(view: View) -> None:
    view.go(f"/tasks/{LANTERN}/organize/gold")
    view.sees("revision")


@scene("organize", "olga", narrow=True)
def organizers_of_a_task(view: View) -> None:
    view.go(f"/tasks/{LANTERN}/organize/people")
    view.sees("organizer")
    view.find("new-invitation").click()


@scene("organize", "olga", narrow=True)
def baselines_of_a_task(view: View) -> None:
    view.go(f"/tasks/{LANTERN}/organize/baselines")
    view.sees("run-baselines")
    view.sees("build-bundle")


@scene("organize", "olga", narrow=True)
def the_log_of_a_task(view: View) -> None:
    view.go(f"/tasks/{LANTERN}/organize/log")
    view.sees("audit-entry")


@scene("teamsDesk", "olga", narrow=True)
def teams_of_a_task(view: View) -> None:
    view.go(f"/tasks/{LANTERN}/organize/teams")
    view.sees(view.find("team-row").first)
    view.sees("duplicates")


@scene("teamsDesk", "olga", narrow=True)
def a_team_to_disqualify(view: View) -> None:
    view.go(f"/tasks/{LANTERN}/organize/teams")
    view.find("disqualify").first.click()
    view.sees("confirm-team")


@scene("factSheetDesk", "olga", narrow=True)
def questions_of_the_fact_sheet(view: View) -> None:
    view.go(f"/tasks/{LANTERN}/organize/fact-sheet")
    view.sees(view.find("question").first)
    view.find("add-question").click()


@scene("evaluation", "lena", narrow=True)
def evaluation_with_a_new_task(view: View) -> None:
    view.go(f"/p/{EVIDENCE}/evaluation")
    view.find("new-task").click()
    view.sees("create-task")


@scene("evaluation", "lena")
def evaluation_without_a_task(view: View) -> None:
    view.go(f"/p/{EMPTY}/evaluation")
    view.sees_heading("No shared task on this project yet")
