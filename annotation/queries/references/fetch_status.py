"""Status of a project's references: stored snapshots, problems, and the latest run."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Annotated, Any, Final

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from annotation.models import Item, Page, Project, Question, Reference
from annotation.models.project import job_scope
from annotation.queries.projects.access import project_of
from annotation.references.configured_provider import reference_provider
from foundation.models import Job

JobState = Job.State

LISTED: Final = 200  # most pages with a problem that leads see
_NAMED: Final = 5  # most item ids listed with each


@dataclass(frozen=True)
class FetchProblem:
    """A page that could not be had at the last try, and the first of the items that refer to it."""

    code: str
    detail: str
    language: str
    title: str
    url: str
    stored: Annotated[bool, "An earlier snapshot is there."]
    items: list[str]
    item_count: int


@dataclass(frozen=True)
class FetchRun:
    id: int
    state: JobState
    refresh: bool
    done: int
    total: int
    failed: int
    message: str


@dataclass(frozen=True)
class JobData(FetchRun):
    problems: list[FetchProblem]


@dataclass(frozen=True)
class References:
    """`items` refer to a page, `served` of them have a snapshot, and `snapshots` they are."""

    enabled: bool
    items: int
    served: int
    snapshots: int
    problems: list[FetchProblem]
    run: FetchRun | None


def pages_of_items(project: Project) -> QuerySet[Page]:
    """Return the pages that visible items, and questions of the creation step, refer to."""
    return Page.objects.filter(
        Exists(Item.objects.visible(project).filter(page=OuterRef("pk")))
        | Exists(_questions(project).filter(page=OuterRef("pk"))),
        project=project,
    )


def _questions(project: Project) -> QuerySet[Question]:
    """Questions of the creation step that have no item yet."""
    return Question.objects.visible(project).exclude(state=Question.State.ACCEPTED)


def latest_fetch(project: Project) -> Job | None:
    return Job.objects.filter(scope=job_scope(project.pk), kind="fetch_references").order_by("-pk").first()


def references(project: Project) -> References:
    """Return the status of the references of a project."""
    run = latest_fetch(project)
    covered = coverage(project)
    # The next run assigns pages to these items.
    unread = Item.objects.visible(project).filter(
        page=None, reference=None, reference_url__contains=reference_provider.url_fragment
    )
    return References(
        enabled=reference_provider.enabled,
        items=covered["items"] + unread.count(),
        served=covered["served"],
        snapshots=covered["snapshots"],
        problems=problems(project, LISTED),
        run=FetchRun(**_run(run)) if run else None,
    )


def job_data(job: Job) -> JobData:
    """Return a run with the current problems of its project."""
    return JobData(**_run(job), problems=problems(project_of(job), LISTED))


def _run(job: Job) -> dict[str, Any]:
    """The fields of `FetchRun`."""
    return {
        "id": job.pk,
        "state": JobState(job.state),
        "refresh": bool(job.options.get("refresh")),
        "done": job.done,
        "total": job.total,
        "failed": job.report.get("missing", 0) + job.report.get("failed", 0),
        "message": job.message,
    }


def problems(project: Project, most: int | None = None) -> list[FetchProblem]:
    """Return the pages whose last try failed, with the items that refer to them."""
    pages = list(pages_of_items(project).exclude(problem_code="").order_by("pk")[:most])
    items: dict[int, list[str]] = defaultdict(list)
    rows = Item.objects.visible(project).filter(page__in=pages).order_by("ordinal")
    for page_id, external_id in rows.values_list("page_id", "external_id"):
        items[page_id or 0].append(external_id)
    return [
        FetchProblem(
            code=page.problem_code,
            detail=page.problem,
            language=page.language,
            title=page.title,
            url=reference_provider.page_url(page.language, page.title, variant=page.variant),
            stored=page.reference_id is not None,
            items=items[page.pk][:_NAMED],
            item_count=len(items[page.pk]),
        )
        for page in pages
    ]


def coverage(project: Project) -> dict[str, int]:
    """Return the numbers of items with a page, of items with its snapshot, and of snapshots.

    A question of the creation step counts as the item that it will have.
    """
    items, questions = Item.objects.visible(project), _questions(project)
    fetched = Q(reference__kind=reference_provider.kind)
    counted = [
        rows.aggregate(items=Count("pk", filter=Q(page__isnull=False)), served=Count("pk", filter=fetched))
        for rows in (items, questions)
    ]
    used = Exists(items.filter(reference=OuterRef("pk"))) | Exists(questions.filter(reference=OuterRef("pk")))
    snapshots = Reference.objects.filter(used, project=project, kind=reference_provider.kind).count()
    totals = {name: sum(row[name] for row in counted) for name in ("items", "served")}
    return totals | {"snapshots": snapshots}
