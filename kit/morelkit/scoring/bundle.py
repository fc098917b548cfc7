"""Verify the bundle of a shared task: every file is unchanged, and every submission has the scores that it states.

A bundle is a directory with `manifest.json` (key `bundle`), the gold in `gold/`, predictions in `predictions/`, and the
scores, fact sheets and boards that the manifest lists with their sha256.
"""

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from morelkit.release.layout import MANIFEST, Part
from morelkit.release.read_lines import digest_of, read_json
from morelkit.scoring.gold import Gold, GoldError, GoldItem, read_gold
from morelkit.scoring.predictions import read_predictions
from morelkit.scoring.problems import InvalidPredictionsError
from morelkit.scoring.registry import METRICS
from morelkit.scoring.scores import Settings, estimates, label_pairs, results_of

BUNDLE: Final = "bundle"
"""Key in the manifest of a bundle: the version of its layout."""
LAYOUT: Final = 1
GOLD: Final = "gold"
SCORES: Final = "scores.json"
FACT_SHEETS: Final = "fact_sheets.json"

_SETTINGS: Final = re.compile(r"\|resamples:(\d+)\|seed:(\d+)")


class NotABundleError(Exception):
    """The directory has no manifest of a bundle. The message is a sentence."""


@dataclass
class BundleReport:
    """What a verification found. `submissions`: how many were scored again."""

    name: str
    submissions: int = 0
    differences: list[str] = field(default_factory=list)


def is_bundle(directory: Path) -> bool:
    try:
        manifest = read_json(directory / MANIFEST)
    except (OSError, ValueError):
        return False
    return isinstance(manifest, dict) and BUNDLE in manifest


def joined(parts: Sequence[Gold], language: str) -> Gold:
    """Return the items of the parts of a track as those of one language, so that a prediction for each is required."""
    items: dict[str, GoldItem] = {}
    for part in parts:
        items |= {id_: replace(item, language=language) for id_, item in part.items.items()}
    return replace(parts[0], items=items)


def score_values(gold: Gold, predictions: Path, settings: Settings) -> tuple[str, dict[str, dict[str, Any]]]:
    """Return the signature, and value, interval and reason of each metric, of predictions for one language.

    Raises `InvalidPredictionsError` and `OSError`.
    """
    read = read_predictions(gold, [predictions], confidence=settings.confidence)
    ids = list(gold.items)
    found = estimates(gold, results_of(label_pairs(gold, read, ids), settings.metrics), settings)
    values = {name: asdict(each) for name, each in found.items()}
    for each in values.values():
        del each["signature"]
    return settings.signature(gold, len(ids)), values


def verify_bundle(
    directory: Path, manifest_sha256: str = "", progress: Callable[[int], object] = lambda _: None
) -> BundleReport:
    """Return all differences between a bundle and what follows from its gold and predictions.

    `progress` receives the number of submissions scored. Raises `NotABundleError`.
    """
    if not is_bundle(directory):
        raise NotABundleError(f"{directory}: It has no manifest of a bundle.")
    manifest = read_json(directory / MANIFEST)
    report = BundleReport(str(manifest.get("task", directory.name)))
    if manifest[BUNDLE] != LAYOUT:
        raise NotABundleError(f"{directory}: Its layout {manifest[BUNDLE]!r} is unknown to this version.")
    if manifest_sha256 and digest_of(directory / MANIFEST) != manifest_sha256:
        report.differences.append(f"{MANIFEST}: It is not the published one.")
    try:
        _check_files(directory, manifest["files"], report)
        systems = read_json(directory / SCORES)
        tracks = {track["slug"]: track for track in manifest["tracks"]}
        golds: dict[str, Gold] = {}
        for number, system in enumerate(systems, 1):
            if system["file"] not in manifest["files"]:
                report.differences.append(f"{SCORES}: The manifest does not list {system['file'][:80]}.")
                continue
            track = tracks[system["track"]]
            if track["slug"] not in golds:
                golds[track["slug"]] = _gold(directory, track)
            _check_system(directory, manifest["format"], track, golds[track["slug"]], system, report)
            progress(number)
    except (KeyError, TypeError, ValueError, OSError) as error:
        report.differences.append(f"The bundle cannot be read further: {error!r}")
    return report


def main(directory: Path, manifest_sha256: str = "") -> int:
    """Verify a bundle, print each difference and the result. Return the exit status."""
    try:
        report = verify_bundle(directory, manifest_sha256)
    except NotABundleError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    outcome = f"{len(report.differences)} differences" if report.differences else "all is as it should be"
    name = "".join(character for character in report.name if character.isprintable())
    lines = [*report.differences, f"{name}: {report.submissions} submissions scored again; {outcome}."]
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return 1 if report.differences else 0


def _check_files(directory: Path, files: Mapping[str, str], report: BundleReport) -> None:
    present = {
        path.relative_to(directory).as_posix()
        for path in directory.rglob("*")
        if path.is_symlink() or path.is_file()
    } - {MANIFEST}
    for path in sorted(present - files.keys()):
        report.differences.append(f"{path}: The manifest does not list it.")
    for path, sha256 in sorted(files.items()):
        if path not in present:
            report.differences.append(f"{path}: It is missing.")
        elif digest_of(directory / path) != sha256:
            report.differences.append(f"{path}: It was changed.")


def _gold(directory: Path, track: Mapping[str, Any]) -> Gold:
    parts = [Part(part["language"], part["split"]) for part in track["parts"]]
    return joined([read_gold(directory / GOLD, part=part) for part in parts], track["language"])


def _check_system(
    directory: Path,
    format_name: str,
    track: Mapping[str, Any],
    gold: Gold,
    system: Mapping[str, Any],
    report: BundleReport,
) -> None:
    path = system["file"]
    stated = _SETTINGS.search(system["signature"])
    if stated is None:
        report.differences.append(f"{path}: Its signature does not say how it was scored.")
        return
    known = {metric.name: metric for metric in METRICS[format_name]}
    metrics = tuple(known[name] for name in system["metrics"])
    settings = Settings(metrics, int(stated[1]), int(stated[2]), track["confidence"])
    try:
        signature, values = score_values(gold, directory / path, settings)
    except (InvalidPredictionsError, GoldError, OSError) as error:
        report.differences.append(f"{path}: It cannot be scored: {error}")
        return
    report.submissions += 1
    if signature != system["signature"]:
        report.differences.append(f"{path}: The signature is {signature}, not {system['signature']}.")
    for name, value in values.items():
        if value != system["values"].get(name):
            report.differences.append(
                f"{path}: {name} is {value}, and the bundle says {system['values'].get(name)}."
            )
