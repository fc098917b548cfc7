"""Reads of the links by which crowd workers enter."""

from typing import Any

from django.db.models import Count

from annotation.models import EntryLink, Project
from foundation.errors import ForbiddenError, NotFoundError


def entries_json(project: Project) -> list[dict[str, Any]]:
    """Newest first."""
    rows = EntryLink.objects.filter(project=project).annotate(people=Count("participants")).order_by("-pk")
    return [entry_json(row, row.people) for row in rows]


def entry_json(link: EntryLink, people: int) -> dict[str, Any]:
    """As leads see it. `people`: how many have come by it."""
    return {
        "id": link.pk,
        "code": link.code,
        "state": "revoked" if link.revoked_at else "used_up" if is_full(link, people) else "open",
        "kind": link.kind,
        "study": link.study,
        "languages": link.languages,
        "quota": link.quota,
        "completion_code": link.completion_code,
        "return_url": link.return_url,
        "max_people": link.max_people,
        "people": people,
        "created_at": link.created_at,
    }


def is_full(link: EntryLink, people: int) -> bool:
    return link.max_people is not None and people >= link.max_people


def must_be_open(link: EntryLink | None) -> EntryLink:
    """Raises NotFoundError, ForbiddenError."""
    if link is None:
        raise NotFoundError("No study has this address. Is it whole?", code="no_entry")
    if link.revoked_at is not None:
        raise ForbiddenError("Nobody takes part by this link any more.", code="entry_revoked")
    return link


def entry_offer(code: str) -> dict[str, Any]:
    """What somebody who follows the link is told before they enter. Raises as `must_be_open`."""
    link = must_be_open(EntryLink.objects.select_related("project").filter(code=code).first())
    return {
        "name": link.project.name,
        "description": link.project.description,
        "kind": link.kind,
        "languages": link.languages,
        "quota": link.quota,
    }
