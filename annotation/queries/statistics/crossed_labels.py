"""Gold of item labels by fields of the items."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from annotation.models import Import, Project
from annotation.queries.annotate.counted_items import ItemValues, counted_items, work_items
from annotation.queries.projects.access import minimum_by_language, record_format_of, scheme_of
from foundation.errors import wrong_field
from morelkit.agreement.crossed_labels import CrossTable, ShareTally, cross_table
from morelkit.formats.record_format import value_at
from morelkit.gold.policy import GoldPolicy
from morelkit.gold.votes import item_labels_gold
from morelkit.release.item_labels import choice_fields
from morelkit.scheme.schemes import Scheme

_ATTRIBUTES: Final = ("language", "model_id", "prompt", "question", "split")
FILE: Final = "file"
"""The file that an item was imported from; of an import of several files, all of them."""

FIELDS: Final = (*_ATTRIBUTES, FILE)
MAX_FIELDS: Final = 3
SEPARATOR: Final = " · "

_SAMPLE: Final = 2_000  # items whose metadata are searched for fields
_MAX_VALUES: Final = 100  # of a field that is offered


@dataclass(frozen=True)
class LeftOut:
    """Items that are not in the table: with too few annotations, without a value of the fields, without gold."""

    too_few: int
    no_value: int
    no_gold: int


class CrossedLabels:
    """The items that gold has, by the values of `fields`: metadata, or one of `FIELDS`.

    `label`: an item label, or a label field of the record format. Raises InvalidError for an unknown label or field.
    """

    def __init__(
        self,
        project: Project,
        fields: Sequence[str],
        label: str,
        policy: GoldPolicy,
        choice: str = "",
        watch: Callable[[int], object] = lambda done: None,
    ) -> None:
        """`choice`: of the item label, for `shares`. `watch` is called often with the number of items read.

        Raises InvalidError.
        """
        self._project = project
        self._fields = fields
        self._label = label
        self._policy = policy
        self._watch = watch
        self._scheme = scheme_of(project)
        self._format = record_format_of(project)
        self._files = _files(project) if FILE in fields else {}
        check_label(project, label, choice)
        self.shares = ShareTally()
        """The share of the annotators of each item who made the choice."""
        self._left_out: Counter[str] = Counter()
        self.table: CrossTable = cross_table(self._pairs(choice))
        """Counts, residuals and association. Items without gold of the label are left out."""
        self.left_out = LeftOut(**{name: self._left_out[name] for name in ("too_few", "no_value", "no_gold")})

    def _pairs(self, choice: str) -> Iterator[tuple[str, str]]:
        """Yield the value of the fields and the gold of each item, and add its share of the choice."""
        found = False
        for value, chosen, implied in self._items():
            found = found or value is not None
            if value is None or chosen is None:
                self._left_out["no_value" if value is None else "too_few"] += 1
                continue
            votes = [labels[self._label] for labels in chosen if self._label in labels]
            if choice and votes:
                self.shares.add(value, votes.count(choice) / len(votes))
            gold = self._gold(chosen or ([implied] if implied else []))
            if isinstance(gold, str):
                yield value, gold
            else:
                self._left_out["no_gold"] += 1
        if not found:
            raise wrong_field("field", f"No item has the field {SEPARATOR.join(self._fields)[:200]}.")

    def _gold(self, chosen: Sequence[Mapping[str, str]]) -> Any:
        if self._label in self._format.label_fields:
            return choice_fields(self._scheme, self._policy, chosen, self._format)[self._label]
        gold: Any = item_labels_gold([self._label], chosen, self._policy)
        return next((each["value"] for each in gold.values()), None)

    def _items(self) -> Iterator[tuple[str | None, list[Mapping[str, str]] | None, Mapping[str, str]]]:
        """Yield the value of the fields of each item, None if it has none, the item labels of its annotations, None if
        gold needs more of them, and the item labels that its answer implies.
        """
        minimum = minimum_by_language(self._project, "", self._policy.min_annotations)
        done = 0
        for batch in counted_items(work_items(self._project), content="labels"):
            self._watch(done := done + len(batch))
            for item, annotations in batch:
                values = [self._value(item, field) for field in self._fields]
                implied = self._format.implied_labels(item.answer)
                enough = len(annotations) >= minimum[item.language] or implied
                yield (
                    SEPARATOR.join(values) if all(values) else None,
                    [row.labels for row in annotations] if enough else None,
                    implied,
                )

    def _value(self, item: ItemValues, field: str) -> str:
        """The value of a field as text; "" if the item has none."""
        if field == FILE:
            return self._files[item.imported_by_id]
        if field in _ATTRIBUTES:
            return str(getattr(item, field))
        if value := _text(value_at(json.loads(item.metadata), field)):
            return value
        attribute = json.loads(item.key_attributes).get(
            field
        )  # a column of another name, such as SHROOM's model
        return str(getattr(item, attribute)) if attribute else ""


def check_label(project: Project, label: str, choice: str) -> None:
    """Raises InvalidError if the project has no such label, or the label no such choice."""
    known = crossable_labels(project)
    if label not in known:
        raise wrong_field("label", f"There is no label “{label[:80]}”: {', '.join(known) or 'none'}.")
    choices = {each.name: [choice.name for choice in each.choices] for each in scheme_of(project).item_labels}
    if choice and choice not in choices.get(label, []):
        raise wrong_field("choice", f"“{choice[:80]}” is no choice of “{label}”.")


def crossable_labels(project: Project) -> list[str]:
    """Item labels, and label fields of the record format that hold one text."""
    scheme: Scheme = scheme_of(project)
    fields = record_format_of(project).label_fields.items()
    return [each.name for each in scheme.item_labels] + [name for name, type_ in fields if type_ == "string"]


def offered_fields(project: Project) -> list[str]:
    """Return fields with several values of which some occur twice, among the first items."""
    values: dict[str, Counter[str]] = defaultdict(Counter)
    files = _files(project)
    rows = work_items(project).order_by("ordinal").values_list(*_ATTRIBUTES, "imported_by_id", "metadata")
    for *attributes, imported_by, metadata in rows[:_SAMPLE]:
        for field, value in zip(_ATTRIBUTES, attributes, strict=True):
            values[field][value] += 1
        values[FILE][files.get(imported_by, "")] += 1
        for field, value in _flat(json.loads(metadata)):
            if len(values[field]) <= _MAX_VALUES:
                values[field][_text(value)] += 1
    for found in values.values():
        del found[""]
    return [
        field
        for field, found in values.items()
        if 2 <= len(found) <= _MAX_VALUES and len(found) < found.total()
    ]


def _flat(metadata: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the fields of metadata, nested ones by a dotted path."""
    for name, value in metadata.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{path}{name}.")
        else:
            yield f"{path}{name}", value


def _text(value: Any) -> str:
    return str(value) if isinstance(value, str | int | float) else ""


def _files(project: Project) -> dict[int, str]:
    """The names of the files of each import of items."""
    rows = Import.objects.filter(project=project, kind=Import.Kind.ITEMS).values_list("pk", "files")
    return {pk: ", ".join(str(file["name"]) for file in files) for pk, files in rows}
