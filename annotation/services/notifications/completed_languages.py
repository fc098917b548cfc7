"""Notify leads when all items of a language are complete.

A worker looks at the rollups of changed projects every minute, so that a submission does not pay for it.
"""

from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from annotation.models import Annotation, CompletedLanguage, Membership, Project
from annotation.queries.projects.access import languages_of
from annotation.queries.statistics.rollups import totals_by_language
from foundation.jobs import every_minute
from foundation.notification_digests import QUEUE
from foundation.notifications.kinds import NotificationKind
from foundation.notifications.notify import notify
from foundation.write_transaction import write_transaction

_RECENT: Final = timedelta(days=1)
"""Age of the last annotation up to which a completion is news."""

_seen: dict[int, int] = {}
"""Version of each project at the last look of this process."""


@every_minute(QUEUE)
def notify_completed_languages() -> None:
    """Look at the projects that have changed since the last call."""
    rows = Project.objects.filter(archived_at__isnull=True).values_list("pk", "version")
    for pk, version in rows:
        if _seen.get(pk) != version:
            look_at(Project.objects.get(pk=pk), timezone.now())
            _seen[pk] = version


def look_at(project: Project, now: datetime) -> None:
    """Notify the leads of languages that are complete since the last look, and forget those that no longer are."""
    if project.assignment == Project.AssignmentPolicy.EVERYONE:
        return  # A lead completes a language there, by closing it.
    complete = {
        row.language
        for row, totals in totals_by_language(project, languages_of(project))
        if 0 < totals.items <= totals.complete
    }
    known = set(CompletedLanguage.objects.filter(project=project).values_list("language", flat=True))
    if complete == known:
        return
    with write_transaction():
        CompletedLanguage.objects.filter(project=project).exclude(language__in=complete).delete()
        leads = Membership.objects.filter(
            project=project, role=Membership.Role.LEAD, ended_at__isnull=True
        ).values_list("user", flat=True)
        for language in sorted(complete - known):
            _, new = CompletedLanguage.objects.get_or_create(
                project=project, language=language, defaults={"completed_at": now}
            )
            if new and _is_news(project, language, now):
                notify(leads, NotificationKind.LANGUAGE_COMPLETE, project.scope, language=language)


def _is_news(project: Project, language: str, now: datetime) -> bool:
    """Whether somebody has annotated lately: not after an import of annotations or an upgrade of Morel."""
    recent = Annotation.objects.filter(
        item__project=project,
        item__language=language,
        imported_by__isnull=True,
        saved_at__gte=now - _RECENT,
    )
    return recent.exists()
