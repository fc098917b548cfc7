"""Compute the labels of an item from its raw annotations, for building and verifying releases."""

from collections.abc import Mapping, Sequence
from typing import Any

from morelkit.agreement.character_counts import ItemCount, count_item
from morelkit.formats.item_records import ItemRecord, write_item
from morelkit.gold.policy import GoldPolicy
from morelkit.gold.votes import (
    curated_item_labels,
    curated_labels,
    hard_labels,
    item_labels_gold,
    soft_labels,
)
from morelkit.scheme.schemes import Scheme
from morelkit.text.spans import Span, is_offset


def spans_of(scheme: Scheme, raw: Mapping[str, Any]) -> list[list[Span]]:
    """Return the spans of each annotator in a raw record, in its order.

    A span without a label has the scheme's only label. Raises `ValueError` for an invalid range.
    """
    return [_spans(scheme, spans) for spans in raw["annotations"].values()]


def _spans(scheme: Scheme, spans: Sequence[Sequence[Any]]) -> list[Span]:
    only = scheme.span_labels[0].name if scheme.span_labels else ""
    return [_span(start, end, *(label or [only])) for start, end, *label in spans]


def _span(start: Any, end: Any, label: Any) -> Span:
    if not (is_offset(start) and is_offset(end) and 0 <= start <= end):
        raise ValueError(f"[{start}, {end}] is no range of characters")
    return Span(start, end, label)


def item_label_choices(raw: Mapping[str, Any]) -> list[Mapping[str, str]]:
    """Return the item labels of each annotator in a raw record, in its order."""
    labels = raw.get("annotation_labels", {})
    return [labels.get(key, {}) for key in raw["annotations"]]


def vote_labels(
    scheme: Scheme, policy: GoldPolicy, count: ItemCount, chosen: Sequence[Mapping[str, str]]
) -> dict[str, Any]:
    """Return the label fields of an item by its annotators' votes.

    `count` must be under the policy's normalization. `chosen`: the item labels of each annotation.
    """
    labels: dict[str, Any] = {}
    if scheme.uses_spans:
        labels["soft_labels"] = soft_labels(count.runs, count.n)
        labels["hard_labels"] = hard_labels(count.runs, count.n, policy)
        if len(scheme.span_labels) > 1:
            runs = {label.name: count.by_label.get(label.name, ()) for label in scheme.span_labels}
            labels["span_labels"] = {
                name: {
                    "soft_labels": soft_labels(each, count.n),
                    "hard_labels": hard_labels(each, count.n, policy),
                }
                for name, each in runs.items()
            }
    if scheme.item_labels:
        labels["item_labels"] = item_labels_gold([label.name for label in scheme.item_labels], chosen, policy)
    return labels


def curated_fields(
    scheme: Scheme,
    policy: GoldPolicy,
    labels: Mapping[str, Any],
    chosen: Sequence[Mapping[str, str]],
    decision: tuple[Sequence[Span], Mapping[str, str]],
) -> dict[str, Any]:
    """Return `labels`, computed from votes, with gold replaced by a curator's spans and item labels."""
    spans, item_labels = decision
    decided = dict(labels)
    if scheme.uses_spans:
        decided["hard_labels"] = curated_labels(spans)
    if "span_labels" in labels:
        decided["span_labels"] = {
            name: {**votes, "hard_labels": curated_labels(span for span in spans if span.label == name)}
            for name, votes in labels["span_labels"].items()
        }
    if scheme.item_labels:
        names = [label.name for label in scheme.item_labels]
        decided["item_labels"] = curated_item_labels(names, chosen, item_labels, policy)
    return decided


def adjudicated_labels(
    scheme: Scheme,
    policy: GoldPolicy,
    labels: Mapping[str, Any],
    chosen: Sequence[Mapping[str, str]],
    decision: Mapping[str, Any] | None,
) -> dict[str, Any]:
    """Return the label fields of an item in a project with adjudication: `labels` by votes, or the curator's decision.

    `decision` has the form of decision files: spans, labels, by, at.
    """
    if decision is None:
        return {**labels, "gold": gold_source()}
    content = (_spans(scheme, decision["spans"]), decision["labels"])
    decided = curated_fields(scheme, policy, labels, chosen, content)
    return decided | {"gold": gold_source(decision["by"], decision["at"])}


def gold_source(by: str = "", at: str = "") -> dict[str, str]:
    """Return the source of an item's gold in a project with adjudication: the curator `by`, or the majority vote."""
    return {"source": "curated", "by": by, "at": at} if by else {"source": "majority"}


def labelled(item: ItemRecord, labels: Mapping[str, Any]) -> dict[str, Any]:
    """Return the item's record with its labels. The source of gold, if any, is the last field."""
    record = write_item(item, **{name: value for name, value in labels.items() if name != "gold"})
    return with_gold_source(record, labels["gold"]) if "gold" in labels else record


def with_gold_source(record: dict[str, Any], source: Any) -> dict[str, Any]:
    """Return the record with the source of its gold. An imported field named `gold` is renamed."""
    if "gold" in record:
        new_name = "imported_gold"
        while new_name in record:
            new_name = f"imported_{new_name}"
        record = {new_name if name == "gold" else name: value for name, value in record.items()}
    return record | {"gold": source}


def count_raw(scheme: Scheme, policy: GoldPolicy, answer: str, raw: Mapping[str, Any]) -> ItemCount:
    """Return the character votes of a raw record. Raises `ValueError` for an invalid range."""
    return count_item(policy.normalization, answer, spans_of(scheme, raw))
