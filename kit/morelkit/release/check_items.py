"""Check the items of a release, part by part: recompute everything that follows from the raw annotations."""

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from morelkit.agreement.character_counts import ItemCount
from morelkit.formats.annotation_fields import exposed
from morelkit.formats.claim_fields import CLAIMS
from morelkit.formats.formula_escaping import escape_formula_as_before
from morelkit.formats.item_records import dumps
from morelkit.release import layout, release_tables
from morelkit.release.agreement_table import Tally
from morelkit.release.build import digest, unlabelled
from morelkit.release.check_fields import language_faults, line_faults
from morelkit.release.field_types import FieldTypes
from morelkit.release.file_inventory import is_file
from morelkit.release.findings import ReportFinding
from morelkit.release.item_labels import (
    adjudicated_labels,
    count_raw,
    item_label_choices,
    released_labels,
    vote_labels,
)
from morelkit.release.layout import Part
from morelkit.release.line_matching import Line, match_lines, reordered_from
from morelkit.release.manifest import Counts, Head
from morelkit.release.parquet import can_read, parquet_fault, parquet_lines, parquet_path
from morelkit.release.read_lines import json_lines, table_header, table_lines
from morelkit.release.released_images import ImageCheck
from morelkit.release.released_items import identity
from morelkit.text.claims.answer_claims import AnswerClaims

_NOT_IN: Final = {
    "gold": "The gold is missing.",
    "unlabelled": "The unlabelled line is missing.",
    "raw": "The raw annotations are missing.",
    "provenance": "The provenance is missing.",
}


