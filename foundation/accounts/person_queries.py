"""Reads of what belongs to a person, not to a project."""

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth.models import User

from foundation.accounts.preference_rules import DEFAULTS, is_time_zone
from foundation.models import Preferences


def preferences_of(user: User) -> dict[str, Any]:
    """What the person has set, and the defaults of the rest."""
    row = Preferences.objects.filter(user=user).first()
    return {**DEFAULTS, **(row.value if row else {})}


def day_began(user: User, now: datetime) -> datetime:
    """The midnight before `now` where the person is. A zone that this machine no longer knows counts as UTC."""
    name = preferences_of(user)["time_zone"]
    zone = ZoneInfo(name) if name and is_time_zone(name) else UTC
    return now.astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0)
