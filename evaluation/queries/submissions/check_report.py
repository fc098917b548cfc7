"""What a check of prediction files found, as the API shows it."""

from dataclasses import dataclass
from typing import Annotated, Any, Final

from morelkit.scoring.problems import Problem

LISTED: Final = 100
"""Problems of a file that a report lists."""


@dataclass(frozen=True)
class PredictionProblem:
    """A problem of a prediction file. Its texts come from the predictions and the items without gold only."""

    line: Annotated[int, "From 1; 0: it is not in one line."]
    id: Annotated[str, "The item, if the problem belongs to one."]
    pointer: Annotated[str, "JSON pointer into the record."]
    code: str
    detail: str
    remedy: str


@dataclass(frozen=True)
class CheckedFile:
    file: Annotated[str, "Its name; for a member of an archive with the name of the archive."]
    track: Annotated[str | None, "Slug of the track that its items belong to; null if there is none."]
    language: str | None
    records: int
    problems: Annotated[list[PredictionProblem], "The first problems."]
    problem_count: int


@dataclass(frozen=True)
class CheckReport:
    """The check of an upload. Nothing of it was stored or counted."""

    phase: Annotated[str, "Slug of the phase that the files were checked for."]
    files: list[CheckedFile]


def problem_data(problem: Problem) -> PredictionProblem:
    return PredictionProblem(
        problem.line, problem.id, problem.pointer, problem.code, problem.detail, problem.remedy
    )


def stored_problem(content: dict[str, Any]) -> PredictionProblem:
    """Return a problem from the JSON that a submission stores."""
    return PredictionProblem(**content)
