"""What is different between two releases, item by item, and why: from their directories."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

from annotation.domain import gold_policy
from annotation.domain.jsonl import loads
from annotation.domain.release.labels import gold_source
from annotation.domain.release.layout import MANIFEST, Part, lines_path
from annotation.domain.release.manifest import Head, read_counts, read_head, read_manifest

LISTED: Final = 1_000
"""Changes that are told one by one; the rest are counted."""

_FILES: Final = ("gold", "provenance")


@dataclass(frozen=True)
class Side:
    """`was`: the id each item was imported under, by the one it has here; empty where nobody knows."""

    directory: Path
    head: Head
    parts: tuple[Part, ...]
    was: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Change:
    """`kind`: added, removed, hard (what is gold), soft (other labels only), moved (to another split), record.

    `reasons`: (kind, annotator): new, revised, excluded, gone; decided, by a curator; policy, which is nobody's.
    """

    id: str
    language: str
    split: str
    kind: str
    reasons: list[tuple[str, str]] = field(default_factory=list)
    before: Any = None  # hard labels
    after: Any = None


@dataclass
class Comparison:
    """`policy`: (what, before, after) of each part of the policy, or of the minimum, that is another.

    `renamed`: items that have another id now. `reused`: ids that denote another item now.
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
        if len(self.changes) < LISTED:
            self.changes.append(change)


class _Place(NamedTuple):
    part: int
    offsets: tuple[int, int]


def read_side(directory: Path, was: Mapping[str, str]) -> Side:
    """Raises ManifestError, or OSError where it is not there."""
    manifest, _ = read_manifest((directory / MANIFEST).read_bytes())
    return Side(directory, read_head(manifest), tuple(sorted(read_counts(manifest))), was)


def compare(before: Side, after: Side) -> Comparison:
    """Items are the same where they were imported under the same id: that of a release may go to another one later.

    Where a side does not know these, the ids of the releases have to do.
    """
    found = Comparison(before.head.name, after.head.name, _policies(before.head, after.head))
    was, now = (before.was, after.was) if before.was and after.was else ({}, {})
    places = {was.get(id_, id_): place for id_, place, _ in _items(before)}
    found.items_before = len(places)
    with _Reader(before) as reader:
        for id_, place, records in _items(after):
            found.items_after += 1
            imported = now.get(id_, id_)
            found.reused += was.get(id_, imported) != imported
            known = places.pop(imported, None)
            part = after.parts[place.part]
            if known is None:
                found.add(Change(id_, part.language, part.split, "added", after=_hard(records)))
                continue
            earlier = reader.read(known)
            found.renamed += _id(earlier) != id_
            change = _change(before, after, before.parts[known.part], part, earlier, records)
            if change:
                found.add(change)
        for place in places.values():
            part = before.parts[place.part]
            records = reader.read(place)
            found.add(Change(_id(records), part.language, part.split, "removed", before=_hard(records)))
    return found


def _change(
    one: Side, other: Side, was: Part, part: Part, before: dict[str, Any], after: dict[str, Any]
) -> Change | None:
    kind = _kind(one, other, before["gold"], after["gold"])
    if kind == "":
        if was.split == part.split:
            return None
        kind = "moved"
    change = Change(_id(after), part.language, part.split, kind)
    if kind in ("hard", "soft"):
        change.reasons = list(_reasons(before["provenance"], after["provenance"]))
        was_from, is_from = _source(one, before["gold"]), _source(other, after["gold"])
        if was_from != is_from:
            change.reasons.append(("decided", is_from.get("by") or was_from.get("by", "")))
        if one.head.policy != other.head.policy:
            change.reasons.append(("policy", ""))
        change.before, change.after = _hard(before), _hard(after)
    return change


def _kind(one: Side, other: Side, before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    labels = {*one.head.label_fields, *other.head.label_fields}
    if one.head.adjudicated or other.head.adjudicated:
        before, after = {**before, "gold": _source(one, before)}, {**after, "gold": _source(other, after)}
    names = {**before, **after}.keys() - {"id"}
    differing = {name for name in names if before.get(name) != after.get(name)}
    if "hard_labels" in differing:
        return "hard"
    if differing & labels:
        return "soft"
    return "record" if differing else ""


def _source(side: Side, gold: Mapping[str, Any]) -> dict[str, str]:
    """Where curators do not decide, all gold is the majority's."""
    source: dict[str, str] = gold["gold"] if side.head.adjudicated else gold_source()
    return source


def _reasons(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    was, now = before["revisions"], after["revisions"]
    excluded = {each["annotator"] for each in after["excluded"]}
    for annotator in sorted(was.keys() | now.keys()):
        if annotator not in was:
            yield "new", annotator
        elif annotator not in now:
            yield ("excluded" if annotator in excluded else "gone"), annotator
        elif was[annotator] != now[annotator]:
            yield "revised", annotator


def _policies(before: Head, after: Head) -> list[tuple[str, str, str]]:
    one, other = gold_policy.to_json(before.policy), gold_policy.to_json(after.policy)
    differing = [(name, str(one[name]), str(other[name])) for name in one if one[name] != other[name]]
    least = {tag: (before.minimum[tag], after.minimum[tag]) for tag in before.minimum if tag in after.minimum}
    differing += [(f"minimum {tag}", str(was), str(now)) for tag, (was, now) in least.items() if was != now]
    return differing


def _id(records: Mapping[str, Any]) -> str:
    return str(records["gold"]["id"])


def _hard(records: Mapping[str, Any]) -> Any:
    return records["gold"].get("hard_labels")


def _items(side: Side) -> Iterator[tuple[str, _Place, dict[str, Any]]]:
    return chain.from_iterable(_part_items(side, place) for place in range(len(side.parts)))


def _part_items(side: Side, part: int) -> Iterator[tuple[str, _Place, dict[str, Any]]]:
    """Where each item stands, and what its lines say. The files of a part are in step."""
    paths = [side.directory / lines_path(kind, side.parts[part]) for kind in _FILES]
    with paths[0].open("rb") as gold, paths[1].open("rb") as provenance:
        offsets = (0, 0)
        for lines in zip(gold, provenance, strict=True):
            records = _records(lines)
            yield _id(records), _Place(part, offsets), records
            offsets = (offsets[0] + len(lines[0]), offsets[1] + len(lines[1]))


def _records(lines: Sequence[bytes]) -> dict[str, Any]:
    return {kind: loads(line) for kind, line in zip(_FILES, lines, strict=True)}


class _Reader:
    """Reads the lines of an item by their place; keeps the files of one part open."""

    def __init__(self, side: Side) -> None:
        self._side = side
        self._part = -1
        self._files: list[Any] = []

    def __enter__(self) -> "_Reader":
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._files:
            file.close()

    def read(self, place: _Place) -> dict[str, Any]:
        if place.part != self._part:
            self.__exit__()
            part = self._side.parts[place.part]
            self._files = [(self._side.directory / lines_path(kind, part)).open("rb") for kind in _FILES]
            self._part = place.part
        for file, offset in zip(self._files, place.offsets, strict=True):
            file.seek(offset)
        return _records([file.readline() for file in self._files])
