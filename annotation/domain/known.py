"""Items whose gold is known beforehand: they teach people, or check them."""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from annotation.domain.agreement import count_item
from annotation.domain.scheme import Scheme
from annotation.domain.spans import Span, is_offset


@dataclass(frozen=True, slots=True)
class Known:
    """What is right. Spans in code points, half-open; item labels by name; and why it is so."""

    spans: tuple[Span, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    explanation: str = ""

    def to_storage(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def from_storage(stored: Mapping[str, Any]) -> "Known":
        spans = tuple(Span(**span) for span in stored["spans"])
        return Known(spans, stored["labels"], stored["explanation"])


def read_known(
    labels: Mapping[str, Any], length: int, scheme: Scheme, explanation: str = ""
) -> tuple[Known | None, list[str]]:
    """The gold that came with a record whose answer has `length` code points, and all that is wrong with it.

    None where it came without: `hard_labels` where the scheme has spans (under `span_labels` where it has several),
    `item_labels` where it has none. Each may be a text that holds a literal, as a cell of a table does.
    """
    given = _ranges(labels, scheme)
    problems = [
        f"{value} is no [start, end] of the answer."
        for values in given.values()
        for value in values
        if not _is_range(value, length)
    ]
    chosen = _item_labels(_literal(labels.get("item_labels")), scheme)
    if problems or not (given if scheme.uses_spans else chosen):
        return None, problems
    spans = [Span(start, end, label) for label, values in given.items() for start, end in values]
    return Known(tuple(sorted(spans, key=lambda span: (span.start, span.end))), chosen, explanation), []


def agreement_with(
    known: Known, policy: str, answer: str, scheme: Scheme, spans: Sequence[Span], labels: Mapping[str, str]
) -> float:
    """Eq. 1 of `annotation.domain.agreement` over two, the person and the gold: 0.5 where they share nothing.

    Where the scheme has no spans: the share of the known item labels that the person chose as well.
    """
    if scheme.uses_spans:
        return count_item(policy, answer, [spans, known.spans]).agreement or 0.0
    right = sum(labels.get(name) == choice for name, choice in known.labels.items())
    return right / len(known.labels)


def _ranges(labels: Mapping[str, Any], scheme: Scheme) -> dict[str, list[Any]]:
    """By span label, as they came."""
    names = [label.name for label in scheme.span_labels]
    single = _literal(labels.get("hard_labels"))
    if len(names) == 1 and isinstance(single, list):
        return {names[0]: single}
    several = _literal(labels.get("span_labels"))
    if not isinstance(several, dict):
        return {}
    found = {name: several[name] for name in names if isinstance(several.get(name), dict)}
    return {name: gold for name, each in found.items() if isinstance(gold := each.get("hard_labels"), list)}


def _is_range(value: object, length: int) -> bool:
    if not isinstance(value, list | tuple) or len(value) != 2:
        return False
    start, end = value
    return is_offset(start) and is_offset(end) and 0 <= start < end <= length


def _item_labels(given: object, scheme: Scheme) -> dict[str, str]:
    """The choices that the scheme knows: `{name: choice}`, or as gold files have them, `{name: {"value": choice}}`."""
    chosen: dict[str, str] = {}
    for label in scheme.item_labels if isinstance(given, dict) else ():
        value = given.get(label.name) if isinstance(given, dict) else None
        value = value.get("value") if isinstance(value, dict) else value
        if value in {choice.name for choice in label.choices}:
            chosen[label.name] = str(value)
    return chosen


def _literal(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return ast.literal_eval(value)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
