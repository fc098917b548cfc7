"""Jobs that compute what a page asks for with certain options, and keep it as their report."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from annotation.models import Project
from annotation.models.project import job_scope
from foundation.models import Job


def jobs_of_kind(project: Project, kind: str) -> QuerySet[Job]:
    """The jobs of the project, the latest first."""
    return Job.objects.filter(scope=job_scope(project.pk), kind=kind).order_by("-pk")


def jobs_with_options(project: Project, kind: str, options: Mapping[str, Any]) -> QuerySet[Job]:
    """The jobs of the project with these options, the latest first."""
    return jobs_of_kind(project, kind).filter(options__key=options_key(options))


def options_key(options: Mapping[str, Any]) -> str:
    """A digest by which jobs with these options are found."""
    return hashlib.sha256(json.dumps(options, sort_keys=True).encode()).hexdigest()
