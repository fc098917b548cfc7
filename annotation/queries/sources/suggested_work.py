"""Work with suggestions and the blind work that it is compared with, read beside the items of a comparison of sources.

Blind work is that on items which the seed drew as blind, and which would have shown suggestions otherwise.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Exists, Max, Min, OuterRef

from annotation.models import (
    Annotation,
    AnnotationRevision,
    Assignment,
    Exposure,
    ExposurePolicy,
    Project,
    Source,
)
from annotation.models.exposure import MIN_BLIND_SHARE
from annotation.queries.projects.access import scheme_of
from annotation.queries.sources.exposure import (
    ExposureMode,
    sampled,
    stays_blind,
    suggestion_id,
    suggestions_of,
)
from annotation.queries.sources.source_records import complete_records
from morelkit.annotated import AnnotatedItem
from morelkit.judges.suggestions import Condition, Offered, Work


class _Row(NamedTuple):
    """A counted annotation. `exposure`: that of its submitted revision."""

    pk: int
    item: int
    annotator: int
    key: str
    seconds: int
    spans: list[dict[str, Any]]
    exposure: dict[str, Any] | None


class SuggestedWork:
    """Collects the work of a project batch by batch. Makes no query if the project never showed suggestions."""

    def __init__(self, project: Project, sources: Sequence[Source]) -> None:
        self.works: list[Work] = []
        self._project = project
        self._scheme = scheme_of(project)
        self._typed = len(self._scheme.span_labels) > 1
        policy = ExposurePolicy.objects.filter(project=project).first()
        self._blind_share = policy.blind_share if policy else MIN_BLIND_SHARE
        self._periods: dict[int, tuple[Source, datetime, datetime | None]] = {}
        for source in sources if project.uses_suggestions else ():
            first, last = _reserved(source)
            if first:
                showing = policy and policy.source_id == source.pk and policy.mode != ExposureMode.BLIND
                self._periods[source.pk] = source, first, None if showing else last

    def read(self, items: Mapping[int, AnnotatedItem]) -> None:
        """Add the work on a batch of items."""
        if not self._periods:
            return
        exposures = {
            (each.item_id, each.annotator_id): each for each in Exposure.objects.filter(item__in=items)
        }
        rows = list(_counted(items))
        exposed = [row for row in rows if (row.item, row.annotator) in exposures]
        first_answers = _first_answers(
            [row.pk for row in exposed if row.exposure and row.exposure["visible"]]
        )
        for row in exposed:
            exposure = exposures[row.item, row.annotator]
            if exposure.source_id in self._periods:
                self.works += self._exposed(items[row.item], row, exposure, first_answers.get(row.pk))
        blind = [row for row in rows if (row.item, row.annotator) not in exposures and row.exposure is None]
        self.works += self._blind(items, blind)

    def _exposed(
        self, item: AnnotatedItem, row: _Row, exposure: Exposure, first: AnnotationRevision | None
    ) -> Iterator[Work]:
        if row.exposure is None:  # drawn for people to check before suggestions were revealed
            return
        judge = str(exposure.source_id)
        spans = self._spans(row.spans)
        if exposure.mode == ExposureMode.SHOWN:
            yield Work(judge, item, row.key, Condition.SHOWN, spans, row.seconds, _offered(row, row.exposure))
        elif not row.exposure["visible"]:
            kept = Offered(len(suggestions_of(self._scheme, exposure)))
            yield Work(judge, item, row.key, Condition.FIRST, spans, row.seconds)
            yield Work(judge, item, row.key, Condition.REVEALED, spans, 0, kept)
        elif first:
            later = max(0, row.seconds - first.active_seconds)
            offered = _offered(row, row.exposure)
            blind = self._spans(first.spans)
            yield Work(judge, item, row.key, Condition.FIRST, blind, first.active_seconds)
            yield Work(judge, item, row.key, Condition.REVEALED, spans, later, offered)

    def _blind(self, items: Mapping[int, AnnotatedItem], rows: Sequence[_Row]) -> Iterator[Work]:
        """Yield blind work for each source that would have shown suggestions."""
        drawn = {
            pk for pk, item in items.items() if stays_blind(self._project.seed, item.id, self._blind_share)
        }
        drawn -= set(sampled().filter(item__in=drawn).values_list("item", flat=True))
        reserved = {
            (item, annotator): at
            for item, annotator, at in Assignment.objects.filter(item__in=drawn).values_list(
                "item", "annotator", "reserved_at"
            )
        }
        for key, (source, begin, end) in self._periods.items():
            records = complete_records(source).filter(item__in=drawn, marks_spans=True)
            complete = set(records.values_list("item", flat=True))
            for row in rows:
                at = reserved.get((row.item, row.annotator))
                if row.item in complete and at and begin <= at and (end is None or at <= end):
                    spans = self._spans(row.spans)
                    yield Work(str(key), items[row.item], row.key, Condition.BLIND, spans, row.seconds)

    def _spans(self, spans: Sequence[Mapping[str, Any]]) -> list[list[Any]]:
        return [[span["start"], span["end"], *([span["label"]] * self._typed)] for span in spans]


def _reserved(source: Source) -> tuple[datetime | None, datetime | None]:
    """When the first and the last item that showed this source were reserved."""
    exposures = Exposure.objects.filter(source=source, item=OuterRef("item"), annotator=OuterRef("annotator"))
    found = Assignment.objects.filter(Exists(exposures), project=source.project_id)
    times = found.aggregate(first=Min("reserved_at"), last=Max("reserved_at"))
    return times["first"], times["last"]


def _counted(items: Mapping[int, AnnotatedItem]) -> Iterator[_Row]:
    rows = Annotation.objects.counted().filter(item__in=items, imported_by__isnull=True)
    revision = [f"submitted__{name}" for name in ("active_seconds", "spans", "exposure")]
    yield from map(_Row._make, rows.values_list("pk", "item", "annotator", "annotator__key", *revision))


def _first_answers(annotations: Sequence[int]) -> dict[int, AnnotationRevision]:
    """The submitted revisions that annotations had before suggestions were revealed."""
    rows = AnnotationRevision.objects.filter(annotation__in=annotations, submit=True).order_by("-number")
    rows = rows.only("annotation", "spans", "active_seconds", "exposure")
    return {row.annotation_id: row for row in rows if row.exposure and not row.exposure["visible"]}


def _offered(row: _Row, seen: Mapping[str, Any]) -> Offered:
    marks = {suggestion_id(span) for span in row.spans}
    accepted = seen["accepted"]
    moved = sum(each not in marks for each in accepted)
    return Offered(len(seen["suggestions"]), len(accepted), len(seen["dismissed"]), moved)
