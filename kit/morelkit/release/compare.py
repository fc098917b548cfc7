"""Compare two releases item by item, from their directories, with the reasons for each change."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

from morelkit.formats.jsonl import loads
from morelkit.gold import policy as gold_policy
from morelkit.release.item_labels import gold_source
from morelkit.release.layout import MANIFEST, Part, lines_path
from morelkit.release.manifest import Head, read_counts, read_head, read_manifest

MAX_LISTED: Final = 1_000
"""Changes that are listed; the others are only counted."""

_FILES: Final = ("gold", "provenance")


@dataclass(frozen=True)
class ReleaseSide:
    """One of the two releases. `imported_ids`: released id → imported id of each item; empty if unknown."""

    directory: Path
    head: Head
    parts: tuple[Part, ...]
    imported_ids: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Change:
    """A changed item.

    `kind`: added, removed, hard (gold: hard labels, or the value of a label of the whole answer), soft (other labels
    only, such as shares), moved (to another split), record (other fields). `reasons` are (kind, person) pairs: new,
    revised, excluded or gone with an annotator, decided with a curator, policy with "". `labels`: name → the values
    before and after of each label of the whole answer that changed.
    """

    id: str
    language: str
    split: str
    kind: str
    reasons: list[tuple[str, str]] = field(default_factory=list)
    before: Any = None  # hard labels
    after: Any = None
    labels: dict[str, tuple[str | None, str | None]] = field(default_factory=dict)


@dataclass
class Comparison:
    """The result of a comparison.

    `policy`: (name, before, after) of each changed part of the gold policy and each changed minimum. `renamed`: items
    whose id changed. `reused`: ids that now denote another item.
    """

    before: str
    after: str
    policy: list[tuple[str, str, str]]
    items_before: int = 0
    items_after: int = 0
    renamed: int = 0
    reused: int = 0
    counts: dict[str, Counter[str]] = field(default_factory=dict)  # language → kind → items
    changes: list[Change] = field(default_factory=list)

    def count(self, kind: str) -> int:
        return sum(each[kind] for each in self.counts.values())

    def add(self, change: Change) -> None:
        self.counts.setdefault(change.language, Counter())[change.kind] += 1
        if len(self.changes) < MAX_LISTED:
            self.changes.append(change)


class _Location(NamedTuple):
    """The index of a part, and the byte offsets of an item's lines in its files."""

    part: int
    offsets: tuple[int, int]


def read_side(directory: Path, imported_ids: Mapping[str, str]) -> ReleaseSide:
    """Return one side of a comparison. Raises `ManifestError`, and `OSError` if the directory has no manifest."""
    manifest, _ = read_manifest((directory / MANIFEST).read_bytes())
    head = read_head(manifest)
    return ReleaseSide(directory, head, annotated_parts(head, read_counts(manifest)), imported_ids)


def annotated_parts(head: Head, parts: Iterable[Part]) -> tuple[Part, ...]:
    """Return the parts that have gold, in order. Comparisons leave out items that nobody has annotated."""
    return tuple(sorted(part for part in parts if part.split != head.unannotated))


def compare(before: ReleaseSide, after: ReleaseSide) -> Comparison:
    """Return the differences between two releases.

    Items are matched by the id they were imported under, because released ids can be reused; by released ids if a side
    does not know the imported ones.
    """
    found = Comparison(before.head.name, after.head.name, _policies(before.head, after.head))
    both_known = before.imported_ids and after.imported_ids
    imported_before, imported_after = (before.imported_ids, after.imported_ids) if both_known else ({}, {})
    locations = {imported_before.get(id_, id_): location for id_, location, _ in _items(before)}
    found.items_before = len(locations)
    with _Reader(before) as reader:
        for id_, location, records in _items(after):
            found.items_after += 1
            imported_id = imported_after.get(id_, id_)
            found.reused += imported_before.get(id_, imported_id) != imported_id
            earlier_location = locations.pop(imported_id, None)
            part = after.parts[location.part]
            if earlier_location is None:
                found.add(Change(id_, part.language, part.split, "added", after=_hard(records)))
                continue
            earlier = reader.read(earlier_location)
            found.renamed += _id(earlier) != id_
            change = _change(before, after, before.parts[earlier_location.part], part, earlier, records)
            if change:
                found.add(change)
        for location in locations.values():
            part = before.parts[location.part]
            records = reader.read(location)
            found.add(Change(_id(records), part.language, part.split, "removed", before=_hard(records)))
    return found


def _change(
    one: ReleaseSide,
    other: ReleaseSide,
    part_before: Part,
    part: Part,
    before: dict[str, Any],
    after: dict[str, Any],
) -> Change | None:
    kind = _kind(one, other, before["gold"], after["gold"])
    if kind == "":
        if part_before.split == part.split:
            return None
        kind = "moved"
    change = Change(_id(after), part.language, part.split, kind)
    if kind in ("hard", "soft"):
        change.reasons = list(_reasons(before["provenance"], after["provenance"]))
        source_before, source_after = _source(one, before["gold"]), _source(other, after["gold"])
        if source_before != source_after:
            change.reasons.append(("decided", source_after.get("by") or source_before.get("by", "")))
        if one.head.policy != other.head.policy:
            change.reasons.append(("policy", ""))
        change.before, change.after = _hard(before), _hard(after)
        values = _label_values(one, before["gold"]), _label_values(other, after["gold"])
        change.labels = {
            name: (values[0].get(name), values[1].get(name))
            for name in sorted({**values[0], **values[1]})
            if values[0].get(name) != values[1].get(name)
        }
    return change


