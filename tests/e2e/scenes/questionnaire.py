"""Scenes of the questionnaire about annotators."""

from tests.e2e.scenes.scene import scene
from tests.e2e.scenes.stage import EMPTY, View


@scene("questionnaire", "lena", narrow=True)
def a_questionnaire(view: View) -> None:
    view.go(f"/p/{EMPTY}/questionnaire")
    view.sees("consent")


@scene("questionnaire", "lena", narrow=True, apart=True)
def a_questionnaire_with_answers(view: View) -> None:
    counts = [
        {"answer": "fr", "level": "native", "people": 5},
        {"answer": "en", "level": "proficient", "people": 3},
    ]
    summary = {
        "open": True,
        "answered": 7,
        "members": 9,
        "min_people": 3,
        "breakdowns": [
            {"question": "languages", "people": 7, "counts": counts, "other": 2},
            {"question": "note", "people": 2, "counts": [], "other": 0},
        ],
        "versions": [
            {
                "version": version,
                "consent": "We describe our annotators in the paper.",
                "questions": ["languages", "note"],
                "created_at": "2026-03-14T09:00:00Z",
                "people": 7 * (2 - version),
            }
            for version in (2, 1)
        ],
    }
    view.page.route("**/questionnaire/", lambda route: route.fulfill(json=summary))
    view.go(f"/p/{EMPTY}/questionnaire")
    view.sees("answered")


@scene("ownQuestionnaire", "ada", narrow=True, apart=True)
def questions_about_me(view: View) -> None:
    own = {
        "open": True,
        "version": 1,
        "consent": "We describe our annotators in the paper.",
        "questions": ["languages", "education", "field", "experience", "age", "note"],
        "key": "annotator_0123456789abcdef",
        "names_hidden": False,
        "given": None,
    }
    view.page.route("**/questionnaire/mine/", lambda route: route.fulfill(json=own))
    view.go(f"/p/{EMPTY}/mine/questionnaire")
    view.find("add-language").click()
    view.sees("agree")


@scene("ownQuestionnaire", "ada")
def no_questions_about_me(view: View) -> None:
    view.go(f"/p/{EMPTY}/mine/questionnaire")
    view.sees_heading("The questionnaire is closed")
