"""Consulted links with their page's final title, without duplicates, and with the state of their snapshot."""

from collections.abc import Iterable
from typing import Any

from annotation.models import Annotator, Consultation, Item, Page, Reference
from annotation.references.configured_provider import reference_provider
from morelkit.scheme.content import Content
from morelkit.scheme.link import Link


def content_json(content: Content, annotator: int) -> dict[str, Any]:
    """Return the content as JSON. Makes one query, or none if there are no links."""
    return content.to_json() | {"links": shown_links(content.links, annotator)}


def shown_links(links: Iterable[Link], annotator: int) -> list[dict[str, Any]]:
    """Return links as JSON, with the snapshots that their annotator (a primary key) saw first."""
    pages = [link for link in links if link.kind == reference_provider.kind]
    found = _consultations(pages, annotator) if pages else {}
    shown: dict[str, dict[str, Any]] = {}
    for link in links:
        row = _shown(link, found.get((link.language, link.variant, link.title)))
        shown.setdefault(row["url"], row)
    return list(shown.values())


def _consultations(links: list[Link], annotator: int) -> dict[tuple[str, str, str], Consultation]:
    rows = Consultation.objects.filter(
        annotator=annotator,
        page__language__in={link.language for link in links},
        page__title__in={link.title for link in links},
    ).select_related("page", "reference")
    rows = rows.defer("reference__extract", "reference__languages", "reference__authors")
    return {(row.page.language, row.page.variant, row.page.title): row for row in rows}


def _shown(link: Link, consultation: Consultation | None) -> dict[str, Any]:
    row = {
        "url": link.url,
        "language": link.language,
        "title": link.title,
        "kind": link.kind,
        "revision": link.revision,
        "reference": None,
        "state": Page.State.NONE.value,
        "problem_code": "",
        "problem": "",
    }
    if consultation is None:
        return row
    page, reference = consultation.page, consultation.reference
    if reference is None:
        return row | {"state": page.state, "problem_code": page.problem_code, "problem": page.problem}
    return row | {
        "url": reference_provider.page_url(
            page.language, reference.title, variant=link.variant, revision=link.revision
        ),
        "title": reference.title,
        "reference": reference.pk,
        "state": Page.State.STORED.value,
    }


def shown_extracts(annotator: Annotator, item: Item, wanted: set[int]) -> dict[int, str]:
    """Return the texts of those snapshots in `wanted` that the annotator may see: the item's and consulted ones."""
    if not wanted:
        return {}
    consulted = Consultation.objects.filter(annotator=annotator, reference__in=wanted)
    ids = wanted & {item.reference_id, *consulted.values_list("reference", flat=True)}
    return dict(Reference.objects.filter(pk__in=ids).values_list("pk", "extract"))
