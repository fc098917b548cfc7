"""Compare the label fields of imported records with those that follow from their annotations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from morelkit.agreement.character_counts import ItemCount
from morelkit.formats.item_records import dumps
from morelkit.formats.record_format import Choices, RecordFormat, literal
from morelkit.gold.policy import GoldPolicy
from morelkit.release.item_labels import NO_CHOICES, choice_fields, released_labels, vote_labels
from morelkit.scheme.schemes import Scheme
from morelkit.text.claims.answer_claims import AnswerClaims


@dataclass(frozen=True)
class ComparedLabels:
    """What labels are compared with. Item labels in the form of Mu-SHROOM are not compared."""

    scheme: Scheme
    policy: GoldPolicy
    record_format: RecordFormat

    @property
    def names(self) -> frozenset[str]:
        return frozenset(("soft_labels", "hard_labels", *self.record_format.label_fields))

    def differing(
        self,
        labels: Mapping[str, Any],
        count: ItemCount,
        chosen: Sequence[Mapping[str, str]],
        claims: AnswerClaims | None = None,
        implied: Choices = NO_CHOICES,
    ) -> dict[str, tuple[Any, Any]]:
        """Return the label fields that differ: the value in the record, and the computed one.

        `count` and `chosen` are the spans and the item labels of the annotations. `claims`: of schemes whose unit is
        claims. `implied`: the item labels that the answer implies.
        """
        computed = vote_labels(self.scheme, self.policy, count, chosen, self.record_format, claims, implied)
        if self.record_format.names_span_labels:
            computed = released_labels(computed, self.record_format)
        in_table = computed | choice_fields(
            self.scheme, self.policy, chosen, self.record_format, table=True, implied=implied
        )
        return {
            name: (labels[name], computed.get(name))
            for name in self.names
            if name in labels
            and not any(_same(labels[name], each.get(name)) for each in (computed, in_table))
        }


def _same(imported: Any, computed: Any) -> bool:
    """Return whether the values are equal. Tables have texts in place of lists and numbers, and "" in place of null.

    Labels that name their span label may be in any order.
    """
    if imported == computed or (imported == "" and computed is None):
        return True
    if isinstance(imported, str) and not isinstance(computed, str):
        imported = literal(imported)
    return bool(imported == computed) or (
        _name_labels(computed) and _in_order(imported) == _in_order(computed)
    )


def _name_labels(labels: Any) -> bool:
    """Return whether soft or hard labels name their span label."""
    return isinstance(labels, list) and any(
        (isinstance(each, dict) and "label" in each) or (isinstance(each, list) and len(each) == 3)
        for each in labels
    )


def _in_order(labels: Any) -> list[str]:
    if not isinstance(labels, list | tuple):
        return []
    return sorted(
        dumps({"": dict(sorted(each.items())) if isinstance(each, dict) else each}) for each in labels
    )
