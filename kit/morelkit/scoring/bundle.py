"""The bundle of a shared task after its end: predictions, scores, fact sheets, and the gold they were scored against.

manifest.json                    settings, signatures, and the sha256 of every other file
gold/manifest.json               that of the gold: its sha256 is the digest in the signatures
gold/en.test.jsonl               items with their labels, for one language and split
unlabelled/en.test.jsonl         the same items as participants received them
images/5fd924….png               if the gold has images: those that the items name, named after their sha256
predictions/SYSTEM/TRACK.jsonl   a submission
scores.json, scores.csv          every score of every submission, with its interval and its signature
fact-sheets.json                 questions by version, and the answers about each system
README.md

A bundle is a directory; `bundle_check` scores all of it again. `morelkit score` reads its gold like that of a release.
"""

import csv
import hashlib
import io
import json
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Literal, get_args

from morelkit.formats.formula_escaping import escape_formula
from morelkit.release.layout import CARD, MANIFEST, Part, image_digest, is_part, lines_path
from morelkit.release.released_images import named_image_files
from morelkit.scoring.bare_predictions import bare_predictions
from morelkit.scoring.gold import PREDICTION_FORMAT, read_items
from morelkit.scoring.numbers import decimal, json_text
from morelkit.scoring.prediction_format import PredictionFormat
from morelkit.scoring.prediction_formats import PREDICTION_FORMATS
from morelkit.scoring.score_signature import settings_of

KIND: Final = "bundle"
"""Of the manifest, so that it is not taken for that of a release."""
LAYOUT: Final = 1
GOLD_MANIFEST: Final = "gold/manifest.json"
SCORES: Final = "scores.json"
SCORES_TABLE: Final = "scores.csv"
FACT_SHEETS: Final = "fact-sheets.json"
FIXED: Final = (CARD, FACT_SHEETS, GOLD_MANIFEST, SCORES, SCORES_TABLE)
"""Files of every bundle besides the manifest."""

_KEY: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,99}")
_COLUMNS: Final = (
    *("system", "track", "name", "team", "kind", "rank", "n"),
    *("metric", "value", "low", "high", "signature"),
)

Names = Literal["named", "anonymised"]
NAMES: Final[tuple[Names, ...]] = get_args(Names)


@dataclass(frozen=True, slots=True)
class BundleTrack:
    """`language`: of its items; all languages if it is empty. `metrics`: the first ranks, the second decides ties."""

    slug: str
    name: str
    language: str
    metrics: tuple[str, ...]
    confidence: bool = False


@dataclass(frozen=True, slots=True)
class BundleHead:
    """Settings of a bundle. `format`: of predictions. `gold_digest`: sha256 of the manifest of the gold.

    `images`: whether the bundle has the images of its items. `names`: named or anonymised. Names come from the caller;
    in an anonymised bundle, predictions lose all fields that are not scored.
    """

    task: str
    task_name: str
    phase: str
    phase_name: str
    split: str
    format: str
    gold_source: str
    gold_revision: int
    gold_digest: str
    tracks: Sequence[BundleTrack]
    names: Names = "named"
    board_rule: str = "best"
    seed: int = 0
    synthetic: bool = False
    images: bool = False

    @property
    def prediction_format(self) -> PredictionFormat:
        return next(each for each in PREDICTION_FORMATS if each.name == self.format)


@dataclass(frozen=True, slots=True, kw_only=True)
class BundleSubmission:
    """A scored submission. `system`: key that the tracks of an upload share, and the name of its folder.

    `name` and `team` are for people. `kind`: team, baseline or trial. `rank`: on the board of its track, None if it is
    not ranked. `received_at`: ISO 8601, None in an anonymised bundle. `scores`: value, low and high of each metric, and
    the reason of what is undefined.
    """

    system: str
    track: str
    name: str
    team: str | None = None
    kind: str = "team"
    rank: int | None = None
    received_at: str | None = None
    n: int
    signature: str
    scores: Mapping[str, Mapping[str, Any]]

    @property
    def path(self) -> str:
        return predictions_path(self.system, self.track)

    def as_json(self) -> dict[str, Any]:
        """Return its row in scores.json."""
        return {
            **{name: getattr(self, name) for name in self.__dataclass_fields__},
            "scores": {name: _shown(each) for name, each in self.scores.items()},
        }


