"""Pages that annotators consult. The worker fetches them; an annotator keeps the first snapshot."""

from collections.abc import Iterable

from django.conf import settings
from django.utils import timezone

from annotation.models import Annotator, Consultation, Item, Page, Project
from annotation.models.project import job_scope
from annotation.queries.projects.access import project_of
from annotation.queries.references.snapshots import readable_reference
from annotation.references.configured_provider import reference_provider
from annotation.services.references.snapshots import fetch
from annotation.services.references.wanted_pages import key_of, pages_of
from foundation.errors import InvalidError, NotFoundError, UnavailableError
from foundation.jobs import Progress, job_kind
from foundation.models import Job
from foundation.write_transaction import write_transaction
from morelkit.scheme.link import Link, LinkError

KIND = "fetch_pages"

_MAX_FAILURES = 5  # in a row, before the job ends

State = Page.State


def consult(project: Project, annotator: Annotator, links: Iterable[Link]) -> list[Consultation]:
    """Return the annotator's consultations of these pages, creating new ones. Call in a transaction."""
    pages = pages_of(project, [link for link in links if link.kind == reference_provider.kind]).values()
    consulted = set(
        Consultation.objects.filter(annotator=annotator, page__in=pages).values_list("page", flat=True)
    )
    new = [page for page in pages if page.pk not in consulted]
    Consultation.objects.bulk_create(
        [Consultation(annotator=annotator, page=page, reference_id=page.reference_id) for page in new],
        ignore_conflicts=True,
    )
    request_pages(project, [page for page in new if page.state in {State.NONE, State.FAILED}])
    return list(Consultation.objects.filter(annotator=annotator, page__in=pages).select_related("page"))


def request_pages(project: Project, pages: Iterable[Page]) -> None:
    """Queue these pages for the worker. Call in a transaction."""
    wanted = [page.pk for page in pages]
    if not wanted or not reference_provider.enabled:
        return
    Page.objects.filter(pk__in=wanted, reference=None).update(
        state=State.WAITING, problem_code="", problem=""
    )
    # A running job may have read its last page already. Only a waiting job is certain to see these.
    if not Job.objects.filter(scope=job_scope(project.pk), kind=KIND, state=Job.State.WAITING).exists():
        Job.objects.create(scope=job_scope(project.pk), kind=KIND)


def other_language(
    project: Project, annotator: Annotator, reference_id: int, language: str, *, lead: bool
) -> Consultation:
    """Return the consultation of the page that a reference links to in another language. Raises NotFoundError.

    It is created if there is none, unless the project is archived.
    """
    reference = readable_reference(project, None if lead else annotator, reference_id)
    linked = next((each for each in reference.languages if each["language"] == language), None)
    if linked is None:
        raise NotFoundError("This page names no such language.")
    link = reference_provider.page_link(language, linked["title"])
    if project.archived_at is not None:
        return _consultation(annotator, link)
    with write_transaction():
        (found,) = consult(project, annotator, [link])
    return found


def retry_item(project: Project, item: Item) -> Item:
    """Queue the page of the item's reference URL again. Raises InvalidError if the URL is not of a page."""
    _require_provider()
    with write_transaction():
        if item.reference_id is None and item.page_id is None:
            link = _link(item.reference_url)
            item.page = pages_of(project, [link])[key_of(link)]
            item.reference_id = item.page.reference_id
            item.save(update_fields=["page", "reference"])
        if item.reference_id is None and item.page:
            request_pages(project, [item.page])
            item.page.refresh_from_db()
    return item


def retry_link(project: Project, annotator: Annotator, url: str) -> Consultation:
    """Queue a page that the annotator consults again. Raises NotFoundError if they do not consult it."""
    _require_provider()
    with write_transaction():
        consultation = _consultation(annotator, _link(url))
        if consultation.reference_id is None:
            request_pages(project, [consultation.page])
            consultation.page.refresh_from_db()
    return consultation


def _consultation(annotator: Annotator, link: Link) -> Consultation:
    """Return the annotator's consultation of the page. Raises NotFoundError."""
    found = Consultation.objects.filter(
        annotator=annotator,
        page__language=link.language,
        page__variant=link.variant,
        page__title=link.title,
    )
    consultation = found.select_related("page").first()
    if consultation is None:
        raise NotFoundError("This page was not consulted.")
    return consultation


def _require_provider() -> None:
    if not reference_provider.enabled:
        raise InvalidError("Fetching pages is turned off on this server.", code="off")


def _link(url: str) -> Link:
    try:
        return reference_provider.read_link(url)
    except LinkError as error:
        raise InvalidError(error.detail, code=error.code) from None


@job_kind(KIND, queue="pages")
def run(job: Job, progress: Progress) -> None:
    """Fetch all waiting pages. After several failures in a row, mark the other waiting pages as failed."""
    waiting = Page.objects.filter(project=project_of(job), state=State.WAITING).select_related("project")
    done = failed_in_a_row = 0

    def heartbeat() -> None:
        progress(done, done + waiting.count())

    with reference_provider.client(heartbeat) as client:
        while page := waiting.order_by("pk").first():
            heartbeat()
            outcome = fetch(page, client, settings.WIKIPEDIA_PAGE_SECONDS)
            done += 1
            failed_in_a_row = failed_in_a_row + 1 if outcome.transient else 0
            if failed_in_a_row == _MAX_FAILURES:
                with write_transaction():
                    waiting.update(
                        state=State.FAILED,
                        problem_code="unreachable",
                        problem=outcome.problem,
                        tried_at=timezone.now(),
                    )
                raise UnavailableError(f"Given up after {_MAX_FAILURES} pages in a row. {outcome.problem}")
