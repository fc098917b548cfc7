"""Read and write evidence in files of raw annotations: the field `annotation_evidence`, by annotator.

    {"span": [4, 12], "kind": "passage", "source": {"url": …, "sha256": …},
     "selector": [{"type": "TextPositionSelector", "start": 0, "end": 9},
                  {"type": "TextQuoteSelector", "exact": …, "prefix": …, "suffix": …}]}

`span` is one of the annotator's spans as in `annotations`. Offsets are code points of the snapshot's text, which the
sha256 of its UTF-8 bytes identifies.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from morelkit.scheme.evidence import Evidence
from morelkit.text.spans import MAX_OFFSET, Span, is_offset

_QUOTE: Final = ("exact", "prefix", "suffix")
_MAX_TEXT: Final = 20_000


def write_evidence(
    evidence: Evidence,
    spans: Collection[Span],
    sources: Mapping[int, Mapping[str, str]],
    *,
    multiple_labels: bool,
) -> dict[str, Any]:
    """Return the file entry of a piece of evidence.

    `spans`: those of its annotation. `sources`: URL and sha256 of each snapshot, by id. `multiple_labels`: whether the
    scheme has several span labels.
    """
    span = next(each for each in spans if each.id == evidence.span)
    record: dict[str, Any] = {
        "span": [span.start, span.end, *([span.label] if multiple_labels else [])],
        "kind": evidence.kind,
    }
    source = evidence.source if evidence.source is not None else sources.get(evidence.snapshot or 0)
    if source:
        record["source"] = dict(source)
    if evidence.kind == "passage":
        record["selector"] = [
            {"type": "TextPositionSelector", "start": evidence.start, "end": evidence.end},
            {"type": "TextQuoteSelector"} | {name: getattr(evidence, name) for name in _QUOTE},
        ]
    return record


def read_evidence_entry(entry: Mapping[str, Any], spans: list[list[Any]]) -> Evidence:
    """Return the evidence in a valid entry. Its span id is `span_id` of the span's index in `spans`."""
    selectors = {each["type"]: each for each in entry.get("selector", [])}
    position, quote = selectors.get("TextPositionSelector", {}), selectors.get("TextQuoteSelector", {})
    return Evidence(
        span=span_id(spans.index(list(entry["span"]))),
        kind=entry["kind"],
        start=position.get("start", 0),
        end=position.get("end", 0),
        **{name: quote.get(name, "") for name in _QUOTE},
        source=entry.get("source", {}),
    )


def span_id(index: int) -> str:
    """Return the id of the imported span at this index. Imported spans need one only if they have evidence."""
    return f"s{index}"


def evidence_faults(entry: object, spans: Collection[list[Any]]) -> Iterator[tuple[str, str]]:
    """Yield (code, end of a sentence) for every problem with an untrusted entry."""
    if not isinstance(entry, dict):
        yield "not_an_object", "evidence must be an object."
        return
    span = entry.get("span")
    if not isinstance(span, list | tuple) or list(span) not in spans:
        yield "unknown_span", "the span is not one of this annotator's."
    source = entry.get("source", {})
    if not isinstance(source, dict) or not all(_is_text(each) for pair in source.items() for each in pair):
        yield "bad_source", "the source must be an object of texts."
    if entry.get("kind") == "passage":
        yield from _selector_faults(entry.get("selector"))
    elif entry.get("kind") != "silent":
        yield "unknown_kind", "the kind must be passage or silent."


def _selector_faults(selector: object) -> Iterator[tuple[str, str]]:
    parts = selector if isinstance(selector, list) else []
    found = {part.get("type"): part for part in parts if isinstance(part, dict)}
    position, quote = found.get("TextPositionSelector"), found.get("TextQuoteSelector")
    if not position or not quote or len(parts) != 2:
        yield "bad_selector", "a passage has a TextPositionSelector and a TextQuoteSelector."
        return
    start, end = position.get("start"), position.get("end")
    if not is_offset(start) or not is_offset(end) or not 0 <= start < end <= MAX_OFFSET:
        yield "bad_selector", "start and end of a passage must be whole numbers, the start before the end."
    if not all(_is_text(quote.get(name, "")) for name in _QUOTE) or not quote.get("exact"):
        yield "bad_selector", "exact, prefix and suffix of a passage must be texts."


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _MAX_TEXT
