"""Write a release to a directory, part by part and item by item, in constant memory."""

import hashlib
import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any, Final

from morelkit.agreement.character_counts import ItemCount
from morelkit.formats.annotation_fields import exposed
from morelkit.formats.item_records import ItemRecord
from morelkit.formats.registry import OTHER_LABELS
from morelkit.gold.answer_counts import count_answers, stored_spans
from morelkit.release import layout, release_tables
from morelkit.release.agreement_table import Row, Tally, agreement_csv, agreement_rows
from morelkit.release.card import dataset_card
from morelkit.release.croissant import croissant
from morelkit.release.field_types import json_line, stringify
from morelkit.release.item_labels import (
    adjudicated_labels,
    count_raw,
    item_label_choices,
    labelled,
    spans_of,
    vote_labels,
)
from morelkit.release.layout import Part
from morelkit.release.manifest import Counts, File, Head, manifest_json, sealed
from morelkit.release.parquet import ParquetTable
from morelkit.release.released_items import identity

_PIECE: Final = 1 << 18  # bytes of an image that are copied at once


@dataclass(slots=True)
class ReleaseItem:
    """An item with everything that a release has about it. `raw`: its record of raw annotations, with its id."""

    item: ItemRecord
    raw: dict[str, Any]
    revisions: Mapping[str, int]  # annotator → revision number
    excluded: Sequence[Mapping[str, str]] = ()
    evidence: Mapping[str, Any] = field(default_factory=dict)
    comments: Mapping[str, str] = field(default_factory=dict)
    decision: Mapping[str, Any] | None = None  # a curator's: spans, labels, by, at and optionally note
    imported_id: str = ""  # if the released id differs and the mapping may be published


class _HashedFile:
    def __init__(self, directory: Path, path: str) -> None:
        if not is_inside(path):
            raise ValueError(f"{path!r} is no place in a release")
        full_path = directory / path
        full_path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        self._size = 0
        self._digest = hashlib.sha256()
        self._file: IO[bytes] = full_path.open("xb")

    def write(self, content: bytes) -> None:
        self._file.write(content)
        self._digest.update(content)
        self._size += len(content)

    def close(self) -> File:
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        return File(self._path, self._size, self._digest.hexdigest())

    def discard(self) -> None:
        """Close the file after a failure. Does nothing after `close`."""
        with suppress(OSError):  # flushing the buffer can fail on a full disk
            self._file.close()


class ReleaseWriter:
    """Write one release to an existing, empty directory: its parts first, then `finish`."""

    def __init__(self, directory: Path, head: Head) -> None:
        self.counts: dict[Part, Counts] = {}
        self._directory = directory
        self.head = head
        self._files: list[File] = []
        self._tallies: dict[Part, Tally] = {}
        self._ids: set[str] = set()
        self._images: set[str] = set()

    @contextmanager
    def parts(self, parts: Iterable[Part]) -> Iterator[dict[Part, "PartWriter | UnannotatedPartWriter"]]:
        """Return writers for parts that are written at the same time. Raises `ValueError` for an invalid name."""
        parts = list(parts)
        for part in parts:
            if not layout.is_part(part):
                raise ValueError(f"{part.stem!r} names no language and split")
        with ExitStack() as stack:
            opened = {part: self._part_writer(part, stack) for part in parts}
            yield opened
            for each in opened.values():
                each.close()

    def _part_writer(self, part: Part, stack: ExitStack) -> "PartWriter | UnannotatedPartWriter":
        if part.split == self.head.unannotated:
            return UnannotatedPartWriter(self, part, stack)
        return PartWriter(self, part, stack)

    def counted(self, entries: Sequence["ReleaseItem"]) -> list[ItemCount]:
        """Return the votes of items, counted at once."""
        spans = [spans_of(self.head.scheme, each.raw) for each in entries]
        counts = count_answers(
            [each.item.answer for each in entries],
            [len(each) for each in spans],
            (stored_spans(own) for each in spans for own in each),
            self.head.policy,
        )
        return list(counts.items())

    def take_id(self, id_: str) -> None:
        """Record an item's id. Raises `ValueError` if another item has it."""
        if id_ in self._ids:
            raise ValueError(f"two items have the id {id_}")
        self._ids.add(id_)

    def add_image(self, source: Path, path: str) -> None:
        """Copy an image to `path` in the release, unless it is there. Raises `ValueError` if it has been changed."""
        if path in self._images:
            return
        self._images.add(path)
        file = _HashedFile(self._directory, path)
        try:
            with source.open("rb") as content:
                while piece := content.read(_PIECE):
                    file.write(piece)
            self._files.append(file.close())
        finally:
            file.discard()
        if self._files[-1].sha256 != layout.image_digest(path):
            raise ValueError(f"the stored file of {path} has been changed")

    def finish(
        self, guidelines: Mapping[str, bytes], changes: str, erasures: Sequence[Mapping[str, str]] = ()
    ) -> bytes:
        """Write all files that are not per item, and return the content of the manifest.

        `guidelines`: path → content of texts and images. `erasures`: annotators erased since the snapshot was taken.
        """
        head = replace(self.head, erasures=erasures, guidelines=sorted(guidelines))
        for path, content in sorted(guidelines.items()):
            self._write(path, content)
        rows = agreement_rows(head.scheme, self._tallies)
        self._write(layout.AGREEMENT, agreement_text(rows).encode())
        self._write(layout.AGREEMENT_TABLE, agreement_csv(rows).encode())
        self._write(layout.CHANGES, changes.encode())
        self._write(layout.CARD, dataset_card(head, self.counts, self._files, rows).encode())
        self._write(layout.CROISSANT, croissant(head, self.counts, self._files).encode())
        manifest = sealed(manifest_json(head, self.counts, self._files))
        self._write(layout.MANIFEST, manifest)
        for folder in (self._directory, *(each for each in self._directory.rglob("*") if each.is_dir())):
            sync_folder(folder)
        return manifest

    def _write(self, path: str, content: bytes) -> None:
        file = _HashedFile(self._directory, path)
        try:
            file.write(content)
            self._files.append(file.close())
        finally:
            file.discard()


