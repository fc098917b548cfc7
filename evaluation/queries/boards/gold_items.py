"""Gold of a track: its items in the order of stored scores, slices of them, and the annotators' agreement.

Files of a revision never change, so what follows from them is kept in memory.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from evaluation.models import GoldRevision, Track
from evaluation.queries.stored_files import gold_directory
from evaluation.queries.track_items import parts_of_track
from morelkit.annotated import AnnotatedItem, agreement_of
from morelkit.files import FilesError
from morelkit.release.layout import Part, lines_path
from morelkit.scheme.schemes import Scheme
from morelkit.scoring.gold import (
    AS_GIVEN,
    Gold,
    GoldError,
    annotated_items,
    joined,
    normalization_of,
    read_gold,
)
from morelkit.scoring.record_files import read_rows
from morelkit.scoring.slices import AGREEMENT, LABEL, LENGTH, fields_of, slices_of

MODEL: Final = "model"
SLICED_BY: Final = (MODEL, LENGTH, LABEL, AGREEMENT)


@dataclass(frozen=True, slots=True)
class TrackGold:
    """The items of a track, all under its language. `ids`: in the order of stored scores.

    `slices`: places in `ids` by field and name.
    """

    paths: tuple[Path, ...]
    gold: Gold
    ids: list[str]
    agreement: Mapping[str, float | None]
    slices: Mapping[str, Mapping[str, list[int]]]


def track_gold(revision: GoldRevision, track: Track, split: str) -> TrackGold:
    """Read the gold of a track. Raises `GoldError` and `OSError`."""
    parts = parts_of_track(revision, track, split)
    if not parts:
        raise GoldError("The gold has no part of this track and split.")
    return _track_gold(
        gold_directory(revision),
        tuple(Part(part.language, part.split) for part in parts),
        track.language,
        tuple(part.gold_sha256 for part in parts),
    )


def annotated_parts(revision: GoldRevision, track: Track, split: str) -> tuple[list[AnnotatedItem], Scheme]:
    """Return the annotated items of a track, and their scheme. Raises `GoldError`, `FilesError` and `OSError`."""
    directory = gold_directory(revision)
    parts = [Part(part.language, part.split) for part in parts_of_track(revision, track, split)]
    return _annotated(directory, parts)


@lru_cache(maxsize=32)
def _track_gold(
    directory: Path, parts: tuple[Part, ...], language: str, _sha256: tuple[str, ...]
) -> TrackGold:
    read = [read_gold(directory, AS_GIVEN, fields_of(SLICED_BY), part) for part in parts]
    gold = joined(read, language)
    ids = list(gold.items)
    agreement = _agreement(directory, parts)
    place = {id_: index for index, id_ in enumerate(ids)}
    slices = {
        field: {name: [place[id_] for id_ in members] for name, members in by_name.items()}
        for field, by_name in slices_of(gold, ids, SLICED_BY, agreement).items()
        if len(by_name) > 1  # otherwise all items are in one slice
    }
    paths = tuple(directory / lines_path("gold", part) for part in parts)
    return TrackGold(paths, gold, ids, agreement, slices)


def _agreement(directory: Path, parts: Sequence[Part]) -> dict[str, float | None]:
    """Return the agreement of items with annotations; nothing for labels of whole answers."""
    try:
        items, scheme = _annotated(directory, parts)
        rows = agreement_of(items, scheme, normalization_of(directory))
    except (GoldError, FilesError, OSError):
        return {}
    return {row.external_id: row.agreement for row in rows}


def _annotated(directory: Path, parts: Sequence[Part]) -> tuple[list[AnnotatedItem], Scheme]:
    read = [annotated_items(directory, part) for part in parts]
    if not read:
        raise GoldError("The gold has no part of this track and split.")
    return [item for items, _ in read for item in items], read[0][1]


def item_records(path: Path, key: str, *, by_position: bool) -> dict[str, dict[str, Any]]:
    """Return the records of a gold or prediction file by id."""
    return {
        str(position) if by_position else str(row.exact().record.get(key)): row.exact().record
        for position, row in enumerate(read_rows(path), 1)
        if row.error is None
    }
