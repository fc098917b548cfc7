"""Reads for live pages, made once a second: changed summaries, and whether each viewer may still see them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from annotation.models import Membership, Project
from annotation.queries.projects.access import languages_of
from annotation.queries.statistics.rollups import Summary, summary
from foundation.models import BrowserSession


@dataclass(frozen=True, slots=True)
class LiveSnapshot:
    leads: Collection[tuple[int, int]]  # (project, user): who may see the summary
    sessions: Collection[str]  # of the given sessions, those that have not ended
    summaries: Mapping[int, Summary]  # of changed projects, by project


def live_snapshot(known: Mapping[int, int], sessions: Collection[str], now: datetime) -> LiveSnapshot:
    """State for viewers. `known`: version already sent, by project (−1: none). `sessions`: session keys of viewers."""
    leads = Membership.objects.filter(
        project__in=known, role=Membership.Role.LEAD, ended_at__isnull=True, user__is_active=True
    )
    open_sessions = BrowserSession.objects.filter(session_key__in=sessions, expire_date__gt=now)
    versions = Project.objects.filter(pk__in=known).values_list("pk", "version")
    changed = [project for project, version in versions if version != known[project]]
    return LiveSnapshot(
        leads=set(leads.values_list("project_id", "user_id")),
        sessions=set(open_sessions.values_list("session_key", flat=True)),
        summaries={
            project.pk: summary(project, languages_of(project))
            for project in Project.objects.filter(pk__in=changed)
        },
    )
