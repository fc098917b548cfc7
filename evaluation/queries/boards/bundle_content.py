"""The files of a bundle: predictions, scores, fact sheets and boards of a phase, and the gold they were scored against.

An anonymised bundle names teams by their pseudonyms and systems by numbers. Predictions lose the fields that scoring
does not read, fact sheets their free texts, and times are left out.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import orjson

from evaluation.models import Bundle, FactSheetVersion, Phase, Submission, Track
from evaluation.queries.boards.board_entries import (
    Entry,
    board_entries,
    board_teams,
    by_priority,
    ranked_entries,
)
from evaluation.queries.boards.gold_items import item_records, track_gold
from evaluation.queries.stored_files import gold_directory, submission_file
from evaluation.queries.track_items import parts_of_track
from morelkit.release.layout import MANIFEST, Part, lines_path
from morelkit.scoring.bundle import BUNDLE, FACT_SHEETS, GOLD, LAYOUT, SCORES

Content = bytes | Path

_LABELS: Final = (
    "soft_labels",
    "hard_labels",
    "label",
    "p(Hallucination)",
    "has_fluency_mistakes",
    "has_factual_mistakes",
    "score",
    "scores",
)
_METRIC: Final = re.compile(r"[:+]([^@+:]+)@")
"""Metrics in a signature, in the order in which they were computed: JSON in a database keeps no order."""
_README: Final = """# {name}: {phase}

Bundle of a shared task. `manifest.json` lists every file with its sha256; `scores.json` has the scores, signature and
prediction file of every submission; `gold/` is what they were scored against. `board.*.json` are the boards by track.

    morelkit verify DIRECTORY