class PartWriter:
    """Write one language and split. `stack` closes its files after a failure."""

    def __init__(self, release: ReleaseWriter, part: Part, stack: ExitStack) -> None:
        head = release.head
        self._release = release
        self._scheme, self._policy = head.scheme, head.policy
        self._format = head.record_format
        self._as_text = head.as_text.get(part.language, ())
        self._set_apart = head.set_apart
        self._leave_out = frozenset(head.options.get("leave_out", ()))
        self._adjudicated = head.adjudicated
        self._columns = release_tables.item_types(head.label_types)
        self._counts = release.counts[part] = Counts()
        self._tally = release._tallies[part] = Tally.empty(head.scheme)
        kinds = [*layout.LINES, *(kind for kind in layout.EXTRAS if head.options.get(kind))]
        directory = release._directory

        def opened(path: str) -> _HashedFile:
            file = _HashedFile(directory, path)
            stack.callback(file.discard)
            return file

        self._lines = {kind: opened(layout.lines_path(kind, part)) for kind in kinds}
        self._tables = {
            "items": opened(layout.items_table(part)),
            "spans": opened(layout.spans_table(part)),
        }
        self._tables["items"].write(release_tables.header(self._columns).encode())
        self._tables["spans"].write(release_tables.header(release_tables.SPAN_TYPES).encode())
        self._parquet: dict[str, ParquetTable] = {}
        if head.options.get("parquet"):
            places = {"items": layout.items_table(part), "spans": layout.spans_table(part)}
            for kind, columns in (("items", self._columns), ("spans", release_tables.SPAN_TYPES)):
                self._parquet[kind] = ParquetTable(directory, places[kind], columns)
                stack.callback(self._parquet[kind].discard)

    def add(self, entry: ReleaseItem, count: ItemCount | None = None) -> None:
        """Add an item. Raises `ValueError` for a duplicate id, and for an annotator both counted and excluded.

        `count`: its votes, if they were counted with those of other items.
        """
        external_id = str(entry.raw["id"])
        self._release.take_id(external_id)
        if both := sorted({each["annotator"] for each in entry.excluded} & entry.raw["annotations"].keys()):
            raise ValueError(f"{both[0]} is counted in {external_id}, and excluded")
        count = count or count_raw(self._scheme, self._policy, entry.item.answer, entry.raw)
        chosen = item_label_choices(entry.raw)
        claims = entry.item.answer_claims
        implied = self._format.implied_labels(entry.item.answer)
        labels = vote_labels(self._scheme, self._policy, count, chosen, self._format, claims, implied)
        if self._adjudicated:
            labels = adjudicated_labels(
                self._scheme, self._policy, labels, chosen, entry.decision, self._format, claims, implied
            )
        record = unlabelled(labelled(entry.item, labels, self._format), self._leave_out)
        gold = stringify(record, self._as_text)
        head = identity(gold, self._format, external_id)
        own = {name: value for name, value in entry.raw.items() if name not in ("id", "lang")}
        lines = {
            "gold": json_line(gold),
            "unlabelled": json_line(unlabelled(gold, self._set_apart)),
            "raw": json_line(head | {"id": external_id} | own),
        }
        if "evidence" in self._lines and entry.evidence:
            lines["evidence"] = json_line(head | {"annotation_evidence": entry.evidence})
        if "comments" in self._lines and entry.comments:
            lines["comments"] = json_line(head | {"comments": entry.comments})
        if self._adjudicated and entry.decision:
            lines["decisions"] = json_line(head | {"decision": entry.decision})
            self._counts.decided += 1
        provenance = {
            **({"imported_id": entry.imported_id} if entry.imported_id else {}),
            "revisions": entry.revisions,
            "excluded": entry.excluded,
            "sha256": {kind: digest(content) for kind, content in lines.items() if kind != "gold"},
        }
        lines["provenance"] = json_line(head | provenance)
        for kind, content in lines.items():
            self._lines[kind].write(content)
        spans = release_tables.span_rows(self._scheme, head, entry.raw)
        row = release_tables.item_row(
            head, gold | labels, count, self._format, uses_spans=self._scheme.uses_spans
        )
        self._tables["items"].write(release_tables.rows_text([row], self._columns).encode())
        self._tables["spans"].write(release_tables.rows_text(spans, release_tables.SPAN_TYPES).encode())
        if self._parquet:
            self._parquet["items"].add([row])
            self._parquet["spans"].add(spans)
        if count.n or not implied:
            self._tally.add(len(entry.item.answer), count, chosen, entry.raw["annotations"], claims)
        self._counts.exposed += exposed(entry.raw)
        self._counts.items += 1
        self._counts.implied += bool(implied) and not count.n and not entry.decision
        self._counts.annotations += count.n
        self._counts.spans += len(spans)
        self._counts.excluded += len(entry.excluded)

    def close(self) -> None:
        files = self._release._files
        files += [each.close() for each in (*self._lines.values(), *self._tables.values())]
        for table in self._parquet.values():
            files.append(table.close())
        self._tally.close()


