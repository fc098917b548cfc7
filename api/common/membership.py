"""Access control: the user of a request and their membership in a project."""

from django.contrib.auth.models import User
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from annotation.queries.projects.access import Access, access


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
