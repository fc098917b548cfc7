"""References as JSON: a snapshot, or the state of a page without one."""

from typing import Any

from django.db.models import Exists, OuterRef

from annotation.models import Annotator, Assignment, Consultation, Item, Page, Project, Reference
from annotation.references.configured_provider import reference_provider
from foundation.errors import NotFoundError
from morelkit.scheme.link import Link, LinkError
from morelkit.text.languages import direction


def reference_json(reference: Reference) -> dict[str, Any]:
    publication = reference.kind == Reference.Kind.PUBLICATION
    return {
        "id": reference.pk,
        "kind": reference.kind,
        "state": Page.State.STORED.value,
        "problem_code": "",
        "problem": "",
        "language": reference.language,
        "direction": direction(reference.language),
        "title": reference.title,
        "url": reference.url,
        "revision_id": reference.revision_id,
        "revision_url": revision_url(reference),
        "revised_at": reference.revised_at.isoformat() if reference.revised_at else None,
        "fetched_at": reference.fetched_at.isoformat() if reference.fetched_at else None,
        "extract": reference.extract,
        "languages": reference.languages,
        "authors": reference.authors,
        "abstract": reference.extract if publication else "",
        "doi": reference.doi,
    }


def page_json(page: Page) -> dict[str, Any]:
    """Return a page without a snapshot as JSON."""
    return _empty(page.language, page.title, page.variant) | {
        "state": page.state,
        "problem_code": page.problem_code,
        "problem": page.problem,
    }


def item_reference_json(item: Item) -> dict[str, Any] | None:
    """Return the reference or the page of an item as JSON, or None if it names neither."""
    if item.reference:
        return reference_json(item.reference)
    if item.page:
        return page_json(item.page)
    link = _link(item.reference_url)
    return _empty(link.language, link.title, link.variant) if link else None


def consultation_json(consultation: Consultation) -> dict[str, Any]:
    """Return a consulted page as JSON, with the snapshot that its annotator saw first."""
    return reference_json(consultation.reference) if consultation.reference else page_json(consultation.page)


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


def _empty(language: str, title: str, variant: str) -> dict[str, Any]:
    return {
        "id": None,
        "kind": reference_provider.kind,
        "state": Page.State.NONE.value,
        "problem_code": "",
        "problem": "",
        "language": language,
        "direction": direction(language),
        "title": title,
        "url": reference_provider.page_url(language, title, variant=variant),
        "revision_id": "",
        "revision_url": "",
        "revised_at": None,
        "fetched_at": None,
        "extract": "",
        "languages": [],
        "authors": [],
        "abstract": "",
        "doi": "",
    }


def revision_url(reference: Reference) -> str:
    if reference.kind != reference_provider.kind or not reference.revision_id:
        return ""
    return reference_provider.page_url(reference.language, reference.title, revision=reference.revision_id)


def _link(url: str) -> Link | None:
    try:
        return reference_provider.read_link(url)
    except LinkError:
        return None
