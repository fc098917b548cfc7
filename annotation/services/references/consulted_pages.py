"""The pages that annotators consult: fetched in the background, and kept as they were first seen."""

from collections.abc import Iterable

from django.conf import settings
from django.utils import timezone

from annotation.models import Annotator, Consultation, Item, Page, Project
from annotation.models.project import job_scope
from annotation.queries.projects.access import project_of
from annotation.queries.references.snapshots import readable_reference
from annotation.references.wikipedia.client import Wikipedia
from annotation.references.wikipedia.links import page_link, read_link
from annotation.services.references.snapshots import fetch
from annotation.services.references.wanted_pages import key_of, pages_of
from foundation.errors import InvalidError, NotFoundError, UnavailableError
from foundation.jobs import Progress, job_kind
from foundation.models import Job
from foundation.write_transaction import write_transaction
from morelkit.scheme.link import Link, LinkError

KIND = "fetch_pages"

_GIVE_UP = 5  # pages in a row that could not be had

State = Page.State


def consult(project: Project, annotator: Annotator, links: Iterable[Link]) -> list[Consultation]:
    """The annotator's consultations of these pages, begun where they are new. Called within a transaction."""
    pages = pages_of(project, [link for link in links if link.kind == "wikipedia"]).values()
    known = set(
        Consultation.objects.filter(annotator=annotator, page__in=pages).values_list("page", flat=True)
    )
    new = [page for page in pages if page.pk not in known]
    Consultation.objects.bulk_create(
        [Consultation(annotator=annotator, page=page, reference_id=page.reference_id) for page in new],
        ignore_conflicts=True,
    )
    ask_for(project, [page for page in new if page.state in {State.NONE, State.FAILED}])
    return list(Consultation.objects.filter(annotator=annotator, page__in=pages).select_related("page"))


def ask_for(project: Project, pages: Iterable[Page]) -> None:
    """Have these pages fetched by the worker. Called within a transaction."""
    wanted = [page.pk for page in pages]
    if not wanted or not settings.WIKIPEDIA:
        return
    Page.objects.filter(pk__in=wanted, reference=None).update(
        state=State.WAITING, problem_code="", problem=""
    )
    # A job that runs may have looked for the last time: only one that waits is sure to see them.
    if not Job.objects.filter(scope=job_scope(project.pk), kind=KIND, state=Job.State.WAITING).exists():
        Job.objects.create(scope=job_scope(project.pk), kind=KIND)


def other_language(
    project: Project, annotator: Annotator, reference_id: int, language: str, *, lead: bool
) -> Consultation:
    """The page that a reference names as its other language. Raises NotFoundError where there is none."""
    reference = readable_reference(project, None if lead else annotator, reference_id)
    named = next((each for each in reference.languages if each["language"] == language), None)
    if named is None:
        raise NotFoundError("This page names no such language.")
    with write_transaction():
        (found,) = consult(project, annotator, [page_link(language, named["title"])])
    return found


def retry_item(project: Project, item: Item) -> Item:
    """Try once more to fetch the page that the item refers to. Raises InvalidError where it refers to none."""
    _must_be_on()
    with write_transaction():
        if item.reference_id is None and item.page_id is None:
            link = _link(item.reference_url)
            item.page = pages_of(project, [link])[key_of(link)]
            item.reference_id = item.page.reference_id
            item.save(update_fields=["page", "reference"])
        if item.reference_id is None and item.page:
            ask_for(project, [item.page])
            item.page.refresh_from_db()
    return item


def retry_link(project: Project, annotator: Annotator, url: str) -> Consultation:
    """Try once more to fetch a page that the annotator consults. Raises NotFoundError where they do not."""
    _must_be_on()
    link = _link(url)
    found = Consultation.objects.filter(
        annotator=annotator,
        page__language=link.language,
        page__variant=link.variant,
        page__title=link.title,
    )
    with write_transaction():
        consultation = found.select_related("page").first()
        if consultation is None:
            raise NotFoundError("This page was not consulted.")
        if consultation.reference_id is None:
            ask_for(project, [consultation.page])
            consultation.page.refresh_from_db()
    return consultation


def _must_be_on() -> None:
    if not settings.WIKIPEDIA:
        raise InvalidError("Fetching pages is turned off on this server.", code="off")


def _link(url: str) -> Link:
    try:
        return read_link(url)
    except LinkError as error:
        raise InvalidError(error.detail, code=error.code) from None


@job_kind(KIND, queue="pages")
def run(job: Job, progress: Progress) -> None:
    """Fetch what waits. Where nothing answers, all that waits is told so, and may be tried again."""
    waiting = Page.objects.filter(project=project_of(job), state=State.WAITING).select_related("project")
    done = failed_in_a_row = 0

    def beat() -> None:
        progress(done, done + waiting.count())

    with Wikipedia(heartbeat=beat) as wikipedia:
        while page := waiting.order_by("pk").first():
            beat()
            outcome = fetch(page, wikipedia, settings.WIKIPEDIA_PAGE_SECONDS)
            done += 1
            failed_in_a_row = failed_in_a_row + 1 if outcome.passing else 0
            if failed_in_a_row == _GIVE_UP:
                with write_transaction():
                    waiting.update(
                        state=State.FAILED,
                        problem_code="unreachable",
                        problem=outcome.problem,
                        tried_at=timezone.now(),
                    )
                raise UnavailableError(f"Given up after {_GIVE_UP} pages in a row. {outcome.problem}")
