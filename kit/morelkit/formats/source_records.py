"""The records of a source: what a model or judge said about items, one JSON object a line.

Texts are plain: markup in them is never interpreted. Spans have offsets in code points, or a quote with context. Where
the unit of the scheme is claims, a label of each claim may take their place.
"""

import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final

from morelkit.formats.claim_fields import CLAIM_LABELS, CLAIMS, claim_label_faults
from morelkit.formats.column_mapping import Problem
from morelkit.formats.jsonl import JsonLineError, loads
from morelkit.scheme.schemes import Scheme
from morelkit.text.claims.projection import spans_of_claims
from morelkit.text.normalization import Range
from morelkit.text.quotes import UnsettledQuote, locate_quote
from morelkit.text.spans import Span, is_offset

MAX_TEXT: Final = 100_000
"""Characters of reasoning, output, or a quote with its context."""
MAX_REASON: Final = 500
NO_LABEL: Final = "No label was found in the output."

_FIELDS: Final = (
    "id",
    "status",
    "labels",
    "spans",
    CLAIMS,
    CLAIM_LABELS,
    "score",
    "reasoning",
    "reason",
    "output",
    "answer_sha256",
)
_RESULTS: Final = ("labels", "spans", CLAIM_LABELS, "score")
_SPAN_FIELDS: Final = ("start", "end", "label", "quote", "prefix", "suffix")
_FENCED: Final = re.compile(r"```\w*\n(.*)\n```", re.DOTALL)


class Status(StrEnum):
    """What became of an item in a run."""

    ANSWERED = "answered"
    EMPTY = "empty"
    ABSTAINED = "abstained"
    FAILED = "failed"
    NOT_RUN = "not_run"


@dataclass(frozen=True, slots=True)
class SourceSpan:
    """A span as a record gives it: with offsets, with a quote, or with both, which must then agree."""

    label: str
    start: int | None = None
    end: int | None = None
    quote: str = ""
    prefix: str = ""
    suffix: str = ""


@dataclass(slots=True)
class SourceRecord:
    external_id: str
    status: Status = Status.ANSWERED
    labels: dict[str, str] = field(default_factory=dict)
    spans: list[SourceSpan] | None = None  # None: the source does not mark spans here
    claims: list[list[int]] | None = None  # those that the labels are about, if the record has them
    claim_labels: list[int] | None = None  # in the place of spans
    score: float | None = None
    reasoning: str = ""
    reason: str = ""
    output: str = ""
    answer_sha256: str = ""
    from_output: bool = False  # the results are what the judge wrote in its output


@dataclass(frozen=True, slots=True)
class PlacedRecord:
    """A record as it fits its item: its spans in the answer, sorted, and quotes that a person has to place."""

    record: SourceRecord
    spans: list[Span]
    unsettled: list[tuple[SourceSpan, UnsettledQuote]]


class _Problems:
    def __init__(self, line: int) -> None:
        self._line = line
        self.found: list[Problem] = []

    def add(self, name: str, code: str, detail: str) -> None:
        self.found.append(Problem(self._line, name, code, detail))


def read_source_record(
    values: Mapping[str, Any], line: int, scheme: Scheme, max_spans: int
) -> tuple[SourceRecord | None, list[Problem]]:
    """Return the record, or every problem with it. `place_record` checks what depends on the item."""
    problems = _Problems(line)
    values = {key: value for key, value in values.items() if value is not None}
    for name in values.keys() - set(_FIELDS):
        problems.add(name, "unknown_field", f"“{name}” is no field of a record: {', '.join(_FIELDS)}.")
    external_id = values.get("id")
    if not isinstance(external_id, str) or not external_id:
        problems.add("id", "missing", "“id” must be the id of an item, as a text.")
    record = SourceRecord(str(external_id), status=_status(values, problems))
    for name, most in (("reasoning", MAX_TEXT), ("reason", MAX_REASON), ("output", MAX_TEXT)):
        setattr(record, name, _text(values, name, most, problems))
    record.answer_sha256 = _text(values, "answer_sha256", 64, problems)
    given = [name for name in _RESULTS if name in values]
    if record.status != Status.ANSWERED:
        for name in given:
            problems.add(name, "not_answered", f"The item is {record.status}: it has no “{name}”.")
    elif given:
        _read_results(record, values, scheme, max_spans, problems)
    elif record.output:
        _read_output(record, scheme, max_spans)
    else:
        problems.add("status", "no_answer", "An answered item has labels, spans, a score or an output.")
    return (None if problems.found else record), problems.found


