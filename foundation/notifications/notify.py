"""Create notifications in the transaction of the change, mark them as read, and remove old ones."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import F
from django.db.transaction import TransactionManagementError
from django.utils import timezone

from foundation.email import has_mail_server
from foundation.models import Notification
from foundation.notifications.kinds import NotificationKind, channels_by_user
from foundation.write_transaction import write_transaction

MAIL_DELAY: Final = timedelta(minutes=10)
"""Time in which further changes join the e-mail about the first."""

MAIL_INTERVAL: Final = timedelta(days=1)
"""Time between e-mails about changes with the same subject that the person does not read."""

KEPT: Final = timedelta(days=90)
"""Age at which notifications are removed, read or not."""


def notify(
    users: Iterable[int],
    kind: NotificationKind,
    scope: str,
    *,
    subject: str = "",
    count: int = 1,
    **place: Any,
) -> None:
    """Add `count` changes to what each user has not read yet, unless they have switched the kind off.

    `place`: ids for the link. It must hold no text that somebody wrote. Raises TransactionManagementError outside of a
    transaction.
    """
    if not connection.in_atomic_block:
        raise TransactionManagementError("A notification is created in the transaction of its change.")
    now = timezone.now()
    people = User.objects.filter(pk__in=list(users), is_active=True).order_by("pk")
    people_by_id = {person.pk: person for person in people}
    for user, channels in channels_by_user(people_by_id, kind).items():
        if not channels.page and not channels.mail:
            continue
        # Two changes at the same time would both find no row.
        User.objects.select_for_update(no_key=True).only("pk").get(pk=user)
        rows = Notification.objects.filter(user=user, kind=kind, scope=scope, subject=subject)
        row = rows.filter(read_at=None).first() or Notification(
            user_id=user, kind=kind, scope=scope, subject=subject, count=0
        )
        row.count, row.last_at, row.place = row.count + count, now, place
        if channels.mail and people_by_id[user].email and mail_configured():
            row.mail_due_at = row.mail_due_at or _mail_due(row, now)
        row.save()


def _mail_due(row: Notification, now: datetime) -> datetime:
    soon = now + MAIL_DELAY
    return max(soon, row.mailed_at + MAIL_INTERVAL) if row.mailed_at else soon


def withdraw(user: int, kind: NotificationKind, scope: str, *, count: int) -> None:
    """Take `count` changes back that were undone, as far as the person has not read them."""
    rows = Notification.objects.filter(user=user, kind=kind, scope=scope, read_at=None)
    rows.filter(count__lte=count).delete()
    rows.update(count=F("count") - count)


def settle(kind: NotificationKind, scope: str, *, user: int | None = None, subject: str = "") -> None:
    """Mark as read what has been dealt with elsewhere: by one user, or without `user` for all."""
    rows = Notification.objects.filter(kind=kind, scope=scope, subject=subject, read_at=None)
    if user is not None:
        rows = rows.filter(user=user)
    rows.update(read_at=timezone.now(), mail_due_at=None)


def mark_read(user: User, ids: Sequence[int], as_of: datetime) -> None:
    """Mark the person's notifications as read, except those that have changed since `as_of`."""
    with write_transaction():
        rows = Notification.objects.filter(user=user, pk__in=ids, read_at=None, last_at__lte=as_of)
        rows.update(read_at=timezone.now(), mail_due_at=None)


def remove_old(now: datetime) -> None:
    with write_transaction():
        Notification.objects.filter(last_at__lt=now - KEPT).delete()


def mail_configured() -> bool:
    """Return whether the site sends e-mail and knows its own address, which the links need."""
    return has_mail_server() and bool(settings.SITE_URL)
