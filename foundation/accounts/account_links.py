"""What apps store about a user outside of projects: whether there is anything, and how it is erased."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User


@dataclass(frozen=True, slots=True)
class AccountLinks:
    """`exist`: whether the user takes part in something of the app.

    `erase` is called before the user is deleted, in the same transaction. It replaces what they wrote, and raises
    ConflictError if something needs them.
    """

    exist: Callable[[User], bool]
    erase: Callable[[User, datetime], None]


_links: list[AccountLinks] = []


def register_account_links(links: AccountLinks) -> None:
    _links.append(links)


def has_links(user: User) -> bool:
    """Return whether the user takes part in something outside of projects."""
    return any(links.exist(user) for links in _links)


def erase_links(user: User, now: datetime) -> None:
    for links in _links:
        links.erase(user, now)