def place_record(
    record: SourceRecord, answer: str, claims: Sequence[Range] | None, scheme: Scheme, line: int
) -> tuple[PlacedRecord, list[Problem]]:
    """Return the record with its spans in the answer of its item, and every problem of what belongs to another answer.

    Claim labels become the spans of incorrect claims. If results of a judge's output do not fit, a failed record is
    returned, without problems. `claims`: those of the item, or None. `line`: of the record, for its problems.
    """
    problems = _Problems(line)
    spanned = _claims_as_spans(record, claims or (), scheme, problems)
    spans, unsettled = _placed_spans(spanned.spans or (), answer, problems)
    if problems.found and record.from_output:
        failed = replace(spanned)
        _fail(failed, f"The output does not fit the item: {problems.found[0].detail}")
        return PlacedRecord(failed, [], []), []
    return PlacedRecord(spanned, spans, unsettled), problems.found


def _claims_as_spans(
    record: SourceRecord, claims: Sequence[Range], scheme: Scheme, problems: _Problems
) -> SourceRecord:
    """Return the record with spans in the place of its claim labels; without any, or if they do not fit, as it is."""
    if record.claim_labels is None:
        return record
    if record.claims not in (None, [list(each) for each in claims]):
        detail = f"“{CLAIMS}” are not those of the item {record.external_id} here."
        problems.add(CLAIMS, "other_claims", detail)
    for field_, code, detail in claim_label_faults(record.claim_labels, len(claims)):
        problems.add(field_, code, f"{detail} They may be of another version of the answer.")
    if problems.found:
        return record
    [label] = scheme.span_labels
    incorrect = spans_of_claims(claims, [bool(each) for each in record.claim_labels])
    spans = [SourceSpan(label.name, start, end) for start, end in incorrect]
    return replace(record, spans=spans, claims=None, claim_labels=None)


def _placed_spans(
    spans: Iterable[SourceSpan], answer: str, problems: _Problems
) -> tuple[list[Span], list[tuple[SourceSpan, UnsettledQuote]]]:
    placed: list[Span] = []
    unsettled: list[tuple[SourceSpan, UnsettledQuote]] = []
    for index, span in enumerate(spans):
        if span.start is None or span.end is None:
            found = locate_quote(answer, span.quote, span.prefix, span.suffix)
            if isinstance(found, UnsettledQuote):
                unsettled.append((span, found))
            else:
                placed.append(Span(*found, span.label))
        elif span.end > len(answer):
            detail = f"Span {index}: end {span.end} is past the end of the answer ({len(answer)})."
            problems.add("spans", "past_the_end", detail)
        elif span.quote and answer[span.start : span.end] != span.quote:
            detail = (
                f"Span {index}: the answer has another text than the quote from {span.start} to {span.end}."
            )
            problems.add("spans", "other_text", detail)
        else:
            placed.append(Span(span.start, span.end, span.label))
    return sorted(set(placed), key=lambda span: (span.start, span.end, span.label)), unsettled


def spans_as_claims(record: SourceRecord, claims: Sequence[Range]) -> SourceRecord:
    """Return the record with claim labels in the place of spans that are claims; if one is none, as it is.

    `claims`: those of the item. The scheme has one span label.
    """
    if record.spans is None or not {(each.start, each.end) for each in record.spans} <= set(claims):
        return record
    incorrect = {(each.start, each.end) for each in record.spans}
    return replace(
        record,
        spans=None,
        claims=[[start, end] for start, end in claims],
        claim_labels=[int((start, end) in incorrect) for start, end in claims],
    )


