"""Does a release say what follows from its own raw annotations, and is every file as it was written?

    python -m annotation.domain.release.verify DIRECTORY [--manifest SHA256]

Needs numpy, and neither Django nor a database. Exit status: 0 all is well, 1 something differs, 2 no release.
"""

import argparse
import io
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from annotation.domain.records import OTHER_LABELS
from annotation.domain.release import layout
from annotation.domain.release.described import check_agreement, check_descriptions
from annotation.domain.release.differences import Difference, Findings, Tell, in_one_line
from annotation.domain.release.features import Features
from annotation.domain.release.figures import Tally
from annotation.domain.release.items import PartCheck
from annotation.domain.release.layout import Part
from annotation.domain.release.manifest import (
    Counts,
    Head,
    ManifestError,
    read_counts,
    read_files,
    read_head,
    read_manifest,
)
from annotation.domain.release.present import check_files, paths_of, withheld_files
from annotation.domain.release.reading import digest_of


class NoReleaseError(Exception):
    """The directory holds nothing that could be verified; the message is a sentence."""


@dataclass
class Verification:
    """`items`: how many were worked out anew. `withheld`: files that are not here because of an embargo.

    `beyond`: differences that are counted only.
    """

    name: str
    items: int
    withheld: list[str]
    differences: list[Difference]
    beyond: int = 0


def verify(
    directory: Path, manifest_sha256: str = "", progress: Callable[[int], object] = lambda _: None
) -> Verification:
    """Every difference. `manifest_sha256`: that of manifest.json as it was published, where it is known.

    Raises NoReleaseError.
    """
    found = Findings()
    manifest, whole = _manifest(directory)
    if manifest_sha256 and manifest_sha256 != digest_of(directory / layout.MANIFEST):
        found.tell(layout.MANIFEST, "", "It is not the one that was published.")
    if not whole:
        found.tell(layout.MANIFEST, "", "It was edited: its seal does not fit what it says.")
    try:
        head, counts, files = read_head(manifest), read_counts(manifest), read_files(manifest)
    except ManifestError as error:
        raise NoReleaseError(f"{layout.MANIFEST}: {error}") from error
    _check_head(manifest, head, counts, found.tell)
    wanted = paths_of(head, counts)
    withheld = withheld_files(directory, head, wanted, found.tell)
    check_files(directory, files, wanted, withheld, found.tell)
    tallies, items = _check_parts(directory, head, counts, withheld, found.tell, progress)
    check_agreement(directory, head, counts, tallies, found.tell)
    check_descriptions(directory, head, counts, files, found.tell)
    return Verification(head.name, items, sorted(withheld), found.kept, found.beyond)


def _manifest(directory: Path) -> tuple[dict[str, Any], bool]:
    path = directory / layout.MANIFEST
    try:
        if path.is_symlink():
            raise ManifestError("It is a link to another file.")
        return read_manifest(path.read_bytes())
    except (OSError, ManifestError) as error:
        raise NoReleaseError(f"{layout.MANIFEST}: {getattr(error, 'strerror', None) or error}") from error


def _check_head(manifest: Mapping[str, Any], head: Head, counts: Mapping[Part, Counts], tell: Tell) -> None:
    languages = {part.language for part in counts}
    for name, said in (("minimum", head.minimum), ("features", head.features), ("as_text", head.as_text)):
        if said.keys() != languages:
            tell(
                layout.MANIFEST,
                "",
                f"Its {name} is not that of its languages: {', '.join(sorted(languages))}.",
            )
    if head.left_out.keys() - languages:
        tell(layout.MANIFEST, "", "It leaves items out of a language that it has not.")
    if set(head.options.get("set_apart", ())) - set(OTHER_LABELS):
        tell(layout.MANIFEST, "", "It sets apart what is no label.")
    if manifest["policy_in_words"] != head.policy.describe():
        tell(layout.MANIFEST, "", "Its policy in words is another than its policy.")


def _check_parts(
    directory: Path,
    head: Head,
    counts: Mapping[Part, Counts],
    withheld: frozenset[str],
    tell: Tell,
    progress: Callable[[int], object],
) -> tuple[dict[Part, Tally], int]:
    """Of the parts that are here. Returns what they add to agreement, and how many items they have."""
    tallies: dict[Part, Tally] = {}
    items = 0
    seen: dict[str, Part] = {}
    features = {part.language: Features(head.label_types) for part in counts}
    incomplete = set()
    for part in sorted(counts):
        if any(layout.lines_path(kind, part) in withheld for kind in layout.LINES):
            incomplete.add(part.language)
            continue
        check = PartCheck(directory, head, part, seen, features[part.language], tell)
        check.run(items, progress)
        items += check.counts.items
        tallies[part] = check.tally
        if check.counts != counts[part]:
            said, there = counts[part].to_json(), check.counts.to_json()
            tell(layout.MANIFEST, "", f"It counts {said} in {part.stem}; there are {there}.")
    for language, own in features.items():
        if language not in incomplete and (own.types != head.features.get(language) or own.as_text):
            tell(layout.MANIFEST, "", f"Its features are not those of the records in {language}.")
    return tallies, items


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m annotation.domain.release.verify", description="Verify a release."
    )
    parser.add_argument("directory", type=Path)
    parser.add_argument(
        "--manifest", default="", metavar="SHA256", help="that of manifest.json, as published"
    )
    chosen = parser.parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # names may have letters that the terminal has not
    try:
        done = verify(chosen.directory, chosen.manifest)
    except NoReleaseError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write(told(done))
    return 1 if done.differences else 0


def told(done: Verification) -> str:
    """For people: a line a difference, and a last one with the outcome."""
    lines = [str(each) for each in done.differences]
    held = f" {len(done.withheld)} files are held back by an embargo." if done.withheld else ""
    total = len(done.differences) + done.beyond
    lines += [f"{done.beyond} more are not listed."] if done.beyond else []
    outcome = f"{total} differences" if done.differences else "all is as it should be"
    lines.append(f"{in_one_line(done.name)}: {done.items} items worked out anew; {outcome}.{held}")
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    sys.exit(main())
