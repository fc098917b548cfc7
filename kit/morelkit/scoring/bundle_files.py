"""Read the JSON files of a bundle, which may come from anybody."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from morelkit.release.file_inventory import is_file
from morelkit.release.layout import MANIFEST, Part, is_part
from morelkit.release.manifest import File
from morelkit.scoring.bundle import (
    FACT_SHEETS,
    KIND,
    LAYOUT,
    NAMES,
    SCORES,
    BundleHead,
    BundleSubmission,
    BundleTrack,
    Names,
    is_key,
)
from morelkit.scoring.gold import PREDICTION_FORMAT
from morelkit.scoring.numbers import json_text
from morelkit.scoring.registry import METRICS

MAX_BYTES: Final = 2**28
"""Of a JSON file, which is read at once."""
_DIGEST_DIGITS: Final = 64

Report = Callable[[str], object]


class BundleError(ValueError):
    """The file cannot be read. The message is a sentence."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """`parts`: items by part. `content`: as in the file."""

    head: BundleHead
    parts: dict[Part, int]
    files: list[File]
    content: dict[str, Any]


def read_object(path: Path) -> dict[str, Any]:
    """Return the JSON object in a file that was written by `json_text`. Raises `BundleError`."""
    try:
        if not is_file(path):
            raise BundleError("The file is missing.")
        if path.stat().st_size > MAX_BYTES:
            raise BundleError(f"It has more than {MAX_BYTES:,} bytes.")
        content = path.read_bytes()
        value = json.loads(content)
        same = json_text(value).encode() == content
    except BundleError:
        raise
    except OSError as error:
        raise BundleError(f"It cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise BundleError(f"It cannot be read: {error}.") from error
    if not same:
        raise BundleError("It is not written as bundles are, with 12 decimals.")
    if not isinstance(value, dict):
        raise BundleError("It is no JSON object.")
    return value


def read_manifest(directory: Path) -> Manifest:
    """Return the manifest of a bundle. Raises `BundleError`."""
    content = read_object(directory / MANIFEST)
    if content.get("kind") != KIND or content.get("layout") != LAYOUT:
        raise BundleError(f"It is no manifest of a bundle of layout {LAYOUT}.")
    try:
        head = _head(content)
        parts = {
            Part(_text(each["language"]), _text(each["split"])): _number(each["items"])
            for each in content["gold"]["parts"]
        }
        files = [
            File(_text(each["path"]), _number(each["bytes"]), _text(each["sha256"]))
            for each in content["files"]
        ]
    except (KeyError, TypeError, ValueError) as error:
        raise BundleError(f"It cannot be read: {error!r}.") from error
    for part in parts:
        if not is_part(part) or part.split != head.split:
            raise BundleError(f"It has a part that cannot be: {part.stem[:80]}.")
    return Manifest(head, parts, files, content)


def _head(content: Mapping[str, Any]) -> BundleHead:
    """Raises `KeyError`, `TypeError` and `ValueError`."""
    task, phase, gold = content["task"], content["phase"], content["gold"]
    head = BundleHead(
        task=_text(task["slug"]),
        task_name=_text(task["name"]),
        phase=_text(phase["slug"]),
        phase_name=_text(phase["name"]),
        split=_text(phase["split"]),
        format=_one_of(content[PREDICTION_FORMAT], METRICS),
        gold_source=_text(gold["source"]),
        gold_revision=_number(gold["revision"]),
        gold_digest=_text(gold["digest"]),
        tracks=[_track(each) for each in content["tracks"]],
        names=cast(Names, _one_of(content["names"], NAMES)),
        board_rule=_text(phase["board_rule"]),
        seed=_number(content["seed"]),
        synthetic=_flag(task["synthetic"]),
        images=_flag(gold.get("images", False)),
    )
    slugs = [track.slug for track in head.tracks]
    if len(set(slugs)) != len(slugs) or not all(map(is_key, slugs)):
        raise ValueError("a track has no name of its own")
    if len(head.gold_digest) != _DIGEST_DIGITS:
        raise ValueError("the digest of gold is no sha256")
    return head


def _track(content: Mapping[str, Any]) -> BundleTrack:
    return BundleTrack(
        slug=_text(content["slug"]),
        name=_text(content["name"]),
        language=_text(content["language"]),
        metrics=tuple(map(_text, content["metrics"])),
        confidence=_flag(content["confidence"]),
    )


def read_scores(directory: Path, head: BundleHead, report: Report) -> list[BundleSubmission]:
    """Return the submissions, by path. Reports those that cannot be read. Raises `BundleError`."""
    content = read_object(directory / SCORES)
    rows = content.get("submissions")
    if content.keys() != {"submissions"} or not isinstance(rows, list):
        raise BundleError("It has no list of submissions.")
    tracks = {track.slug for track in head.tracks}
    found: dict[str, BundleSubmission] = {}
    for place, row in enumerate(rows, 1):
        try:
            submission = _submission(row, tracks)
            if submission.path in found:
                raise ValueError("another one has its system and track")
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            report(f"Submission {place} cannot be read: {error!r}."[:300])
        else:
            found[submission.path] = submission
    if list(found) != sorted(found):
        report("The submissions are not in the order of their systems and tracks.")
    return list(found.values())


def _submission(row: Mapping[str, Any], tracks: set[str]) -> BundleSubmission:
    """Raises `KeyError`, `TypeError`, `ValueError` and `AttributeError`."""
    submission = BundleSubmission(
        system=_text(row["system"]),
        track=_one_of(row["track"], tracks),
        name=_text(row["name"]),
        team=None if row["team"] is None else _text(row["team"]),
        kind=_text(row["kind"]),
        rank=None if row["rank"] is None else _number(row["rank"]),
        received_at=None if row["received_at"] is None else _text(row["received_at"]),
        n=_number(row["n"]),
        signature=_text(row["signature"]),
        scores={_text(name): _score(each) for name, each in row["scores"].items()},
    )
    if not is_key(submission.system):
        raise ValueError("its system is no name of a folder")
    if submission.as_json() != row:
        raise ValueError("it has further fields")
    return submission


def _score(score: Mapping[str, Any]) -> dict[str, Any]:
    for name, value in score.items():
        if name == "reason":
            _text(value)
        elif value is not None and type(value) is not float:
            raise TypeError(f"its {name[:20]} is no number with decimals")
    return {"value": score["value"], "low": score["low"], "high": score["high"], **score}


def read_fact_sheets(directory: Path) -> set[str]:
    """Return the systems with answers. Raises `BundleError`."""
    content = read_object(directory / FACT_SHEETS)
    versions, systems = content.get("versions"), content.get("systems")
    if not isinstance(versions, list) or not isinstance(systems, dict):
        raise BundleError("It has no versions and systems.")
    return set(systems)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("a text is none")
    return value


def _number(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise TypeError("a number is none")
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError("a yes or no is none")
    return value


def _one_of(value: Any, known: Any) -> str:
    if _text(value) not in known:
        raise ValueError(f"{value[:40]!r} is unknown")
    return cast(str, value)
