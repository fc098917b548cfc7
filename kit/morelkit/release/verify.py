"""Verify a release: recompute everything from its raw annotations, and check that every file is unchanged.

    python -m morelkit.release.verify DIRECTORY [--manifest SHA256]

Needs numpy, but neither Django nor a database. Exit status: 0 no differences, 1 differences, 2 not a release.
"""

import argparse
import hashlib
import io
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from morelkit.formats.annotation_fields import RELEASED
from morelkit.formats.registry import OTHER_LABELS
from morelkit.release import layout
from morelkit.release.agreement_table import Tally
from morelkit.release.check_items import PartCheck, UnlabelledCheck
from morelkit.release.check_metadata import check_agreement, check_card_and_croissant
from morelkit.release.field_types import FieldTypes
from morelkit.release.file_inventory import check_files, paths_of, withheld_files
from morelkit.release.findings import Finding, Findings, ReportFinding, in_one_line
from morelkit.release.layout import Part
from morelkit.release.manifest import (
    OPTIONS,
    Counts,
    Head,
    ManifestError,
    manifest_json,
    read_counts,
    read_files,
    read_head,
    read_manifest,
)
from morelkit.release.parquet import can_read
from morelkit.release.read_lines import BOM_FOUND
from morelkit.release.released_images import ImageCheck, listed_images


class NotAReleaseError(Exception):
    """The directory has no manifest that can be read; the message is a sentence."""


@dataclass
class Verification:
    """The result of a verification.

    `items`: how many were recomputed. `withheld`: files missing because of an embargo. `beyond`: differences that are
    counted but not listed. `ignored`: what a hub adds to a copy. `unread`: tables that only pyarrow can read, which is
    not installed.
    """

    name: str
    items: int
    withheld: list[str]
    differences: list[Finding]
    beyond: int = 0
    ignored: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)


def verify(
    directory: Path, manifest_sha256: str = "", progress: Callable[[int], object] = lambda _: None
) -> Verification:
    """Return all differences between a release and what follows from its raw annotations.

    `manifest_sha256`: the published sha256 of manifest.json, if known. `progress` receives the number of items
    checked. Raises `NotAReleaseError`.
    """
    found = Findings()
    content = _manifest_content(directory, found.report)
    try:
        manifest, whole = read_manifest(content)
    except ManifestError as error:
        raise NotAReleaseError(f"{layout.MANIFEST}: {error}") from error
    if manifest.get("kind") == "bundle":
        raise NotAReleaseError("It is the bundle of a shared task: use the command `morelkit verify`.")
    if manifest_sha256 and manifest_sha256 != hashlib.sha256(content).hexdigest():
        found.report(layout.MANIFEST, "", "It is not the published one.")
    if not whole:
        found.report(layout.MANIFEST, "", "It was edited: its seal does not match its content.")
    try:
        head, counts, files = read_head(manifest), read_counts(manifest), read_files(manifest)
    except ManifestError as error:
        raise NotAReleaseError(f"{layout.MANIFEST}: {error}") from error
    _check_names(manifest, head, counts, found.report)
    _check_head(manifest, head, counts, found.report)
    _check_selection(head, counts, found.report)
    expected = paths_of(head, counts) | listed_images(head, files)
    withheld = withheld_files(directory, head, expected, found.report)
    ignored = check_files(directory, files, expected, withheld, found.report)
    images = ImageCheck(head, found.report)
    tallies, items = _check_parts(directory, head, counts, withheld, images, found.report, progress)
    images.compare(files)
    annotated = {part: each for part, each in counts.items() if part.split != head.unannotated}
    check_agreement(directory, head, annotated, tallies, found.report)
    check_card_and_croissant(directory, head, counts, files, withheld, found.report)
    tables = sorted(path for path in expected - withheld if path.endswith(".parquet"))
    unread = [] if can_read() else tables
    return Verification(head.name, items, sorted(withheld), found.listed, found.unlisted, ignored, unread)