class PartCheck:
    """Check every item of one language and split against its raw annotations."""

    def __init__(
        self,
        directory: Path,
        head: Head,
        part: Part,
        seen: dict[str, Part],
        features: FieldTypes,
        images: ImageCheck,
        report: ReportFinding,
    ) -> None:
        """`seen`: the part of each item in all parts so far. `features`: the field types of the language."""
        self.counts = Counts()
        self.tally = Tally.empty(head.scheme)
        self._head = head
        self._format = head.record_format
        self._part = part
        self._report = report
        self._columns = release_tables.item_types(head.label_types)
        self._label_fields = head.label_fields
        self._set_apart = head.set_apart
        decisions = " and the decisions" if head.adjudicated else ""
        self._origin = f"the raw annotations{decisions}"
        kinds = [*layout.LINES, *(kind for kind in layout.EXTRAS if head.options.get(kind))]
        self._paths = {kind: layout.lines_path(kind, part) for kind in kinds}
        self._line_kinds = tuple(self._paths)
        self._tables: dict[str, Mapping[str, Any]] = {
            "items": self._columns,
            "spans": release_tables.SPAN_TYPES,
        }
        self._paths |= {"items": layout.items_table(part), "spans": layout.spans_table(part)}
        if head.options.get("parquet") and can_read():
            for kind in ("items", "spans"):
                self._tables[f"{kind}.parquet"] = self._tables[kind]
                self._paths[f"{kind}.parquet"] = parquet_path(self._paths[kind])
        self._directory = directory
        self._seen = seen
        self._features = features
        self._images = images
        self._ids: dict[int, str] | None = None  # of lines of the raw annotations
        self._last: dict[str, int] = {}  # kind → line
        self._disordered: set[str] = set()
        self._reordered: set[str] = set()
        self._unreadable: set[str] = set()

    def run(self, before: int, progress: Callable[[int], object]) -> None:
        """Check all items. `progress` receives the number of items checked, starting from `before`."""
        self._check_headers()
        files = {kind: self._read(kind) for kind in self._paths if self._exists(kind)}
        for id_, lines in match_lines(files, (*layout.LINES, "items", "items.parquet"), self._find_reordered):
            self._check(id_, lines)
            progress(before + self.counts.items)
        self.tally.close()

    def _find_reordered(self) -> set[str]:
        """Return the files whose order differs from most files'. Each is reported once, not item by item."""
        orders = {kind: self._order(kind) for kind in self._paths if self._exists(kind)}
        complete_orders = [tuple(orders[kind]) for kind in layout.LINES if kind in orders]
        ((usual_order, _),) = Counter(complete_orders).most_common(1)
        for kind, ids in orders.items():
            if first := reordered_from(usual_order, ids):
                self._reordered.add(kind)
                detail = "From here on, items are in another order; the rest of the file was not checked."
                self._report(self._paths[kind], first, detail)
        return self._reordered

    def _order(self, kind: str) -> list[str]:
        try:
            return [line.id for line in self._lines(kind, lambda _: None)]
        except OSError:
            return []

    def _exists(self, kind: str) -> bool:
        unusable = kind in self._reordered or kind in self._unreadable
        return not unusable and is_file(self._directory / self._paths[kind])

    def _read(self, kind: str) -> Iterator[Line]:
        path = self._paths[kind]
        try:
            yield from self._lines(kind, partial(self._report, path, ""))
        except OSError as error:
            self._report(path, "", f"It cannot be read: {error.strerror}.")

    def _lines(self, kind: str, report: Callable[[str], object]) -> Iterator[Line]:
        path = self._directory / self._paths[kind]
        if kind in ("gold", "unlabelled"):
            id_of_line = self._id_of_line if self._format.ids_by_row else None
            return json_lines(path, report, self._format.key("id"), id_of_line)
        if kind not in self._tables:
            return json_lines(path, report)
        if path.suffix == ".parquet":
            return parquet_lines(path, self._tables[kind], report)
        return table_lines(path, report)

    def _id_of_line(self, number: int) -> str:
        """Return the id of a record without one: that in the same line of the raw annotations."""
        if self._ids is None:
            path = self._directory / self._paths["raw"]
            found = json_lines(path, lambda _: None) if is_file(path) else ()
            self._ids = {line.number: line.id for line in found}
        return self._ids.get(number, f"line {number}")

    def _check_headers(self) -> None:
        for kind, columns in self._tables.items():
            path = self._directory / self._paths[kind]
            if not self._exists(kind):
                continue
            if path.suffix == ".parquet":
                if fault := parquet_fault(path, columns):
                    self._unreadable.add(kind)
                    self._report(self._paths[kind], "", fault)
            elif table_header(path) not in (None, release_tables.header(columns).encode()):
                self._report(self._paths[kind], "", "Unexpected columns.")

    def _check(self, id_: str, lines: Mapping[str, Line]) -> None:
        self._check_order(id_, lines)
        if id_ in self._seen:
            other = f", and in {self._seen[id_].stem}" if self._seen[id_] != self._part else ""
            self._report_lines(id_, lines, f"Duplicate item{other}")
            return
        self._seen[id_] = self._part
        if sum(kind in lines or kind in self._reordered for kind in layout.LINES) <= len(layout.LINES) // 2:
            self._report_lines(id_, lines, "Unknown item")
            return
        for kind in layout.LINES:
            if kind not in lines and kind not in self._reordered:
                self._report(self._paths[kind], id_, _NOT_IN[kind])
        readable = {
            kind
            for kind in self._line_kinds
            if kind in lines and self._try(kind, id_, lines, partial(self._check_line, kind))
        }
        if "gold" in lines:
            self._features.add(lines["gold"].value)
            for fault in language_faults(lines["gold"].value, self._part, self._format):
                self._report(self._paths["gold"], id_, f"Line {lines['gold'].number}: {fault}")
        if "gold" in lines and "unlabelled" in lines:
            self._check_unlabelled(id_, lines["gold"], lines["unlabelled"])
            self._images.add(self._paths["unlabelled"], id_, lines["unlabelled"].value)
        if "provenance" in readable:
            self._try("provenance", id_, lines, self._check_provenance)
        if {"gold", "raw"} <= readable and "decisions" not in self._reordered:
            self._try("raw", id_, lines, self._check_labels)

    def _try(
        self, kind: str, id_: str, lines: Mapping[str, Line], check: Callable[[str, Mapping[str, Line]], None]
    ) -> bool:
        """Run a check, and return whether the line has the types that the check needs."""
        try:
            check(id_, lines)
            return True
        except (KeyError, TypeError, ValueError, AttributeError, IndexError, csv.Error) as error:
            self._report(self._paths[kind], id_, f"It cannot be recomputed: {error!r}.")
            return False

    def _check_order(self, id_: str, lines: Mapping[str, Line]) -> None:
        """Report the first item that is out of order in each file."""
        for kind, line in lines.items():
            if line.number < self._last.get(kind, 0) and kind not in self._disordered:
                self._disordered.add(kind)
                self._report(
                    self._paths[kind], id_, f"Line {line.number}: from here on, items are in another order."
                )
            self._last[kind] = line.number

    def _check_line(self, kind: str, id_: str, lines: Mapping[str, Line]) -> None:
        for fault in line_faults(kind, lines, self._head):
            self._report(self._paths[kind], id_, f"Line {lines[kind].number}: {fault}")

    def _report_lines(self, id_: str, lines: Mapping[str, Line], detail: str) -> None:
        for kind, line in lines.items():
            self._report(self._paths[kind], id_, f"Line {line.number}: {detail}.")

    def _check_provenance(self, id_: str, lines: Mapping[str, Line]) -> None:
        provenance = lines["provenance"].value
        excluded = [each["annotator"] for each in provenance["excluded"]]
        self.counts.excluded += len(excluded)
        self._check_digests(id_, provenance["sha256"], lines)
        if "raw" in lines:
            self._check_annotators(id_, set(provenance["revisions"]), set(excluded), lines["raw"].value)

    def _check_digests(self, id_: str, digests: Mapping[str, str], lines: Mapping[str, Line]) -> None:
        for kind in ("unlabelled", "raw", *layout.EXTRAS):
            if kind not in self._paths or kind in self._reordered:
                continue
            line, expected = lines.get(kind), digests.get(kind)
            if line is None and expected and kind in layout.EXTRAS:
                self._report(self._paths[kind], id_, "Its line is missing.")
            elif line is not None and digest(line.content) != expected:
                self._report(self._paths[kind], id_, f"Line {line.number} is not the one that was released.")

    def _check_unlabelled(self, id_: str, gold: Line, bare: Line) -> None:
        if dumps(unlabelled(gold.value, self._set_apart)) != dumps(bare.value):
            differing = [
                name
                for name in {**gold.value, **bare.value}
                if name not in self._set_apart and gold.value.get(name) != bare.value.get(name)
            ]
            where = ", ".join(differing) or "the order of its fields"
            detail = f"The line with labels differs from the one without ({where})."
            self._report(self._paths["unlabelled"], id_, detail)

    def _check_labels(self, id_: str, lines: Mapping[str, Line]) -> None:
        head, gold, raw = self._head, lines["gold"].value, lines["raw"].value
        answer = gold[self._format.key("answer")]
        count = count_raw(head.scheme, head.policy, answer, raw)
        chosen = item_label_choices(raw)
        claims = (
            AnswerClaims(answer, [(start, end) for start, end in gold[CLAIMS]])
            if head.scheme.uses_claims
            else None
        )
        implied = self._format.implied_labels(answer)
        labels = vote_labels(head.scheme, head.policy, count, chosen, self._format, claims, implied)
        if head.adjudicated:
            decision = lines["decisions"].value["decision"] if "decisions" in lines else None
            labels = adjudicated_labels(
                head.scheme, head.policy, labels, chosen, decision, self._format, claims, implied
            )
        expected = released_labels(labels, self._format)
        for name in self._label_fields:
            if name not in gold:
                self._report(self._paths["gold"], id_, f"It has no {name}.")
            elif dumps({"": gold[name]}) != dumps({"": expected[name]}):
                self._report(self._paths["gold"], id_, f"Its {name} do not follow from {self._origin}.")
        if count.n < head.minimum.get(self._part.language, 1) and not implied:
            self._report(
                self._paths["gold"], id_, f"It has {count.n} annotations, fewer than a released item needs."
            )
        spans = release_tables.span_rows(head.scheme, identity(gold, self._format, id_), raw)
        self._check_rows(id_, lines, labels, count, spans)
        if count.n or not implied:
            self.tally.add(len(answer), count, chosen, raw["annotations"], claims)
        self.counts.exposed += exposed(raw)
        self.counts.items += 1
        self.counts.annotations += count.n
        self.counts.spans += len(spans)
        self.counts.decided += "decisions" in lines
        self.counts.implied += bool(implied) and not count.n and "decisions" not in lines

    def _check_annotators(
        self, id_: str, with_revision: set[str], excluded: set[str], raw: Mapping[str, Any]
    ) -> None:
        annotators = set(raw["annotations"].keys())
        for annotator in sorted(with_revision ^ annotators):
            kind = "raw" if annotator in with_revision else "provenance"
            self._report(self._paths[kind], id_, f"{annotator} is missing there.")
        for annotator in sorted(excluded & annotators):
            self._report(self._paths["raw"], id_, f"{annotator} was excluded, but counts here.")

    def _check_rows(
        self,
        id_: str,
        lines: Mapping[str, Line],
        labels: Mapping[str, Any],
        count: ItemCount,
        spans: list[release_tables.Row],
    ) -> None:
        record = {**lines["gold"].value, **labels}
        row = release_tables.item_row(
            identity(record, self._format, id_),
            record,
            count,
            self._format,
            uses_spans=self._head.scheme.uses_spans,
        )
        for kind, columns in self._tables.items():
            if self._exists(kind):
                rows = [row] if kind.startswith("items") else spans
                parquet = kind.endswith(".parquet")
                if fault := _row_fault(lines.get(kind), rows, columns, parquet=parquet):
                    line = lines.get(kind)
                    where = f"{'Row' if parquet else 'Line'} {line.number}: " if line else ""
                    self._report(self._paths[kind], id_, f"{where}Its rows {fault} {self._origin}.")


