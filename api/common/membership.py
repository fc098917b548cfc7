"""Access control: the user of a request, their membership in a project, and the record of what they export."""

from django.contrib.auth.models import User
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from annotation.queries.projects.access import Access, access, refuse_archived
from foundation.audit import AuditKind, record_and_commit
from foundation.errors import ForbiddenError


def person(request: Request) -> User:
    """Return the logged-in user. Raises NotAuthenticated."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


def member(request: Request, slug: str, *, archived: bool = False) -> Access:
    """Return the user's access to the project. Raises NotFoundError unless they are a member.

    Raises ForbiddenError if the request would change an archived project, unless it may: see `lead`.
    """
    here = access(person(request), slug)
    return here if archived else _unless_archived(request, here)


def lead(request: Request, slug: str, *, archived: bool = False) -> Access:
    """Return the user's access as `member` does. Raises ForbiddenError unless they are a lead.

    `archived`: the request may change an archived project, because it removes access or data of a person.
    """
    here = access(person(request), slug, lead=True)
    return here if archived else _unless_archived(request, here)


def creator(request: Request, slug: str) -> Access:
    """Return the user's access as `member` does. Raises ForbiddenError unless they may choose candidates."""
    here = access(person(request), slug)
    if not here.may_create:
        raise ForbiddenError("A lead of the project decides who chooses candidates.")
    return _unless_archived(request, here)


def _unless_archived(request: Request, here: Access) -> Access:
    if request.method not in SAFE_METHODS:
        refuse_archived(here.project)
    return here


def record_export(request: Request, here: Access, content: str, **details: object) -> None:
    """Record that the lead exports data. A HEAD request gets none."""
    if request.method != "HEAD":
        record_and_commit(AuditKind.DATA_EXPORTED, here.project.scope, content=content, **details)