scores every submission again and compares all digits.
"""


class BundleContent:
    """Files of a bundle by path, in the order in which they are written. The manifest comes last."""

    def __init__(self, bundle: Bundle) -> None:
        self._bundle = bundle
        self._task = bundle.task
        self._phase: Phase = bundle.phase
        self._tracks = list(bundle.task.tracks.all())
        self._anonymised = bundle.names == Bundle.Names.ANONYMISED
        self._entries = self._scored_entries()

    @property
    def total(self) -> int:
        """Number of submissions."""
        return sum(len(entries) for entries in self._entries.values())

    def files(self) -> Iterator[tuple[str, Content]]:
        """Yield path and content of each file but the manifest."""
        yield "README.md", _README.format(name=self._task.name, phase=self._phase.name).encode()
        yield from self._gold_files()
        scores: list[dict[str, Any]] = []
        sheets: list[dict[str, Any]] = []
        for track in self._tracks:
            entries = self._entries[track.slug]
            if not entries:
                continue
            ranked = ranked_entries(entries, self._phase.board_rule, by_priority(track, track.metrics[0]))
            ranks: dict[int, int | None] = {entry.submission: rank for rank, entry in ranked.teams}
            ranks |= {entry.submission: None for entry in ranked.others}
            numbers = self._numbers(entries)
            submissions = Submission.objects.select_related("upload").in_bulk(
                [entry.submission for entry in entries]
            )
            for entry in entries:
                submission, number = submissions[entry.submission], numbers[entry.submission]
                path = f"predictions/{track.slug}/{number}.jsonl"
                yield path, self._predictions(track, submission)
                scores.append(self._score_row(track, entry, path, number, ranks))
                sheets.append(self._sheet_row(track, entry, submission, number))
            rows = [row for row in scores if row["track"] == track.slug and row["on_board"]]
            rows.sort(key=lambda row: (row["rank"] is None, row["rank"] or 0, str(row["team"])))
            yield f"board.{track.slug}.json", _json(rows)
        yield SCORES, _json(scores)
        questions = [
            {"version": version.number, "questions": version.questions}
            for version in FactSheetVersion.objects.filter(task=self._task).order_by("number")
        ]
        yield FACT_SHEETS, _json({"versions": questions, "answers": sheets})

    def manifest(self, files: Mapping[str, str]) -> bytes:
        """Return the manifest. `files`: sha256 by path."""
        revision = self._bundle.revision
        return _json(
            {
                BUNDLE: LAYOUT,
                "task": self._task.slug,
                "name": self._task.name,
                "synthetic": self._task.synthetic,
                "phase": self._phase.slug,
                "split": self._phase.split,
                "format": self._task.format,
                "names": self._bundle.names,
                "board_rule": self._phase.board_rule,
                "gold": {
                    "revision": revision.number,
                    "source": revision.source,
                    "digest": revision.digest,
                },
                "tracks": [
                    {
                        "slug": track.slug,
                        "name": track.name,
                        "language": track.language,
                        "metrics": track.metrics,
                        "confidence": track.confidence,
                        "parts": [
                            {"language": part.language, "split": part.split}
                            for part in parts_of_track(revision, track, self._phase.split)
                        ],
                    }
                    for track in self._tracks
                ],
                "files": dict(sorted(files.items())),
            }
        )

    def _scored_entries(self) -> dict[str, list[Entry]]:
        teams = board_teams(self._task)
        return {
            track.slug: board_entries(self._phase, track, self._bundle.revision, teams)
            for track in self._tracks
        }

    def _gold_files(self) -> Iterator[tuple[str, Content]]:
        directory = gold_directory(self._bundle.revision)
        yield f"{GOLD}/{MANIFEST}", directory / MANIFEST
        for row in self._bundle.revision.parts.filter(split=self._phase.split).order_by("language"):
            part = Part(row.language, row.split)
            for kind in ("gold", "unlabelled", "raw"):
                path = lines_path(kind, part)
                if (directory / path).is_file():
                    yield f"{GOLD}/{path}", directory / path

    def _numbers(self, entries: list[Entry]) -> dict[int, str]:
        """Return the name of each submission's file: its number, or a pseudonym and a count."""
        if not self._anonymised:
            return {entry.submission: str(entry.number) for entry in entries}
        counts: Counter[str] = Counter()
        found = {}
        for entry in entries:
            name = entry.team.alias if entry.team else entry.kind
            counts[name] += 1
            found[entry.submission] = f"{name}-{counts[name]}"
        return dict(sorted(found.items(), key=lambda each: each[1]))

    def _predictions(self, track: Track, submission: Submission) -> Content:
        path = submission_file(submission.sha256)
        if not self._anonymised:
            return path
        gold = track_gold(self._bundle.revision, track, self._phase.split).gold
        key = gold.format.key
        records = item_records(path, key, by_position=gold.by_position)
        order = {id_: place for place, id_ in enumerate(gold.items)}
        kept = (key, *_LABELS)
        lines = [
            {name: record[name] for name in kept if name in record}
            for _, record in sorted(records.items(), key=lambda each: order.get(each[0], len(order)))
        ]
        return b"".join(json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in lines)

    def _score_row(
        self, track: Track, entry: Entry, path: str, number: str, ranks: Mapping[int, int | None]
    ) -> dict[str, Any]:
        row: dict[str, Any] = {
            "track": track.slug,
            "file": path,
            "kind": entry.kind,
            "team": (entry.team.alias if self._anonymised else entry.team.name) if entry.team else None,
            "system": number if self._anonymised and entry.team else entry.system,
            "on_board": entry.submission in ranks,
            "rank": ranks.get(entry.submission),
            "n": entry.n,
            "metrics": _METRIC.findall(entry.signature.partition("|")[0]),
            "values": entry.values,
            "signature": entry.signature,
        }
        if not self._anonymised:
            row |= {"number": entry.number, "received_at": entry.received_at.isoformat()}
        return row

    def _sheet_row(self, track: Track, entry: Entry, submission: Submission, number: str) -> dict[str, Any]:
        upload = submission.upload
        answers: dict[str, Any] = upload.answers
        sheet = upload.fact_sheet
        if self._anonymised:
            questions = sheet.questions if sheet else []
            told = {each["key"] for each in questions if each.get("kind") in ("yes_no", "choice")}
            answers = {key: answer for key, answer in answers.items() if key in told}
        return {
            "track": track.slug,
            "submission": number,
            "version": sheet.number if sheet else None,
            "answers": answers,
        }


def sha256_of(content: Content) -> str:
    if isinstance(content, bytes):
        return hashlib.sha256(content).hexdigest()
    with content.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _json(value: Any) -> bytes:
    """Return JSON whose floats have all their digits."""
    return orjson.dumps(value, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
