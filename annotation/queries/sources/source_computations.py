"""What jobs have computed about the sources of a project, and whether it still holds."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Max, Q
from django.utils.dateparse import parse_datetime

from annotation.models import Project, Source, SourceQuote
from annotation.queries.statistics.computed_statistics import Computation, computation, may_start
from annotation.queries.statistics.jobs_by_options import jobs_with_options
from foundation.models import Job


@dataclass(frozen=True)
class SourceComputation:
    """`found`: what the last finished job computed; None without one. `stale`: the project or its sources have changed
    since. `due`: a page view may start a computation. `run`: the latest job.
    """

    found: Any
    as_of: datetime | None
    stale: bool
    due: bool
    run: Computation | None


def source_computation(
    project: Project, kind: str, options: Mapping[str, Any], result: str
) -> SourceComputation:
    """What jobs of this kind with these options have computed. `result`: its name in the report of a job."""
    jobs = jobs_with_options(project, kind, options)
    latest, stored = jobs.first(), jobs.filter(state=Job.State.DONE).first()
    report = stored.report if stored else {}
    others = report.get("sources") != sources_digest(project)
    stale = bool(report) and (others or report["version"] != project.version)
    ended = latest is None or latest.state == Job.State.DONE
    return SourceComputation(
        found=report.get(result),
        as_of=parse_datetime(report["as_of"]) if report else None,
        stale=stale,
        due=ended and (others or (stale and may_start(latest))),
        run=computation(latest) if latest else None,
    )


def sources_digest(project: Project) -> str:
    """Changes with the sources in use and with the places of their quotes."""
    sources = list(Source.objects.current(project).order_by("pk").values_list("pk", flat=True))
    quotes = SourceQuote.objects.filter(record__source__in=sources).aggregate(
        n=Count("pk", filter=~Q(state=SourceQuote.State.OPEN)), last=Max("settled_at")
    )
    return hashlib.sha256(json.dumps([sources, quotes["n"], str(quotes["last"])]).encode()).hexdigest()
