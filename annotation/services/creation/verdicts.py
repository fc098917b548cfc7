"""Hold a question, decide about its candidates, and undo that.

One person at a time holds a question, by a conditional update whose row count is checked. A verdict locks the question,
so of two at the same time the second one sees the first. The requests of one person follow each other.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import F, Q

from annotation.models import (
    Adjudication,
    Annotation,
    Annotator,
    Assignment,
    Candidate,
    Import,
    Item,
    Page,
    Project,
    ProjectLanguage,
    Question,
    Release,
    Thread,
    Verdict,
)
from annotation.models.creation import QuestionQuerySet
from annotation.queries.creation.candidate_records import (
    from_text,
    record_with_reference,
    reference_parts,
    with_reference,
)
from annotation.queries.creation.creation_state import NoQuestionReason, no_question_reason, questions_of
from annotation.queries.projects.access import Access, record_format_of, scheme_of
from annotation.queries.projects.assignees import assignee_of
from annotation.services.imports.import_items import item_row, lock_ordinals, store_reference
from annotation.services.items.balanced_sample import draw_sample
from annotation.services.items.item_lock import lock_annotator, mark_worked_on
from annotation.services.projects.project_settings import touch
from annotation.services.references.consulted_pages import request_pages
from foundation.bulk_insert import insert
from foundation.errors import ConflictError, ForbiddenError, InvalidError, NotFoundError
from foundation.write_transaction import write_transaction
from morelkit.formats.item_records import set_claims

HOLD: Final = timedelta(minutes=30)
"""How long a question is held without a verdict. Later, a verdict is still taken unless somebody else has it."""

_ATTEMPTS: Final = 20

Kind = Verdict.Kind


@dataclass(frozen=True, slots=True)
class Opened:
    question: int | None
    reason: NoQuestionReason = ""


@dataclass(frozen=True, slots=True)
class NewVerdict:
    """`candidate`: that is shown."""

    verdict_id: UUID
    question: int
    candidate: int
    kind: Kind


def open_question(here: Access, now: datetime) -> Opened:
    """Return the question that the person holds, else hold the first one that nobody else does."""
    with write_transaction():
        held = _held(here, now)
    if held:
        return Opened(held)
    if here.membership.paused_at:
        return Opened(None, "paused")
    for _ in range(_ATTEMPTS):
        question = _free_questions(here, now).first()
        if question is None:
            return Opened(None, no_question_reason(here))
        with write_transaction():
            lock_annotator(here.annotator)
            if held := _held(here, now):  # since another request of the same person
                return Opened(held)
            if _hold(question.pk, here.annotator, now):
                _request_page(here.project, question)
                return Opened(question.pk)
    raise ConflictError("Too many people ask for a question at this moment. Try again.", code="busy")


def give_verdict(here: Access, new: NewVerdict, now: datetime) -> None:
    """Store a verdict once. Accepting makes the candidate an item.

    Raises NotFoundError, ConflictError if somebody else holds or has decided the question, or if an item with the
    candidate's id was imported, InvalidError if another verdict has this id.
    """
    with write_transaction():
        lock_annotator(here.annotator)
        question = _locked_question(here, new.question)
        if _is_stored(here.annotator, new):
            return
        _refuse_held(question, here.annotator, now)
        candidate = _undecided(question, new.candidate)
        import_ = _locked_import(candidate)
        if new.kind == Kind.ACCEPT:
            candidate.item = _make_item(here.project, question, candidate)
            candidate.state, question.state = Candidate.State.ACCEPTED, Question.State.ACCEPTED
        elif new.kind == Kind.REJECT:
            candidate.state = Candidate.State.REJECTED
        else:
            question.state = Question.State.UNUSABLE
        candidate.save(update_fields=["state", "item"])
        question.save(update_fields=["state"])
        Verdict.objects.create(
            question=question,
            candidate=candidate,
            annotator=here.annotator,
            verdict_id=new.verdict_id,
            kind=new.kind,
            made_at=now,
        )
        mark_worked_on(import_)
        _hold_only(question, here.annotator, now)
        touch(here.project)
    if new.kind == Kind.ACCEPT and _is_balanced(here.project):
        draw_sample(here.project)


def undo_verdict(here: Access, verdict_id: int, now: datetime) -> None:
    """Undo a verdict, and hold its question. An undone verdict stays as it is.

    Raises NotFoundError, ForbiddenError unless it is the person's own or they lead the project, ConflictError if there
    is a later one on the question, somebody else holds it, or an annotator has the item.
    """
    with write_transaction():
        found = Verdict.objects.filter(pk=verdict_id, question__project=here.project).first()
        if found is None:
            raise NotFoundError("There is no such verdict.")
        if found.annotator_id != here.annotator.pk and not here.is_lead:
            raise ForbiddenError("Only who gave a verdict, or a lead, undoes it.")
        lock_annotator(here.annotator)
        question = _locked_question(here, found.question_id)
        verdict = Verdict.objects.select_related("candidate").get(pk=verdict_id)
        if verdict.undone_at:
            return
        _refuse_held(question, here.annotator, now)
        if Verdict.objects.filter(question=question, undone_at=None, pk__gt=verdict.pk).exists():
            raise ConflictError(
                "There is a later verdict on this question. Undo that one first.", code="later_verdict"
            )
        candidate = verdict.candidate
        if verdict.kind == Kind.ACCEPT:
            _delete_item(here.project, verdict)
        if verdict.kind != Kind.UNUSABLE:
            candidate.state = Candidate.State.UNDECIDED
            candidate.save(update_fields=["state"])
        question.state = Question.State.OPEN
        question.save(update_fields=["state"])
        verdict.undone_at, verdict.undone_by = now, here.annotator
        verdict.save(update_fields=["undone_at", "undone_by"])
        _hold_only(question, here.annotator, now)
        touch(here.project)
    if verdict.kind == Kind.ACCEPT and _is_balanced(here.project):
        draw_sample(here.project)


def _held(here: Access, now: datetime) -> int | None:
    """Return the question that the person holds, and hold it longer. Its hold may have ended."""
    held = questions_of(here).with_candidates_left().filter(held_by=here.annotator).order_by("pk").first()
    return held.pk if held and _hold(held.pk, here.annotator, now) else None


def _free_questions(here: Access, now: datetime) -> QuestionQuerySet:
    closed = [row.language for row in here.languages if row.closed]
    left = questions_of(here).with_candidates_left().exclude(language__in=closed)
    return left.filter(_is_free(now)).select_related("page").order_by("pk")


def _is_free(now: datetime) -> Q:
    return Q(held_by=None) | Q(held_until__lt=now)


def _hold(question: int, annotator: Annotator, now: datetime) -> bool:
    """Hold the question, and return False if somebody else does or has decided it."""
    rows = Question.objects.filter(
        _is_free(now) | Q(held_by=annotator), pk=question, state=Question.State.OPEN
    )
    return bool(rows.update(held_by=annotator, held_until=now + HOLD))


def _hold_only(question: Question, annotator: Annotator, now: datetime) -> None:
    """Hold this question if a candidate is left, and no other one."""
    Question.objects.filter(held_by=annotator).exclude(pk=question.pk).update(held_by=None, held_until=None)
    if Question.objects.filter(pk=question.pk).with_candidates_left().exists():
        _hold(question.pk, annotator, now)
    else:
        Question.objects.filter(pk=question.pk).update(held_by=None, held_until=None)


def _request_page(project: Project, question: Question) -> None:
    if question.reference_id is None and question.page and question.page.state == Page.State.NONE:
        request_pages(project, [question.page])


def _locked_question(here: Access, pk: int) -> Question:
    rows = Question.objects.select_for_update(of=("self",)).filter(project=here.project, pk=pk)
    question = rows.first()
    if question is None or not questions_of(here).filter(pk=pk).exists():
        raise NotFoundError("There is no such question, or it is not in your languages.")
    return question


def _is_stored(annotator: Annotator, new: NewVerdict) -> bool:
    """Return whether this very verdict has arrived before. Raises InvalidError if another one has its id."""
    stored = Verdict.objects.filter(annotator=annotator, verdict_id=new.verdict_id).first()
    if stored is None:
        return False
    if (stored.question_id, stored.candidate_id, stored.kind) != (new.question, new.candidate, new.kind):
        raise InvalidError("Another verdict has this id.", code="verdict_id")
    return True


def _refuse_held(question: Question, annotator: Annotator, now: datetime) -> None:
    if question.held_by_id not in (None, annotator.pk) and question.held_until and question.held_until >= now:
        raise ConflictError("Someone else is working on this question now.", code="held")


def _undecided(question: Question, pk: int) -> Candidate:
    """Return a candidate of the question that nobody has decided about. Raises ConflictError, NotFoundError."""
    candidate = Candidate.objects.visible().filter(question=question, pk=pk).first()
    if candidate is None:
        raise NotFoundError("There is no such candidate of this question.")
    if question.state != Question.State.OPEN:
        raise ConflictError("Someone has decided this question already.", code="decided")
    if candidate.state != Candidate.State.UNDECIDED:
        raise ConflictError("Someone has decided about this candidate already.", code="decided")
    return candidate


def _locked_import(candidate: Candidate) -> Import:
    """Lock the import of the candidate, so that it is not undone. Raises NotFoundError if it just was."""
    imports = Import.objects.select_for_update(of=("self",), no_key=True)
    import_ = imports.filter(pk=candidate.imported_by_id, published_at__isnull=False).first()
    if import_ is None:
        raise NotFoundError("The import of this candidate was undone.")
    return import_


def _make_item(project: Project, question: Question, candidate: Candidate) -> Item:
    record, record_format = from_text(candidate.record), record_format_of(project)
    if not reference_parts(record) and (other := record_with_reference(question)):
        record = with_reference(record, other, record_format)
    scheme = scheme_of(project)
    if scheme.uses_claims:
        set_claims(record)
    row = item_row(project, scheme, record)
    balanced = _is_balanced(project)
    language, _ = ProjectLanguage.objects.get_or_create(
        project=project,
        language=row["language"],
        defaults={"spelling": row["spelling"] or row["language"]},
    )
    reservable = not balanced and not row["labels_implied"]
    if reservable:
        ProjectLanguage.objects.filter(pk=language.pk).update(items=F("items") + 1)
    ordinal = lock_ordinals(project) + 1
    if Item.objects.filter(project=project, external_id=record.external_id).exists():
        raise ConflictError(
            f"An item with the id {record.external_id} was imported since. The candidate cannot become one.",
            code="item_id",
        )
    field = Project.objects.values_list("assignment_field", flat=True).get(pk=project.pk)
    row |= {
        "ordinal": ordinal,
        "assignee": assignee_of(record.metadata, field) if field else None,
        "reference_id": store_reference(project, record) or question.reference_id,
        "page_id": question.page_id,
        "reservable": reservable,
        "imported_by_id": candidate.imported_by_id,
    }
    insert(Item, [row], project_id=project.pk)
    return Item.objects.get(project=project, external_id=record.external_id)


def _delete_item(project: Project, verdict: Verdict) -> None:
    """Delete the item of an accepted candidate. Raises ConflictError if it is in use."""
    candidate = verdict.candidate
    item = Item.objects.select_for_update(of=("self",)).filter(candidate=candidate).first()
    if item is None:
        return
    if Annotation.objects.filter(item=item).exists() or Adjudication.objects.filter(item=item).exists():
        raise ConflictError("The item has been annotated: accepting it cannot be undone.", code="annotated")
    idle = (Assignment.State.SKIPPED, Assignment.State.EXPIRED)
    given = Assignment.objects.filter(item=item).exclude(state__in=idle)
    if given.exists() or Thread.objects.filter(item=item).exists():
        raise ConflictError("An annotator works on the item: accepting it cannot be undone.", code="assigned")
    _refuse_released(project, verdict)
    counted = ProjectLanguage.objects.filter(project=project, language=item.language, items__gt=0)
    if item.reservable:
        counted.update(items=F("items") - 1)
    item.delete()
    candidate.item = None


def _refuse_released(project: Project, verdict: Verdict) -> None:
    """Raise ConflictError if a release since the verdict has a split of items that nobody has annotated.

    A rebuild of the release would miss the item.
    """
    lock_ordinals(project)  # no release is requested until the transaction ends
    releases = Release.objects.filter(project=project, created_at__gte=verdict.made_at)
    for release in releases.exclude(state=Release.State.FAILED):
        if release.request["splits"].get("unannotated"):
            raise ConflictError(
                f"Release “{release.name}” may contain the item: accepting it cannot be undone.",
                code="released",
            )


def _is_balanced(project: Project) -> bool:
    policy = Project.objects.values_list("assignment", flat=True).get(pk=project.pk)
    return policy == Project.AssignmentPolicy.BALANCED