def _manifest_content(directory: Path, report: ReportFinding) -> bytes:
    """Return the content of the manifest without a byte order mark, which is reported. Raises `NotAReleaseError`."""
    path = directory / layout.MANIFEST
    try:
        if path.is_symlink():
            raise NotAReleaseError(f"{layout.MANIFEST}: It is a link to another file.")
        content = path.read_bytes()
    except OSError as error:
        raise NotAReleaseError(f"{layout.MANIFEST}: {error.strerror}") from error
    if content.startswith(BOM_UTF8):
        report(layout.MANIFEST, "", BOM_FOUND)
    return content.removeprefix(BOM_UTF8)


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
        report(layout.MANIFEST, "", "It leaves out items of an unknown language.")
    if set(head.options.get("set_apart", ())) - set(OTHER_LABELS):
        report(layout.MANIFEST, "", "It sets apart an unknown label.")
    if set(head.options.get("withhold", ())) - {name for types in head.features.values() for name in types}:
        report(layout.MANIFEST, "", "It withholds a field that no record has.")
    if set(head.embargo) - {part.split for part in counts}:
        report(layout.MANIFEST, "", "Its embargo is on an unknown split.")
    for language, names in head.as_text.items():
        if any(head.features.get(language, {}).get(name) != "string" for name in names):
            report(layout.MANIFEST, "", f"Its as_text names a field that is no text in {language}.")
    if manifest["policy_in_words"] != head.policy.describe():
        report(layout.MANIFEST, "", "Its policy in words differs from its policy.")


def _check_selection(head: Head, counts: Mapping[Part, Counts], report: ReportFinding) -> None:
    """Report a selection whose number of items is not that of the release."""
    if "selection" not in head.options:
        return
    items = dict.fromkeys(sorted({part.language for part in counts}), 0)
    for part, each in counts.items():
        items[part.language] += each.items
    changes = sorted(head.options["selection"]["languages"].items())
    stay = {language: change["after"]["items"] for language, change in changes}
    if stay != items:
        report(layout.MANIFEST, "", f"Its selection keeps {stay} items; there are {items}.")


def _check_names(
    manifest: Mapping[str, Any], head: Head, counts: Mapping[Part, Counts], report: ReportFinding
) -> None:
    for name in sorted(manifest.keys() - manifest_json(head, counts, ()).keys()):
        report(layout.MANIFEST, "", f"Unexpected field {name[:80]}.")
    for name in sorted(head.options.keys() - OPTIONS):
        report(layout.MANIFEST, "", f"{name[:80]} is no option of a release.")
    fields = {name for types in head.features.values() for name in types}
    for name in sorted(fields & {*head.options.get("leave_out", ())}):
        report(layout.MANIFEST, "", f"It leaves out {name[:80]}, which its records have.")
    for name in sorted({*head.options.get("annotation_fields", ())} - {*RELEASED}):
        report(layout.MANIFEST, "", f"{name[:80]} is no field of annotations.")


def _check_parts(
    directory: Path,
    head: Head,
    counts: Mapping[Part, Counts],
    withheld: frozenset[str],
    images: ImageCheck,
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
        unannotated = part.split == head.unannotated
        if unannotated or any(layout.lines_path(kind, part) in withheld for kind in layout.LINES):
            if not unannotated:
                incomplete.add(part.language)
            read = features[part.language].add if unannotated else None
            unlabelled = UnlabelledCheck(directory, head, part, seen, images, report, read)
            unlabelled.run()
            if unlabelled.items != counts[part].items:
                detail = f"It counts {counts[part].items} items in {part.stem}; there are {unlabelled.items}."
                report(layout.MANIFEST, "", detail)
            if unannotated and counts[part] != Counts(items=counts[part].items):
                report(
                    layout.MANIFEST, "", f"It counts annotations in {part.stem}, which nobody has annotated."
                )
            continue
        check = PartCheck(directory, head, part, seen, features[part.language], images, report)
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
    if result.ignored:
        lines.append(f"Ignored, because no release has it: {', '.join(result.ignored)}.")
    if result.unread:
        lines.append(f"Not compared, because pyarrow is not installed: {', '.join(result.unread)}.")
    outcome = f"{total} differences" if result.differences else "all is as it should be"
    lines.append(f"{in_one_line(result.name)}: {result.items} items recomputed; {outcome}.{withheld}")
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    sys.exit(main())
