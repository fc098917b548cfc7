"""Sources, items filed apart and quotes without a place, as leads see them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from annotation.models import Project, Source, SourceQuote, SourceRecord
from annotation.models.source import SourceQuoteQuerySet
from annotation.queries.imports.import_list import ImportProblem, ImportState
from morelkit.formats.source_records import Status
from morelkit.text.quotes import QuoteFault, locate_quote

QuoteState = SourceQuote.State


@dataclass(frozen=True)
class SourceData:
    id: int
    name: str
    version: str
    prompt_sha256: str
    parameters: Annotated[str, "A JSON object."]
    reference: str
    cost: str
    currency: str
    state: Annotated[ImportState, "Of the import; done: the source is complete."]
    archived: bool
    counts: Annotated[dict[str, int], "Items by status."]
    open_quotes: Annotated[int, "Quotes that wait for a lead."]
    filename: str
    done: int
    total: int
    records: int
    problems: list[ImportProblem]
    problem_count: int
    message: str
    created_at: datetime


@dataclass(frozen=True)
class FiledRecordData:
    """An item that a source has no complete answer for, and why."""

    id: int
    item: int
    external_id: str
    status: Status
    reason: str
    output: str
    reasoning: str


@dataclass(frozen=True)
class QuotePlaceData:
    """An occurrence of a quote, in code points."""

    start: int
    end: int


@dataclass(frozen=True)
class SourceQuoteData:
    id: int
    source: int
    source_name: str
    source_version: str
    item: int
    external_id: str
    answer: str
    label: str
    exact: str
    prefix: str
    suffix: str
    fault: QuoteFault
    state: QuoteState
    start: int | None
    places: list[QuotePlaceData]


def sources_of(project: Project) -> "QuerySet[Source]":
    """Complete sources and imports that run, were refused or have failed; latest first."""
    open_ = SourceQuote.objects.open().filter(record__source=OuterRef("pk")).order_by()
    count = Subquery(open_.values("record__source").annotate(n=Count("pk")).values("n"))
    rows = Source.objects.filter(project=project).select_related("imported_by__job", "project")
    return rows.annotate(open_quotes=Coalesce(count, 0)).order_by("-pk")


def source_data(source: Source) -> SourceData:
    import_ = source.imported_by
    job = import_.job
    return SourceData(
        id=source.pk,
        name=source.name,
        version=source.version,
        prompt_sha256=source.prompt_sha256,
        parameters=source.parameters,
        reference=source.reference,
        cost=source.cost_text,
        currency=source.currency,
        state=ImportState(import_.state),
        archived=source.archived_at is not None,
        counts=source.counts,
        open_quotes=getattr(source, "open_quotes", 0),
        filename=import_.files[0]["name"],
        done=job.done if job else 0,
        total=job.total if job else 0,
        records=import_.added,
        problems=import_.problems,
        problem_count=import_.problem_count,
        message=job.message if job else "",
        created_at=import_.created_at,
    )


def filed_records(source: Source) -> "QuerySet[SourceRecord]":
    """Failed records of a complete source, in the order of its file."""
    rows = SourceRecord.objects.filter(source=source, source__published_at__isnull=False)
    return rows.filter(status=Status.FAILED).select_related("item").order_by("pk")


def filed_record_data(record: SourceRecord) -> FiledRecordData:
    return FiledRecordData(
        id=record.pk,
        item=record.item_id,
        external_id=record.item.external_id,
        status=Status(record.status),
        reason=record.reason,
        output=record.output,
        reasoning=record.reasoning,
    )


def quotes_of(project: Project) -> SourceQuoteQuerySet:
    """Quotes of complete sources in use."""
    rows = SourceQuote.objects.filter(record__source__in=Source.objects.current(project))
    return rows.select_related("record__source", "record__item").order_by("pk")


def quote_data(quote: SourceQuote) -> SourceQuoteData:
    item, source = quote.record.item, quote.record.source
    return SourceQuoteData(
        id=quote.pk,
        source=source.pk,
        source_name=source.name,
        source_version=source.version,
        item=item.pk,
        external_id=item.external_id,
        answer=item.answer,
        label=quote.label,
        exact=quote.exact,
        prefix=quote.prefix,
        suffix=quote.suffix,
        fault=QuoteFault(quote.fault),
        state=QuoteState(quote.state),
        start=quote.start,
        places=[QuotePlaceData(*place) for place in places(quote)],
    )


def places(quote: SourceQuote) -> list[tuple[int, int]]:
    """Return every occurrence that the quote can mean."""
    found = locate_quote(quote.record.item.answer, quote.exact, quote.prefix, quote.suffix)
    return [found] if isinstance(found, tuple) else list(found.places)
