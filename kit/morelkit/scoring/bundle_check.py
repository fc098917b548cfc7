"""Verify a bundle: every file is as listed, and every submission has the scores that the bundle states.

The bundle may come from anybody. No path is opened because a file names it, only those that follow from checked keys,
and nothing behind a link.
"""

import io
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from morelkit.release.file_inventory import check_files, is_file
from morelkit.release.findings import Finding, Findings, ReportFinding, in_one_line
from morelkit.release.layout import CARD, MANIFEST, Part, image_digest, lines_path
from morelkit.release.read_lines import digest_of, read_json
from morelkit.release.released_images import named_image_files
from morelkit.scoring.bundle import (
    FACT_SHEETS,
    FIXED,
    GOLD_MANIFEST,
    KIND,
    SCORES,
    SCORES_TABLE,
    BundleHead,
    BundleSubmission,
    BundleTrack,
    listed_digests,
    manifest_json,
    parts_of,
    readme,
    scores_table,
)
from morelkit.scoring.bundle_files import (
    BundleError,
    Manifest,
    read_fact_sheets,
    read_manifest,
    read_scores,
)
from morelkit.scoring.gold import DIGEST_LENGTH, Gold, GoldError, joined, read_gold, read_items
from morelkit.scoring.numbers import decimal, json_text
from morelkit.scoring.predictions import read_predictions
from morelkit.scoring.problems import InvalidPredictionsError, short
from morelkit.scoring.ranking import competition_ranks
from morelkit.scoring.score_signature import settings_of
from morelkit.scoring.scores import Estimate, estimates, label_pairs, results_of

_SECONDS: Final = 5.0
"""Between two lines of progress."""


@dataclass
class BundleVerification:
    """The result of a verification. `scored`: submissions that were scored again. `beyond`: differences not listed."""

    name: str
    submissions: int
    scored: int
    differences: list[Finding]
    beyond: int = 0
    ignored: list[str] = field(default_factory=list)


def is_bundle(directory: Path) -> bool:
    """Return whether the manifest of a directory is that of a bundle."""
    path = directory / MANIFEST
    try:
        manifest = read_json(path) if is_file(path) else None
    except (ValueError, OSError):
        return False
    return isinstance(manifest, dict) and manifest.get("kind") == KIND


