"""What a record format is: how the files of one dataset family hold items, votes and labels.

To add a format, write a module that defines it and add it to `registry`.
"""

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from morelkit.gold.policy import GoldPolicy
from morelkit.scheme.schemes import Scheme

Choices: TypeAlias = Mapping[str, str]
"""The choice of each item label that an annotator, or a curator, has made."""


@dataclass(slots=True)
class Votes:
    """The votes in a record: spans and item labels by annotator, and what is wrong: field, code and a sentence."""

    annotations: dict[str, list[Any]] = field(default_factory=dict)
    annotation_labels: dict[str, dict[str, str]] = field(default_factory=dict)
    faults: list[tuple[str, str, str]] = field(default_factory=list)

    def add(self, annotator: str, labels: dict[str, str]) -> None:
        self.annotations[annotator] = []
        self.annotation_labels[annotator] = labels


@dataclass(frozen=True, slots=True)
class LabelVotes:
    """What the label fields of an item follow from.

    `choices`: those of each annotator, in order. `decided`: a curator's choices, or none. `table`: whether the record
    is written to a CSV or TSV file.
    """

    choices: Sequence[Choices]
    policy: GoldPolicy
    decided: Choices = field(default_factory=dict)
    table: bool = False

    def of(self, label: str) -> list[str]:
        """Return the choices of one item label, by the annotators who set it."""
        return [chosen[label] for chosen in self.choices if label in chosen]

    def is_gold(self, label: str, positive: frozenset[str]) -> bool:
        """Return whether the curator chose one of `positive`, or by the policy enough annotators did."""
        if label in self.decided:
            return self.decided[label] in positive
        votes = self.of(label)
        return bool(votes) and self.policy.is_gold(sum(vote in positive for vote in votes), len(votes))


def no_labels(_answer: str) -> Choices:
    """Return no item labels: in most formats, none follow from the answer alone."""
    return {}


@dataclass(frozen=True, slots=True)
class NamedImage:
    """An image that a record names: its path, and the text for people who do not see it."""

    name: str
    alternative_text: str = ""


@dataclass(frozen=True, slots=True)
class ImagesOfRecord:
    """The images that a record names, in order, and what is wrong: field, code and a sentence."""

    images: tuple[NamedImage, ...] = ()
    faults: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class RecordFormat:
    """A record format.

    `keys`: field of an item → its key, which imports recognize; a key inside an object is a dotted path. `aliases`:
    other names that the columns of such files have. `signature`: keys that only files of this format have.
    `not_fields`: keys that have another meaning in such files than elsewhere, so that they are not mapped to a field.

    `label_fields`: keys of the labels that `votes` and `labels` read and write, with their types in releases; none if
    the records have the label fields of Mu-SHROOM. In a project of another format they stay with the item as they are,
    and unlabelled records leave them out. `gold_fields`: written label field → keys that it follows in a record that
    was imported without it; without any of them it goes to the end. `reasons`: keys of texts that give reasons for the
    labels, which unlabelled records leave out too.

    `item_labels`: the item labels that the label fields are about, with their choices. `votes` reads the votes in a
    record. `labels` computes the label fields. `choices` reads gold of a training or check item in them.
    `implied_labels` returns the item labels that follow from the answer alone; nobody annotates an item that has any.

    `reference` returns the sections, title and text, of what an answer is checked against, for records that have more
    than a text or a page.

    `images` returns the images that a record names; None if items of the format have none.

    `split_shares`: the shares of the splits that the release form proposes; each split has the same shares of every
    item label of the format.

    `only_reference`: whether answers are judged by the reference alone, so that annotators consult no other pages.

    `renames`: whether id, language, question and answer are written under the keys of the format, whatever their
    columns were called. `needs_language`, `needs_answer`: whether an item must have a language, and a text to annotate.
    `needs_claims`: whether labels are of claims, and records have no other labels of spans.
    `names_span_labels`: whether soft and hard labels are those of each span label and name it, instead of those of all
    span labels together.
    `ids_by_row`: whether items without an id are told apart by file and row, because some have the same content. They
    are written without an id. `order`: keys of a new record.
    """

    name: str
    keys: Mapping[str, str]
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    signature: frozenset[str] = frozenset()
    not_fields: frozenset[str] = frozenset()
    label_fields: Mapping[str, Any] = field(default_factory=dict)
    gold_fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    reasons: tuple[str, ...] = ()
    item_labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    votes: Callable[[Mapping[str, Any]], Votes] | None = None
    labels: Callable[[LabelVotes], dict[str, Any]] | None = None
    choices: Callable[[Mapping[str, Any]], dict[str, str]] | None = None
    implied_labels: Callable[[str], Choices] = no_labels
    reference: Callable[[Mapping[str, Any]], list[tuple[str, str]]] | None = None
    images: Callable[[Mapping[str, Any]], ImagesOfRecord] | None = None
    split_shares: Mapping[str, int] = field(default_factory=dict)
    only_reference: bool = False
    renames: bool = False
    needs_language: bool = False
    needs_answer: bool = True
    needs_claims: bool = False
    names_span_labels: bool = False
    ids_by_row: bool = False
    order: tuple[str, ...] = ()

    def scheme_faults(self, scheme: Scheme) -> Iterator[str]:
        """Yield a sentence for all that the scheme needs for the label fields of the format."""
        if self.needs_claims and not scheme.uses_claims:
            yield f"Records of the format {self.name} need a scheme whose unit is claims."
        known = {label.name: {choice.name for choice in label.choices} for label in scheme.item_labels}
        for name, choices in self.item_labels.items():
            if known.get(name) != set(choices):
                yield (
                    f"Records of the format {self.name} need the item label “{name}” with the choices "
                    f"{', '.join(choices)}."
                )

    @property
    def implies_labels(self) -> bool:
        """Whether the labels of some items follow from their answer."""
        return self.implied_labels is not no_labels

    def key(self, field: str) -> str:
        """Return the key of a field in records that have no other."""
        return self.keys.get(field, field)


def value_at(row: Mapping[str, Any], path: str) -> Any:
    """Return the value of a key, or inside of objects by a dotted path; None if there is none."""
    if path in row or "." not in path:
        return row.get(path)
    value: Any = row
    for part in path.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    return value


def has(row: Mapping[str, Any], path: str) -> bool:
    """Return whether the record has this key, or a value at this dotted path."""
    return path in row or ("." in path and value_at(row, path) is not None)


MAX_LITERAL: Final = 2**18
"""Characters of a Python literal. To parse one takes several hundred times the memory of its text."""


def literal(value: Any) -> Any:
    """Return the Python literal in a text, which tables have for lists; None if it has none. Other values stay."""
    if not isinstance(value, str):
        return value
    if len(value) > MAX_LITERAL:
        return None
    try:
        return ast.literal_eval(value)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
