"""Access control: the user of a request, their membership in a project, and the record of what they export."""

from django.contrib.auth.models import User
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from annotation.queries.projects.access import Access, access
from foundation.audit import AuditKind, record_read


def person(request: Request) -> User:
    """Return the logged-in user. Raises NotAuthenticated."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


def member(request: Request, slug: str) -> Access:
    """Return the user's access to the project. Raises NotFoundError unless they are a member."""
    return access(person(request), slug)


def lead(request: Request, slug: str) -> Access:
    """Return the user's access to the project. Raises NotFoundError, and ForbiddenError unless they are a lead."""
    return access(person(request), slug, lead=True)


def record_export(request: Request, here: Access, content: str, **details: object) -> None:
    """Record that the lead exports data. A HEAD request gets none."""
    if request.method != "HEAD":
        record_read(AuditKind.DATA_EXPORTED, here.project.scope, content=content, **details)
