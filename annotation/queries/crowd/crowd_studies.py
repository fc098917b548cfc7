"""Reads of the links by which crowd workers enter."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.db.models import Count

from annotation.models import EntryLink, Project
from foundation.errors import ForbiddenError, NotFoundError

EntryKind = EntryLink.Kind


@dataclass(frozen=True)
class EntryLinkData:
    """The link is /enter/CODE. `quota`: items of a participant. `people`: who have come."""

    id: int
    code: str
    state: Literal["open", "used_up", "revoked"]
    kind: EntryKind
    study: str
    languages: list[str]
    quota: int
    completion_code: str
    return_url: str
    max_people: int | None
    people: int
    created_at: datetime


@dataclass(frozen=True)
class EntryOffer:
    name: str
    description: str
    kind: EntryKind
    languages: list[str]
    quota: int


@dataclass(frozen=True)
class Completion:
    """`code` and `return_url` are shown when it is done."""

    done: bool
    submitted: int
    quota: int
    code: str
    return_url: str


def entry_links(project: Project) -> list[EntryLinkData]:
    """Newest first."""
    rows = EntryLink.objects.filter(project=project).annotate(people=Count("participants")).order_by("-pk")
    return [entry_link(row, row.people) for row in rows]


def entry_link(link: EntryLink, people: int) -> EntryLinkData:
    """As leads see it. `people`: how many have come by it."""
    return EntryLinkData(
        id=link.pk,
        code=link.code,
        state="revoked" if link.revoked_at else "used_up" if is_full(link, people) else "open",
        kind=EntryKind(link.kind),
        study=link.study,
        languages=link.languages,
        quota=link.quota,
        completion_code=link.completion_code,
        return_url=link.return_url,
        max_people=link.max_people,
        people=people,
        created_at=link.created_at,
    )


def is_full(link: EntryLink, people: int) -> bool:
    return link.max_people is not None and people >= link.max_people


def must_be_open(link: EntryLink | None) -> EntryLink:
    """Raises NotFoundError, ForbiddenError."""
    if link is None:
        raise NotFoundError("No study has this address. Is it whole?", code="no_entry")
    if link.revoked_at is not None:
        raise ForbiddenError("Nobody takes part by this link any more.", code="entry_revoked")
    return link


def entry_offer(code: str) -> EntryOffer:
    """What a participant who follows the link sees before they enter. Raises as `must_be_open`."""
    link = must_be_open(EntryLink.objects.select_related("project").filter(code=code).first())
    return EntryOffer(
        name=link.project.name,
        description=link.project.description,
        kind=EntryKind(link.kind),
        languages=link.languages,
        quota=link.quota,
    )
