"""Sources of a project for commands, and their records as they are exported."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from annotation.models import Project, Source, SourceQuote, SourceRecord
from annotation.queries.annotate.counted_items import claims_of
from annotation.queries.projects.access import scheme_of
from foundation.errors import InvalidError, NotFoundError
from morelkit.formats.jsonl import loads
from morelkit.formats.source_header import SourceHeader, header_values
from morelkit.formats.source_records import SourceRecord as ReadRecord
from morelkit.formats.source_records import SourceSpan, Status, source_record_values, spans_as_claims

_BATCH = 1_000


def source_named(project: Project, name: str, version: str = "") -> Source:
    """Return the source in use. Raises NotFoundError, InvalidError without a version if there are several."""
    found = list(Source.objects.current(project).filter(name=name).order_by("pk"))
    if version:
        found = [each for each in found if each.version == version]
    if not found:
        raise NotFoundError(f"There is no source “{name}”{f', version {version}' * bool(version)}.")
    if len(found) > 1:
        versions = ", ".join(each.version for each in found)
        raise InvalidError(f"“{name}” has several versions: {versions}. Name one of them.", code="version")
    return found[0]


def complete_records(source: Source) -> "QuerySet[SourceRecord]":
    """Return the answered records all quotes of which have a place or are left out: what can be compared."""
    open_ = SourceQuote.objects.open().filter(record=OuterRef("pk"))
    return source.records.filter(~Exists(open_), status=Status.ANSWERED)


def open_quotes(source: Source) -> "QuerySet[SourceQuote]":
    return SourceQuote.objects.open().filter(record__source=source)


def placed_spans(record: SourceRecord) -> list[dict[str, Any]]:
    """Return the spans of the record with the quotes that a lead has placed, sorted."""
    settled = [
        {"start": quote.start, "end": quote.start + len(quote.exact), "label": quote.label}
        for quote in record.quotes.all()
        if quote.state == SourceQuote.State.SETTLED and quote.start is not None
    ]
    return sorted([*record.spans, *settled], key=lambda span: (span["start"], span["end"], span["label"]))


def exported_records(source: Source) -> Iterator[dict[str, Any]]:
    """Yield the header and the records of a source in the order of its file, as an import reads them.

    Spans that are claims are written as the labels of all claims.
    """
    yield header_values(_header(source))
    last = 0
    quotes = Prefetch("quotes", SourceQuote.objects.order_by("pk"))
    rows = source.records.select_related("item").prefetch_related(quotes).order_by("pk")
    rows = rows.defer("item__question", "item__answer", "item__metadata")
    scheme = scheme_of(source.project)
    labels_claims = scheme.uses_claims and len(scheme.span_labels) == 1
    while batch := list(rows.filter(pk__gt=last)[:_BATCH]):
        last = batch[-1].pk
        for each in batch:
            record = _read_record(each)
            if labels_claims and (claims := claims_of(each.item)):
                record = spans_as_claims(record, claims.ranges)
            yield source_record_values(record)


def _header(source: Source) -> SourceHeader:
    return SourceHeader(
        name=source.name,
        version=source.version,
        prompt=source.prompt,
        prompt_sha256=source.prompt_sha256,
        parameters=loads(source.parameters.encode()),
        reference=source.reference,
        cost=source.cost_text,
        currency=source.currency,
    )


def _read_record(record: SourceRecord) -> ReadRecord:
    spans = [SourceSpan(**span) for span in placed_spans(record)]
    spans += [
        SourceSpan(quote.label, quote=quote.exact, prefix=quote.prefix, suffix=quote.suffix)
        for quote in record.quotes.all()
        if quote.state == SourceQuote.State.OPEN
    ]
    return ReadRecord(
        external_id=record.item.external_id,
        status=Status(record.status),
        labels=record.labels,
        spans=spans if record.marks_spans else None,
        score=record.score,
        reasoning=record.reasoning,
        reason=record.reason,
        output=record.output,
        answer_sha256=record.item.answer_sha256,
    )