def verify_bundle(
    directory: Path,
    manifest_sha256: str = "",
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> BundleVerification:
    """Return all differences between a bundle and what follows from its gold and its predictions.

    `manifest_sha256`: the published sha256 of manifest.json, if known. `progress` receives how many submissions were
    scored, and of how many. Raises `BundleError` if the manifest cannot be read.
    """
    manifest = read_manifest(directory)
    head, found = manifest.head, Findings()
    if manifest_sha256 and manifest_sha256 != digest_of(directory / MANIFEST):
        found.report(MANIFEST, "", "It is not the published one.")
    submissions = _scores(directory, head, found.report)
    expected = {*FIXED, *(each.path for each in submissions)}
    expected |= {lines_path(kind, part) for kind in ("gold", "unlabelled") for part in manifest.parts}
    images = _named_images(directory, manifest)
    expected |= images
    _check_digests(manifest, images, found.report)
    ignored = check_files(directory, manifest.files, expected, frozenset(), found.report)
    rows = [each.as_json() for each in submissions]
    _check_manifest(manifest, rows, found.report)
    _check_text(directory / SCORES_TABLE, scores_table(rows), found.report)
    _check_text(directory / CARD, readme(head, len(rows)), found.report)
    _check_gold_manifest(directory, manifest, found.report)
    _check_fact_sheets(directory, {each.system for each in submissions}, found.report)
    check = _Rescoring(directory, manifest, found.report)
    for done, submission in enumerate(submissions, 1):
        check.score(submission)
        progress(done, len(submissions))
    check.check_ranks(submissions)
    name = f"{head.task}: {head.phase}"
    return BundleVerification(name, len(rows), len(check.keys), found.listed, found.unlisted, ignored)


def _scores(directory: Path, head: BundleHead, report: ReportFinding) -> list[BundleSubmission]:
    try:
        return read_scores(directory, head, lambda detail: report(SCORES, "", detail))
    except BundleError as error:
        report(SCORES, "", str(error))
        return []


def _named_images(directory: Path, manifest: Manifest) -> set[str]:
    """Return the paths of the images that a bundle has. That a file cannot be read is reported elsewhere."""
    found: set[str] = set()
    for part in manifest.parts if manifest.head.images else ():
        path = lines_path("unlabelled", part)
        with suppress(OSError):
            found |= named_image_files(directory / path) if _is_plain(directory, path) else set()
    return found


def _check_digests(manifest: Manifest, images: set[str], report: ReportFinding) -> None:
    """Report images that are listed with another sha256 than their name says: the items name others."""
    for file in manifest.files:
        if file.path in images and file.sha256 != image_digest(file.path):
            report(file.path, "", "The file has another sha256 than its name says.")


def _check_manifest(manifest: Manifest, rows: Sequence[Mapping[str, Any]], report: ReportFinding) -> None:
    files = [{"path": each.path, "bytes": each.size, "sha256": each.sha256} for each in manifest.files]
    files.sort(key=lambda each: str(each["path"]))
    expected = manifest_json(manifest.head, manifest.parts, rows, files)
    for name in manifest.content.keys() - expected.keys():
        report(MANIFEST, "", f"Unexpected field {name[:80]}.")
    for name, value in expected.items():
        if json_text(value) != json_text(manifest.content[name]):
            report(MANIFEST, "", f"Its “{name}” does not follow from the other files.")


def _check_text(path: Path, expected: str, report: ReportFinding) -> None:
    """Report a file that does not follow from the others. That it is missing was reported."""
    try:
        same = not is_file(path) or path.read_bytes() == expected.encode()
    except OSError as error:
        report(path.name, "", f"It cannot be read: {error.strerror}.")
        return
    if not same:
        report(path.name, "", f"It does not follow from {MANIFEST} and {SCORES}.")


def _check_gold_manifest(directory: Path, manifest: Manifest, report: ReportFinding) -> None:
    """Report items that are not those of the gold with the digest of the signatures."""
    path = directory / GOLD_MANIFEST
    if not is_file(path):
        return
    try:
        if digest_of(path) != manifest.head.gold_digest:
            report(GOLD_MANIFEST, "", "Its sha256 is not the digest of the gold.")
        listed = listed_digests(read_json(path))
    except (OSError, ValueError) as error:
        report(GOLD_MANIFEST, "", f"It cannot be read: {error}.")
        return
    digests = {each.path: each.sha256 for each in manifest.files}
    for part in manifest.parts:
        for kind in ("gold", "unlabelled"):
            name = lines_path(kind, part)
            if name in digests and listed.get(name) != digests[name]:
                report(name, "", f"{GOLD_MANIFEST} lists another file: its sha256 differs.")


def _check_fact_sheets(directory: Path, systems: set[str], report: ReportFinding) -> None:
    try:
        answered = read_fact_sheets(directory)
    except BundleError as error:
        report(FACT_SHEETS, "", str(error))
        return
    for system in sorted(answered - systems):
        report(FACT_SHEETS, "", f"It answers for a system without submissions: {system[:80]}.")


class _Rescoring:
    """Scores submissions again. `keys`: what ranks compare, by path and metric."""

    def __init__(self, directory: Path, manifest: Manifest, report: ReportFinding) -> None:
        self._directory = directory
        self._manifest = manifest
        self._report = report
        self._tracks = {track.slug: track for track in manifest.head.tracks}
        self._gold: dict[str, Gold | None] = {}
        self.keys: dict[str, Mapping[str, float]] = {}

    def score(self, submission: BundleSubmission) -> None:
        """Score a submission again, and report every difference."""
        gold, track = self._gold_of(submission.track), self._tracks[submission.track]
        if gold is None or not _is_plain(self._directory, submission.path):
            return
        try:
            settings = settings_of(submission.signature, self._manifest.head.format)
            predictions = read_predictions(
                gold, [self._directory / submission.path], confidence=settings.confidence
            )
        except InvalidPredictionsError as error:
            first = _local(error.problems.listed[0], self._directory)
            self._report(
                submission.path, "", f"It cannot be scored ({error.problems.count:,} problems): {first}"
            )
            return
        except (ValueError, OSError) as error:
            self._report(submission.path, "", f"It cannot be scored: {_local(error, self._directory)}")
            return
        results = results_of(label_pairs(gold, predictions, gold.items), settings.metrics)
        self.keys[submission.path] = {name: each.key for name, each in results.items()}
        n = len(gold.items)
        self._compare(submission, "signature", settings.signature(gold, n), submission.signature)
        self._compare(submission, "n", n, submission.n)
        if settings.confidence != track.confidence:
            self._report(
                submission.path, "", f"Its signature and the track {track.slug} differ in confidence."
            )
        self._compare_scores(submission, estimates(gold, results, settings))

    def _compare_scores(self, submission: BundleSubmission, found: Mapping[str, Estimate]) -> None:
        self._compare(submission, "list of metrics", ", ".join(found), ", ".join(submission.scores))
        for name, estimate in found.items():
            stated = submission.scores.get(name)
            if stated is None:
                continue
            for figure in ("value", "low", "high", "reason"):
                self._compare(submission, f"{name} {figure}", getattr(estimate, figure), stated.get(figure))

    def _compare(self, submission: BundleSubmission, what: str, actual: Any, stated: Any) -> None:
        if _printed(actual) != _printed(stated):
            self._report(
                submission.path,
                "",
                f"Its {what} is {_printed(actual)}; {SCORES} states {short(_printed(stated), 300)}.",
            )

    def check_ranks(self, submissions: Sequence[BundleSubmission]) -> None:
        """Report ranks that do not follow from the scores. Tracks that are not scored completely are left out."""
        by_track: dict[str, list[BundleSubmission]] = {}
        for submission in submissions:
            if submission.rank is not None:
                by_track.setdefault(submission.track, []).append(submission)
        for slug, ranked in by_track.items():
            metrics = self._tracks[slug].metrics[:2]
            keys = [[self.keys.get(each.path, {}).get(name) for name in metrics] for each in ranked]
            compared = [tuple(key for key in each if key is not None) for each in keys]
            if any(len(each) < len(metrics) for each in compared):
                continue
            for submission, rank in zip(ranked, competition_ranks(compared), strict=True):
                self._compare(submission, "rank", rank, submission.rank)

    def _gold_of(self, slug: str) -> Gold | None:
        """Return the gold of a track, None if it cannot be read, which is reported once."""
        if slug not in self._gold:
            self._gold[slug] = self._read_gold(self._tracks[slug])
        return self._gold[slug]

    def _read_gold(self, track: BundleTrack) -> Gold | None:
        head = self._manifest.head
        found = []
        for part in parts_of(track.language, self._manifest.parts):
            name = lines_path("gold", part)
            if not _is_plain(self._directory, name):
                continue
            try:
                gold = read_gold(self._directory, part=part)
            except (GoldError, OSError) as error:
                self._report(name, "", _local(error, self._directory))
                continue
            self._check_items(part, gold)
            found.append(gold)
        if len(found) < len(parts_of(track.language, self._manifest.parts)) or not found:
            self._report(
                MANIFEST, "", f"The submissions for the track {track.slug} were not scored: gold is missing."
            )
            return None
        return replace(joined(found, track.language), digest=head.gold_digest[:DIGEST_LENGTH])

    def _check_items(self, part: Part, gold: Gold) -> None:
        name = lines_path("unlabelled", part)
        if len(gold.items) != self._manifest.parts[part]:
            self._report(
                MANIFEST,
                "",
                f"It counts {self._manifest.parts[part]} items in {part.stem}; there are {len(gold.items)}.",
            )
        if not _is_plain(self._directory, name):
            return
        try:
            items = read_items(self._directory, part)
        except (GoldError, OSError) as error:
            self._report(name, "", _local(error, self._directory))
            return
        if list(items.items) != list(gold.items):
            self._report(name, "", "It has other items than the gold.")


def _is_plain(directory: Path, path: str) -> bool:
    """Return whether the path is that of a file, not behind a link. That it is not was reported."""
    place = directory
    for name in path.split("/"):
        place /= name
        if place.is_symlink():
            return False
    return place.is_file()


def _local(message: object, directory: Path) -> str:
    """Return a message with the paths of the bundle as the bundle lists them."""
    return str(message).replace(f"{directory}/", "").removeprefix(f"{directory}: ")


def _printed(value: Any) -> str:
    if value is None:
        return "null"
    return decimal(value) if isinstance(value, float) else str(value)


def main(directory: Path, manifest_sha256: str = "") -> int:
    """Verify a bundle and print each difference and the result. Return the exit status: 0, 1 or 2."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # the terminal may lack characters of the names
    try:
        result = verify_bundle(directory, manifest_sha256, _Progress())
    except BundleError as error:
        sys.stderr.write(f"{MANIFEST}: {in_one_line(str(error))}\n")
        return 2
    sys.stdout.write(verification_text(result))
    return 1 if result.differences else 0


def verification_text(result: BundleVerification) -> str:
    """Return one line for each difference and a last line with the result."""
    lines = [str(each) for each in result.differences]
    lines += [f"{result.beyond} more are not listed."] if result.beyond else []
    if result.ignored:
        lines.append(f"Ignored, because no bundle has it: {', '.join(result.ignored)}.")
    total = len(result.differences) + result.beyond
    outcome = f"{total} difference{'s' if total > 1 else ''}" if total else "all is as it should be"
    lines.append(
        f"{in_one_line(result.name)}: {result.scored} of {result.submissions} submissions scored again; {outcome}."
    )
    return "".join(f"{line}\n" for line in lines)


class _Progress:
    """Writes how far a long verification is, to standard error."""

    def __init__(self) -> None:
        self._next = time.monotonic() + _SECONDS

    def __call__(self, done: int, total: int) -> None:
        if time.monotonic() >= self._next and done < total:
            sys.stderr.write(f"{done:,} of {total:,} submissions scored again.\n")
            self._next = time.monotonic() + _SECONDS
