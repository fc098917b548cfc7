"""Revisions of the gold of a task."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from evaluation.models import GoldRevision, Task
from foundation.accounts.names import display_name
from foundation.models import Job


@dataclass(frozen=True)
class GoldPartData:
    language: str
    split: str
    items: int
    items_bytes: int
    items_sha256: str
    items_downloads: int
    gold_bytes: int
    gold_sha256: str
    gold_downloads: int


@dataclass(frozen=True)
class RescoringProgress:
    """The job that scores all submissions again."""

    state: Job.State
    done: int
    total: int
    message: str


@dataclass(frozen=True)
class GoldRevisionData:
    """A revision of the gold. The one with the highest number is current."""

    number: int
    source: Annotated[str, "Name of the release or of the imported directory."]
    digest: str
    policy: Annotated[str, "Normalization policy; empty: unknown."]
    note: str
    created_by: str
    created_at: datetime
    parts: list[GoldPartData]
    rescoring: RescoringProgress | None


def gold_revisions(task: Task) -> list[GoldRevisionData]:
    """Return all revisions, the current one first."""
    rows = GoldRevision.objects.filter(task=task).select_related("job", "created_by").order_by("-number")
    return [_data(each) for each in rows.prefetch_related("parts")]


def _data(revision: GoldRevision) -> GoldRevisionData:
    job = revision.job
    return GoldRevisionData(
        number=revision.number,
        source=revision.source,
        digest=revision.digest,
        policy=revision.policy,
        note=revision.note,
        created_by=display_name(revision.created_by),
        created_at=revision.created_at,
        parts=[
            GoldPartData(
                language=part.language,
                split=part.split,
                items=part.items,
                items_bytes=part.items_bytes,
                items_sha256=part.items_sha256,
                items_downloads=part.items_downloads,
                gold_bytes=part.gold_bytes,
                gold_sha256=part.gold_sha256,
                gold_downloads=part.gold_downloads,
            )
            for part in sorted(revision.parts.all(), key=lambda part: (part.language, part.split))
        ],
        rescoring=RescoringProgress(Job.State(job.state), job.done, job.total, job.message) if job else None,
    )
