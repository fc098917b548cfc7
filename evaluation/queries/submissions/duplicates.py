"""Identical files from different teams. For organizers only."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count

from evaluation.models import Submission, Task
from evaluation.queries.teams.merged_teams import surviving_teams


@dataclass(frozen=True)
class DuplicateSubmission:
    id: int
    number: int
    team: int
    team_name: str
    system: str
    track: str | None
    phase: str
    received_at: datetime


@dataclass(frozen=True)
class DuplicateFile:
    """A file that several teams submitted. Teams that were merged are one."""

    sha256: str
    submissions: list[DuplicateSubmission]


def duplicate_files(task: Task) -> list[DuplicateFile]:
    """Return the files that several teams submitted, the one that was repeated last first."""
    rows = Submission.objects.filter(task=task, team__isnull=False)
    repeated = rows.values("sha256").annotate(teams=Count("team", distinct=True)).filter(teams__gt=1)
    related = ("team", "track", "phase", "upload")
    found: dict[str, list[Submission]] = defaultdict(list)
    same = rows.filter(sha256__in=repeated.values("sha256")).select_related(*related).order_by("number")
    for row in same:
        found[row.sha256].append(row)
    surviving = surviving_teams(task)
    files = [
        DuplicateFile(sha256, [_shown(row) for row in each])
        for sha256, each in found.items()
        if len({surviving[row.team_id] for row in each if row.team_id is not None}) > 1
    ]
    return sorted(files, key=lambda file: -file.submissions[-1].number)


def _shown(row: Submission) -> DuplicateSubmission:
    assert row.team is not None  # noqa: S101 — filtered by the query
    return DuplicateSubmission(
        row.pk,
        row.number,
        row.team.pk,
        row.team.name,
        row.upload.system,
        row.track.slug if row.track else None,
        row.phase.slug,
        row.upload.received_at,
    )