@dataclass(slots=True)
class BundleWriter:
    """Writes a bundle into a new or empty directory, with the same bytes for the same content.

    Add the gold first, then the submissions; `finish` writes the rest. Raises `ValueError` for what a bundle cannot
    hold, and `OSError`.
    """

    directory: Path
    head: BundleHead
    _parts: dict[Part, int] = field(default_factory=dict)
    _submissions: dict[str, dict[str, Any]] = field(default_factory=dict)
    _fact_sheets: dict[str, Any] = field(default_factory=lambda: {"versions": [], "systems": {}})
    _files: dict[str, dict[str, Any]] = field(default_factory=dict)
    _ids: dict[str, dict[str, str | int | None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.directory.mkdir(parents=True, exist_ok=True)
        if any(self.directory.iterdir()):
            raise ValueError(f"{self.directory}: The directory is not empty.")
        for track in self.head.tracks:
            if not is_key(track.slug):
                raise ValueError(f"“{track.slug}” cannot be in the name of a file.")

    def add_gold_manifest(self, manifest: Path) -> None:
        """Add the manifest of the directory of the gold."""
        self._copy(GOLD_MANIFEST, manifest)
        if self._files[GOLD_MANIFEST]["sha256"] != self.head.gold_digest:
            raise ValueError(f"{manifest}: Its sha256 is not the digest of the gold.")

    def add_gold(self, part: Part, gold: Path, unlabelled: Path) -> None:
        """Add the items of a language, with and without labels."""
        if not is_part(part) or part.split != self.head.split:
            raise ValueError(f"The bundle has no part {part.stem}.")
        self._copy(lines_path("gold", part), gold)
        self._copy(lines_path("unlabelled", part), unlabelled)
        self._parts[part] = len(read_items(self.directory / lines_path("unlabelled", part)).items)

    def add_images(self, gold: Path) -> None:
        """Add the images that the items name, from the directory of the gold. Call it after `add_gold`."""
        unlabelled = [self.directory / lines_path("unlabelled", part) for part in self._parts]
        for path in sorted({path for file in unlabelled for path in named_image_files(file)}):
            self._copy(path, gold / path)
            if self._files[path]["sha256"] != image_digest(path):
                raise ValueError(f"{path}: The image has been changed.")

    def add_submission(self, submission: BundleSubmission, predictions: Path) -> None:
        """Add a submission with the file of its predictions, as it was received."""
        path = submission.path
        if not is_key(submission.system):
            raise ValueError(f"“{submission.system}” cannot be the name of a folder.")
        if submission.track not in {track.slug for track in self.head.tracks}:
            raise ValueError(f"The bundle has no track “{submission.track}”.")
        if path in self._submissions:
            raise ValueError(
                f"The system {submission.system} has a submission for {submission.track} already."
            )
        metrics = settings_of(submission.signature, self.head.format).metrics
        if {metric.name for metric in metrics} != submission.scores.keys():
            raise ValueError(f"{path}: The scores are not those of the signature.")
        # In the order of the signature, which JSON in a database does not keep.
        submission = replace(submission, scores={each.name: submission.scores[each.name] for each in metrics})
        if self.head.names == "anonymised":
            self._write(path, self._bare(submission.track, predictions))
        else:
            self._copy(path, predictions)
        self._submissions[path] = submission.as_json()

    def add_fact_sheets(
        self, versions: Sequence[Mapping[str, Any]], systems: Mapping[str, Mapping[str, Any]]
    ) -> None:
        """Add questions, {"version", "questions"}, and what was answered: {"version", "answers"} by system."""
        self._fact_sheets = {
            "versions": list(versions),
            "systems": {key: systems[key] for key in sorted(systems)},
        }

    def finish(self) -> str:
        """Write scores, fact sheets, README and manifest. Return the sha256 of the manifest."""
        if GOLD_MANIFEST not in self._files:
            raise ValueError("The bundle has no manifest of its gold.")
        submissions = [self._submissions[path] for path in sorted(self._submissions)]
        self._write(SCORES, json_text({"submissions": submissions}).encode())
        self._write(SCORES_TABLE, scores_table(submissions).encode())
        self._write(FACT_SHEETS, json_text(self._fact_sheets).encode())
        self._write(CARD, readme(self.head, len(submissions)).encode())
        files = [self._files[path] for path in sorted(self._files)]
        content = json_text(manifest_json(self.head, self._parts, submissions, files)).encode()
        self._write(MANIFEST, content)
        return hashlib.sha256(content).hexdigest()

    def _bare(self, track: str, predictions: Path) -> bytes:
        """Return predictions without what is not scored."""
        if track not in self._ids:
            self._ids[track] = self._ids_of(track)
        records = bare_predictions(predictions, self._ids[track], self.head.prediction_format)
        lines = (json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in records)
        return "".join(f"{line}\n" for line in lines).encode()

    def _ids_of(self, slug: str) -> dict[str, str | int | None]:
        (track,) = (each for each in self.head.tracks if each.slug == slug)
        files = [
            self.directory / lines_path("unlabelled", part) for part in parts_of(track.language, self._parts)
        ]
        return {id_: item.id for file in files for id_, item in read_items(file).items.items()}

    def _copy(self, path: str, source: Path) -> None:
        target = self._place(path)
        with source.open("rb") as read, target.open("xb") as written:
            shutil.copyfileobj(read, written)
        with target.open("rb") as written:
            digest = hashlib.file_digest(written, "sha256").hexdigest()
        self._files[path] = {"path": path, "bytes": target.stat().st_size, "sha256": digest}

    def _write(self, path: str, content: bytes) -> None:
        with self._place(path).open("xb") as file:
            file.write(content)
        digest = hashlib.sha256(content).hexdigest()
        self._files[path] = {"path": path, "bytes": len(content), "sha256": digest}

    def _place(self, path: str) -> Path:
        target = self.directory / path
        target.parent.mkdir(parents=True, exist_ok=True)
        return target


def is_key(name: str) -> bool:
    """Return whether a name of a system or a track can be in a path."""
    return _KEY.fullmatch(name) is not None


def predictions_path(system: str, track: str) -> str:
    return f"predictions/{system}/{track}.jsonl"


def parts_of(language: str, parts: Mapping[Part, int]) -> list[Part]:
    """Return the parts with the items of a track, by language."""
    return [part for part in sorted(parts) if language in ("", part.language)]


def listed_digests(manifest: Mapping[str, Any]) -> dict[str, str]:
    """Return sha256 by path as the manifest of gold lists them: of a release, or of an imported directory.

    Raises `ValueError`.
    """
    try:
        files = manifest["files"]
        pairs = (
            files.items() if isinstance(files, dict) else [(each["path"], each["sha256"]) for each in files]
        )
        return {str(path): str(digest) for path, digest in pairs}
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"its list of files cannot be read: {error!r}") from error


def manifest_json(
    head: BundleHead,
    parts: Mapping[Part, int],
    submissions: Sequence[Mapping[str, Any]],
    files: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """Return the manifest in a fixed key order. `submissions`: rows of scores.json."""
    return {
        "kind": KIND,
        "layout": LAYOUT,
        "task": {"slug": head.task, "name": head.task_name, "synthetic": head.synthetic},
        "phase": {
            "slug": head.phase,
            "name": head.phase_name,
            "split": head.split,
            "board_rule": head.board_rule,
        },
        "names": head.names,
        PREDICTION_FORMAT: head.format,
        "gold": {
            "revision": head.gold_revision,
            "source": head.gold_source,
            "digest": head.gold_digest,
            "parts": [
                {"language": part.language, "split": part.split, "items": parts[part]}
                for part in sorted(parts)
            ],
            **({"images": True} if head.images else {}),
        },
        "seed": head.seed,
        "tracks": [
            {
                **asdict(track),
                "submissions": sum(row["track"] == track.slug for row in submissions),
                "signatures": sorted({row["signature"] for row in submissions if row["track"] == track.slug}),
            }
            for track in head.tracks
        ],
        "files": list(files),
    }


def scores_table(submissions: Sequence[Mapping[str, Any]]) -> str:
    """Return scores.csv, which follows from the rows of scores.json: a line for each submission and metric."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for row in submissions:
        for name, score in row["scores"].items():
            cells = {**row, "metric": name, **score}
            writer.writerow(_cell(cells[column]) for column in _COLUMNS)
    return file.getvalue()


def readme(head: BundleHead, submissions: int) -> str:
    """Return README.md, which follows from the manifest."""
    kind = "synthetic systems" if head.synthetic else "systems"
    names = (
        "Teams and systems have pseudonyms, and predictions only the fields that are scored."
        if head.names == "anonymised"
        else "Predictions are the files that the teams sent."
    )
    images = "| `images/` | images of these items, each named after its sha256 |\n" if head.images else ""
    return f"""# {_line(head.task_name)}: {_line(head.phase_name)}

Predictions of {kind}, their scores and fact sheets, and the gold they were scored against: {submissions} submissions.
{names}

| file | |
|---|---|
| `gold/`, `unlabelled/` | items of the split {head.split}, with and without labels: {_line(head.gold_source)} |
{images}| `predictions/SYSTEM/TRACK.jsonl` | a submission, in the format {head.format} |
| `scores.json`, `scores.csv` | scores of every submission, with 95 % intervals and signatures |
| `fact-sheets.json` | questions about systems, and the answers |
| `manifest.json` | settings, and the sha256 of every other file |

To check every file and score every submission again:

    pip install morelkit
    morelkit verify DIRECTORY
"""


def _shown(score: Mapping[str, Any]) -> dict[str, Any]:
    shown = {name: None if score[name] is None else float(score[name]) for name in ("value", "low", "high")}
    return {**shown, "reason": score["reason"]} if score.get("reason") else shown


def _cell(value: Any) -> Any:
    return decimal(value) if isinstance(value, float) else escape_formula(value)


def _line(text: str) -> str:
    """Return a text that Markdown shows in one line, without links and tables."""
    return re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", " ".join(text.split()))
