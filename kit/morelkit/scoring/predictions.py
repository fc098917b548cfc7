"""Read the predictions of one submission and check them against the items they belong to."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from morelkit.formats.jsonl import JsonLineError
from morelkit.scoring.fault_places import refused_record
from morelkit.scoring.gold import UNKNOWN_LANGUAGE, Gold, read_items, record_id
from morelkit.scoring.problems import Fault, InvalidPredictionsError, Problem, Problems, short
from morelkit.scoring.record_files import Row, read_rows


@dataclass(slots=True)
class Check:
    """What a check found. `languages`: those that the submission predicts."""

    problems: Problems = field(default_factory=Problems)
    records: int = 0
    languages: list[str] = field(default_factory=list)

    @property
    def valid(self) -> bool:
        return not self.problems.count


@dataclass(frozen=True, slots=True)
class Predictions:
    """The labels of a submission by id, and the languages it predicts, sorted."""

    labels: dict[str, Any]
    languages: list[str]


def check_files(gold: Path | str, predictions: Iterable[Path | str]) -> Check:
    """Check the files of one submission against a gold file, an unlabelled file or a release.

    Raises `GoldError` and `OSError`.
    """
    return check_predictions(read_items(Path(gold)), map(Path, predictions))


def check_predictions(items: Gold, paths: Iterable[Path]) -> Check:
    """Check the files of one submission. Memory does not grow with the files. Raises `OSError`."""
    check = Check()
    for _ in _Reader(items, check).read(paths):
        pass
    return check


def read_predictions(gold: Gold, paths: Iterable[Path], *, confidence: bool = False) -> Predictions:
    """Return the predictions of one submission.

    `confidence`: scores are declared to be confidence, so that lower ones are riskier. Raises
    `InvalidPredictionsError`, `ValueError` for a declaration about labels, and `OSError`.
    """
    if confidence and not gold.format.scores:
        raise ValueError(f"{gold.format.name} predictions are labels: only scores can be confidence.")
    check = Check()
    labels = dict(_Reader(gold, check).read(paths))
    if not check.valid:
        raise InvalidPredictionsError(check.problems)
    if confidence:
        labels = {id_: [-score for score in scores] for id_, scores in labels.items()}
    return Predictions(labels, check.languages)


class _Reader:
    def __init__(self, items: Gold, check: Check) -> None:
        self._gold = items
        self._items = items.items | items.withheld if items.withheld else items.items
        self._check = check
        self._lines: dict[str, tuple[str, int]] = {}  # known id → file and line
        self._unknown = 0

    def read(self, paths: Iterable[Path]) -> Iterator[tuple[str, Any]]:
        """Yield id and labels of the predictions without problems, and complete the check at the end."""
        files = list(paths)
        for path in files:
            before = self._check.records
            for row in read_rows(path):
                self._check.records += 1
                prediction = self._prediction(str(path), row)
                if prediction:
                    yield prediction
            if self._check.records == before:
                self._report(str(path), 0, "", Fault("", "no_records", "The file contains no records."))
        self._check_ids(", ".join(map(str, files)))

    def _prediction(self, file: str, row: Row) -> tuple[str, Any] | None:
        if row.error:
            self._report_unreadable(file, row, row.error)
            return None
        key, reader = self._gold.format.key, self._gold.format.prediction
        id_ = self._id(row)
        if row.quick:
            if id_ is None or not self._is_sound(id_, row.record):
                return self._prediction(file, row.exact())
            self._lines[id_] = (file, row.line)
            return id_, reader.read(row.record)
        if id_ is None:
            code, what = (
                ("bad_id", "neither a string nor an integer")
                if key in row.record
                else ("missing_id", "missing")
            )
            self._report(file, row.line, "", Fault(f"/{key}", code, f"The {key} is {what}."))
            return None
        if fault := self._id_fault(file, id_):
            self._report(file, row.line, id_, fault)
            return None
        self._lines[id_] = (file, row.line)
        sound = True
        for fault in reader.faults(row.record, self._items[id_].extent):
            sound = False
            self._report(file, row.line, id_, fault)
        return (id_, reader.read(row.record)) if sound else None

    def _report_unreadable(self, file: str, row: Row, error: JsonLineError) -> None:
        """Report a line without a record. Its item, if the line has its id, is not missing as well."""
        fields, pointer = refused_record(row.text)
        id_ = self._id(row._replace(record=fields)) or ""
        if id_ in self._items:
            self._lines.setdefault(id_, (file, row.line))
        self._report(file, row.line, id_, Fault(pointer, error.code, str(error)))

    def _is_sound(self, id_: str, record: dict[str, Any]) -> bool:
        if id_ not in self._items or id_ in self._lines:
            return False
        faults = self._gold.format.prediction.faults(record, self._items[id_].extent)
        return next(faults, None) is None

    def _id(self, row: Row) -> str | None:
        if self._gold.by_position:
            return str(self._check.records)
        return record_id(row.record, self._gold.format.key)

    def _id_fault(self, file: str, id_: str) -> Fault | None:
        """Return why the record is not the first one of an item."""
        key = self._gold.format.key
        if id_ not in self._items:
            self._unknown += 1
            if self._gold.by_position:
                return Fault("", "extra_record", f"There are only {len(self._items):,} items.")
            return Fault(f"/{key}", "unknown_id", f"No item has this {key}.")
        if id_ in self._lines:
            first_file, first = self._lines[id_]
            where = f"line {first}" if first_file == file else f"line {first} of {first_file}"
            return Fault(f"/{key}", "repeated_id", f"The {key} is in {where} already.")
        return None

    def _check_ids(self, files: str) -> None:
        """Report missing ids in the languages that the submission predicts; in all of them if it predicts none."""
        if self._unknown and not self._lines:
            detail = f"No item has one of these ids ({self._unknown:,}): the predictions are for other items."
            self._check.problems.add(Problem(files, 0, "", "", "other_items", detail), first=True)
            return
        items = self._gold.items
        predicted = {items[id_].language for id_ in self._lines if id_ in items}
        if self._lines and not predicted:
            detail = "The gold of all items that these predictions are for is withheld."
            self._check.problems.add(Problem(files, 0, "", "", "withheld_gold", detail), first=True)
            return
        self._check.languages = sorted(predicted) or self._gold.languages
        for id_, item in items.items():
            if id_ not in self._lines and (item.language in predicted or not predicted):
                language = "" if item.language in ("", UNKNOWN_LANGUAGE) else f" ({item.language})"
                fault = Fault("", "missing_prediction", f"The item has no prediction{language}.")
                self._report(files, 0, id_, fault)

    def _report(self, file: str, line: int, id_: str, fault: Fault) -> None:
        self._check.problems.add(Problem(file, line, short(id_, 80), fault.pointer, fault.code, fault.detail))
