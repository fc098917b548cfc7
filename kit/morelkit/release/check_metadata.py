"""Check that agreement, card and Croissant metadata follow from the items and the manifest."""

import hashlib
from codecs import BOM_UTF8
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from morelkit.release import layout
from morelkit.release.agreement_table import OVERALL, Row, Tally, agreement_csv, agreement_rows
from morelkit.release.build import agreement_text
from morelkit.release.card import dataset_card
from morelkit.release.croissant import croissant
from morelkit.release.file_inventory import is_file
from morelkit.release.findings import ReportFinding
from morelkit.release.layout import Part
from morelkit.release.manifest import Counts, File, Head
from morelkit.release.read_lines import read_json

_TOLERANCE: Final = 2e-10
"""The order of summation can differ between processors."""


def check_agreement(
    directory: Path,
    head: Head,
    counts: Mapping[Part, Counts],
    tallies: Mapping[Part, Tally],
    report: ReportFinding,
) -> None:
    """Report differences between the agreement files and the recomputed rows.

    If splits are withheld, only rows whose parts are all present can be recomputed.
    """
    try:
        stored: list[Row] = read_json(directory / layout.AGREEMENT)
        keys = [(row["lang"], row["split"]) for row in stored]
        by_key = {(row["lang"], row["split"]): row for row in stored}
        table, text = agreement_csv(stored).encode(), agreement_text(stored).encode()
    except (ValueError, KeyError, TypeError, AttributeError, IndexError):
        report(layout.AGREEMENT, "", "It cannot be read.")
        return
    by_split = len({part.split for part in counts}) > 1
    if keys != _row_keys(counts, by_split=by_split):
        report(layout.AGREEMENT, "", "It must have one row for each language and split, in their order.")
    if _content(directory / layout.AGREEMENT) not in (None, text):
        report(layout.AGREEMENT, "", "It is not in the canonical format.")
    languages = {part.language for part in counts if part not in tallies}
    for row in agreement_rows(head.scheme, tallies, by_split=by_split):
        incomplete = languages if row["lang"] == OVERALL else languages & {row["lang"]}
        if row["split"] != OVERALL or not incomplete:
            _compare_row(row, by_key.get((row["lang"], row["split"])), report)
    if _content(directory / layout.AGREEMENT_TABLE) not in (None, table):
        report(layout.AGREEMENT_TABLE, "", f"It differs from {layout.AGREEMENT}.")


def _row_keys(counts: Mapping[Part, Counts], *, by_split: bool) -> list[tuple[str, str]]:
    keys = [(OVERALL, OVERALL)]
    for language in sorted({part.language for part in counts}):
        keys.append((language, OVERALL))
        keys += [part for part in sorted(counts) if by_split and part.language == language]
    return keys


def _compare_row(expected: Row, stored: Row | None, report: ReportFinding) -> None:
    row = ", ".join(part for part in (expected["lang"] or "all languages", expected["split"]) if part)
    if stored is None:
        report(layout.AGREEMENT, "", f"There is no row for {row}.")
        return
    for name in sorted(stored.keys() - expected.keys()):
        report(layout.AGREEMENT, "", f"{name} of {row} is no figure of a release.")
    for name, value in expected.items():
        if not _close(value, stored.get(name)):
            report(
                layout.AGREEMENT,
                "",
                f"{name} of {row}: {stored.get(name)}, but {value} follows from the items.",
            )


def _close(one: object, other: object) -> bool:
    """Return whether two JSON values are equal, floating-point numbers within the tolerance."""
    if isinstance(one, float) and isinstance(other, float):
        return abs(one - other) <= _TOLERANCE
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_close, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_close(one[key], other[key]) for key in one)
    return type(one) is type(other) and one == other


def check_card_and_croissant(
    directory: Path,
    head: Head,
    counts: Mapping[Part, Counts],
    files: Sequence[File],
    withheld: frozenset[str],
    report: ReportFinding,
) -> None:
    """Report a card or Croissant file that does not follow from the manifest and the agreement file.

    A download under embargo has its own of both; older downloads have those of the whole release.
    """
    described: list[frozenset[str]] = [frozenset(), withheld] if withheld else [frozenset()]
    try:
        rows: list[Any] = read_json(directory / layout.AGREEMENT)
        accepted = {
            layout.CARD: [dataset_card(head, counts, files, rows, each).encode() for each in described],
            layout.CROISSANT: [croissant(head, counts, files, each).encode() for each in described],
        }
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        report(layout.MANIFEST, "", f"Card and metadata cannot be written from it: {error!r}.")
        return
    for name, contents in accepted.items():
        if _content(directory / name) not in (None, *contents):
            report(name, "", f"It does not say what {layout.MANIFEST} and {layout.AGREEMENT} say.")
    digests = {each.path: each.sha256 for each in files}
    for name, (whole, *_) in accepted.items():
        if withheld and digests.get(name) not in (None, hashlib.sha256(whole).hexdigest()):
            report(layout.MANIFEST, "", f"Its sha256 of {name} is not that of the whole release's file.")


def _content(path: Path) -> bytes | None:
    """Return the bytes of a file without a byte order mark; None if it is missing or unreadable.

    `check_files` reports all three.
    """
    try:
        return path.read_bytes().removeprefix(BOM_UTF8) if is_file(path) else None
    except OSError:
        return None
