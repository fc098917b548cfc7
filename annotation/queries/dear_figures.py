"""The dear figures as they are stored, and how old they are."""

from datetime import timedelta
from typing import Any, Final

from django.utils import timezone

from annotation.models import Annotation, DearFigures, Item, Job, Project
from annotation.models.project import job_scope
from annotation.queries.dawid_skene import FIGURE
from annotation.queries.figures import OVERALL
from annotation.queries.projects import languages_of

KIND: Final = "dear_figures"
EVERY: Final = timedelta(minutes=5)
"""Nobody asks more often for them by only looking."""


def latest_computation(project: Project) -> Job | None:
    return Job.objects.filter(scope=job_scope(project.pk), kind=KIND).order_by("-pk").first()


def dear_figures_json(project: Project) -> dict[str, Any]:
    stored = {row.language: row for row in DearFigures.objects.filter(project=project)}
    newest = stored.get(OVERALL)
    run = latest_computation(project)
    stale = is_stale(project, newest)
    return {
        "policy": project.policy,
        "version": project.version,
        "as_of": newest.as_of.isoformat() if newest else None,
        "stale": stale,
        "saves_since": saves_since(project, newest) if newest else 0,
        "due": stale and may_begin(run),
        "run": run_json(run) if run else None,
        "overall": newest.figures if newest else None,
        "languages": [
            {
                "language": row.language,
                "spelling": row.spelling,
                "figures": _shown(stored[row.language].figures) if row.language in stored else None,
            }
            for row in languages_of(project)
        ],
    }


def _shown(figures: dict[str, Any]) -> dict[str, Any]:
    """Without what is shown with gold."""
    return {name: value for name, value in figures.items() if name != FIGURE}


def is_stale(project: Project, stored: DearFigures | None) -> bool:
    """Whether anything that leads see has changed since, agreement or not."""
    return stored is None or (stored.version, stored.policy) != (project.version, project.policy)


def may_begin(latest: Job | None) -> bool:
    """Whether looking is reason enough: none is under way, and none was begun of late."""
    return latest is None or (latest.state not in Job.OPEN and latest.created_at <= timezone.now() - EVERY)


def saves_since(project: Project, stored: DearFigures) -> int:
    # By way of the annotators: they are few, and the index of annotations by time is by them.
    return Annotation.objects.filter(
        annotator__project=project,
        saved_at__gt=stored.as_of,
        submitted__saved_at__gt=stored.as_of,
        item__kind=Item.Kind.WORK,
    ).count()


def run_json(run: Job) -> dict[str, Any]:
    return {"state": run.state, "done": run.done, "total": run.total, "message": run.message}
