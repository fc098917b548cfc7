"""The labels of an item from everyone's raw annotations, as releases write them and as verification does them again."""

from collections.abc import Mapping, Sequence
from typing import Any

from annotation.domain.agreement import ItemCount, count_item
from annotation.domain.gold import (
    curated_item_labels,
    curated_labels,
    hard_labels,
    item_labels_gold,
    soft_labels,
)
from annotation.domain.gold_policy import GoldPolicy
from annotation.domain.records import ItemRecord, write_item
from annotation.domain.scheme import Scheme
from annotation.domain.spans import Span, is_offset


def spans_of(scheme: Scheme, raw: Mapping[str, Any]) -> list[list[Span]]:
    """The spans of each annotator in a raw record, in its order; without a label, they have the scheme's only one."""
    return [_spans(scheme, spans) for spans in raw["annotations"].values()]


def _spans(scheme: Scheme, spans: Sequence[Sequence[Any]]) -> list[Span]:
    only = scheme.span_labels[0].name if scheme.span_labels else ""
    return [_span(start, end, *(label or [only])) for start, end, *label in spans]


def _span(start: Any, end: Any, label: Any) -> Span:
    """Raises ValueError for what is no range."""
    if not (is_offset(start) and is_offset(end) and 0 <= start <= end):
        raise ValueError(f"[{start}, {end}] is no range of characters")
    return Span(start, end, label)


def chosen_labels(raw: Mapping[str, Any]) -> list[Mapping[str, str]]:
    """The item labels of each annotator in a raw record, in its order."""
    labels = raw.get("annotation_labels", {})
    return [labels.get(key, {}) for key in raw["annotations"]]


def labels_of(
    scheme: Scheme, policy: GoldPolicy, count: ItemCount, chosen: Sequence[Mapping[str, str]]
) -> dict[str, Any]:
    """The label fields of an item. `count` must be under the policy's normalization."""
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


def decided_labels(
    scheme: Scheme,
    policy: GoldPolicy,
    labels: Mapping[str, Any],
    chosen: Sequence[Mapping[str, str]],
    decision: tuple[Sequence[Span], Mapping[str, str]],
) -> dict[str, Any]:
    """`labels`, which are those of the votes, with a curator's spans and item labels for gold."""
    spans, of_item = decision
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
        decided["item_labels"] = curated_item_labels(names, chosen, of_item, policy)
    return decided


def with_source(
    scheme: Scheme,
    policy: GoldPolicy,
    labels: Mapping[str, Any],
    chosen: Sequence[Mapping[str, str]],
    decision: Mapping[str, Any] | None,
) -> dict[str, Any]:
    """The label fields of an item in a project whose curators decide: of the votes, or what `decision` says.

    `decision`: as files of decisions have it (spans, labels, by, at).
    """
    if decision is None:
        return {**labels, "gold": gold_source()}
    ruling = (_spans(scheme, decision["spans"]), decision["labels"])
    decided = decided_labels(scheme, policy, labels, chosen, ruling)
    return decided | {"gold": gold_source(decision["by"], decision["at"])}


def gold_source(by: str = "", at: str = "") -> dict[str, str]:
    """Where the gold of an item comes from, in a project whose curators decide."""
    return {"source": "curated", "by": by, "at": at} if by else {"source": "majority"}


def labelled(item: ItemRecord, labels: Mapping[str, Any]) -> dict[str, Any]:
    """The record with its labels; where its gold comes from, if it is said, stands last."""
    record = write_item(item, **{name: value for name, value in labels.items() if name != "gold"})
    return sourced(record, labels["gold"]) if "gold" in labels else record


def sourced(record: dict[str, Any], source: Any) -> dict[str, Any]:
    """The record, and where its gold comes from. A field of that name that the item came with gets another name."""
    if "gold" in record:
        aside = "imported_gold"
        while aside in record:
            aside = f"imported_{aside}"
        record = {aside if name == "gold" else name: value for name, value in record.items()}
    return record | {"gold": source}


def count_raw(scheme: Scheme, policy: GoldPolicy, answer: str, raw: Mapping[str, Any]) -> ItemCount:
    return count_item(policy.normalization, answer, spans_of(scheme, raw))
