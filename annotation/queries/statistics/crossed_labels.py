"""Gold of item labels by fields of the items."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from annotation.models import Project
from annotation.queries.annotate.counted_items import ItemValues, counted_items, work_items
from annotation.queries.projects.access import minimum_by_language, record_format_of, scheme_of
from foundation.errors import wrong_field
from morelkit.agreement.crossed_labels import CrossTable, ShareTally, cross_table
from morelkit.formats.record_format import value_at
from morelkit.gold.policy import GoldPolicy
from morelkit.gold.votes import item_labels_gold
from morelkit.release.item_labels import choice_fields

_ATTRIBUTES = ("language", "model_id", "prompt", "question", "split")

_SEPARATOR = " · "


class CrossedLabels:
    """The items that gold has, by the values of `fields`: metadata, or an attribute such as model_id.

    `label`: an item label, or a label field of the record format. Raises InvalidError for an unknown label or field.
    """

    def __init__(self, project: Project, fields: Sequence[str], label: str, policy: GoldPolicy) -> None:
        self._project = project
        self._fields = fields
        self._label = label
        self._policy = policy
        self._scheme = scheme_of(project)
        self._format = record_format_of(project)
        self._names = [each.name for each in self._scheme.item_labels]
        known = [*self._names, *self._format.label_fields]
        if label not in known:
            raise wrong_field("label", f"There is no label “{label[:80]}”: {', '.join(known) or 'none'}.")

    def table(self) -> CrossTable:
        """Counts, residuals and association. Items without gold of the label are left out."""
        pairs = []
        for value, chosen in self._items():
            gold = self._gold(chosen)
            if isinstance(gold, str):
                pairs.append((value, gold))
        return cross_table(pairs)

    def shares(self, choice: str) -> ShareTally:
        """The share of the annotators of each item who made the choice. Raises InvalidError."""
        known = {each.name: [choice.name for choice in each.choices] for each in self._scheme.item_labels}
        if choice not in known.get(self._label, []):
            raise wrong_field("choice", f"“{choice[:80]}” is no choice of “{self._label}”.")
        tally = ShareTally()
        for value, chosen in self._items():
            votes = [labels[self._label] for labels in chosen if self._label in labels]
            if votes:
                tally.add(value, votes.count(choice) / len(votes))
        return tally

    def _gold(self, chosen: Sequence[Mapping[str, str]]) -> Any:
        if self._label in self._format.label_fields:
            return choice_fields(self._scheme, self._policy, chosen, self._format)[self._label]
        gold: Any = item_labels_gold([self._label], chosen, self._policy)
        return next((each["value"] for each in gold.values()), None)

    def _items(self) -> Iterator[tuple[str, list[Mapping[str, str]]]]:
        minimum = minimum_by_language(self._project, "", self._policy.min_annotations)
        found = False
        for batch in counted_items(work_items(self._project), content="labels"):
            for item, annotations in batch:
                values = [self._value(item, field) for field in self._fields]
                found = found or any(values)
                if len(annotations) >= minimum[item.language] and all(values):
                    yield _SEPARATOR.join(values), [row.labels for row in annotations]
        if not found:
            raise wrong_field("field", f"No item has the field {_SEPARATOR.join(self._fields)[:200]}.")

    @staticmethod
    def _value(item: ItemValues, field: str) -> str:
        """The value of a field as text; "" if the item has none."""
        if field in _ATTRIBUTES:
            return str(getattr(item, field))
        value = value_at(json.loads(item.metadata), field)
        return str(value) if isinstance(value, str | int | float) else ""
