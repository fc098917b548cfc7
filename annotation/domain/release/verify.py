"""Does a release say what follows from its own raw annotations, and is every file as it was written?

    python -m annotation.domain.release.verify DIRECTORY [--manifest SHA256]

Needs numpy, and neither Django nor a database. Exit status: 0 all is well, 1 something differs, 2 no release.
"""

import argparse
import csv
import io
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from annotation.domain.agreement import ItemCount
from annotation.domain.records import dumps
from annotation.domain.release import layout, tables
from annotation.domain.release.alignment import Line, aligned
from annotation.domain.release.card import card
from annotation.domain.release.croissant import croissant
from annotation.domain.release.figures import Row, Tally, agreement_csv, agreement_rows
from annotation.domain.release.labels import chosen_labels, count_raw, labels_of, with_source
from annotation.domain.release.layout import Part
from annotation.domain.release.manifest import (
    Counts,
    File,
    Head,
    ManifestError,
    read_counts,
    read_files,
    read_head,
    read_manifest,
)
from annotation.domain.release.reading import digest_of, json_lines, table_header, table_lines
from annotation.domain.release.writing import digest, unlabelled


class NoReleaseError(Exception):
    """The directory holds nothing that could be verified; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Difference:
    """`item` is "" where it is about a whole file."""

    file: str
    item: str
    detail: str

    def __str__(self) -> str:
        return f"{self.file}: {f'item {self.item}: ' if self.item else ''}{self.detail}"


Tell = Callable[[str, str, str], None]
"""Takes file, item and detail."""


@dataclass
class Verification:
    """`items`: how many were worked out anew. `withheld`: files that are not here because of an embargo."""

    name: str
    items: int
    withheld: list[str]
    differences: list[Difference]


def verify(
    directory: Path, manifest_sha256: str = "", progress: Callable[[int], object] = lambda _: None
) -> Verification:
    """Every difference. `manifest_sha256`: that of manifest.json as it was published, where it is known.

    Raises NoReleaseError.
    """
    found: list[Difference] = []

    def tell(file: str, item: str, detail: str) -> None:
        found.append(Difference(file, item, detail))

    manifest, whole = _manifest(directory)
    if manifest_sha256 and manifest_sha256 != digest_of(directory / layout.MANIFEST):
        tell(layout.MANIFEST, "", "It is not the one that was published.")
    if not whole:
        tell(layout.MANIFEST, "", "It was edited: its seal does not fit what it says.")
    try:
        head, counts, files = read_head(manifest), read_counts(manifest), read_files(manifest)
    except ManifestError as error:
        raise NoReleaseError(f"{layout.MANIFEST}: {error}") from error
    withheld = _withheld(directory, head, files, tell)
    changed = _check_files(directory, files, withheld, tell)
    tallies: dict[Part, Tally] = {}
    items = 0
    for part in sorted(counts):
        paths = {kind: layout.lines_path(kind, part) for kind in layout.LINES}
        if withheld & set(paths.values()):
            continue
        check = _PartCheck(directory, head, part, tell)
        check.run(items, progress)
        items += check.counts.items
        tallies[part] = check.tally
        if check.counts != counts[part]:
            tell(
                layout.MANIFEST,
                "",
                f"It counts {counts[part].to_json()} in {part.stem}; there are {check.counts.to_json()}.",
            )
    _check_agreement(directory, head, counts, tallies, changed, tell)
    _check_descriptions(directory, head, counts, files, tell)
    return Verification(head.name, items, sorted(withheld), found)


def _manifest(directory: Path) -> tuple[dict[str, Any], bool]:
    try:
        return read_manifest((directory / layout.MANIFEST).read_bytes())
    except (OSError, ManifestError) as error:
        raise NoReleaseError(f"{layout.MANIFEST}: {getattr(error, 'strerror', None) or error}") from error


def _withheld(directory: Path, head: Head, files: Sequence[File], tell: Tell) -> frozenset[str]:
    """Files that may be missing: a download under embargo says which, and the manifest which it may hold back."""
    path = directory / layout.EMBARGO
    if not path.exists():
        return frozenset()
    allowed = set(layout.withheld_paths([file.path for file in files], frozenset(head.embargo)))
    try:
        named = set(json.loads(path.read_bytes())["withheld"])
    except (ValueError, KeyError, TypeError):
        tell(layout.EMBARGO, "", "It cannot be read.")
        return frozenset()
    for each in sorted(named - allowed):
        tell(layout.EMBARGO, "", f"It says that {each} is held back, which the release knows nothing of.")
    return frozenset(named & allowed)


def _check_files(directory: Path, files: Sequence[File], withheld: frozenset[str], tell: Tell) -> set[str]:
    """Paths that are missing or not as they were written; what should not be there is told."""
    changed = set()
    known = {file.path for file in files} | {layout.MANIFEST, layout.EMBARGO}
    for file in files:
        path = directory / file.path
        if path.is_symlink() or not path.is_file():
            changed.add(file.path)
            if file.path not in withheld:
                tell(file.path, "", "The file is missing.")
        elif path.stat().st_size != file.size or digest_of(path) != file.sha256:
            changed.add(file.path)
            tell(file.path, "", "The file is not the one that was released: its sha256 is another.")
    for path in sorted(directory.rglob("*")):
        name = path.relative_to(directory).as_posix()
        if name not in known and (path.is_symlink() or not path.is_dir()):
            tell(name, "", "The file does not belong to the release.")
    return changed


_NOT_IN: Final = {
    "gold": "It has no gold.",
    "unlabelled": "It has no line without labels.",
    "raw": "It has no raw annotations.",
    "provenance": "It is not known what went into it.",
}


class _PartCheck:
    """Of one language and split: every item worked out anew from its raw annotations."""

    def __init__(self, directory: Path, head: Head, part: Part, tell: Tell) -> None:
        self.counts = Counts()
        self.tally = Tally.empty(head.scheme)
        self._head = head
        self._part = part
        self._tell = tell
        self._columns = tables.item_types(head.label_types)
        self._label_fields = head.label_fields
        also = " and the decisions" if head.adjudicated else ""
        self._origin = f"the raw annotations{also}"
        kinds = [*layout.LINES, *(kind for kind in layout.EXTRAS if head.options.get(kind))]
        self._paths = {kind: layout.lines_path(kind, part) for kind in kinds}
        self._paths |= {"items": layout.items_table(part), "spans": layout.spans_table(part)}
        self._directory = directory
        self._seen: set[str] = set()

    def run(self, before: int, progress: Callable[[int], object]) -> None:
        """`progress` is told how many items are done, `before` among them."""
        self._check_headers()
        files = {kind: self._read(kind) for kind in self._paths if self._is_there(kind)}
        for id_, lines in aligned(files, complete=(*layout.LINES, "items")):
            self._check(id_, lines)
            progress(before + self.counts.items)
        self.tally.close()

    def _is_there(self, kind: str) -> bool:
        return (self._directory / self._paths[kind]).is_file()

    def _read(self, kind: str) -> Iterator[Line]:
        path = self._paths[kind]
        read = table_lines if kind in ("items", "spans") else json_lines
        return read(self._directory / path, partial(self._tell, path, ""))

    def _check_headers(self) -> None:
        for kind, columns in (("items", self._columns), ("spans", tables.SPAN_TYPES)):
            if self._is_there(kind):
                there = table_header(self._directory / self._paths[kind])
                if there != tables.header(columns):
                    self._tell(self._paths[kind], "", "The columns are named otherwise than in a release.")

    def _check(self, id_: str, lines: Mapping[str, Line]) -> None:
        if id_ in self._seen:
            self._tell_lines(id_, lines, "the item stands there a second time")
            return
        self._seen.add(id_)
        if sum(kind in lines for kind in layout.LINES) <= len(layout.LINES) // 2:
            self._tell_lines(id_, lines, "the release has no such item")
            return
        for kind in layout.LINES:
            if kind not in lines:
                self._tell(self._paths[kind], id_, _NOT_IN[kind])
        if "provenance" in lines:
            self._check_digests(id_, lines["provenance"].value, lines)
        if "gold" in lines and "unlabelled" in lines:
            self._check_twin(id_, lines["gold"], lines["unlabelled"])
        if "gold" in lines and "raw" in lines:
            try:
                self._check_labels(id_, lines)
            except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
                self._tell(self._paths["raw"], id_, f"Nothing can be worked out from it: {error!r}.")

    def _tell_lines(self, id_: str, lines: Mapping[str, Line], detail: str) -> None:
        for kind, line in lines.items():
            self._tell(self._paths[kind], id_, f"Line {line.number}: {detail}.")

    def _check_digests(self, id_: str, known: Mapping[str, Any], lines: Mapping[str, Line]) -> None:
        digests = known.get("sha256", {})
        for kind in ("unlabelled", "raw", *layout.EXTRAS):
            if kind not in self._paths:
                continue
            line, wanted = lines.get(kind), digests.get(kind)
            if line is None and wanted and kind in layout.EXTRAS:
                self._tell(self._paths[kind], id_, "Its line is missing.")
            elif line is not None and digest(line.content) != wanted:
                self._tell(self._paths[kind], id_, f"Line {line.number} is not the one that was released.")
        self.counts.excluded += len(known.get("excluded", []))

    def _check_twin(self, id_: str, gold: Line, twin: Line) -> None:
        if dumps(unlabelled(gold.value, self._label_fields)) != dumps(twin.value):
            differing = [
                name
                for name in {**gold.value, **twin.value}
                if name not in self._label_fields and gold.value.get(name) != twin.value.get(name)
            ]
            where = ", ".join(differing) or "the order of its fields"
            detail = f"With and without labels it is not the same ({where})."
            self._tell(self._paths["unlabelled"], id_, detail)

    def _check_labels(self, id_: str, lines: Mapping[str, Line]) -> None:
        head, gold, raw = self._head, lines["gold"].value, lines["raw"].value
        answer = gold["model_output_text"]
        count = count_raw(head.scheme, head.policy, answer, raw)
        chosen = chosen_labels(raw)
        labels = labels_of(head.scheme, head.policy, count, chosen)
        if head.adjudicated:
            decision = lines["decisions"].value["decision"] if "decisions" in lines else None
            labels = with_source(head.scheme, head.policy, labels, chosen, decision)
        for name in self._label_fields:
            if name not in gold:
                self._tell(self._paths["gold"], id_, f"It has no {name}.")
            elif dumps({"": gold[name]}) != dumps({"": labels[name]}):
                self._tell(self._paths["gold"], id_, f"Its {name} do not follow from {self._origin}.")
        if count.n < head.minimum.get(self._part.language, 1):
            self._tell(
                self._paths["gold"], id_, f"It has {count.n} annotations, fewer than a released item needs."
            )
        self._check_annotators(id_, lines)
        spans = tables.span_rows(head.scheme, gold, raw)
        self._check_rows(id_, lines, labels, count, spans)
        self.tally.add(len(answer), count, chosen)
        self.counts.items += 1
        self.counts.annotations += count.n
        self.counts.spans += len(spans)
        self.counts.decided += "decisions" in lines

    def _check_annotators(self, id_: str, lines: Mapping[str, Line]) -> None:
        if "provenance" not in lines:
            return
        named, there = (
            set(lines["provenance"].value.get("revisions", {})),
            set(lines["raw"].value["annotations"]),
        )
        for annotator in sorted(named ^ there):
            where = "raw" if annotator in named else "provenance"
            self._tell(self._paths[where], id_, f"{annotator} is missing there.")

    def _check_rows(
        self,
        id_: str,
        lines: Mapping[str, Line],
        labels: Mapping[str, Any],
        count: ItemCount,
        spans: list[tables.Row],
    ) -> None:
        record = {**lines["gold"].value, **labels}
        row = tables.item_row(record, count, uses_spans=self._head.scheme.uses_spans)
        wanted = {
            "items": tables.rows_text([row], self._columns),
            "spans": tables.rows_text(spans, tables.SPAN_TYPES),
        }
        for kind, text in wanted.items():
            if self._is_there(kind):
                there = lines[kind].value if kind in lines else []
                if there != list(csv.reader(io.StringIO(text, newline=""))):
                    self._tell(self._paths[kind], id_, f"Its rows do not follow from {self._origin}.")


def _check_agreement(
    directory: Path,
    head: Head,
    counts: Mapping[Part, Counts],
    tallies: Mapping[Part, Tally],
    changed: set[str],
    tell: Tell,
) -> None:
    """Where splits are held back, only the rows of the others can be worked out; the rest is as its sha256 says."""
    try:
        there: list[Row] = json.loads((directory / layout.AGREEMENT).read_bytes())
        by_place = {(row["lang"], row["split"]): row for row in there}
    except (OSError, ValueError, KeyError, TypeError):
        tell(layout.AGREEMENT, "", "It cannot be read.")
        return
    mine = agreement_rows(head.scheme, tallies)
    complete = tallies.keys() == counts.keys()
    for row in mine:
        if not complete and not row["split"]:
            continue
        _compare_row(row, by_place.get((row["lang"], row["split"])), tell)
    if complete and len(there) != len(mine):
        tell(layout.AGREEMENT, "", f"It has {len(there)} rows where there should be {len(mine)}.")
    table = directory / layout.AGREEMENT_TABLE
    if (
        layout.AGREEMENT_TABLE in changed
        and table.is_file()
        and table.read_text("utf-8") != agreement_csv(there)
    ):
        tell(layout.AGREEMENT_TABLE, "", f"It does not say the same as {layout.AGREEMENT}.")


def _compare_row(mine: Row, there: Row | None, tell: Tell) -> None:
    place = ", ".join(part for part in (mine["lang"] or "all languages", mine["split"]) if part)
    if there is None:
        tell(layout.AGREEMENT, "", f"There is no row for {place}.")
        return
    for name, value in mine.items():
        if not _alike(value, there.get(name)):
            tell(
                layout.AGREEMENT,
                "",
                f"{name} of {place}: {value} follows, and {there.get(name)} stands there.",
            )


_LAST_DIGIT: Final = 2e-10
"""Another processor may sum up in another order."""


def _alike(one: object, other: object) -> bool:
    if isinstance(one, float) and isinstance(other, float | int):
        return abs(one - other) <= _LAST_DIGIT
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_alike, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_alike(one[key], other[key]) for key in one)
    return one == other


def _check_descriptions(
    directory: Path, head: Head, counts: Mapping[Part, Counts], files: Sequence[File], tell: Tell
) -> None:
    """Card and metadata are written from the manifest: whoever edits either of them has to edit the other."""
    try:
        rows = json.loads((directory / layout.AGREEMENT).read_bytes())
        wanted = {
            layout.CARD: card(head, counts, files, rows),
            layout.CROISSANT: croissant(head, counts, files),
        }
    except (OSError, ValueError, KeyError, TypeError) as error:
        tell(layout.MANIFEST, "", f"Card and metadata cannot be written from it: {error!r}.")
        return
    for name, text in wanted.items():
        path = directory / name
        if path.is_file() and path.read_text("utf-8", errors="replace") != text:
            tell(name, "", f"It does not say what {layout.MANIFEST} and {layout.AGREEMENT} say.")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m annotation.domain.release.verify", description="Verify a release."
    )
    parser.add_argument("directory", type=Path)
    parser.add_argument(
        "--manifest", default="", metavar="SHA256", help="that of manifest.json, as published"
    )
    chosen = parser.parse_args(arguments)
    try:
        done = verify(chosen.directory, chosen.manifest)
    except NoReleaseError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write(told(done))
    return 1 if done.differences else 0


def told(done: Verification) -> str:
    """For people: a line a difference, and a last one with the outcome."""
    lines = [str(each) for each in done.differences]
    held = f" {len(done.withheld)} files are held back by an embargo." if done.withheld else ""
    outcome = f"{len(done.differences)} differences" if done.differences else "all is as it should be"
    lines.append(f"{done.name}: {done.items} items worked out anew; {outcome}.{held}")
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    sys.exit(main())
