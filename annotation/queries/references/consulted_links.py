"""Consulted links with their page's final title, without duplicates, and with the state of their snapshot."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypedDict

from annotation.models import Annotator, Consultation, Item, Reference
from annotation.queries.shapes import PageState, SpanContent
from annotation.references.configured_provider import reference_provider
from morelkit.scheme.content import Content
from morelkit.scheme.evidence import Evidence
from morelkit.scheme.link import Link


class LinkContent(TypedDict):
    url: str
    language: str
    title: str
    kind: Literal["wikipedia", "other"]
    revision: str
    reference: int | None
    state: PageState
    problem_code: str
    problem: str


class EvidenceContent(TypedDict):
    span: str
    kind: Literal["passage", "silent"]
    snapshot: int | None
    start: int
    end: int
    exact: str
    prefix: str
    suffix: str


@dataclass(frozen=True)
class ContentData:
    spans: list[SpanContent]
    labels: Mapping[str, str]
    nothing_to_mark: bool
    unsure: bool
    comment: str
    links: list[LinkContent]
    evidence: list[EvidenceContent]
    active_seconds: int


def content_data(content: Content, annotator: int) -> ContentData:
    """Return the content as the API shows it. Makes one query, or none if there are no links."""
    return ContentData(
        spans=[
            {"start": span.start, "end": span.end, "label": span.label, "id": span.id}
            for span in content.spans
        ],
        labels=content.labels,
        nothing_to_mark=content.nothing_to_mark,
        unsure=content.unsure,
        comment=content.comment,
        links=shown_links(content.links, annotator),
        evidence=[_evidence(each) for each in content.evidence],
        active_seconds=content.active_seconds,
    )


def _evidence(each: Evidence) -> EvidenceContent:
    """Without the source of imported evidence, which is stored but not shown."""
    return {
        "span": each.span,
        "kind": each.kind,
        "snapshot": each.snapshot,
        "start": each.start,
        "end": each.end,
        "exact": each.exact,
        "prefix": each.prefix,
        "suffix": each.suffix,
    }


def shown_links(links: Iterable[Link], annotator: int) -> list[LinkContent]:
    """Return links with the snapshots that their annotator (a primary key) saw first."""
    pages = [link for link in links if link.kind == reference_provider.kind]
    found = _consultations(pages, annotator) if pages else {}
    shown: dict[str, LinkContent] = {}
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


def _shown(link: Link, consultation: Consultation | None) -> LinkContent:
    row: LinkContent = {
        "url": link.url,
        "language": link.language,
        "title": link.title,
        "kind": link.kind,
        "revision": link.revision,
        "reference": None,
        "state": PageState.NONE,
        "problem_code": "",
        "problem": "",
    }
    if consultation is None:
        return row
    page, reference = consultation.page, consultation.reference
    if reference is None:
        return {
            **row,
            "state": PageState(page.state),
            "problem_code": page.problem_code,
            "problem": page.problem,
        }
    return {
        **row,
        "url": reference_provider.page_url(
            page.language, reference.title, variant=link.variant, revision=link.revision
        ),
        "title": reference.title,
        "reference": reference.pk,
        "state": PageState.STORED,
    }


def shown_extracts(annotator: Annotator, item: Item, wanted: set[int]) -> dict[int, str]:
    """Return the texts of those snapshots in `wanted` that the annotator may see: the item's and consulted ones."""
    if not wanted:
        return {}
    consulted = Consultation.objects.filter(annotator=annotator, reference__in=wanted)
    ids = wanted & {item.reference_id, *consulted.values_list("reference", flat=True)}
    return dict(Reference.objects.filter(pk__in=ids).values_list("pk", "extract"))
