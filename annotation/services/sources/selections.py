"""Save selections, archive and restore them, and compute what they leave."""

import unicodedata
from dataclasses import asdict
from typing import Final

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from annotation.models import Project, Selection, SelectionSource
from annotation.queries.sources.selections import (
    KIND,
    RESULT,
    SelectionCriteria,
    attrition_of,
    checked_criteria,
    criteria_from_json,
)
from annotation.services.sources.source_computations import compute_and_store
from annotation.services.statistics.jobs_by_options import request_job
from foundation.audit import AuditKind, record
from foundation.errors import ConflictError, wrong_field
from foundation.jobs import Progress, job_kind
from foundation.models import Job
from foundation.write_transaction import write_transaction

_MAX_NAME: Final = 60


def save_selection(project: Project, name: str, criteria: SelectionCriteria, lead: User | None) -> Selection:
    """Save the criteria under a name. Raises InvalidError."""
    name = _checked_name(name)
    with write_transaction():
        sources = checked_criteria(project, criteria)
        try:
            with transaction.atomic():
                selection = Selection.objects.create(
                    project=project,
                    name=name,
                    question=criteria.question,
                    people=criteria.people,
                    created_by=lead,
                )
        except IntegrityError as error:
            raise wrong_field("name", f"There is a selection “{name}” already.", "taken") from error
        SelectionSource.objects.bulk_create(
            SelectionSource(selection=selection, source=each) for each in sources
        )
        record(
            AuditKind.SELECTION_SAVED,
            project.scope,
            actor=lead,
            selection=selection.pk,
            sources=[each.pk for each in sources],
        )
    return selection


def archive_selection(selection: Selection) -> None:
    """Take the selection out of the choices for releases, until it is restored."""
    with write_transaction():
        if Selection.objects.filter(pk=selection.pk, archived_at=None).update(archived_at=timezone.now()):
            record(AuditKind.SELECTION_ARCHIVED, selection.project.scope, selection=selection.pk)


def restore_selection(selection: Selection) -> None:
    """Offer an archived selection again. Raises ConflictError if another one has its name."""
    try:
        with write_transaction():
            rows = Selection.objects.filter(pk=selection.pk, archived_at__isnull=False)
            if rows.update(archived_at=None):
                record(AuditKind.SELECTION_RESTORED, selection.project.scope, selection=selection.pk)
    except IntegrityError as error:
        raise ConflictError(
            f"There is another selection “{selection.name}”. Archive it first.", code="name_taken"
        ) from error


def request_report(project: Project, criteria: SelectionCriteria) -> None:
    """Create a job that computes what the selection leaves, unless one is open. Raises InvalidError."""
    checked_criteria(project, criteria)
    request_job(project, KIND, asdict(criteria))


@job_kind(KIND, queue="statistics")
def run(job: Job, progress: Progress) -> None:
    """Compute what a selection leaves."""
    criteria = criteria_from_json(job.options)
    compute_and_store(job, progress, RESULT, lambda project, watch: attrition_of(project, criteria, watch))


def _checked_name(text: str) -> str:
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise wrong_field("name", "A selection needs a name.", "blank")
    if len(name) > _MAX_NAME:
        raise wrong_field("name", f"A name has at most {_MAX_NAME} characters.", "too_long")
    return name
