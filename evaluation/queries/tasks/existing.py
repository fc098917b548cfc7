"""Tasks and accounts by name, for commands."""

from django.contrib.auth.models import User
from django.db.models import Q

from evaluation.models import Task
from foundation.errors import NotFoundError


def is_taken(slug: str) -> bool:
    """Return whether there is a task of this slug, unless it is a demo whose build was killed."""
    unfinished = Q(synthetic=True, published_at=None, announcements=None)
    return Task.objects.filter(slug=slug).exclude(unfinished).exists()


def account(username: str) -> User:
    """Return the account with this user name. Raises NotFoundError."""
    user = User.objects.filter(username=username).first()
    if user is None:
        raise NotFoundError(f"There is no account “{username}”.", code="no_person")
    return user
