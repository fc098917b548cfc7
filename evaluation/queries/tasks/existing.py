"""Tasks and accounts by name, for commands."""

from django.contrib.auth.models import User

from evaluation.models import Task
from foundation.errors import NotFoundError


def task_exists(slug: str) -> bool:
    return Task.objects.filter(slug=slug).exists()


def account(username: str) -> User:
    """Return the account with this user name. Raises NotFoundError."""
    user = User.objects.filter(username=username).first()
    if user is None:
        raise NotFoundError(f"There is no account “{username}”.", code="no_person")
    return user
