"""Status of a project's references: stored snapshots, problems, and the latest run."""

from collections import defaultdict
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from annotation.models import Item, Page, Project
from annotation.models.project import job_scope
from annotation.queries.projects.access import project_of
from annotation.references.configured_provider import reference_provider
from foundation.models import Job

LISTED = 200  # most pages with a problem that leads see
_NAMED = 5  # most item ids listed with each


def pages_of_items(project: Project) -> QuerySet[Page]:
    """Return the pages that visible items refer to."""
    return Page.objects.filter(
        Exists(Item.objects.visible(project).filter(page=OuterRef("pk"))), project=project
    )


def latest_fetch(project: Project) -> Job | None:
    return Job.objects.filter(scope=job_scope(project.pk), kind="fetch_references").order_by("-pk").first()


def references_json(project: Project) -> dict[str, Any]:
    """Return the status of the references of a project as JSON."""
    run = latest_fetch(project)
    covered = coverage(project)
    # The next run assigns pages to these items.
    unread = Item.objects.visible(project).filter(
        page=None, reference=None, reference_url__contains=reference_provider.url_fragment
    )
    return {
        "enabled": reference_provider.enabled,
        **covered,
        "items": covered["items"] + unread.count(),
        "problems": problems(project, LISTED),
        "run": run_json(run) if run else None,
    }


def job_json(job: Job) -> dict[str, Any]:
    """Return a run as JSON, with the current problems of its project."""
    return run_json(job) | {"problems": problems(project_of(job), LISTED)}


def run_json(job: Job) -> dict[str, Any]:
    return {
        "id": job.pk,
        "state": job.state,
        "refresh": bool(job.options.get("refresh")),
        "done": job.done,
        "total": job.total,
        "failed": job.report.get("missing", 0) + job.report.get("failed", 0),
        "message": job.message,
    }


def problems(project: Project, most: int | None = None) -> list[dict[str, Any]]:
    """Return the pages whose last try failed, with the items that refer to them."""
    pages = list(pages_of_items(project).exclude(problem_code="").order_by("pk")[:most])
    items: dict[int, list[str]] = defaultdict(list)
    rows = Item.objects.visible(project).filter(page__in=pages).order_by("ordinal")
    for page_id, external_id in rows.values_list("page_id", "external_id"):
        items[page_id or 0].append(external_id)
    return [
        {
            "code": page.problem_code,
            "detail": page.problem,
            "language": page.language,
            "title": page.title,
            "url": reference_provider.page_url(page.language, page.title, variant=page.variant),
            "stored": page.reference_id is not None,
            "items": items[page.pk][:_NAMED],
            "item_count": len(items[page.pk]),
        }
        for page in pages
    ]


def coverage(project: Project) -> dict[str, int]:
    """Return the numbers of items with a page, of items with its snapshot, and of snapshots."""
    fetched = Q(reference__kind=reference_provider.kind)
    return Item.objects.visible(project).aggregate(
        items=Count("pk", filter=Q(page__isnull=False)),
        served=Count("pk", filter=fetched),
        snapshots=Count("reference", filter=fetched, distinct=True),
    )
