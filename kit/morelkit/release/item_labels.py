"""Compute the labels of an item from its raw annotations, for building and verifying releases."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from morelkit.agreement.character_counts import ItemCount, count_item
from morelkit.formats.claim_fields import CLAIM_LABELS
from morelkit.formats.item_records import ItemRecord, write_item
from morelkit.formats.mushroom import MUSHROOM
from morelkit.formats.record_format import Choices, LabelVotes, RecordFormat
from morelkit.gold.claim_votes import claim_labels, decided_claim_labels
from morelkit.gold.policy import GoldPolicy
from morelkit.gold.votes import (
    curated_item_labels,
    curated_labels,
    hard_labels,
    item_labels_gold,
    soft_labels,
)
from morelkit.scheme.schemes import Scheme
from morelkit.text.claims.answer_claims import AnswerClaims
from morelkit.text.spans import MAX_OFFSET, Span, is_offset


def spans_of(scheme: Scheme, raw: Mapping[str, Any]) -> list[list[Span]]:
    """Return the spans of each annotator in a raw record, in its order.

    A span without a label has the scheme's only label. Raises `ValueError` for an invalid range.
    """
    return [_spans(scheme, spans) for spans in raw["annotations"].values()]


def _spans(scheme: Scheme, spans: Sequence[Sequence[Any]]) -> list[Span]:
    only = scheme.span_labels[0].name if scheme.span_labels else ""
    return [_span(start, end, *(label or [only])) for start, end, *label in spans]


def _span(start: Any, end: Any, label: Any) -> Span:
    if not (is_offset(start) and is_offset(end) and 0 <= start <= end <= MAX_OFFSET):
        raise ValueError(f"[{start}, {end}] is no range of characters")
    return Span(start, end, label)


def item_label_choices(raw: Mapping[str, Any]) -> list[Mapping[str, str]]:
    """Return the item labels of each annotator in a raw record, in its order."""
    labels = raw.get("annotation_labels", {})
    return [labels.get(key, {}) for key in raw["annotations"]]


NO_CHOICES: Final[Choices] = {}


def vote_labels(
    scheme: Scheme,
    policy: GoldPolicy,
    count: ItemCount,
    chosen: Sequence[Mapping[str, str]],
    record_format: RecordFormat = MUSHROOM,
    claims: AnswerClaims | None = None,
    implied: Choices = NO_CHOICES,
) -> dict[str, Any]:
    """Return the label fields of an item by its annotators' votes.

    `count` must be under the policy's normalization. `chosen`: the item labels of each annotation. `claims`: of schemes
    whose unit is claims. `implied`: the item labels that the answer implies; they apply if there is no annotation.
    """
    labels: dict[str, Any] = {}
    if scheme.uses_spans:
        labels["soft_labels"] = soft_labels(count.runs, count.n)
        labels["hard_labels"] = hard_labels(count.runs, count.n, policy)
        if len(scheme.span_labels) > 1 or record_format.names_span_labels:
            runs = {label.name: count.by_label.get(label.name, ()) for label in scheme.span_labels}
            labels["span_labels"] = {
                name: {
                    "soft_labels": soft_labels(each, count.n),
                    "hard_labels": hard_labels(each, count.n, policy),
                }
                for name, each in runs.items()
            }
    if claims:
        labels[CLAIM_LABELS] = claim_labels(claims, count.normalized, policy)
    return labels | choice_fields(scheme, policy, chosen, record_format, implied=implied)


def choice_fields(
    scheme: Scheme,
    policy: GoldPolicy,
    chosen: Sequence[Mapping[str, str]],
    record_format: RecordFormat = MUSHROOM,
    decided: Mapping[str, str] | None = None,
    *,
    table: bool = False,
    implied: Choices = NO_CHOICES,
) -> dict[str, Any]:
    """Return the label fields that follow from item labels: those of the format, and `item_labels` for others.

    `chosen`: the item labels of each annotation. `decided`: those of a curator. `table`: whether the record is written
    to a CSV or TSV file. `implied`: the item labels that the answer implies; they apply if there is no annotation.
    """
    fields: dict[str, Any] = {}
    votes = votes_or_implied(chosen, implied)
    if names := described_item_labels(scheme, policy, record_format):
        fields["item_labels"] = (
            item_labels_gold(names, votes, policy)
            if decided is None
            else curated_item_labels(names, chosen, decided, policy)
        )
        if not chosen:
            _set_no_annotators(fields["item_labels"])
    if record_format.labels:
        fields |= record_format.labels(LabelVotes(votes, policy, decided or {}, table))
    return fields


def votes_or_implied(chosen: Sequence[Mapping[str, str]], implied: Choices) -> Sequence[Mapping[str, str]]:
    """Return the item labels of each annotation; without annotations those that the answer implies, if any."""
    return chosen or ([implied] if implied else [])


def _set_no_annotators(gold: Mapping[str, Any]) -> None:
    """Set the number of annotators of implied labels, which have a value without any."""
    for each in gold.values():
        if "n" in each:
            each["n"] = 0


def described_item_labels(scheme: Scheme, policy: GoldPolicy, record_format: RecordFormat) -> list[str]:
    """Return the item labels in the field `item_labels`: those for which the format has no fields.

    If the policy merges choices or derives a label, no field of the format says so, and all labels are there.
    """
    names = [label.name for label in scheme.item_labels]
    if policy.collapse or policy.derive != "off":
        return names
    return [name for name in names if name not in record_format.item_labels]


def curated_fields(
    scheme: Scheme,
    policy: GoldPolicy,
    labels: Mapping[str, Any],
    chosen: Sequence[Mapping[str, str]],
    decision: tuple[Sequence[Span], Mapping[str, str]],
    record_format: RecordFormat = MUSHROOM,
    *,
    table: bool = False,
    claims: AnswerClaims | None = None,
    implied: Choices = NO_CHOICES,
) -> dict[str, Any]:
    """Return `labels`, computed from votes, with gold replaced by a curator's spans and item labels."""
    spans, item_labels = decision
    decided = dict(labels)
    if scheme.uses_spans:
        decided["hard_labels"] = curated_labels(spans)
    if claims:
        decided[CLAIM_LABELS] = decided_claim_labels(claims, [(span.start, span.end) for span in spans])
    if "span_labels" in labels:
        decided["span_labels"] = {
            name: {**votes, "hard_labels": curated_labels(span for span in spans if span.label == name)}
            for name, votes in labels["span_labels"].items()
        }
    return decided | choice_fields(
        scheme, policy, chosen, record_format, item_labels, table=table, implied=implied
    )


