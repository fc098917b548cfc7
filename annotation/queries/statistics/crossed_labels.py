"""Gold of item labels by fields of the items."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, Any, Final

from annotation.models import Import, Project
from annotation.queries.annotate.counted_items import ItemValues, counted_items, item_batches, work_items
from annotation.queries.projects.access import minimum_by_language, record_format_of, scheme_of
from foundation.errors import wrong_field
from morelkit.agreement.crossed_labels import CrossTable, ShareTally, cross_table
from morelkit.agreement.measures import UndefinedData, undefined_values
from morelkit.agreement.undefined import Undefined
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
_MAX_ROWS: Final = 500
_MAX_COMPARED: Final = 20  # values of which every two are compared


@dataclass(frozen=True)
class LeftOut:
    """Items that are not in the table: with too few annotations, without a value of the fields, without gold."""

    too_few: int
    no_value: int
    no_gold: int


@dataclass(frozen=True)
class CrossTableData:
    """Items by value of the fields (rows) and gold (columns). `majority_accuracy`: of always predicting `majority`."""

    rows: list[str]
    columns: list[str]
    counts: list[list[int]]
    residuals: Annotated[list[list[float]], "(O − E) / √E of each cell."]
    n: int
    freedom: Annotated[int, "Degrees of freedom."]
    chi_square: float | None
    cramers_v: float | None
    undefined: list[UndefinedData]
    majority: str
    majority_accuracy: float | None


@dataclass(frozen=True)
class ShareOfItems:
    share: float
    items: int


@dataclass(frozen=True)
class ValueShares:
    """The items of a value, by the share of their annotators who made the choice."""

    value: str
    items: int
    mean: float
    shares: list[ShareOfItems]


@dataclass(frozen=True)
class ComparedShares:
    """`greater`: p of the one-sided Mann–Whitney test. `ks`, `ks_p`: of the Kolmogorov–Smirnov test."""

    first: str
    second: str
    greater: float
    ks: float
    ks_p: float


@dataclass(frozen=True)
class ShareDistribution:
    choice: str
    values: list[ValueShares]
    comparisons: Annotated[list[ComparedShares], "Of every two values; none if there are more than 20."]


@dataclass(frozen=True)
class CrossedLabelsData:
    """`fields` and `labels` can be chosen. The rest is null or empty without a field."""

    fields: list[str]
    labels: list[str]
    label: str
    policy: Annotated[str, "The gold policy in words."]
    left_out: LeftOut | None
    table: CrossTableData | None
    shares: Annotated[ShareDistribution | None, "Of the choice of an item label, if one was asked for."]


class CrossedLabels:
    """The items that gold has, by the values of `fields`: metadata, or one of `FIELDS`.

    `label`: an item label, or a label field of the record format. Raises InvalidError for an unknown label or field.
    """

    def __init__(
        self, project: Project, fields: Sequence[str], label: str, policy: GoldPolicy, choice: str = ""
    ) -> None:
        """`choice`: of the item label, for `shares`. Raises InvalidError."""
        self._project = project
        self._fields = fields
        self._label = label
        self._policy = policy
        self._scheme = scheme_of(project)
        self._format = record_format_of(project)
        self._files = _files(project) if FILE in fields else {}
        known = crossable_labels(project)
        if label not in known:
            raise wrong_field("label", f"There is no label “{label[:80]}”: {', '.join(known) or 'none'}.")
        choices = {each.name: [choice.name for choice in each.choices] for each in self._scheme.item_labels}
        if choice and choice not in choices.get(label, []):
            raise wrong_field("choice", f"“{choice[:80]}” is no choice of “{label}”.")
        self.shares = ShareTally()
        """The share of the annotators of each item who made the choice."""
        self._left_out: Counter[str] = Counter()
        self.table: CrossTable = cross_table(self._pairs(choice))
        """Counts, residuals and association. Items without gold of the label are left out."""
        self.left_out = LeftOut(**{name: self._left_out[name] for name in ("too_few", "no_value", "no_gold")})

    def _pairs(self, choice: str) -> Iterator[tuple[str, str]]:
        """Yield the value of the fields and the gold of each item, and add its share of the choice."""
        found = False
        for value, chosen in self._items():
            found = found or value is not None
            if value is None or chosen is None:
                self._left_out["no_value" if value is None else "too_few"] += 1
                continue
            votes = [labels[self._label] for labels in chosen if self._label in labels]
            if choice and votes:
                self.shares.add(value, votes.count(choice) / len(votes))
            gold = self._gold(chosen)
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

    def _items(self) -> Iterator[tuple[str | None, list[Mapping[str, str]] | None]]:
        """Yield the value of the fields of each item, None if it has none, and the item labels of its annotations,
        None if gold needs more of them.
        """
        minimum = minimum_by_language(self._project, "", self._policy.min_annotations)
        for batch in counted_items(work_items(self._project), content="labels"):
            for item, annotations in batch:
                values = [self._value(item, field) for field in self._fields]
                enough = len(annotations) >= minimum[item.language]
                yield (
                    SEPARATOR.join(values) if all(values) else None,
                    [row.labels for row in annotations] if enough else None,
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


def crossed_labels(
    project: Project, fields: Sequence[str], label: str, choice: str, policy: GoldPolicy
) -> CrossedLabelsData:
    """Gold of the label by the fields; without a label, of the first. Raises InvalidError."""
    labels = crossable_labels(project)
    label = label or next(iter(labels), "")
    crossed = CrossedLabels(project, fields, label, policy, choice) if fields else None
    if crossed and len(crossed.table.rows) > _MAX_ROWS:
        raise wrong_field(
            "field",
            f"{SEPARATOR.join(fields)[:200]} has {len(crossed.table.rows)} values, more than {_MAX_ROWS}.",
        )
    return CrossedLabelsData(
        fields=_offered_fields(project),
        labels=labels,
        label=label,
        policy=policy.describe(),
        left_out=crossed.left_out if crossed else None,
        table=_table_data(crossed.table) if crossed else None,
        shares=_distribution(choice, crossed.shares) if crossed and choice else None,
    )


def crossable_labels(project: Project) -> list[str]:
    """Item labels, and label fields of the record format that hold one text."""
    scheme: Scheme = scheme_of(project)
    fields = record_format_of(project).label_fields.items()
    return [each.name for each in scheme.item_labels] + [name for name, type_ in fields if type_ == "string"]


def _table_data(table: CrossTable) -> CrossTableData:
    found = table.association
    chi_square, cramers_v = found.chi_square, found.cramers_v
    return CrossTableData(
        rows=list(table.rows),
        columns=list(table.columns),
        counts=table.counts,
        residuals=table.residuals,
        n=found.n,
        freedom=found.degrees_of_freedom,
        chi_square=None if isinstance(chi_square, Undefined) else chi_square,
        cramers_v=None if isinstance(cramers_v, Undefined) else cramers_v,
        undefined=undefined_values({"chi_square": chi_square, "cramers_v": cramers_v}),
        majority=table.majority,
        majority_accuracy=table.majority_accuracy,
    )


def _distribution(choice: str, tally: ShareTally) -> ShareDistribution:
    values = [
        ValueShares(
            value,
            sum(items for _, items in shares),
            sum(share * items for share, items in shares) / sum(items for _, items in shares),
            [ShareOfItems(share, items) for share, items in shares],
        )
        for value, shares in tally.distribution().items()
    ]
    tests = tally.comparisons() if len(values) <= _MAX_COMPARED else []
    return ShareDistribution(choice, values, [ComparedShares(**vars(each)) for each in tests])


def _offered_fields(project: Project) -> list[str]:
    """Fields with several values of which some occur twice, among the first items."""
    values: dict[str, Counter[str]] = defaultdict(Counter)
    files = _files(project)
    for item in islice((item for batch in item_batches(work_items(project)) for item in batch), _SAMPLE):
        for field in _ATTRIBUTES:
            values[field][str(getattr(item, field))] += 1
        values[FILE][files.get(item.imported_by_id, "")] += 1
        for field, value in _flat(json.loads(item.metadata)):
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
