"""The kinds of notifications, and where a person wants each."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.contrib.auth.models import User

from foundation.models import NotificationChoice
from foundation.write_transaction import write_transaction


class NotificationKind(StrEnum):
    QUESTION = "question"
    ANSWER = "answer"
    REOPENED = "reopened"
    MEMBER_ADDED = "member_added"
    JOB_DONE = "job_done"
    JOB_FAILED = "job_failed"
    LANGUAGE_COMPLETE = "language_complete"


NOT_MAILED: Final = frozenset({NotificationKind.JOB_DONE})
"""Kinds without e-mail unless the person wants it."""


@dataclass(frozen=True)
class Channels:
    """Where a person gets notifications of a kind: in the page, by e-mail."""

    kind: NotificationKind
    page: bool
    mail: bool


def channels_of(user: User) -> list[Channels]:
    """Return the channels of every kind for a person."""
    chosen = _chosen([user.pk])
    return [chosen.get((user.pk, kind), _default(kind)) for kind in NotificationKind]


def channels_by_user(users: Iterable[int], kind: NotificationKind) -> dict[int, Channels]:
    """Return the channels of a kind by user."""
    users = list(users)
    chosen = _chosen(users, kind)
    return {user: chosen.get((user, kind), _default(kind)) for user in users}


def choose_channels(user: User, wanted: Channels) -> None:
    """Set where the person gets notifications of a kind."""
    with write_transaction():
        NotificationChoice.objects.update_or_create(
            user=user, kind=wanted.kind, defaults={"page": wanted.page, "mail": wanted.mail}
        )


def _default(kind: NotificationKind) -> Channels:
    return Channels(kind, page=True, mail=kind not in NOT_MAILED)


def _chosen(
    users: list[int], kind: NotificationKind | None = None
) -> dict[tuple[int, NotificationKind], Channels]:
    rows = NotificationChoice.objects.filter(
        user__in=users, kind__in=[kind] if kind else list(NotificationKind)
    )
    return {
        (row.user_id, NotificationKind(row.kind)): Channels(NotificationKind(row.kind), row.page, row.mail)
        for row in rows
    }
