"""Change the questions of a task, and answer them."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.contrib.auth.models import User

from evaluation.models import FactSheetVersion, Task, Upload
from evaluation.queries.teams.fact_sheets import (
    DEFAULT_QUESTIONS,
    FactSheetQuestion,
    current_fact_sheet,
    find_upload,
    is_answered,
)
from foundation.audit import AuditKind, record
from foundation.errors import ConflictError, FieldError, InvalidError, pointer_part
from foundation.write_transaction import write_transaction

MAX_QUESTIONS: Final = 50
MAX_CHOICES: Final = 50
MAX_QUESTION: Final = 500
MAX_CHOICE: Final = 100
MAX_ANSWER: Final = 5_000


def change_fact_sheet(
    task: Task, by: User, version: int, questions: Sequence[Mapping[str, Any]]
) -> FactSheetVersion:
    """Return a new version of the questions. Earlier answers keep theirs.

    Raises ConflictError if `version` is not the current one, InvalidError, which names the question.
    """
    checked = _checked_questions(questions)
    with write_transaction():
        Task.objects.select_for_update().get(pk=task.pk)
        current = stored_fact_sheet(task)
        if current.number != version:
            raise ConflictError(
                "The questions have changed. Reload them.",
                code="stale_version",
                current={"version": current.number},
            )
        if checked == current.questions:
            return current
        made = FactSheetVersion.objects.create(
            task=task, number=version + 1, questions=checked, created_by=by
        )
        record(AuditKind.FACT_SHEET_CHANGED, task.scope, version=made.number, questions=len(checked))
    return made


def stored_fact_sheet(task: Task) -> FactSheetVersion:
    """Return the latest version of the questions, which is stored if it is the default, in the running transaction."""
    latest = FactSheetVersion.objects.filter(task=task).order_by("-number").first()
    if latest is not None:
        return latest
    stored, _ = FactSheetVersion.objects.get_or_create(
        task=task, number=1, defaults={"questions": list(DEFAULT_QUESTIONS)}
    )
    return stored


def answer(
    task: Task, upload_id: int, teams: list[int], version: int, sheet: int, answers: Mapping[str, Any]
) -> Upload:
    """Store the answers about the system of an upload that one of `teams` has made.

    `version`: of the stored answers. `sheet`: the version of the questions that they are to. Raises ConflictError if
    either has changed, InvalidError, which names the question, NotFoundError.
    """
    with write_transaction():
        upload = find_upload(task, upload_id, teams, lock=True)
        questions = stored_fact_sheet(task)
        if upload.answers_version != version or questions.number != sheet:
            raise ConflictError(
                "The answers or the questions have changed. Reload them.",
                code="stale_version",
                current={"version": upload.answers_version},
            )
        upload.answers = checked_answers(task, answers, complete=True)
        upload.fact_sheet = questions
        upload.answers_version += 1
        upload.save(update_fields=["answers", "fact_sheet", "answers_version"])
    return upload


def checked_answers(task: Task, answers: object, *, complete: bool = False) -> dict[str, Any]:
    """Return answers to the current questions, without empty ones. Raises InvalidError, which names each question.

    `complete`: required questions must be answered.
    """
    if not isinstance(answers, Mapping):
        raise InvalidError(
            "Answers are a JSON object.", errors=[FieldError("/answers", "invalid", "No object.")]
        )
    questions = {each["key"]: each for each in current_fact_sheet(task).questions}
    errors = [
        FieldError(f"/answers/{pointer_part(str(key))}", "unknown_question", "There is no such question.")
        for key in answers
        if key not in questions
    ][:100]
    kept: dict[str, Any] = {}
    for key, question in questions.items():
        given = answers.get(key)
        if given is not None and (problem := _problem(question, given)):
            errors.append(FieldError(f"/answers/{key}", "invalid", problem))
        elif is_answered(given):
            kept[key] = given
        elif complete and question["required"]:
            errors.append(FieldError(f"/answers/{key}", "required", "This question needs an answer."))
    if errors:
        raise InvalidError(errors[0].detail, code="answers", errors=errors)
    return kept


def _problem(question: FactSheetQuestion, given: object) -> str:
    """Return what is wrong with an answer, or ""."""
    if question["kind"] == "yes_no":
        return "" if isinstance(given, bool) else "Answer true or false."
    if not isinstance(given, str):
        return "An answer is a text."
    if len(given) > MAX_ANSWER:
        return f"An answer has at most {MAX_ANSWER:,} characters."
    if "\x00" in given:
        return "An answer has no NUL characters."
    if question["kind"] == "choice" and given and given not in question["choices"]:
        return "Choose one of the answers."
    return ""


def _checked_questions(questions: Sequence[Mapping[str, Any]]) -> list[FactSheetQuestion]:
    if len(questions) > MAX_QUESTIONS:
        detail = f"A fact sheet has at most {MAX_QUESTIONS} questions."
        raise InvalidError(detail, code="questions", errors=[FieldError("/questions", "too_many", detail)])
    errors: list[FieldError] = []
    seen: set[str] = set()
    checked: list[FactSheetQuestion] = []
    for place, each in enumerate(questions):
        choices = [" ".join(choice.split()) for choice in each["choices"]]
        text = each["text"].strip()
        for field, problem in _question_problems(each, text, choices, seen):
            errors.append(FieldError(f"/questions/{place}/{field}", "invalid", problem))
        seen.add(each["key"])
        checked.append(
            {
                "key": each["key"],
                "text": text,
                "kind": each["kind"],
                "choices": choices,
                "required": each["required"],
            }
        )
    if errors:
        raise InvalidError(errors[0].detail, code="questions", errors=errors)
    return checked


def _question_problems(
    question: Mapping[str, Any], text: str, choices: list[str], seen: set[str]
) -> list[tuple[str, str]]:
    """Return (field, problem) of a question."""
    found = []
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", question["key"]):
        found.append(("key", "A key is 1 to 40 lower-case letters, digits and _."))
    elif question["key"] in seen:
        found.append(("key", "Another question has this key."))
    if not text or len(text) > MAX_QUESTION:
        found.append(("text", f"A question has 1 to {MAX_QUESTION} characters."))
    if question["kind"] != "choice":
        if choices:
            found.append(("choices", "Only questions of the kind choice have choices."))
    elif not 2 <= len(choices) <= MAX_CHOICES or len(set(choices)) < len(choices):
        found.append(("choices", f"Enter 2 to {MAX_CHOICES} different choices."))
    elif any(not choice or len(choice) > MAX_CHOICE for choice in choices):
        found.append(("choices", f"A choice has 1 to {MAX_CHOICE} characters."))
    return found
