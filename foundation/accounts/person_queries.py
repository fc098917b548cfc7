"""Reads of a user and their preferences."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Annotated, Any, Literal, TypedDict, cast
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AnonymousUser, User

from foundation.accounts.account_queries import is_guest
from foundation.accounts.names import display_name
from foundation.accounts.preference_rules import DEFAULTS, is_time_zone
from foundation.models import Preferences


class PreferencesData(TypedDict):
    locale: str
    theme: Literal["system", "light", "dark"]
    text_size: float
    line_height: float
    snap: dict[str, Literal["words", "characters"]]
    keys: dict[str, str]
    time_zone: str


@dataclass(frozen=True)
class UserData:
    username: str
    display_name: str
    is_superuser: bool
    guest: Annotated[bool, "Entered by a link and has no password."]
    preferences: PreferencesData


@dataclass(frozen=True)
class SessionData:
    user: UserData | None


def session_data(user: User | AnonymousUser) -> SessionData:
    if not isinstance(user, User):
        return SessionData(None)
    return SessionData(
        UserData(
            username=user.username,
            display_name=display_name(user),
            is_superuser=user.is_superuser,
            guest=is_guest(user),
            preferences=preferences_of(user),
        )
    )


def preferences_of(user: User) -> PreferencesData:
    """Return all preferences of the user: what they set, and defaults for the rest. A session has them loaded."""
    try:
        return preferences_data(user.preferences.value)
    except Preferences.DoesNotExist:
        return preferences_data({})


def preferences_data(value: Mapping[str, Any]) -> PreferencesData:
    return cast("PreferencesData", {**DEFAULTS, **value})


def time_zone_of(user: User) -> tzinfo:
    """Return the user's time zone. A zone that this machine does not know counts as UTC."""
    name = preferences_of(user)["time_zone"]
    return ZoneInfo(name) if name and is_time_zone(name) else UTC


def start_of_day(user: User, now: datetime) -> datetime:
    """Return the last midnight in the user's time zone."""
    return now.astimezone(time_zone_of(user)).replace(hour=0, minute=0, second=0, microsecond=0)
