"""Archive projects: they are in no list and read-only until they are reopened."""

from datetime import datetime

from django.contrib.auth.models import User

from annotation.models import Project
from annotation.models.project import job_scope
from annotation.services.projects.project_settings import touch
from foundation.audit import AuditKind, record
from foundation.errors import ConflictError
from foundation.models import Job
from foundation.write_transaction import write_transaction

_HARMLESS = ("annotator_statistics", "computed_statistics", "fetch_references")
"""Kinds of jobs that change nothing that a person made or chose."""


def set_archived(project: Project, archived: bool, now: datetime, by: User | None = None) -> Project:
    """Archive or reopen a project. Raises ConflictError while an import, a release or a change of policy runs."""
    with write_transaction():
        project = Project.objects.select_for_update().get(pk=project.pk)
        if archived == (project.archived_at is not None):
            return project
        if archived:
            refuse_open_jobs(project)
        project.archived_at = now if archived else None
        project.save(update_fields=["archived_at"])
        touch(project)
        kind = AuditKind.PROJECT_ARCHIVED if archived else AuditKind.PROJECT_REOPENED
        record(kind, project.scope, actor=by)
    return project


def refuse_open_jobs(project: Project) -> None:
    """Raise ConflictError if a job is going to change the project."""
    jobs = Job.objects.filter(scope=job_scope(project.pk), state__in=Job.OPEN).exclude(kind__in=_HARMLESS)
    if job := jobs.order_by("pk").first():
        raise ConflictError(
            f"A job of “{project.slug}” has not ended: {job.kind}. Wait until it has, and try again.",
            code="busy",
        )
