"""What those who watch projects live need to be told, and whether they still may be: a few quick reads each second."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from annotation.models import Membership, Project
from annotation.queries.projects.access import languages_of
from annotation.queries.statistics.rollups import Summary, summary
from foundation.models import BrowserSession


@dataclass(frozen=True, slots=True)
class Sight:
    leads: Collection[tuple[int, int]]  # project, person: who may see the summary
    sessions: Collection[str]  # those of the asked ones that have not ended
    summaries: Mapping[int, Summary]  # by project, of those that have changed


def look(known: Mapping[int, int], sessions: Collection[str], now: datetime) -> Sight:
    """`known`: by project, the version whose summary is there already (−1: none). `sessions`: the watchers' keys."""
    leads = Membership.objects.filter(
        project__in=known, role=Membership.Role.LEAD, ended_at__isnull=True, user__is_active=True
    )
    going_on = BrowserSession.objects.filter(session_key__in=sessions, expire_date__gt=now)
    versions = Project.objects.filter(pk__in=known).values_list("pk", "version")
    changed = [project for project, version in versions if version != known[project]]
    return Sight(
        leads=set(leads.values_list("project_id", "user_id")),
        sessions=set(going_on.values_list("session_key", flat=True)),
        summaries={
            project.pk: summary(project, languages_of(project))
            for project in Project.objects.filter(pk__in=changed)
        },
    )
