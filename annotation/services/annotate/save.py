"""Save an annotation as a draft or a submission. Every save appends a revision; no acknowledged save is lost."""

import hashlib
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson
from django.conf import settings
from django.db import IntegrityError
from django.db.models import QuerySet

from annotation.models import Annotation, AnnotationRevision, Annotator, Exposure, Item, Project
from annotation.queries.annotate.annotation_content import AnnotationState, content_of
from annotation.queries.annotate.broken_rules import broken_lines
from annotation.queries.projects.access import scheme_of
from annotation.queries.references.consulted_links import shown_extracts
from annotation.queries.sources.exposure import exposed_state
from annotation.references.configured_provider import reference_provider
from annotation.services.annotate.exposure import exposure_in_save, exposure_record, read_decisions, reveal
from annotation.services.annotate.reservations import mark_submitted, prolong
from annotation.services.items.item_lock import locked_item, mark_worked_on
from annotation.services.learning.training import record_trial
from annotation.services.projects.project_settings import touch
from annotation.services.references.consulted_pages import consult
from annotation.services.statistics.rollups import refresh_item
from foundation.errors import ConflictError, FieldError, ForbiddenError, InvalidError
from foundation.prepared_statements import PreparedInsert, prepared_update
from foundation.write_transaction import write_transaction
from morelkit.scheme.content import Content, ContentProblem, Limits, Sources, missing_for_submit, read_content
from morelkit.scheme.evidence import snapshots_of


@dataclass(frozen=True, slots=True)
class Save:
    """A save request. `content` is untrusted JSON."""

    save_id: uuid.UUID
    base_revision: int
    answer_sha256: str
    submit: bool
    content: Mapping[str, Any]

    def body_sha256(self) -> str:
        body = [self.base_revision, self.answer_sha256, self.submit, self.content]
        return hashlib.sha256(orjson.dumps(body, option=orjson.OPT_SORT_KEYS)).hexdigest()


def save_annotation(
    project: Project, annotator: Annotator, item_id: int, save: Save, now: datetime
) -> AnnotationState:
    """Append a revision and return the state after it.

    A repeated save (same `save_id`, same body) returns the first result. Raises NotFoundError if the item is not
    assigned to the annotator, ConflictError on a stale base, ForbiddenError on a submission in a closed language,
    InvalidError on invalid content.
    """
    with write_transaction():
        locked = locked_item(annotator, item_id)
        # A lead may have changed the project since it was read.
        project, item, annotation = locked.project, locked.item, locked.annotation
        exposure = exposure_in_save(project, annotator, item_id)
        if save.base_revision != _head_number(annotation):
            return _first_answer(project, annotation, save, exposure)
        if save.submit and locked.language_closed:
            raise _language_closed()
        content = _checked_content(project, annotator, item, save)
        seen = exposure_record(project, exposure, read_decisions(save.content, exposure), content.spans)
        if content.links != content_of(annotation.head if annotation else None).links:
            consult(project, annotator, content.links)
        annotation = annotation or Annotation(item=item, annotator=annotator)
        _append_revision(annotation, project, save, content, seen, locked.guidelines, now)
        mark_worked_on(annotation.imported_by or item.imported_by)
        if save.submit:
            if not mark_submitted(project, locked.assignment, now):
                annotation.surplus = True
                annotation.save(update_fields=["surplus"])
            if item.kind == Item.Kind.WORK:
                refresh_item(project, item)
            else:
                record_trial(project, annotation, item, now)
            if exposure:
                reveal(exposure, now)
            touch(project)
        else:
            prolong(locked.assignment, now)
        return exposed_state(project, annotation, exposure)


def _language_closed() -> ForbiddenError:
    return ForbiddenError("This language is closed: nothing more is submitted in it.", code="language_closed")


def _head_number(annotation: Annotation | None) -> int:
    return annotation.head.number if annotation and annotation.head else 0


