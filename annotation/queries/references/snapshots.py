"""References: a snapshot, or the state of a page without one."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, TypedDict

from django.db.models import Exists, OuterRef

from annotation.models import Annotator, Assignment, Consultation, Item, Page, Project, Question, Reference
from annotation.queries.shapes import PageState
from annotation.references.configured_provider import reference_provider
from foundation.errors import NotFoundError
from morelkit.scheme.link import Link, LinkError
from morelkit.text.languages import Direction, direction

ReferenceKind = Reference.Kind


class PageName(TypedDict):
    language: str
    title: str
    url: str


class Author(TypedDict):
    first: str
    last: str


@dataclass(frozen=True)
class ReferenceData:
    """A snapshot, which never changes. Where none is stored, `id` is null and `state` says how that stands:

    `none`: nobody has asked for it; `waiting`: it is being fetched; `failed`: see `problem`, trying again may help;
    `missing`: there is no such page. `extract` is plain text with `== headings ==`. `languages`: the page elsewhere.
    """

    id: int | None
    kind: ReferenceKind
    state: PageState
    problem_code: str
    problem: str
    language: str
    direction: Direction
    title: str
    url: str
    revision_id: str
    revision_url: Annotated[str, "Of that very revision."]
    revised_at: datetime | None
    fetched_at: datetime | None
    extract: str
    languages: list[PageName]
    authors: list[Author]
    abstract: Annotated[str, "Of a publication: its extract."]
    doi: str


def reference_data(reference: Reference) -> ReferenceData:
    return ReferenceData(
        id=reference.pk,
        kind=ReferenceKind(reference.kind),
        state=PageState.STORED,
        problem_code="",
        problem="",
        language=reference.language,
        direction=direction(reference.language, reference.title),
        title=reference.title,
        url=reference.url,
        revision_id=reference.revision_id,
        revision_url=revision_url(reference),
        revised_at=reference.revised_at,
        fetched_at=reference.fetched_at,
        extract=reference.extract,
        languages=reference.languages,
        authors=reference.authors,
        abstract=reference.extract if reference.kind == ReferenceKind.PUBLICATION else "",
        doi=reference.doi,
    )


def page_data(page: Page) -> ReferenceData:
    """Return a page without a snapshot."""
    return _empty(
        page.language, page.title, page.variant, PageState(page.state), page.problem_code, page.problem
    )


def item_reference(item: Item | Question) -> ReferenceData | None:
    """Return the reference or the page of an item or question, or None if it names neither."""
    if item.reference:
        return reference_data(item.reference)
    if item.page:
        return page_data(item.page)
    link = _link(item.reference_url)
    return _empty(link.language, link.title, link.variant) if link else None


def consultation_data(consultation: Consultation) -> ReferenceData:
    """Return a consulted page, with the snapshot that its annotator saw first."""
    return reference_data(consultation.reference) if consultation.reference else page_data(consultation.page)


def readable_reference(project: Project, annotator: Annotator | None, reference_id: int) -> Reference:
    """Return a snapshot that the annotator was shown, or any if `annotator` is None. Raises NotFoundError."""
    rows = Reference.objects.filter(pk=reference_id, project=project)
    if annotator:
        of_an_item = Assignment.objects.filter(annotator=annotator, item__reference=OuterRef("pk"))
        consulted = Consultation.objects.filter(annotator=annotator, reference=OuterRef("pk"))
        rows = rows.filter(Exists(of_an_item) | Exists(consulted))
    reference = rows.first()
    if reference is None:
        raise NotFoundError("There is no such reference, or it was not shown to you.")
    return reference


def _empty(
    language: str,
    title: str,
    variant: str,
    state: PageState = PageState.NONE,
    problem_code: str = "",
    problem: str = "",
) -> ReferenceData:
    return ReferenceData(
        id=None,
        kind=ReferenceKind(reference_provider.kind),
        state=state,
        problem_code=problem_code,
        problem=problem,
        language=language,
        direction=direction(language),
        title=title,
        url=reference_provider.page_url(language, title, variant=variant),
        revision_id="",
        revision_url="",
        revised_at=None,
        fetched_at=None,
        extract="",
        languages=[],
        authors=[],
        abstract="",
        doi="",
    )


def revision_url(reference: Reference) -> str:
    if reference.kind != reference_provider.kind or not reference.revision_id:
        return ""
    return reference_provider.page_url(reference.language, reference.title, revision=reference.revision_id)


def _link(url: str) -> Link | None:
    try:
        return reference_provider.read_link(url)
    except LinkError:
        return None
