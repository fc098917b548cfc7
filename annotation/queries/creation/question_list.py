"""For leads: the questions of the creation step with their candidates, and the export of candidates."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Annotated, Any, Final, Literal

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from annotation.models import Candidate, Project, Question, Verdict
from annotation.queries.creation.candidate_records import CREATION, from_text
from annotation.queries.creation.creation_state import VerdictKind
from annotation.queries.projects.access import record_format_of
from morelkit.formats.item_records import dumps, write_item
from morelkit.text.languages import Direction, direction

QuestionState = Literal["open", "held", "accepted", "unusable", "ran_out"]
"""`held`: somebody works on it. `ran_out`: all candidates are rejected."""

QUESTION_STATES: Final = ("open", "held", "accepted", "unusable", "ran_out")

_BATCH: Final = 200


@dataclass(frozen=True)
class VerdictData:
    """`by`: who gave it."""

    id: int
    kind: VerdictKind
    by: str
    made_at: datetime


@dataclass(frozen=True)
class QuestionRow:
    id: int
    language: str
    direction: Direction
    text: str
    state: QuestionState
    candidates: int
    rejected: int
    item: Annotated[int | None, "That the accepted candidate became."]
    verdict: Annotated[VerdictData | None, "The latest that is not undone."]


def questions_in_state(project: Project, state: str, now: datetime) -> "QuerySet[Question]":
    """Return the questions of a project in a state, or all of them, in the order of import."""
    left = Candidate.objects.visible().filter(question=OuterRef("pk"), state=Candidate.State.UNDECIDED)
    candidates = Candidate.objects.visible().filter(question=OuterRef("pk"))
    questions = Question.objects.filter(Exists(candidates), project=project).alias(left=Exists(left))
    held = Q(held_by__isnull=False, held_until__gte=now)
    states = {
        "open": Q(state=Question.State.OPEN, left=True) & ~held,
        "held": Q(state=Question.State.OPEN, left=True) & held,
        "ran_out": Q(state=Question.State.OPEN, left=False),
        "accepted": Q(state=Question.State.ACCEPTED),
        "unusable": Q(state=Question.State.UNUSABLE),
    }
    return questions.filter(states.get(state, Q())).order_by("pk")


def question_rows(project: Project, questions: list[Question], now: datetime) -> list[QuestionRow]:
    counts = _counts(questions)
    verdicts = _verdicts(project, questions)
    return [
        QuestionRow(
            id=question.pk,
            language=question.language,
            direction=direction(question.language),
            text=question.text,
            state=_state(question, counts[question.pk]["undecided"], now),
            candidates=counts[question.pk]["candidates"],
            rejected=counts[question.pk]["rejected"],
            item=counts[question.pk]["item"],
            verdict=verdicts.get(question.pk),
        )
        for question in questions
    ]


def _counts(questions: list[Question]) -> dict[int, dict[str, Any]]:
    state = Candidate.State
    rows = Candidate.objects.visible().filter(question__in=questions).order_by().values("question")
    counted = rows.annotate(
        candidates=Count("pk"),
        rejected=Count("pk", filter=Q(state=state.REJECTED)),
        undecided=Count("pk", filter=Q(state=state.UNDECIDED)),
    )
    items = Candidate.objects.filter(question__in=questions, item__isnull=False).values_list(
        "question", "item"
    )
    by_question = dict(items)
    return {row["question"]: row | {"item": by_question.get(row["question"])} for row in counted}


def _verdicts(project: Project, questions: list[Question]) -> dict[int, VerdictData]:
    """Return the latest verdict in force of each question."""
    rows = Verdict.objects.filter(question__in=questions, undone_at=None).select_related("annotator__user")
    return {
        row.question_id: VerdictData(
            row.pk, VerdictKind(row.kind), row.annotator.author_name(project), row.made_at
        )
        for row in rows.order_by("pk")
    }


def _state(question: Question, undecided: int, now: datetime) -> QuestionState:
    if question.state == Question.State.ACCEPTED:
        return "accepted"
    if question.state == Question.State.UNUSABLE:
        return "unusable"
    if not undecided:
        return "ran_out"
    return "held" if question.held_by_id and question.held_until and question.held_until >= now else "open"


def candidate_lines(project: Project, *, rest: bool) -> Iterator[str]:
    """Yield `candidate_records` as JSON lines."""
    for record in candidate_records(project, rest=rest):
        yield f"{dumps(record)}\n"


def candidate_records(project: Project, *, rest: bool) -> Iterator[dict[str, Any]]:
    """Yield the record of each candidate as it was imported, and `creation`: what became of it.

    By question, in the order of the draw. `rest`: only those that did not become items.
    """
    record_format, last = record_format_of(project), 0
    while True:
        questions = list(Question.objects.visible(project).filter(pk__gt=last).order_by("pk")[:_BATCH])
        if not questions:
            return
        last = questions[-1].pk
        by_pk = {question.pk: question for question in questions}
        verdicts = _given(questions)
        candidates = Candidate.objects.visible().filter(question__in=questions)
        for pk, group in groupby(
            candidates.order_by("question", "rank", "pk"), lambda each: each.question_id
        ):
            for number, candidate in enumerate(group, start=1):
                if rest and candidate.state == Candidate.State.ACCEPTED:
                    continue
                creation = {
                    "state": candidate.state,
                    "draw": number,
                    "question": by_pk[pk].state,
                    "verdicts": verdicts.get(candidate.pk, []),
                }
                yield write_item(from_text(candidate.record), record_format) | {CREATION: creation}


def _given(questions: list[Question]) -> dict[int, list[dict[str, Any]]]:
    """Return all verdicts by candidate, undone ones included."""
    found: dict[int, list[dict[str, Any]]] = {}
    for row in Verdict.objects.filter(question__in=questions).select_related("annotator").order_by("pk"):
        verdict = {"kind": row.kind, "by": row.annotator.key, "at": row.made_at.isoformat()}
        if row.undone_at:
            verdict["undone_at"] = row.undone_at.isoformat()
        found.setdefault(row.candidate_id, []).append(verdict)
    return found
