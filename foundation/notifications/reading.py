"""The notifications of a person, as the page shows them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final, Literal

from django.contrib.auth.models import User
from django.db.models import F
from django.utils import timezone

from foundation.models import Notification
from foundation.notifications.kinds import Channels, NotificationKind, channels_of
from foundation.notifications.notify import mail_configured
from foundation.notifications.places import places_of

SHOWN: Final = 50


@dataclass(frozen=True)
class NotificationData:
    """`name`: of the project. `item`, `language`, `job`: empty unless it is about one."""

    id: int
    kind: NotificationKind
    name: str
    item: Annotated[str, "External id."]
    language: str
    job: Annotated[str, "The kind of the job."]
    count: int
    at: Annotated[datetime, "Of the latest change."]
    read: bool
    path: Annotated[str, "In the site."]


@dataclass(frozen=True)
class NotificationList:
    """The latest notifications, unread ones first. `as_of`: sent when they are marked as read."""

    results: list[NotificationData]
    as_of: datetime


@dataclass(frozen=True)
class UnreadNotifications:
    unread: int


@dataclass(frozen=True)
class NotificationSettings:
    """`mail`: whether e-mails can reach the person: the site sends none, or they have no address."""

    mail: Literal["on", "no_server", "no_address"]
    kinds: list[Channels]


def notifications_of(user: User) -> NotificationList:
    """Return the notifications that the person may see and has not switched off in the page."""
    as_of = timezone.now()
    rows = Notification.objects.filter(user=user, kind__in=_in_page(user))
    found = list(rows.order_by(F("read_at").desc(nulls_first=True), "-last_at", "-pk")[:SHOWN])
    places = places_of(user, found)
    return NotificationList(
        [
            NotificationData(
                id=row.pk,
                kind=NotificationKind(row.kind),
                name=place.name,
                item=place.item,
                language=place.language,
                job=str(row.place.get("job", "")),
                count=row.count,
                at=row.last_at,
                read=row.read_at is not None,
                path=place.path,
            )
            for row in found
            if (place := places.get(row.pk))
        ],
        as_of,
    )


def unread_notifications(user: User) -> UnreadNotifications:
    """Return the number of unread notifications that `notifications_of` shows."""
    unread = Notification.objects.filter(user=user, read_at=None)
    rows = list(unread.order_by("-last_at", "-pk")[:SHOWN])
    if not rows:
        return UnreadNotifications(0)
    shown = set(_in_page(user))
    rows = [row for row in rows if row.kind in shown]
    return UnreadNotifications(len(places_of(user, rows)))


def notification_settings(user: User) -> NotificationSettings:
    reach: Literal["on", "no_server", "no_address"] = "on" if user.email else "no_address"
    return NotificationSettings(reach if mail_configured() else "no_server", channels_of(user))


def _in_page(user: User) -> list[NotificationKind]:
    return [channels.kind for channels in channels_of(user) if channels.page]
