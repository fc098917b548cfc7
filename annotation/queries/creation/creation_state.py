"""The creation step as the person sees it who chooses among candidates."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

from django.db.models import Count, Exists, OuterRef, Q

from annotation.models import Candidate, Question, Verdict
from annotation.models.creation import QuestionQuerySet
from annotation.queries.creation.candidate_records import from_text
from annotation.queries.projects.access import Access
from annotation.queries.references.snapshots import ReferenceData, item_reference
from annotation.queries.shapes import CreationProgress
from morelkit.text.languages import Direction, direction

VerdictKind = Verdict.Kind

NoQuestionReason = Literal["", "done", "no_questions", "held", "paused"]
"""Why there is no question; empty where there is one. `held`: others work on all that are left."""


@dataclass(frozen=True)
class CandidateData:
    id: int
    answer: str


@dataclass(frozen=True)
class QuestionData:
    """A question with its reference and the candidate that is drawn. Nothing tells its model."""

    id: int
    language: str
    direction: Direction
    text: str
    reference: ReferenceData | None
    reference_url: str
    candidate: CandidateData
    candidates: Annotated[int, "Of the question."]
    rejected: int


@dataclass(frozen=True)
class LastVerdict:
    """The person's latest verdict that is not undone."""

    id: int
    kind: VerdictKind
    question: str
    made_at: datetime


@dataclass(frozen=True)
class CreationState:
    question: QuestionData | None
    reason: NoQuestionReason
    progress: CreationProgress
    last: LastVerdict | None


def creation_state(here: Access, question: int | None, reason: NoQuestionReason = "") -> CreationState:
    """Return what the person sees. `question`: the one that they hold."""
    return CreationState(
        question=_question(question) if question else None,
        reason=reason,
        progress=creation_progress(here),
        last=_last(here),
    )


def questions_of(here: Access) -> QuestionQuerySet:
    """The questions in the person's languages."""
    questions = Question.objects.visible(here.project)
    mine = here.membership.languages
    return questions.filter(language__in=mine) if mine else questions


def creation_progress(here: Access) -> CreationProgress:
    left = Candidate.objects.visible().filter(question=OuterRef("pk"), state=Candidate.State.UNDECIDED)
    counts = (
        questions_of(here)
        .alias(left=Exists(left))
        .aggregate(
            questions=Count("pk"),
            accepted=Count("pk", filter=Q(state=Question.State.ACCEPTED)),
            unusable=Count("pk", filter=Q(state=Question.State.UNUSABLE)),
            ran_out=Count("pk", filter=Q(state=Question.State.OPEN, left=False)),
        )
    )
    return CreationProgress(**counts)


def no_question_reason(here: Access) -> NoQuestionReason:
    """Return why the person can open no question."""
    questions = questions_of(here)
    if not questions.exists():
        return "no_questions"
    closed = [row.language for row in here.languages if row.closed]
    return "held" if questions.with_candidates_left().exclude(language__in=closed).exists() else "done"


def drawn_candidate(question: int) -> Candidate | None:
    """Return the undecided candidate of the lowest rank. Ranks are seeded, so this is a draw that can be repeated."""
    left = Candidate.objects.visible().filter(question=question, state=Candidate.State.UNDECIDED)
    return left.order_by("rank", "pk").first()


def _question(pk: int) -> QuestionData | None:
    candidate = drawn_candidate(pk)
    if candidate is None:
        return None
    question = Question.objects.select_related("reference", "page").get(pk=pk)
    counts = (
        Candidate.objects.visible()
        .filter(question=pk)
        .aggregate(candidates=Count("pk"), rejected=Count("pk", filter=Q(state=Candidate.State.REJECTED)))
    )
    return QuestionData(
        id=question.pk,
        language=question.language,
        direction=direction(question.language),
        text=question.text,
        reference=item_reference(question),
        reference_url=question.reference_url,
        candidate=CandidateData(candidate.pk, from_text(candidate.record).answer),
        **counts,
    )


def _last(here: Access) -> LastVerdict | None:
    own = Verdict.objects.filter(annotator=here.annotator, undone_at=None).select_related("question")
    verdict = own.order_by("-pk").first()
    if verdict is None:
        return None
    return LastVerdict(verdict.pk, VerdictKind(verdict.kind), verdict.question.text, verdict.made_at)
