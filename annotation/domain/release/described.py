"""Agreement, the card and the metadata: do they say what follows from the items and from the manifest?"""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from annotation.domain.release import layout
from annotation.domain.release.card import card
from annotation.domain.release.croissant import croissant
from annotation.domain.release.differences import Tell
from annotation.domain.release.figures import OVERALL, Row, Tally, agreement_csv, agreement_rows
from annotation.domain.release.layout import Part
from annotation.domain.release.manifest import Counts, File, Head
from annotation.domain.release.present import is_file
from annotation.domain.release.reading import read_json

_LAST_DIGIT: Final = 2e-10
"""Another processor may sum up in another order."""


def check_agreement(
    directory: Path,
    head: Head,
    counts: Mapping[Part, Counts],
    tallies: Mapping[Part, Tally],
    tell: Tell,
) -> None:
    """Where splits are held back, the rows of which all parts are here can be worked out, and no others."""
    try:
        there: list[Row] = read_json(directory / layout.AGREEMENT)
        places = Counter((row["lang"], row["split"]) for row in there)
        by_place = {(row["lang"], row["split"]): row for row in there}
        table = agreement_csv(there).encode()
    except (ValueError, KeyError, TypeError, AttributeError, IndexError):
        tell(layout.AGREEMENT, "", "It cannot be read.")
        return
    several = len({part.split for part in counts}) > 1
    if places != Counter(_places(counts, several=several)):
        tell(layout.AGREEMENT, "", "It has not one row for each language and split.")
    languages = {part.language for part in counts if part not in tallies}
    for row in agreement_rows(head.scheme, tallies, several=several):
        incomplete = languages if row["lang"] == OVERALL else languages & {row["lang"]}
        if row["split"] != OVERALL or not incomplete:
            _compare_row(row, by_place.get((row["lang"], row["split"])), tell)
    if _content(directory / layout.AGREEMENT_TABLE) not in (None, table):
        tell(layout.AGREEMENT_TABLE, "", f"It does not say the same as {layout.AGREEMENT}.")


def _places(counts: Mapping[Part, Counts], *, several: bool) -> set[tuple[str, str]]:
    languages = {(part.language, OVERALL) for part in counts}
    return {(OVERALL, OVERALL), *languages, *(counts if several else ())}


def _compare_row(mine: Row, there: Row | None, tell: Tell) -> None:
    place = ", ".join(part for part in (mine["lang"] or "all languages", mine["split"]) if part)
    if there is None:
        tell(layout.AGREEMENT, "", f"There is no row for {place}.")
        return
    for name in sorted(there.keys() - mine.keys()):
        tell(layout.AGREEMENT, "", f"{name} of {place} is no figure of a release.")
    for name, value in mine.items():
        if not _alike(value, there.get(name)):
            tell(
                layout.AGREEMENT,
                "",
                f"{name} of {place}: {value} follows, and {there.get(name)} stands there.",
            )


def _alike(one: object, other: object) -> bool:
    if isinstance(one, float) and isinstance(other, float | int):
        return abs(one - other) <= _LAST_DIGIT
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_alike, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_alike(one[key], other[key]) for key in one)
    return one == other


def check_descriptions(
    directory: Path, head: Head, counts: Mapping[Part, Counts], files: Sequence[File], tell: Tell
) -> None:
    """Card and metadata are written from the manifest: whoever edits either of them has to edit the other."""
    try:
        rows: list[Any] = read_json(directory / layout.AGREEMENT)
        wanted = {
            layout.CARD: card(head, counts, files, rows).encode(),
            layout.CROISSANT: croissant(head, counts, files).encode(),
        }
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        tell(layout.MANIFEST, "", f"Card and metadata cannot be written from it: {error!r}.")
        return
    for name, content in wanted.items():
        if _content(directory / name) not in (None, content):
            tell(name, "", f"It does not say what {layout.MANIFEST} and {layout.AGREEMENT} say.")


def _content(path: Path) -> bytes | None:
    """None where it is missing or cannot be read, which is told elsewhere."""
    try:
        return path.read_bytes() if is_file(path) else None
    except OSError:
        return None
