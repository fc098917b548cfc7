"""The questions of a task about systems, their versions and their answers."""

from typing import Any

import pytest
from django.utils import timezone

from evaluation.models import FactSheetVersion, Upload
from tests.api.client import Api
from tests.tasks import Tasks

pytestmark = pytest.mark.django_db

SHEET = "/tasks/lantern/fact-sheet/"
QUESTIONS = [
    {"key": "models", "text": "Which models?", "kind": "text", "choices": [], "required": True},
    {"key": "open", "text": "Are they open?", "kind": "yes_no", "choices": [], "required": False},
    {"key": "size", "text": "How large?", "kind": "choice", "choices": ["small", "large"], "required": False},
]


def upload(tasks: Tasks) -> Upload:
    return Upload.objects.create(
        task=tasks.lantern,
        phase=tasks.dev,
        team=tasks.saltmarsh,
        system="one",
        submitter=tasks.sam,
        received_at=timezone.now(),
    )


def asked(tasks: Tasks, questions: list[dict[str, Any]] | None = None) -> None:
    Api(tasks.olga).put(SHEET, {"version": 1, "questions": questions or QUESTIONS})


def test_a_task_begins_with_default_questions(tasks: Tasks):
    sheet = Api().get(SHEET)
    assert sheet["version"] == 1
    assert [each["key"] for each in sheet["questions"]] == [
        "identifier",
        "description",
        "prompting",
        "retrieval",
        "data",
        "models",
    ]


def test_organizers_replace_the_questions_by_a_new_version(tasks: Tasks):
    changed = Api(tasks.olga).put(SHEET, {"version": 1, "questions": QUESTIONS})
    assert changed == {"version": 2, "questions": QUESTIONS}
    assert Api().get(SHEET) == changed
    assert Api().get("/tasks/harbour/fact-sheet/")["version"] == 1
    stale = Api(tasks.olga).put(SHEET, {"version": 1, "questions": []}, status=409)
    assert stale["current"] == {"version": 2}
    assert Api(tasks.olga).put(SHEET, {"version": 2, "questions": QUESTIONS})["version"] == 2  # nothing new
    for other, status in ((tasks.sam, 403), (tasks.otto, 403), (None, 401)):
        Api(other).put(SHEET, {"version": 2, "questions": []}, status=status)


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"key": "Models"}, "/questions/0/key"),
        ({"key": "open"}, "/questions/1/key"),
        ({"text": "  "}, "/questions/0/text"),
        ({"choices": ["a"]}, "/questions/0/choices"),
        ({"kind": "choice"}, "/questions/0/choices"),
        ({"kind": "choice", "choices": ["a", "a"]}, "/questions/0/choices"),
        ({"kind": "choice", "choices": ["a", " "]}, "/questions/0/choices"),
    ],
)
def test_a_wrong_question_is_refused_by_its_place(tasks: Tasks, change: dict[str, Any], pointer: str):
    body = {"version": 1, "questions": [QUESTIONS[0] | change, *QUESTIONS[1:]]}
    refused = Api(tasks.olga).put(SHEET, body, status=422)
    assert pointer in [each["pointer"] for each in refused["errors"]]
    assert FactSheetVersion.objects.count() == 0


def test_members_answer_and_others_do_not(tasks: Tasks):
    asked(tasks)
    path = f"/tasks/lantern/uploads/{upload(tasks).pk}/answers/"
    assert Api(tasks.sue).get(path)["complete"] is False
    body = {"version": 0, "sheet": 2, "answers": {"models": "Qwen", "open": True, "size": ""}}
    answered = Api(tasks.sue).put(path, body)
    assert answered["answers"] == {"models": "Qwen", "open": True}
    assert (answered["version"], answered["complete"]) == (1, True)
    assert Api(tasks.olga).get(path) == answered
    for other in (tasks.nick, tasks.nina, tasks.otto):
        expected = 404 if other == tasks.nick else 403
        Api(other).call("get", path, status=expected)
        Api(other).put(path, body, status=expected)
    Api(tasks.olga).put(path, body, status=403)
    Api(tasks.hal).call("get", path.replace("lantern", "harbour"), status=404)


def test_answers_to_a_changed_version_are_refused(tasks: Tasks):
    asked(tasks)
    path = f"/tasks/lantern/uploads/{upload(tasks).pk}/answers/"
    body = {"version": 0, "sheet": 2, "answers": {"models": "Qwen"}}
    assert Api(tasks.sam).put(path, body | {"sheet": 1}, status=409)["current"] == {"version": 0}
    Api(tasks.sam).put(path, body)
    assert Api(tasks.sue).put(path, body, status=409)["current"] == {"version": 1}


@pytest.mark.parametrize(
    ("answers", "pointer"),
    [
        ({}, "/answers/models"),
        ({"models": "x", "open": "yes"}, "/answers/open"),
        ({"models": "x", "size": "huge"}, "/answers/size"),
        ({"models": 7}, "/answers/models"),
        ({"models": "x" * 5_001}, "/answers/models"),
        ({"models": "x", "a/b": "y"}, "/answers/a~1b"),
    ],
)
def test_wrong_answers_are_named(tasks: Tasks, answers: dict[str, Any], pointer: str):
    asked(tasks)
    made = upload(tasks)
    body = {"version": 0, "sheet": 2, "answers": answers}
    refused = Api(tasks.sam).put(f"/tasks/lantern/uploads/{made.pk}/answers/", body, status=422)
    assert [each["pointer"] for each in refused["errors"]] == [pointer]
    made.refresh_from_db()
    assert made.answers == {}


def test_answers_keep_the_version_that_they_were_given_to(tasks: Tasks):
    asked(tasks)
    path = f"/tasks/lantern/uploads/{upload(tasks).pk}/answers/"
    Api(tasks.sam).put(path, {"version": 0, "sheet": 2, "answers": {"models": "Qwen"}})
    Api(tasks.olga).put(SHEET, {"version": 2, "questions": []})
    assert Api(tasks.sam).get(path)["sheet"] == {"version": 2, "questions": QUESTIONS}


def test_members_of_the_team_that_it_was_merged_into_answer_too(tasks: Tasks):
    path = f"/tasks/lantern/uploads/{upload(tasks).pk}/answers/"
    Api(tasks.olga).post(f"/tasks/lantern/teams/{tasks.saltmarsh.pk}/merge/", {"into": tasks.ninefold.pk})
    Api(tasks.nick).get(path)