def source_record_values(record: SourceRecord) -> dict[str, Any]:
    """Return the record as `read_source_record` reads it, without empty fields."""
    spans = None if record.spans is None else [_span_values(span) for span in record.spans]
    values = {
        "id": record.external_id,
        "status": record.status.value,
        "labels": record.labels or None,
        "spans": spans,
        CLAIMS: record.claims,
        CLAIM_LABELS: record.claim_labels,
        "score": record.score,
        "reasoning": record.reasoning or None,
        "reason": record.reason or None,
        "output": record.output or None,
        "answer_sha256": record.answer_sha256 or None,
    }
    return {key: value for key, value in values.items() if value is not None}


def _span_values(span: SourceSpan) -> dict[str, Any]:
    values = {name: getattr(span, name) for name in _SPAN_FIELDS}
    return {key: value for key, value in values.items() if value not in (None, "")}


def _status(values: Mapping[str, Any], problems: _Problems) -> Status:
    status = values.get("status", Status.ANSWERED)
    if status not in list(Status):
        problems.add("status", "unknown_status", f"“status” must be one of {', '.join(Status)}.")
        return Status.FAILED
    return Status(status)


def _text(values: Mapping[str, Any], name: str, most: int, problems: _Problems) -> str:
    value = values.get(name, "")
    if not isinstance(value, str):
        problems.add(name, "not_a_text", f"“{name}” must be a text.")
        return ""
    if len(value) > most:
        problems.add(
            name, "too_long", f"“{name}” has {len(value):,} characters; at most {most:,} are accepted."
        )
    return value


def _read_results(
    record: SourceRecord, values: Mapping[str, Any], scheme: Scheme, max_spans: int, problems: _Problems
) -> None:
    record.labels = _labels(values.get("labels", {}), scheme, problems)
    if "spans" in values:
        record.spans = list(_spans(values["spans"], scheme, max_spans, problems))
    if CLAIMS in values or CLAIM_LABELS in values:
        _read_claim_labels(record, values, scheme, problems)
    score = values.get("score")
    if score is not None:
        if type(score) not in (int, float) or not math.isfinite(score):
            problems.add("score", "not_a_number", "“score” must be a number.")
        else:
            record.score = float(score)


def _read_claim_labels(
    record: SourceRecord, values: Mapping[str, Any], scheme: Scheme, problems: _Problems
) -> None:
    labels, claims = values.get(CLAIM_LABELS), values.get(CLAIMS)
    faults = claim_label_faults(labels, len(labels) if isinstance(labels, list) else 0)
    first = next(iter(faults), None)
    if CLAIM_LABELS not in values:
        problems.add(CLAIMS, "no_claim_labels", f"“{CLAIMS}” need their “{CLAIM_LABELS}”.")
    elif not scheme.uses_claims:
        detail = f"The unit of the scheme is not claims: give “spans” in the place of “{CLAIM_LABELS}”."
        problems.add(CLAIM_LABELS, "no_claims", detail)
    elif "spans" in values:
        problems.add(CLAIM_LABELS, "spans_too", f"Give “{CLAIM_LABELS}” or “spans”, not both.")
    elif len(scheme.span_labels) > 1:
        names = ", ".join(label.name for label in scheme.span_labels)
        detail = f"The scheme has several labels of claims ({names}): give “spans” with a label each."
        problems.add(CLAIM_LABELS, "several_labels", detail)
    elif first:
        problems.add(*first)
    elif claims is not None and not _are_ranges(claims):
        problems.add(CLAIMS, "not_a_list", f"“{CLAIMS}” must be a list of ranges [start, end].")
    else:
        record.claims, record.claim_labels = claims, labels


def _are_ranges(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(each, list) and len(each) == 2 and all(map(is_offset, each)) for each in value
    )


