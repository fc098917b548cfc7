"""Evidence for a span: the passage of a reference snapshot that contradicts it, or a note that the reference is silent.

A passage is stored with the W3C Web Annotation selectors: its position, and its quote with context. Both are checked
against the stored text, so they always agree. Offsets are code points of the snapshot's extract, half-open.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, Self

from morelkit.text.spans import Span, is_offset

CONTEXT: Final = 32  # code points kept before and after a passage
MAX_PASSAGE: Final = 10_000  # code points

Pointer = Literal["", "/span", "/kind", "/snapshot", "/start", "/end", "/exact", "/prefix", "/suffix"]
Fault = tuple[Pointer, str, str]

_PASSAGE_FIELDS: Final[tuple[Pointer, ...]] = ("/start", "/end", "/exact", "/prefix", "/suffix")


@dataclass(frozen=True, slots=True)
class Evidence:
    """One piece of evidence. `span`: the id of the span. `source`: the snapshot as described by an imported file."""

    span: str
    kind: Literal["passage", "silent"]
    snapshot: int | None = None
    start: int = 0
    end: int = 0
    exact: str = ""
    prefix: str = ""
    suffix: str = ""
    source: Mapping[str, str] | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "span": self.span,
            "kind": self.kind,
            "snapshot": self.snapshot,
            "start": self.start,
            "end": self.end,
            "exact": self.exact,
            "prefix": self.prefix,
            "suffix": self.suffix,
        }

    def to_storage(self) -> dict[str, Any]:
        """Return `to_json` with the source as pairs, because a database may reorder the keys of an object."""
        return self.to_json() | ({} if self.source is None else {"source": list(self.source.items())})

    @classmethod
    def from_storage(cls, value: Mapping[str, Any]) -> Self:
        source = value.get("source")
        return cls(**{**value, "source": None if source is None else dict(source)})


def passage(span: str, snapshot: int, extract: str, start: int, end: int) -> Evidence:
    """Return evidence for a span: the passage `[start, end)` of a snapshot, with its quote and context."""
    prefix, suffix = extract[max(0, start - CONTEXT) : start], extract[end : end + CONTEXT]
    return Evidence(span, "passage", snapshot, start, end, extract[start:end], prefix, suffix)


def snapshots_of(value: object) -> set[int]:
    """Return the ids of the snapshots named in untrusted JSON, whose texts are needed to check it."""
    entries = value if isinstance(value, list) else []
    named = (entry.get("snapshot") for entry in entries if isinstance(entry, dict))
    return {snapshot for snapshot in named if type(snapshot) is int and 0 < snapshot < 2**63}


def united_ids(spans: Iterable[Span], united: Collection[Span]) -> dict[str, str]:
    """Return the id of the united span that contains each span, by id: it takes over the evidence of its parts."""
    by_label: dict[str, list[Span]] = {}
    for span in united:
        by_label.setdefault(span.label, []).append(span)
    ids: dict[str, str] = {}
    index: dict[str, int] = dict.fromkeys(by_label, 0)
    for span in sorted(spans, key=lambda span: span.start):
        same_label = by_label[span.label]
        while same_label[index[span.label]].end < span.end:
            index[span.label] += 1
        ids[span.id] = same_label[index[span.label]].id
    return ids


def read_evidence(
    value: list[Any], spans: Mapping[str, str], extracts: Mapping[int, str]
) -> tuple[list[Evidence], list[tuple[str, str, str]]]:
    """Return the valid evidence in untrusted JSON, and all problems: (JSON pointer, code, sentence).

    `spans` maps the id of each span to the id under which it is stored. `extracts`: the texts of the snapshots that may
    be cited, by id. Missing context is added; duplicates are dropped.
    """
    valid: dict[Evidence, None] = {}
    problems: list[tuple[str, str, str]] = []
    for index, entry in enumerate(value):
        if not isinstance(entry, dict):
            problems.append((f"/{index}", "type", "Evidence is an object."))
            continue
        faults = list(_faults(entry, spans, extracts))
        problems += [(f"/{index}{pointer}", code, detail) for pointer, code, detail in faults]
        if not faults:
            span = spans[entry["span"]]
            if entry["kind"] == "silent":
                valid[Evidence(span, "silent", entry.get("snapshot"))] = None
            else:
                snapshot = entry["snapshot"]
                valid[passage(span, snapshot, extracts[snapshot], entry["start"], entry["end"])] = None
    return list(valid), problems


def _faults(
    entry: Mapping[str, Any], spans: Mapping[str, str], extracts: Mapping[int, str]
) -> Iterator[Fault]:
    span, kind, snapshot = entry.get("span"), entry.get("kind"), entry.get("snapshot")
    extract = extracts.get(snapshot) if type(snapshot) is int else None
    unknown: Fault = ("/snapshot", "unknown_snapshot", "This is no page that was shown with the item.")
    if not isinstance(span, str) or span not in spans:
        yield "/span", "unknown_span", "Evidence belongs to a mark of this annotation."
    if kind == "silent":
        if snapshot is not None and extract is None:
            yield unknown
        for pointer in _PASSAGE_FIELDS:
            if entry.get(pointer[1:]):
                yield pointer, "not_used", "Where a reference is silent, there is no passage."
    elif kind != "passage":
        yield "/kind", "unknown_kind", "Evidence is a passage, or the word “silent”."
    elif extract is None:
        yield unknown
    else:
        yield from _passage_faults(entry, extract)


def _passage_faults(entry: Mapping[str, Any], extract: str) -> Iterator[Fault]:
    start, end = entry.get("start"), entry.get("end")
    if not is_offset(start) or not 0 <= start <= len(extract):
        yield "/start", "range", f"start is a whole number from 0 to {len(extract)}, in code points."
    elif not is_offset(end) or not start < end <= len(extract):
        yield "/end", "range", f"end is a whole number from {start + 1} to {len(extract)}, in code points."
    elif end - start > MAX_PASSAGE:
        yield "/end", "too_long", f"A passage has at most {MAX_PASSAGE} characters."
    else:
        exact, prefix, suffix = entry.get("exact"), entry.get("prefix", ""), entry.get("suffix", "")
        if exact != extract[start:end]:
            yield "/exact", "mismatch", "The text at this place of the snapshot is another one."
        if not isinstance(prefix, str) or not extract[max(0, start - CONTEXT) : start].endswith(prefix):
            yield "/prefix", "mismatch", "The text before this place of the snapshot is another one."
        if not isinstance(suffix, str) or not extract[end : end + CONTEXT].startswith(suffix):
            yield "/suffix", "mismatch", "The text after this place of the snapshot is another one."