def _kind(one: ReleaseSide, other: ReleaseSide, before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    labels = {*one.head.label_fields, *other.head.label_fields}
    if one.head.adjudicated or other.head.adjudicated:
        before, after = {**before, "gold": _source(one, before)}, {**after, "gold": _source(other, after)}
    names = {**before, **after}.keys() - {each.head.record_format.key("id") for each in (one, other)}
    differing = {name for name in names if before.get(name) != after.get(name)}
    if differing and _gold(one, before) != _gold(other, after):
        return "hard"
    if differing & labels:
        return "soft"
    return "record" if differing else ""


def _gold(side: ReleaseSide, record: Mapping[str, Any]) -> list[Any]:
    """Return the gold in a record without shares of votes: hard labels, by span label too, and label values."""
    by_label = {name: each.get("hard_labels") for name, each in (record.get("span_labels") or {}).items()}
    return [record.get("hard_labels"), by_label, _label_values(side, record)]


def _label_values(side: ReleaseSide, record: Mapping[str, Any]) -> dict[str, str | None]:
    """Return the gold value of each label of the whole answer, under its name or the key of the record format."""
    fields = side.head.record_format.label_fields
    values = {name: record.get(name) for name, type_ in fields.items() if type_ == "string"}
    return values | {name: each.get("value") for name, each in (record.get("item_labels") or {}).items()}


def _source(side: ReleaseSide, gold: Mapping[str, Any]) -> dict[str, str]:
    """Return the source of a record's gold, which is the majority vote without adjudication."""
    source: dict[str, str] = gold["gold"] if side.head.adjudicated else gold_source()
    return source


def _reasons(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    old, new = before["revisions"], after["revisions"]
    excluded = {each["annotator"] for each in after["excluded"]}
    for annotator in sorted(old.keys() | new.keys()):
        if annotator not in old:
            yield "new", annotator
        elif annotator not in new:
            yield ("excluded" if annotator in excluded else "gone"), annotator
        elif old[annotator] != new[annotator]:
            yield "revised", annotator


def _policies(before: Head, after: Head) -> list[tuple[str, str, str]]:
    one, other = gold_policy.to_json(before.policy), gold_policy.to_json(after.policy)
    differing = [(name, str(one[name]), str(other[name])) for name in one if one[name] != other[name]]
    minimums = {
        tag: (before.minimum[tag], after.minimum[tag]) for tag in before.minimum if tag in after.minimum
    }
    differing += [
        (f"minimum {tag}", str(old), str(new)) for tag, (old, new) in minimums.items() if old != new
    ]
    return differing


def _id(records: Mapping[str, Any]) -> str:
    return str(records["provenance"]["id"])


def _hard(records: Mapping[str, Any]) -> list[list[int]] | None:
    """Return the ranges of the hard labels, without span labels; None if the record has no hard labels."""
    labels = records["gold"].get("hard_labels")
    return (
        None if labels is None else [list(each) for each in dict.fromkeys(tuple(each[:2]) for each in labels)]
    )


def _items(side: ReleaseSide) -> Iterator[tuple[str, _Location, dict[str, Any]]]:
    return chain.from_iterable(_part_items(side, part) for part in range(len(side.parts)))


def _part_items(side: ReleaseSide, part: int) -> Iterator[tuple[str, _Location, dict[str, Any]]]:
    """Yield the id, location and records of each item. The files of a part have the same items in the same order."""
    paths = [side.directory / lines_path(kind, side.parts[part]) for kind in _FILES]
    with paths[0].open("rb") as gold, paths[1].open("rb") as provenance:
        offsets = (0, 0)
        for lines in zip(gold, provenance, strict=True):
            records = _records(lines)
            yield _id(records), _Location(part, offsets), records
            offsets = (offsets[0] + len(lines[0]), offsets[1] + len(lines[1]))


def _records(lines: Sequence[bytes]) -> dict[str, Any]:
    return {kind: loads(line) for kind, line in zip(_FILES, lines, strict=True)}


class _Reader:
    """Read the lines of an item by their location; keep the files of one part open."""

    def __init__(self, side: ReleaseSide) -> None:
        self._side = side
        self._part = -1
        self._files: list[Any] = []

    def __enter__(self) -> "_Reader":
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._files:
            file.close()

    def read(self, location: _Location) -> dict[str, Any]:
        if location.part != self._part:
            self.__exit__()
            part = self._side.parts[location.part]
            self._files = [(self._side.directory / lines_path(kind, part)).open("rb") for kind in _FILES]
            self._part = location.part
        for file, offset in zip(self._files, location.offsets, strict=True):
            file.seek(offset)
        return _records([file.readline() for file in self._files])
