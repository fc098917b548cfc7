"""Check prediction files against items without gold, and recognize the track of each by the ids in it.

No gold file is opened here: requests of participants run this.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evaluation.models import GoldPart, GoldRevision, Phase, Task, Track
from evaluation.queries.submissions.check_report import LISTED, CheckedFile, PredictionProblem, problem_data
from evaluation.queries.track_items import items_digest, part_items, parts_of_track, track_items
from morelkit.scoring.gold import Gold, record_id
from morelkit.scoring.predictions import check_predictions
from morelkit.scoring.problems import REMEDIES
from morelkit.scoring.record_files import Row, read_rows
from morelkit.text.languages import fold_tag

Place = tuple[str, str]
"""Language and split."""


@dataclass(frozen=True, slots=True)
class FileCheck:
    """`refusal`: why the file belongs to no track of the phase, or may not be in the upload. Nothing of it is kept."""

    name: str
    track: Track | None = None
    items_sha256: str = ""
    records: int = 0
    problems: tuple[PredictionProblem, ...] = ()
    problem_count: int = 0
    refusal: PredictionProblem | None = None

    @property
    def valid(self) -> bool:
        return self.refusal is None and not self.problem_count

    def shown(self) -> CheckedFile:
        refusals = [self.refusal] if self.refusal else []
        return CheckedFile(
            self.name,
            self.track.slug if self.track else None,
            self.track.language if self.track else None,
            self.records,
            [*refusals, *self.problems],
            self.problem_count + len(refusals),
        )


class FileChecker:
    """Checks files for a task. `splits`: those that the sender may know."""

    def __init__(self, task: Task, revision: GoldRevision, splits: set[str]) -> None:
        self._revision = revision
        self._parts = [part for part in revision.parts.all() if part.split in splits]
        self._tracks = {track.language: track for track in task.tracks.all()}

    def splits_of(self, paths: Iterable[Path]) -> set[str]:
        """Return the splits that most items of each file belong to."""
        return {split for path in paths for (_, split), _ in self._counts(path).most_common(1)}

    def check(self, files: Sequence[tuple[str, Path]], phase: Phase) -> list[FileCheck]:
        """Check the files (names and paths) of one upload for a phase."""
        found: list[FileCheck] = []
        for name, path in files:
            check = self._check(name, path, phase)
            first = next((each for each in found if check.track and each.track == check.track), None)
            if first is not None and check.track is not None:
                detail = (
                    f"{check.track.name} is in {first.name} already: an upload has one file for each track."
                )
                check = replace(check, refusal=_refusal("track_repeated", detail, "Remove one of the two."))
            found.append(check)
        return found

    def _check(self, name: str, path: Path, phase: Phase) -> FileCheck:
        track = self._track(name, path, phase)
        if isinstance(track, PredictionProblem):
            return FileCheck(name, records=sum(1 for _ in read_rows(path)), refusal=track)
        parts = parts_of_track(self._revision, track, phase.split)
        check = check_predictions(track_items(self._revision, parts, track), [path])
        listed = tuple(problem_data(problem) for problem in check.problems.listed[:LISTED])
        return FileCheck(
            name, track, items_digest(parts), check.records, _named(listed, path, name), check.problems.count
        )

    def _track(self, name: str, path: Path, phase: Phase) -> Track | PredictionProblem:
        """Return the track that the items of a file belong to, or why there is none."""
        counts = self._counts(path)
        here = Counter({place: count for place, count in counts.items() if place[1] == phase.split})
        if not here:
            return self._without_items(path, phase) if not counts else _of_other_split(counts, phase)
        if self._is_of_other_split(counts, phase):
            return _of_other_split(counts, phase)
        (best, most), *others = here.most_common()
        if "" in self._tracks and (others or best[0] not in self._tracks):
            return self._tracks[""]
        if others and others[0][1] == most:
            names = ", ".join(sorted(place[0] for place, count in here.items() if count == most))
            detail = f"The ids are those of items of several languages: {names}."
            return _refusal("ambiguous_ids", detail, "Write the language of each record in the field lang.")
        if best[0] in self._tracks:
            return self._tracks[best[0]]
        detail = f"These are items of {best[0]}, for which the task has no track."
        return _refusal("unknown_track", detail, "Remove the file.")

    def _is_of_other_split(self, counts: Counter[Place], phase: Phase) -> bool:
        most = max(counts.values())
        return all(split != phase.split for (_, split), count in counts.items() if count == most)

    def _without_items(self, path: Path, phase: Phase) -> Track | PredictionProblem:
        """Return the track of records without ids if there is only one, or why the file has no known item."""
        parts = [part for part in self._parts if part.split == phase.split]
        by_position = bool(parts) and self._items(parts[0]).by_position
        if by_position and len(parts) == 1:
            return self._tracks.get(parts[0].language) or self._tracks[""]
        if by_position:
            detail = "The records have no ids, so their language is unknown."
            return _refusal("missing_id", detail, "Copy the item's id into the record.")
        return _unreadable(path) or _unknown_items(path)

    def _counts(self, path: Path) -> Counter[Place]:
        """Return how many records of a file belong to each part: to those of their language, if they name one."""
        by_any: Counter[Place] = Counter()
        by_language: Counter[Place] = Counter()
        parts = [(part, self._items(part)) for part in self._parts]
        known = [(part, items) for part, items in parts if not items.by_position]
        for row in read_rows(path) if known else ():
            language = _language(row)
            for part, items in known:
                if record_id(row.record, items.format.key) in items.items:
                    by_any[part.language, part.split] += 1
                    if language == part.language:
                        by_language[part.language, part.split] += 1
        return by_language or by_any

    def _items(self, part: GoldPart) -> Gold:
        return part_items(self._revision, part.language, part.split)


def _language(row: Row) -> str:
    language: Any = row.record.get("lang")
    return fold_tag(language) if isinstance(language, str) else ""


def _of_other_split(counts: Counter[Place], phase: Phase) -> PredictionProblem:
    split = counts.most_common(1)[0][0][1]
    return _refusal(
        "wrong_split",
        f"These are items of the split {split}. {phase.name} takes the split {phase.split}.",
        "Choose the predictions of the same language and split.",
    )


def _unreadable(path: Path) -> PredictionProblem | None:
    """Return why no record of the file can be read, or None if one can."""
    rows = read_rows(path)
    first = next(rows, None)
    if first is None:
        return _refusal("no_records", "The file contains no records.", REMEDIES["no_records"])
    if first.error is None or any(row.error is None for row in rows):
        return None
    return _refusal(first.error.code, str(first.error), REMEDIES[first.error.code], first.line)


def _unknown_items(path: Path) -> PredictionProblem:
    records = sum(1 for _ in read_rows(path))
    detail = f"No item of the task has one of these ids ({records:,})."
    return _refusal("other_items", detail, REMEDIES["other_items"])


def _refusal(code: str, detail: str, remedy: str, line: int = 0) -> PredictionProblem:
    return PredictionProblem(line, "", "", code, detail, remedy)


def _named(problems: Iterable[PredictionProblem], path: Path, name: str) -> tuple[PredictionProblem, ...]:
    """Return the problems with the name of the file where texts would name its copy."""
    return tuple(replace(problem, detail=problem.detail.replace(str(path), name)) for problem in problems)
