"""Read what a judge says of items: the file of a source, joined to the items that people annotate."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from morelkit.annotated import AnnotatedItem
from morelkit.files import FilesError
from morelkit.formats.source_header import HEADER, read_header
from morelkit.formats.source_records import (
    SourceRecord,
    Status,
    place_record,
    read_source_record,
)
from morelkit.scheme.schemes import Scheme
from morelkit.scoring.record_files import read_rows
from morelkit.text.normalization import Range

MAX_SPANS: Final = 100_000
"""Spans of a record, more than anybody marks."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a judge says of an item. `spans`: None if it marks none here, unlike (), or if a quote has no one place.

    `unsettled`: quotes without one place.
    """

    status: Status = Status.ANSWERED
    labels: Mapping[str, str] = field(default_factory=dict)
    spans: tuple[Range, ...] | None = None
    unsettled: int = 0


NOT_RUN: Final = Judgement(Status.NOT_RUN)


def read_judgements(path: Path, items: Mapping[str, AnnotatedItem], scheme: Scheme) -> dict[str, Judgement]:
    """Return the judgements by id of the item. Raises `FilesError` with every problem, and `OSError`."""
    found: dict[str, Judgement] = {}
    lines: dict[str, int] = {}
    problems: list[str] = []
    for place, row in enumerate(read_rows(path)):
        values = row.exact().record
        if row.error:
            faults = [str(row.error)]
        elif place == 0 and HEADER in values:
            faults = _header_faults(values[HEADER])
        else:
            judgement, faults = _judgement(values, row.line, items, scheme)
            if judgement:
                id_ = values["id"]
                if id_ in lines:
                    faults = [f"“{id_}” was judged in line {lines[id_]} already."]
                lines[id_] = row.line
                found[id_] = judgement
        problems += [f"{path}:{row.line}: {fault}" for fault in faults]
    if problems:
        raise FilesError(problems)
    return found


def _header_faults(header: object) -> list[str]:
    if not isinstance(header, dict):
        return [f"“{HEADER}” must be an object."]
    return [detail for _, detail in read_header(header)[1]]


def _judgement(
    values: Mapping[str, Any], line: int, items: Mapping[str, AnnotatedItem], scheme: Scheme
) -> tuple[Judgement | None, list[str]]:
    record, problems = read_source_record(values, line, scheme, MAX_SPANS)
    if record is None:
        return None, [each.detail for each in problems]
    item = items.get(record.external_id)
    if item is None:
        return None, [f"No item to annotate has the id “{record.external_id}”."]
    claims = item.record.claims
    ranges = claims.ranges if claims else None
    placed, problems = place_record(record, item.record.answer, ranges, scheme, line)
    record = placed.record
    faults = [*_answer_faults(record, item), *(each.detail for each in problems)]
    if faults:
        return None, faults
    spans = tuple((span.start, span.end) for span in placed.spans)
    unsettled = len(placed.unsettled)
    given = record.spans is not None and not unsettled
    return Judgement(record.status, record.labels, spans if given else None, unsettled), []


def _answer_faults(record: SourceRecord, item: AnnotatedItem) -> Iterator[str]:
    if record.answer_sha256 not in ("", sha256(item.record.answer.encode()).hexdigest()):
        yield f"“answer_sha256” of “{item.id}” is that of another answer."
