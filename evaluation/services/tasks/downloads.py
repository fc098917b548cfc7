"""Files that participants download, and their counts."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Literal

from django.db.models import F

from evaluation.models import GoldPart, GoldRevision
from evaluation.queries.stored_files import gold_directory, gold_file, items_file
from evaluation.queries.tasks.access import TaskAccess
from evaluation.queries.tasks.phase_rules import PhaseState, gold_is_visible, phase_state
from evaluation.queries.tasks.task_details import current_revision
from evaluation.services.tasks.phases import phase_of
from foundation.errors import ForbiddenError, NotFoundError
from foundation.write_transaction import write_transaction
from morelkit.release.layout import Part
from morelkit.release.released_images import named_image_files
from morelkit.release.zip_stream import zip_pieces

_CHUNK = 1 << 16


@dataclass(frozen=True, slots=True)
class TaskDownload:
    """A file of the current revision. `content` opens it."""

    path: Path
    name: str
    size: int
    sha256: str
    part: GoldPart
    gold: bool

    def content(self) -> Iterator[bytes]:
        with self.path.open("rb") as file:
            yield from iter(partial(file.read, _CHUNK), b"")


@dataclass(frozen=True, slots=True)
class TaskImages:
    """A zip of images. `tag` differs if its content does. `pieces` reads the files while they are sent."""

    name: str
    tag: str
    pieces: Iterator[bytes]


def task_file(
    here: TaskAccess, phase_key: int, language: str, kind: Literal["items", "gold"], now: datetime
) -> TaskDownload:
    """Return the items or the gold of a phase in a language, if the reader may see them now.

    Raises NotFoundError, ForbiddenError before the start of the phase, and for gold that is not open.
    """
    revision, part = _visible_part(here, phase_key, language, kind, now)
    stem = Part(part.language, part.split).stem
    if kind == "gold":
        path, size, sha256 = gold_file(revision, part), part.gold_bytes, part.gold_sha256
    else:
        path, size, sha256 = items_file(revision, part), part.items_bytes, part.items_sha256
    name = f"{here.task.slug}.{stem}.{'gold' if kind == 'gold' else 'items'}.jsonl"
    return TaskDownload(path, name, size, sha256, part, kind == "gold")


def task_images(here: TaskAccess, phase_key: int, language: str, now: datetime) -> TaskImages:
    """Return the images that the items of a phase in a language name. Who sees the items may see them.

    Raises NotFoundError, also if they have none, and ForbiddenError before the start of the phase.
    """
    revision, part = _visible_part(here, phase_key, language, "items", now)
    if not part.images:
        raise NotFoundError("The items of the phase come without image files.", code="no_images")
    stem = f"{here.task.slug}.{Part(part.language, part.split).stem}.images"
    # The items name each image by the digest of its content.
    tag = hashlib.sha256(f"{stem}\n{part.items_sha256}".encode()).hexdigest()
    return TaskImages(f"{stem}.zip", tag, _zipped_images(revision, part, stem))


def _zipped_images(revision: GoldRevision, part: GoldPart, stem: str) -> Iterator[bytes]:
    paths = sorted(named_image_files(items_file(revision, part)))
    yield from zip_pieces(gold_directory(revision), paths, stem)


def _visible_part(
    here: TaskAccess, phase_key: int, language: str, kind: Literal["items", "gold"], now: datetime
) -> tuple[GoldRevision, GoldPart]:
    phase = phase_of(here.task, phase_key)
    if not here.organizes:
        if phase_state(phase, now) == PhaseState.UPCOMING:
            raise ForbiddenError("The files are there when the phase starts.", code="phase_not_started")
        if kind == "gold" and not gold_is_visible(phase, now):
            raise ForbiddenError("The gold of this phase is not open.", code="gold_hidden")
    revision: GoldRevision = current_revision(here.task)
    part = GoldPart.objects.filter(revision=revision, language=language.lower(), split=phase.split).first()
    if part is None:
        raise NotFoundError("The phase has no items in this language.", code="no_part")
    return revision, part


def count_download(file: TaskDownload) -> None:
    field = "gold_downloads" if file.gold else "items_downloads"
    with write_transaction():
        GoldPart.objects.filter(pk=file.part.pk).update(**{field: F(field) + 1})
