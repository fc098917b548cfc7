"""The fact sheet of a task: what teams say about their systems."""

from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypedDict, cast

from evaluation.models import FactSheetVersion, Task, Upload
from foundation.errors import NotFoundError

QuestionKind = Literal["text", "yes_no", "choice"]


class FactSheetQuestion(TypedDict):
    """`key`: names the question in answers. `choices`: of the kind choice, else empty."""

    key: str
    text: str
    kind: QuestionKind
    choices: list[str]
    required: bool


@dataclass(frozen=True)
class FactSheetData:
    version: int
    questions: list[FactSheetQuestion]


@dataclass(frozen=True)
class FactSheetAnswersData:
    """What a team says about the system of an upload. `answers`: text or boolean by key of the question."""

    upload: int
    system: str
    sheet: Annotated[FactSheetData, "The questions that the answers are to."]
    answers: dict[str, Any]
    version: Annotated[int, "Of the answers; incremented by every change."]
    complete: Annotated[bool, "Whether all required questions of this sheet are answered."]


def _question(
    key: str, text: str, kind: QuestionKind = "text", *, required: bool = False
) -> FactSheetQuestion:
    return {"key": key, "text": text, "kind": kind, "choices": [], "required": required}


DEFAULT_QUESTIONS: Final = [
    _question("identifier", "Name of the system, as the paper calls it", required=True),
    _question("description", "How it works, in two or three sentences", required=True),
    _question("prompting", "Does it prompt a language model?", "yes_no"),
    _question("retrieval", "Does it retrieve documents?", "yes_no"),
    _question("data", "Data that it was trained or tuned on"),
    _question("models", "Models that it uses"),
]
"""Version 1 of every task: it is stored when the first answers are."""


def current_fact_sheet(task: Task) -> FactSheetData:
    """Return the latest version of the questions."""
    stored = FactSheetVersion.objects.filter(task=task).order_by("-number").first()
    return fact_sheet_data(stored) if stored else FactSheetData(1, list(DEFAULT_QUESTIONS))


def fact_sheet_data(version: FactSheetVersion) -> FactSheetData:
    return FactSheetData(version.number, cast("list[FactSheetQuestion]", version.questions))


def answers_of(task: Task, upload_id: int, teams: list[int] | None) -> FactSheetAnswersData:
    """Return the answers of an upload. Raises NotFoundError unless one of `teams` has made it; None: any team."""
    return answers_data(find_upload(task, upload_id, teams))


def find_upload(task: Task, upload_id: int, teams: list[int] | None, *, lock: bool = False) -> Upload:
    """Return the upload. Raises NotFoundError as `answers_of`."""
    rows = Upload.objects.select_related("fact_sheet", "task").filter(task=task, pk=upload_id)
    if teams is not None:
        rows = rows.filter(team__in=teams)
    if lock:
        rows = rows.select_for_update(of=("self",))
    upload = rows.first()
    if upload is None:
        raise NotFoundError("Your team has no such upload.", code="no_upload")
    return upload


def answers_data(upload: Upload) -> FactSheetAnswersData:
    stored = upload.fact_sheet
    sheet = fact_sheet_data(stored) if stored else current_fact_sheet(upload.task)
    return FactSheetAnswersData(
        upload=upload.pk,
        system=upload.system,
        sheet=sheet,
        answers=upload.answers,
        version=upload.answers_version,
        complete=all(
            is_answered(upload.answers.get(each["key"])) for each in sheet.questions if each["required"]
        ),
    )


def is_answered(answer: object) -> bool:
    return isinstance(answer, bool) or (isinstance(answer, str) and bool(answer.strip()))
