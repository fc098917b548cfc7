"""Bundles of a task, as organizers and participants see them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final, cast

from evaluation.models import Bundle
from evaluation.queries.boards.past_types import BundleData
from evaluation.queries.stored_files import bundle_file
from evaluation.queries.tasks.access import TaskAccess
from evaluation.queries.tasks.phase_rules import gold_is_visible, names_are_visible
from foundation.errors import GoneError, NotFoundError
from foundation.models import Job

_PIECE: Final = 1 << 18


@dataclass(frozen=True, slots=True)
class BundleArchive:
    filename: str
    size: int
    sha256: str
    pieces: Iterator[bytes]


def bundles(here: TaskAccess, now: datetime) -> list[BundleData]:
    """Return bundles, latest first: all for organizers, the published ones of phases that show gold for others.

    Others see one with names only when the phase shows names.
    """
    rows = Bundle.objects.select_related("phase", "job").filter(task=here.task).order_by("-pk")
    return [bundle_data(row) for row in rows if here.organizes or _is_open(row, now)]


def bundle_of(here: TaskAccess, pk: int, now: datetime) -> Bundle:
    """Raises NotFoundError, also for a bundle that the reader may not see."""
    row = (
        Bundle.objects.select_related("phase", "revision", "task", "job")
        .filter(task=here.task, pk=pk)
        .first()
    )
    if row is None or not (here.organizes or _is_open(row, now)):
        raise NotFoundError("The task has no such bundle, or it is not published.", code="no_bundle")
    return row


def bundle_data(bundle: Bundle) -> BundleData:
    job = bundle.job
    state = "done" if bundle.sha256 else job.state if job else Job.State.FAILED
    return BundleData(
        id=bundle.pk,
        phase=bundle.phase.slug,
        names=cast(Any, bundle.names),
        state=cast(Any, str(state)),
        progress=job.done / job.total if job and job.total and not bundle.sha256 else None,
        message=job.message if job else "",
        size=bundle.size,
        sha256=bundle.sha256 or None,
        created_at=bundle.created_at,
        published_at=bundle.published_at,
    )


def bundle_archive(bundle: Bundle) -> BundleArchive:
    """Raises NotFoundError before it is built, GoneError if the file was removed."""
    if not bundle.sha256 or bundle.size is None:
        raise NotFoundError("Wait until its job is done.", code="not_built")
    path = bundle_file(bundle)
    if not path.is_file():
        raise GoneError("The file of the bundle was removed. Build it again.")
    name = f"{bundle.task.slug}.{bundle.phase.slug}.{bundle.names}.zip"
    return BundleArchive(name, bundle.size, bundle.sha256, _pieces(path))


def _is_open(bundle: Bundle, now: datetime) -> bool:
    if bundle.published_at is None or not bundle.sha256 or not gold_is_visible(bundle.phase, now):
        return False
    return bundle.names != Bundle.Names.NAMED or names_are_visible(bundle.phase, now)


def _pieces(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            yield piece
