"""One e-mail to each person about what they have not read, some minutes after the first change.

The rows that an e-mail is about are claimed before it is sent: a process that is killed in between loses an e-mail, and
no e-mail is sent twice. What waits survives a restart, because it is in the rows.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone

from foundation.accounts.person_queries import preferences_of
from foundation.email import send_email
from foundation.jobs import every_minute, hourly
from foundation.models import Notification
from foundation.notification_templates import notification_email, notification_line
from foundation.notifications.kinds import channels_of
from foundation.notifications.notify import mail_configured, remove_old
from foundation.notifications.places import Place, places_of
from foundation.write_transaction import write_transaction

QUEUE: Final = "notifications"

_RETRY: Final = timedelta(minutes=15)
"""Time until the next attempt after the mail server refused an e-mail."""

_TRIED_FOR: Final = timedelta(days=1)
"""Age of a change up to which an e-mail about it is attempted."""


@every_minute(QUEUE)
def send_digests() -> None:
    """Send the e-mails that are due."""
    if mail_configured():
        now = timezone.now()
        for user in _due(now).values_list("user", flat=True).order_by("user").distinct():
            send_digest(User.objects.get(pk=user), now)


def send_digest(user: User, now: datetime) -> None:
    """Send one e-mail about all that waits for one, if something of it is due."""
    with write_transaction():
        User.objects.select_for_update(no_key=True).only("pk").get(pk=user.pk)
        if not _due(now).filter(user=user).exists():
            return  # another process has claimed them
        rows = list(
            Notification.objects.filter(user=user, mail_due_at__isnull=False, read_at=None).order_by(
                "last_at", "pk"
            )
        )
        Notification.objects.filter(user=user, mail_due_at__isnull=False).update(
            mail_due_at=None, mailed_at=now
        )
    wanted = {channels.kind for channels in channels_of(user) if channels.mail}
    rows = [row for row in rows if row.kind in wanted]
    places = places_of(user, rows)
    rows = [row for row in rows if row.pk in places]
    if not rows or not user.email or not user.is_active:
        return
    if send_email(user.email, *_email(user, rows, places)):
        _retry(rows, now)


def _retry(rows: list[Notification], now: datetime) -> None:
    with write_transaction():
        Notification.objects.filter(
            pk__in=[row.pk for row in rows], read_at=None, last_at__gte=now - _TRIED_FOR
        ).update(mail_due_at=now + _RETRY, mailed_at=None)


def _due(now: datetime) -> QuerySet[Notification]:
    return Notification.objects.filter(mail_due_at__lte=now)


def _email(user: User, rows: list[Notification], places: Mapping[int, Place]) -> tuple[str, str]:
    locale = preferences_of(user)["locale"]
    lines = []
    for row in rows:
        place = places[row.pk]
        line = notification_line(
            row.kind, locale, row.count, name=place.name, item=place.item, language=place.language
        )
        lines.append(f"{line}\n{settings.SITE_URL}{place.path}")
    return notification_email(locale, "\n\n".join(lines), f"{settings.SITE_URL}/account#notifications")


@hourly(QUEUE)
def remove_old_notifications() -> None:
    remove_old(timezone.now())