class UnannotatedPartWriter:
    """Write the items of a language that nobody has annotated: unlabelled records only."""

    def __init__(self, release: ReleaseWriter, part: Part, stack: ExitStack) -> None:
        head = release.head
        self._release = release
        self._format = head.record_format
        self._as_text = head.as_text.get(part.language, ())
        self._set_apart = {*head.set_apart, *OTHER_LABELS, *head.options.get("leave_out", ())}
        self._counts = release.counts[part] = Counts()
        self._file = _HashedFile(release._directory, layout.lines_path("unlabelled", part))
        stack.callback(self._file.discard)

    def add(self, entry: ReleaseItem, _count: ItemCount | None = None) -> None:
        """Add an item. Raises `ValueError` for a duplicate id."""
        self._release.take_id(str(entry.raw["id"]))
        record = stringify(labelled(entry.item, {}, self._format), self._as_text)
        self._file.write(json_line(unlabelled(record, self._set_apart)))
        self._counts.items += 1

    def close(self) -> None:
        self._release._files.append(self._file.close())


def unlabelled(record: Mapping[str, Any], set_apart: Collection[str]) -> dict[str, Any]:
    """Return the record without the fields `set_apart`."""
    return {name: value for name, value in record.items() if name not in set_apart}


def agreement_text(rows: Sequence[Row]) -> str:
    """Return the content of the agreement file."""
    return f"{json.dumps(rows, ensure_ascii=False, allow_nan=False, indent=1)}\n"


def digest(content: bytes) -> str:
    """Return the sha256 of a line without its line break."""
    return hashlib.sha256(content.rstrip(b"\n")).hexdigest()


def is_inside(path: str) -> bool:
    """Return whether the path stays within the directory it is relative to."""
    return all(part not in ("", ".", "..") for part in path.split("/"))


def sync_folder(folder: Path) -> None:
    """Flush the folder's entries to disk, so that new and renamed files survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
