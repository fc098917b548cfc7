"""Annotated items: their agreement and their gold, for annotations of any origin."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from morelkit.agreement.agreement_rows import ItemAgreement
from morelkit.agreement.character_counts import ItemCount, count_item
from morelkit.formats.item_records import ItemRecord, write_item
from morelkit.formats.mushroom import MUSHROOM
from morelkit.formats.record_format import RecordFormat
from morelkit.gold.policy import GoldPolicy
from morelkit.gold.votes import MAJORITY
from morelkit.release.item_labels import item_label_choices, released_labels, spans_of, vote_labels
from morelkit.scheme.schemes import Choice, ItemLabel, Scheme, SpanLabel
from morelkit.text.claims.answer_claims import AnswerClaims
from morelkit.text.languages import fold_tag
from morelkit.text.normalization import DEFAULT_POLICY
from morelkit.text.spans import Span


@dataclass(slots=True)
class AnnotatedItem:
    """An item and its counted annotations.

    `annotations`: spans by annotator, as `[start, end]` or `[start, end, label]` in code points, not normalized.
    `annotation_labels`: choices by annotator and item label.
    """

    record: ItemRecord
    annotations: dict[str, list[list[Any]]] = field(default_factory=dict)
    annotation_labels: dict[str, dict[str, str]] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return self.record.external_id

    @property
    def language(self) -> str:
        """As languages are compared: in lower case, with hyphens."""
        return fold_tag(self.record.language)

    @property
    def claims(self) -> AnswerClaims | None:
        """The answer with its claims, if the unit of the scheme is claims."""
        return self.record.answer_claims

    def spans(self, scheme: Scheme) -> list[list[Span]]:
        """Return the spans of each annotator."""
        return spans_of(scheme, {"annotations": self.annotations})

    def choices(self) -> list[Mapping[str, str]]:
        """Return the item labels of each annotator."""
        return item_label_choices(
            {"annotations": self.annotations, "annotation_labels": self.annotation_labels}
        )

    def count(self, scheme: Scheme, policy: str = DEFAULT_POLICY) -> ItemCount:
        """Return the character votes under a normalization policy."""
        return count_item(policy, self.record.answer, self.spans(scheme))


def scheme_in(items: Iterable[AnnotatedItem]) -> Scheme:
    """Return the scheme that the annotations follow from their labels.

    Span labels are in alphabetical order; spans without labels are “hallucination”. Where annotations set item labels
    and nobody marked a span, the scheme has no span labels. Item labels are in order of appearance, their choices in
    alphabetical order. Raises `ValueError` where some spans have labels and others have none.
    """
    span_labels: set[str] = set()
    choices: dict[str, set[str]] = {}
    without_label: set[str] = set()
    for item in items:
        for span in (span for spans in item.annotations.values() for span in spans):
            span_labels.update(span[2:])
            if len(span) == 2:
                without_label.add(item.id)
        for labels in item.annotation_labels.values():
            for name, choice in labels.items():
                choices.setdefault(name, set()).add(choice)
    if span_labels and without_label:
        raise ValueError(f"Some spans have labels, and others have none (item “{min(without_label)}”).")
    uses_spans = bool(span_labels or without_label or not choices)
    names = sorted(span_labels) or (["hallucination"] if uses_spans else [])
    return Scheme(
        tuple(SpanLabel(name, name) for name in names),
        tuple(
            ItemLabel(name, name, tuple(Choice(choice, choice) for choice in sorted(chosen)))
            for name, chosen in choices.items()
        ),
    )


def agreement_of(
    items: Iterable[AnnotatedItem], scheme: Scheme, policy: str = DEFAULT_POLICY
) -> Iterator[ItemAgreement]:
    """Return the agreement of each item (multiset IoU): None for n < 2, or without span labels."""
    for item in items:
        count = item.count(scheme, policy)
        agreement = count.agreement if scheme.uses_spans else None
        yield ItemAgreement(item.id, item.record.language, item.language, count.n, agreement)


def gold_records(
    items: Iterable[AnnotatedItem],
    scheme: Scheme,
    policy: GoldPolicy = MAJORITY,
    *,
    record_format: RecordFormat = MUSHROOM,
    extra: bool = False,
) -> Iterator[dict[str, Any]]:
    """Return the records of the items with gold labels; with `extra` also the annotations.

    Items with fewer annotations than the policy asks for (without a number: one) are left out, unless the answer
    implies their labels.
    """
    for item in items:
        implied = record_format.implied_labels(item.record.answer)
        if implied or len(item.annotations) >= (policy.min_annotations or 1):
            count = item.count(scheme, policy.normalization)
            votes = vote_labels(scheme, policy, count, item.choices(), record_format, item.claims, implied)
            labels = released_labels(votes, record_format)
            raw = _raw(item, scheme) if extra else {}
            yield write_item(item.record, record_format, **labels, **raw)


def _raw(item: AnnotatedItem, scheme: Scheme) -> dict[str, Any]:
    raw: dict[str, Any] = {"annotations": item.annotations}
    if scheme.item_labels:
        raw["annotation_labels"] = {key: chosen for key, chosen in item.annotation_labels.items() if chosen}
    return raw
