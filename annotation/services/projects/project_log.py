"""The log of what happens to whole projects."""

import logging
from typing import Any, Final

from django.contrib.auth.models import User

from annotation.models import Project
from annotation.models.project import job_scope

PROJECT_ARCHIVED: Final = "project_archived"
PROJECT_REOPENED: Final = "project_reopened"
PROJECT_EXPORTED: Final = "project_exported"
PROJECT_IMPORTED: Final = "project_imported"
PROJECT_DELETED: Final = "project_deleted"

_logger = logging.getLogger("morel.audit")


def log_project(kind: str, project: Project, by: User | None, **details: Any) -> None:
    """Log an event, at the level WARNING so that the default settings show it. `by` None: a command."""
    more = "".join(f" {name}={value}" for name, value in details.items())
    _logger.warning(
        "%s scope=%s project=%s by=%s%s",
        kind,
        job_scope(project.pk),
        project.slug,
        by.pk if by else "command",
        more,
    )
