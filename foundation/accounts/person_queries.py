"""Reads of a user's preferences."""

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth.models import User

from foundation.accounts.preference_rules import DEFAULTS, is_time_zone
from foundation.models import Preferences


def preferences_of(user: User) -> dict[str, Any]:
    """Return all preferences of the user: what they set, and defaults for the rest."""
    row = Preferences.objects.filter(user=user).first()
    return {**DEFAULTS, **(row.value if row else {})}


def start_of_day(user: User, now: datetime) -> datetime:
    """Return the last midnight in the user's time zone. A zone that this machine does not know counts as UTC."""
    name = preferences_of(user)["time_zone"]
    zone = ZoneInfo(name) if name and is_time_zone(name) else UTC
    return now.astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0)
