"""Verify a release: recompute everything from its raw annotations, and check that every file is unchanged.

    python -m morelkit.release.verify DIRECTORY [--manifest SHA256]

Needs numpy, but neither Django nor a database. Exit status: 0 no differences, 1 differences, 2 not a release.
"""

import argparse
import io
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from morelkit.formats.item_records import OTHER_LABELS
from morelkit.release import layout
from morelkit.release.agreement_table import Tally
from morelkit.release.check_items import PartCheck
from morelkit.release.check_metadata import check_agreement, check_card_and_croissant
from morelkit.release.field_types import FieldTypes
from morelkit.release.file_inventory import check_files, paths_of, withheld_files
from morelkit.release.findings import Finding, Findings, ReportFinding, in_one_line
from morelkit.release.layout import Part
from morelkit.release.manifest import (
    Counts,
    Head,
    ManifestError,
    read_counts,
    read_files,
    read_head,
    read_manifest,
)
from morelkit.release.read_lines import digest_of


class NotAReleaseError(Exception):
    """The directory has no manifest that can be read; the message is a sentence."""


@dataclass
class Verification:
    """The result of a verification.

    `items`: how many were recomputed. `withheld`: files missing because of an embargo. `beyond`: differences that are
    counted but not listed.
    """

    name: str
    items: int
    withheld: list[str]
    differences: list[Finding]
    beyond: int = 0


def verify(
    directory: Path, manifest_sha256: str = "", progress: Callable[[int], object] = lambda _: None
) -> Verification:
    """Return all differences between a release and what follows from its raw annotations.

    `manifest_sha256`: the published sha256 of manifest.json, if known. `progress` receives the number of items
    checked. Raises `NotAReleaseError`.
    """
    found = Findings()
    manifest, whole = _manifest(directory)
    if manifest_sha256 and manifest_sha256 != digest_of(directory / layout.MANIFEST):
        found.report(layout.MANIFEST, "", "It is not the one that was published.")
    if not whole:
        found.report(layout.MANIFEST, "", "It was edited: its seal does not fit what it says.")
    try:
        head, counts, files = read_head(manifest), read_counts(manifest), read_files(manifest)
    except ManifestError as error:
        raise NotAReleaseError(f"{layout.MANIFEST}: {error}") from error
    _check_head(manifest, head, counts, found.report)
    expected = paths_of(head, counts)
    withheld = withheld_files(directory, head, expected, found.report)
    check_files(directory, files, expected, withheld, found.report)
    tallies, items = _check_parts(directory, head, counts, withheld, found.report, progress)
    check_agreement(directory, head, counts, tallies, found.report)
    check_card_and_croissant(directory, head, counts, files, found.report)
    return Verification(head.name, items, sorted(withheld), found.listed, found.unlisted)


def _manifest(directory: Path) -> tuple[dict[str, Any], bool]:
    path = directory / layout.MANIFEST
    try:
        if path.is_symlink():
            raise ManifestError("It is a link to another file.")
        return read_manifest(path.read_bytes())
    except (OSError, ManifestError) as error:
        raise NotAReleaseError(f"{layout.MANIFEST}: {getattr(error, 'strerror', None) or error}") from error


def _check_head(
    manifest: Mapping[str, Any], head: Head, counts: Mapping[Part, Counts], report: ReportFinding
) -> None:
    languages = {part.language for part in counts}
    for name, value in (("minimum", head.minimum), ("features", head.features), ("as_text", head.as_text)):
        if value.keys() != languages:
            report(
                layout.MANIFEST,
                "",
                f"Its {name} is not that of its languages: {', '.join(sorted(languages))}.",
            )
    if head.left_out.keys() - languages:
        report(layout.MANIFEST, "", "It leaves items out of a language that it has not.")
    if set(head.options.get("set_apart", ())) - set(OTHER_LABELS):
        report(layout.MANIFEST, "", "It sets apart what is no label.")
    if manifest["policy_in_words"] != head.policy.describe():
        report(layout.MANIFEST, "", "Its policy in words is another than its policy.")


def _check_parts(
    directory: Path,
    head: Head,
    counts: Mapping[Part, Counts],
    withheld: frozenset[str],
    report: ReportFinding,
    progress: Callable[[int], object],
) -> tuple[dict[Part, Tally], int]:
    """Check the parts that are not withheld. Returns their agreement tallies and their number of items."""
    tallies: dict[Part, Tally] = {}
    items = 0
    seen: dict[str, Part] = {}
    features = {part.language: FieldTypes(head.label_types) for part in counts}
    incomplete = set()
    for part in sorted(counts):
        if any(layout.lines_path(kind, part) in withheld for kind in layout.LINES):
            incomplete.add(part.language)
            continue
        check = PartCheck(directory, head, part, seen, features[part.language], report)
        check.run(items, progress)
        items += check.counts.items
        tallies[part] = check.tally
        if check.counts != counts[part]:
            stated, actual = counts[part].to_json(), check.counts.to_json()
            report(layout.MANIFEST, "", f"It counts {stated} in {part.stem}; there are {actual}.")
    for language, types in features.items():
        if language not in incomplete and (types.types != head.features.get(language) or types.as_text):
            report(layout.MANIFEST, "", f"Its features are not those of the records in {language}.")
    return tallies, items


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m morelkit.release.verify", description="Verify a release."
    )
    parser.add_argument("directory", type=Path)
    parser.add_argument(
        "--manifest", default="", metavar="SHA256", help="that of manifest.json, as published"
    )
    chosen = parser.parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # the terminal may lack characters of the names
    try:
        result = verify(chosen.directory, chosen.manifest)
    except NotAReleaseError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write(verification_text(result))
    return 1 if result.differences else 0


def verification_text(result: Verification) -> str:
    """Return one line for each difference and a last line with the result."""
    lines = [str(each) for each in result.differences]
    withheld = f" {len(result.withheld)} files are held back by an embargo." if result.withheld else ""
    total = len(result.differences) + result.beyond
    lines += [f"{result.beyond} more are not listed."] if result.beyond else []
    outcome = f"{total} differences" if result.differences else "all is as it should be"
    lines.append(f"{in_one_line(result.name)}: {result.items} items worked out anew; {outcome}.{withheld}")
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    sys.exit(main())