def _first_answer(
    project: Project, annotation: Annotation | None, save: Save, exposure: Exposure | None
) -> AnnotationState:
    """The first result of a repeated save, whose base is outdated by now. Raises ConflictError for any other save."""
    revision = AnnotationRevision.objects.filter(save_id=save.save_id, annotation=annotation).first()
    if annotation is None or revision is None:
        raise ConflictError(
            f"This was edited elsewhere: you started from revision {save.base_revision}, "
            f"the present one is {_head_number(annotation)}.",
            code="stale_revision",
            current=exposed_state(project, annotation, exposure),
        )
    if revision.body_sha256 != save.body_sha256():
        raise _reused()
    submissions = annotation.revisions.filter(submit=True, number__lte=revision.number)
    annotation.head = revision
    annotation.submitted = submissions.order_by("-number").first()
    return exposed_state(project, annotation, exposure)


def _reused() -> InvalidError:
    return InvalidError(
        "This save_id was used for another save.",
        code="save_id_reused",
        errors=[FieldError("/save_id", "reused", "Make a new UUID for every save.")],
    )


def _checked_content(project: Project, annotator: Annotator, item: Item, save: Save) -> Content:
    if save.answer_sha256 != item.answer_sha256:
        raise InvalidError(
            "The answer shown in the browser is not the one stored here. Load the item again.",
            code="wrong_answer",
            errors=[FieldError("/answer_sha256", "mismatch", "Send the value that came with the item.")],
        )
    scheme = scheme_of(project)
    limits = Limits(
        settings.MAX_SPANS, settings.MAX_COMMENT_CHARACTERS, settings.MAX_LINKS, settings.MAX_EVIDENCE
    )
    cited = snapshots_of(save.content.get("evidence"))
    sources = Sources(
        project.other_sources, shown_extracts(annotator, item, cited), reference_provider.read_link
    )
    content, problems = read_content(save.content, len(item.answer), scheme, limits, sources, item.claims)
    if problems:
        other_scheme = any(problem.code in _OTHER_SCHEME_CODES for problem in problems)
        raise _refused("unknown_label" if other_scheme else "invalid", problems)
    if save.submit and (missing := missing_for_submit(content, scheme)):
        raise _refused("incomplete", missing)
    return content


# Problems of content that was made under another version of the scheme.
_OTHER_SCHEME_CODES = {"unknown_label", "unknown_choice", "not_used"}


def _refused(code: str, problems: list[ContentProblem]) -> InvalidError:
    return InvalidError(_summary(problems), code=code, errors=[_field_error(each) for each in problems])


def _summary(problems: list[ContentProblem]) -> str:
    first = problems[0].detail
    return first if len(problems) == 1 else f"{first} ({len(problems) - 1} more)"


def _field_error(problem: ContentProblem) -> FieldError:
    return FieldError(f"/content{problem.pointer}", problem.code, problem.detail)


def _append_revision(
    annotation: Annotation,
    project: Project,
    save: Save,
    content: Content,
    seen: dict[str, Any] | None,
    guidelines: int | None,
    now: datetime,
) -> None:
    if annotation.pk is None:
        _insert_annotation(annotation)
    stored = content.to_storage()
    if save.submit:
        annotation.broken_rules = broken_lines(project, stored["spans"], content.labels)
    revision = AnnotationRevision(
        annotation=annotation,
        number=save.base_revision + 1,
        save_id=save.save_id,
        body_sha256=save.body_sha256(),
        submit=save.submit,
        scheme_version=project.scheme_version,
        guidelines_id=guidelines,
        saved_at=now,
        overridden_rules=(annotation.broken_rules or "") if save.submit else "",
        exposure=seen,
        **stored,
    )
    try:
        annotation.head = _insert_revision(revision)
    except IntegrityError as error:
        raise _reused() from error
    annotation.saved_at = now
    if save.submit:
        annotation.submitted = annotation.head
    _set_head(annotation.pk, annotation.head_id, annotation.submitted_id, now, annotation.broken_rules)


_insert_annotation = PreparedInsert(Annotation)
_insert_revision = PreparedInsert(AnnotationRevision)


@prepared_update
def _set_head(
    annotation: int, head: int | None, submitted: int | None, now: datetime, broken_rules: str | None
) -> tuple["QuerySet[Annotation]", dict[str, Any]]:
    rows = Annotation.objects.filter(pk=annotation)
    values = {"head": head, "submitted": submitted, "saved_at": now, "broken_rules": broken_rules}
    return rows, values
