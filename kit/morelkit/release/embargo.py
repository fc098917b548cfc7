"""Downloads of a release under embargo: the files that differ from the whole release."""

import json
from collections.abc import Callable, Sequence
from typing import Any, Final

from morelkit.release import layout
from morelkit.release.card import dataset_card
from morelkit.release.croissant import croissant
from morelkit.release.manifest import read_counts, read_files, read_head, read_manifest

ReadFile = Callable[[str], bytes]
"""Returns the content of a file of the release."""

NOTICE_FIELDS: Final = ("splits", "opens_on", "withheld")


def partial_files(
    read_file: ReadFile, splits: Sequence[str], opens_on: str | None, withheld: Sequence[str]
) -> dict[str, bytes]:
    """Return the content of the embargo file, and of card and Croissant file, which describe what the download holds.

    `withheld`: the paths that the download lacks. `opens_on`: the day on which the embargo ends, if it is known.
    """
    manifest, _ = read_manifest(read_file(layout.MANIFEST))
    head, counts, files = read_head(manifest), read_counts(manifest), read_files(manifest)
    agreement: list[Any] = json.loads(read_file(layout.AGREEMENT))
    notice = dict(zip(NOTICE_FIELDS, (sorted(splits), opens_on, sorted(withheld)), strict=True))
    held_back = frozenset(withheld)
    return {
        layout.EMBARGO: f"{json.dumps(notice, indent=1)}\n".encode(),
        layout.CARD: dataset_card(head, counts, files, agreement, held_back).encode(),
        layout.CROISSANT: croissant(head, counts, files, held_back).encode(),
    }