def adjudicated_labels(
    scheme: Scheme,
    policy: GoldPolicy,
    labels: Mapping[str, Any],
    chosen: Sequence[Mapping[str, str]],
    decision: Mapping[str, Any] | None,
    record_format: RecordFormat = MUSHROOM,
    claims: AnswerClaims | None = None,
    implied: Choices = NO_CHOICES,
) -> dict[str, Any]:
    """Return the label fields of an item in a project with adjudication: `labels` by votes, or the curator's decision.

    `decision` has the form of decision files: spans, labels, by, at.
    """
    if decision is None:
        return {**labels, "gold": gold_source()}
    content = (_spans(scheme, decision["spans"]), decision["labels"])
    decided = curated_fields(
        scheme, policy, labels, chosen, content, record_format, claims=claims, implied=implied
    )
    return decided | {"gold": gold_source(decision["by"], decision["at"])}


def gold_source(by: str = "", at: str = "") -> dict[str, str]:
    """Return the source of an item's gold in a project with adjudication: the curator `by`, or the majority vote."""
    return {"source": "curated", "by": by, "at": at} if by else {"source": "majority"}


def released_labels(labels: Mapping[str, Any], record_format: RecordFormat) -> dict[str, Any]:
    """Return the label fields that records of the format have: those of claims have no others of spans.

    In formats that name span labels, the labels in `span_labels` take the place of those of all span labels together.
    """
    left_out = SPAN_FIELDS if record_format.needs_claims else ()
    found = {name: value for name, value in labels.items() if name not in left_out}
    if record_format.names_span_labels and "span_labels" in found:
        found |= _named_labels(found.pop("span_labels"))
    return found


def _named_labels(by_label: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return soft and hard labels that name their span label, by position and then in the order of the scheme."""
    soft = [each | {"label": name} for name, labels in by_label.items() for each in labels["soft_labels"]]
    hard = [[*each, name] for name, labels in by_label.items() for each in labels["hard_labels"]]
    return {
        "soft_labels": sorted(soft, key=lambda each: (each["start"], each["end"])),
        "hard_labels": sorted(hard, key=lambda each: each[:2]),
    }


SPAN_FIELDS: Final = ("soft_labels", "hard_labels", "span_labels")


def labelled(
    item: ItemRecord, labels: Mapping[str, Any], record_format: RecordFormat = MUSHROOM
) -> dict[str, Any]:
    """Return the item's record with its labels. The source of gold, if any, is the last field."""
    own = {name: value for name, value in released_labels(labels, record_format).items() if name != "gold"}
    record = write_item(item, record_format, **own)
    return with_gold_source(record, labels["gold"]) if "gold" in labels else record


def with_gold_source(record: dict[str, Any], source: Any) -> dict[str, Any]:
    """Return the record with the source of its gold. An imported field named `gold` is renamed."""
    if "gold" in record:
        new_name = renamed_field("gold", record)
        record = {new_name if name == "gold" else name: value for name, value in record.items()}
    return record | {"gold": source}


def renamed_field(name: str, others: Collection[str]) -> str:
    """Return the name of an imported field whose own name is taken."""
    renamed = f"imported_{name}"
    while renamed in others:
        renamed = f"imported_{renamed}"
    return renamed


def count_raw(scheme: Scheme, policy: GoldPolicy, answer: str, raw: Mapping[str, Any]) -> ItemCount:
    """Return the character votes of a raw record. Raises `ValueError` for an invalid range."""
    return count_item(policy.normalization, answer, spans_of(scheme, raw))