def _row_fault(
    line: Line | None, rows: list[release_tables.Row], columns: Mapping[str, Any], *, parquet: bool
) -> str:
    """Return how the rows of an item differ from the expected ones; "" if they do not."""
    stored = line.value if line else []
    if parquet:
        same = stored == [[row.get(name) for name in columns] for row in rows]
        return "" if same else "do not follow from"
    fault = _text_fault(line, stored, release_tables.rows_text(rows, columns))
    if fault and not _text_fault(
        line, stored, release_tables.rows_text(rows, columns, escape_formula_as_before)
    ):
        return ""
    return fault


def _text_fault(line: Line | None, stored: object, text: str) -> str:
    if stored != list(csv.reader(io.StringIO(text, newline=""))):
        return "do not follow from"
    return "are not written as a release writes them from" if line and line.content != text.encode() else ""


class UnlabelledCheck:
    """Check the unlabelled items of a language and split that has no other files, or whose other files are withheld.

    `read` receives each record.
    """

    def __init__(
        self,
        directory: Path,
        head: Head,
        part: Part,
        seen: dict[str, Part],
        images: ImageCheck,
        report: ReportFinding,
        read: Callable[[Mapping[str, Any]], object] | None = None,
    ) -> None:
        self._read = read
        self.items = 0
        self._path = layout.lines_path("unlabelled", part)
        self._full_path = directory / self._path
        self._part = part
        self._format = head.record_format
        self._known = head.features.get(part.language, {}).keys() - set(head.set_apart)
        self._seen = seen
        self._images = images
        self._report = report

    def run(self) -> None:
        if not is_file(self._full_path):
            return
        try:
            id_of_line = (lambda number: f"{self._path} {number}") if self._format.ids_by_row else None
            report = partial(self._report, self._path, "")
            for line in json_lines(self._full_path, report, self._format.key("id"), id_of_line):
                self.items += 1
                if self._read:
                    self._read(line.value)
                self._images.add(self._path, line.id, line.value)
                for fault in self._faults(line):
                    self._report(self._path, line.id, f"Line {line.number}: {fault}")
        except OSError as error:
            self._report(self._path, "", f"It cannot be read: {error.strerror}.")

    def _faults(self, line: Line) -> Iterator[str]:
        if line.id in self._seen:
            yield "Duplicate item."
        self._seen[line.id] = self._part
        if dumps(line.value).encode() != line.content:
            yield "The line is not in the canonical format."
        for name in sorted(line.value.keys() - self._known):
            yield f"Unexpected field {name[:80]}."
        yield from language_faults(line.value, self._part, self._format)
