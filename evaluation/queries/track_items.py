"""Items of tracks, without and with labels. Requests read items only; jobs read gold.

Files of gold never change, so both are kept in the memory of the process by revision and part.
"""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from evaluation.models import GoldPart, GoldRevision, Task, Track
from evaluation.queries import stored_files
from morelkit.release.layout import Part
from morelkit.scoring.gold import Gold, joined, read_gold, read_items

_KEPT: Final = 128
"""Parts in memory."""


def current_revision(task: Task) -> GoldRevision:
    """Raises GoldRevision.DoesNotExist if the task has no gold, which no service creates."""
    return task.gold_revisions.latest("number")


def parts_of_track(revision: GoldRevision, track: Track, split: str) -> list[GoldPart]:
    """Return the parts of a track in a split, by language."""
    parts = revision.parts.filter(split=split).order_by("language")
    return [part for part in parts if track.language in ("", part.language)]


def items_digest(parts: Sequence[GoldPart]) -> str:
    """Return the sha256 of the unlabelled file, or of the digests of several."""
    digests = [part.items_sha256 for part in parts]
    return digests[0] if len(digests) == 1 else hashlib.sha256("".join(digests).encode()).hexdigest()


def file_name(parts: Sequence[GoldPart]) -> str:
    """Return the names of the unlabelled files as participants know them."""
    return ", ".join(f"{Part(part.language, part.split).stem}.jsonl" for part in parts)


def part_items(revision: GoldRevision, language: str, split: str) -> Gold:
    """Return the items of a part without labels. Opens no gold. Raises `GoldError` and `OSError`."""
    return _read_items(stored_files.gold_directory(revision), revision.digest, Part(language, split))


def track_items(revision: GoldRevision, parts: Sequence[GoldPart], track: Track) -> Gold:
    """Return the items of a track without labels, those of several parts under its language. Opens no gold.

    The items of one part keep their spelling of the language, so that a check has the same messages as offline.
    """
    read = [part_items(revision, part.language, part.split) for part in parts]
    return read[0] if len(read) == 1 else joined(read, track.language)


def track_gold(revision: GoldRevision, parts: Sequence[GoldPart], track: Track) -> Gold:
    """Return the labelled items of a track, all under its language. For jobs and for those who may see gold.

    Raises `GoldError` and `OSError`.
    """
    directory, digest = stored_files.gold_directory(revision), revision.digest
    read = [_read_gold(directory, digest, Part(part.language, part.split)) for part in parts]
    return joined(read, track.language)


@lru_cache(_KEPT)
def _read_items(directory: Path, _digest: str, part: Part) -> Gold:
    return read_items(directory, part)


@lru_cache(_KEPT)
def _read_gold(directory: Path, _digest: str, part: Part) -> Gold:
    return read_gold(directory, part=part)
