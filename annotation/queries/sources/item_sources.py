"""What models and judges say of an item, as leads see it beside the annotations."""

from dataclasses import dataclass
from typing import Annotated

from annotation.models import Project, Source, SourceQuote, SourceRecord
from annotation.queries.annotate.workspace_item import visible_item
from annotation.queries.shapes import LabeledSpan
from annotation.queries.sources.source_records import placed_spans
from morelkit.formats.source_records import Status


@dataclass(frozen=True)
class ItemSource:
    source: int
    name: str
    version: str
    status: Status
    labels: Annotated[dict[str, str], "Choice by item label."]
    spans: Annotated[list[LabeledSpan] | None, "Null: it does not mark spans."]
    open_quotes: Annotated[int, "Quotes without a place."]
    score: float | None
    reasoning: Annotated[str, "Plain text."]
    reason: Annotated[str, "Why there is no answer."]


def item_sources(project: Project, item_id: int) -> list[ItemSource]:
    """The results of the sources in use, by name and version. Raises NotFoundError."""
    item = visible_item(project, item_id)
    records = SourceRecord.objects.filter(item=item, source__in=Source.objects.current(project))
    found = records.select_related("source").prefetch_related("quotes").defer("output", "source__prompt")
    return [_item_source(record) for record in found.order_by("source__name", "source__version", "pk")]


def _item_source(record: SourceRecord) -> ItemSource:
    return ItemSource(
        source=record.source.pk,
        name=record.source.name,
        version=record.source.version,
        status=Status(record.status),
        labels=record.labels,
        spans=[LabeledSpan(**span) for span in placed_spans(record)] if record.marks_spans else None,
        open_quotes=sum(quote.state == SourceQuote.State.OPEN for quote in record.quotes.all()),
        score=record.score,
        reasoning=record.reasoning,
        reason=record.reason,
    )