def _labels(value: object, scheme: Scheme, problems: _Problems) -> dict[str, str]:
    if not isinstance(value, dict):
        problems.add("labels", "not_an_object", "“labels” must be an object: item label to choice.")
        return {}
    known = {label.name: [choice.name for choice in label.choices] for label in scheme.item_labels}
    for name, choice in value.items():
        if name not in known:
            detail = f"The scheme has no item label “{name}”: {', '.join(known) or 'it has none'}."
            problems.add("labels", "unknown_label", detail)
        elif choice not in known[name]:
            problems.add("labels", "unknown_choice", f"“{name}” must be one of {', '.join(known[name])}.")
    return value


def _spans(value: object, scheme: Scheme, max_spans: int, problems: _Problems) -> Iterator[SourceSpan]:
    if not isinstance(value, list) or not all(isinstance(span, dict) for span in value):
        problems.add("spans", "not_a_list", "“spans” must be a list of objects.")
        return
    if len(value) > max_spans:
        problems.add("spans", "too_many", f"At most {max_spans:,} spans are accepted.")
        return
    labels = [label.name for label in scheme.span_labels]
    for index, span in enumerate(value):
        faults = list(_span_faults(span, labels))
        for code, detail in faults:
            problems.add("spans", code, f"Span {index}: {detail}")
        if not faults:
            yield SourceSpan(**{"label": labels[0], **span})


def _span_faults(span: Mapping[str, Any], labels: Collection[str]) -> Iterator[tuple[str, str]]:
    if unknown := span.keys() - set(_SPAN_FIELDS):
        yield "unknown_field", f"“{min(unknown)}” is no field of a span: {', '.join(_SPAN_FIELDS)}."
    if not labels or (span.get("label") not in labels and ("label" in span or len(labels) > 1)):
        yield "unknown_label", f"its label is not one of the scheme's ({', '.join(labels) or 'none'})."
    texts = [span.get(name, "") for name in ("quote", "prefix", "suffix")]
    if not all(isinstance(text, str) for text in texts) or sum(map(len, map(str, texts))) > MAX_TEXT:
        yield "not_a_text", f"quote, prefix and suffix are texts of at most {MAX_TEXT:,} characters."
    elif not texts[0] and any(texts):
        yield "no_quote", "prefix and suffix are the context of a quote."
    start, end = span.get("start"), span.get("end")
    if start is None and end is None:
        if not texts[0]:
            yield "no_place", "it has neither start and end nor a quote."
    elif not is_offset(start) or not is_offset(end) or not 0 <= start < end:
        yield "bad_range", "start and end must be whole numbers of code points, and 0 ≤ start < end."


def _read_output(record: SourceRecord, scheme: Scheme, max_spans: int) -> None:
    """Read the results that a judge wrote: a JSON object, or a choice of the only item label and nothing else.

    Otherwise the record becomes failed, with the reason.
    """
    record.from_output = True
    text = record.output.strip()
    if fenced := _FENCED.fullmatch(text):
        text = fenced[1].strip()
    if text.startswith("{"):
        problems = _Problems(1)
        try:
            values = {key: value for key, value in loads(text.encode()).items() if value is not None}
        except JsonLineError as fault:
            _fail(record, f"The output cannot be read: {fault}")
            return
        if any(name in values for name in _RESULTS):
            _read_results(record, values, scheme, max_spans, problems)
            record.reasoning = record.reasoning or _text(values, "reasoning", MAX_TEXT, problems)
            if problems.found:
                _fail(record, f"The output cannot be read: {problems.found[0].detail}")
            return
    elif len(scheme.item_labels) == 1:
        [label] = scheme.item_labels
        alone = text.strip(" \t\r\n.\"'*`").casefold()
        for choice in label.choices:
            if alone in (choice.name.casefold(), choice.text.casefold()):
                record.labels = {label.name: choice.name}
                return
    _fail(record, NO_LABEL)


def _fail(record: SourceRecord, reason: str) -> None:
    record.status, record.reason = Status.FAILED, reason[:MAX_REASON]
    record.labels, record.spans, record.score = {}, None, None
    record.claims = record.claim_labels = None
