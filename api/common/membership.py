"""Membership decides every read and write: the way from a request into a project."""

from django.contrib.auth.models import User
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from annotation.queries.projects.access import Access, access


def person(request: Request) -> User:
    """Who asks. Raises NotAuthenticated."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


def member(request: Request, slug: str) -> Access:
    """The access of whoever asks. Raises NotFoundError where they do not belong to the project."""
    return access(person(request), slug)


def lead(request: Request, slug: str) -> Access:
    """As `member`, for leads only. Raises ForbiddenError."""
    return access(person(request), slug, lead=True)
