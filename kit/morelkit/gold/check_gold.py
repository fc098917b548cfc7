"""Gold of training items and hidden checks: read it from records and compare annotations with it."""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from morelkit.agreement.character_counts import count_item
from morelkit.scheme.schemes import Scheme
from morelkit.text.spans import Span, is_offset


@dataclass(frozen=True, slots=True)
class CheckGold:
    """The gold of a training or check item: spans, item labels by name, and an explanation for the annotator."""

    spans: tuple[Span, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    explanation: str = ""

    def to_storage(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def from_storage(stored: Mapping[str, Any]) -> "CheckGold":
        spans = tuple(Span(**span) for span in stored["spans"])
        return CheckGold(spans, stored["labels"], stored["explanation"])


def read_check_gold(
    labels: Mapping[str, Any], length: int, scheme: Scheme, explanation: str = ""
) -> tuple[CheckGold | None, list[str]]:
    """Return the gold in a record's label fields, or None, and all problems with it.

    `length`: code points of the answer. The fields are `hard_labels` for one span label or if they name theirs,
    `span_labels` for several, `item_labels` for a scheme without spans. A field may be a string that holds a Python
    literal, as in CSV cells.
    """
    ranges = _ranges(labels, scheme)
    problems = [
        f"{value} is no [start, end] of the answer."
        for values in ranges.values()
        for value in values
        if not _is_range(value, length)
    ]
    chosen = _item_labels(_literal(labels.get("item_labels")), scheme)
    if problems or not (ranges if scheme.uses_spans else chosen):
        return None, problems
    spans = [Span(start, end, label) for label, values in ranges.items() for start, end in values]
    return CheckGold(tuple(sorted(spans, key=lambda span: (span.start, span.end))), chosen, explanation), []


def agreement_with_gold(
    gold: CheckGold,
    policy: str,
    answer: str,
    scheme: Scheme,
    spans: Sequence[Span],
    labels: Mapping[str, str],
) -> float:
    """Return the agreement of an annotation with the gold: eq. 1 with n = 2, so at least 0.5.

    For a scheme without spans: the share of the gold's item labels that the annotation chose too.
    """
    if scheme.uses_spans:
        return count_item(policy, answer, [spans, gold.spans]).agreement or 0.0
    equal = sum(labels.get(name) == choice for name, choice in gold.labels.items())
    return equal / len(gold.labels)


def _ranges(labels: Mapping[str, Any], scheme: Scheme) -> dict[str, list[Any]]:
    """Return the unchecked ranges by span label."""
    names = [label.name for label in scheme.span_labels]
    hard_labels = _literal(labels.get("hard_labels"))
    if (
        len(names) == 1
        and isinstance(hard_labels, list)
        and not any(_names_label(each, names) for each in hard_labels)
    ):
        return {names[0]: hard_labels}
    span_labels = _literal(labels.get("span_labels"))
    if not isinstance(span_labels, dict):
        named = isinstance(hard_labels, list) and all(_names_label(each, names) for each in hard_labels)
        return (
            {name: [each[:2] for each in hard_labels if each[2] == name] for name in names} if named else {}
        )
    by_label = {name: span_labels[name] for name in names if isinstance(span_labels.get(name), dict)}
    return {
        name: gold for name, fields in by_label.items() if isinstance(gold := fields.get("hard_labels"), list)
    }


def _names_label(value: object, names: Sequence[str]) -> bool:
    return isinstance(value, list | tuple) and len(value) == 3 and value[2] in names


def _is_range(value: object, length: int) -> bool:
    if not isinstance(value, list | tuple) or len(value) != 2:
        return False
    start, end = value
    return is_offset(start) and is_offset(end) and 0 <= start < end <= length


def _item_labels(given: object, scheme: Scheme) -> dict[str, str]:
    """Return the choices in the scheme, from `{name: choice}` or, as in gold files, `{name: {"value": choice}}`."""
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
