"""Reads of what belongs to a person, not to a project."""

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth.models import User

from annotation.domain.preferences import DEFAULTS, is_time_zone
from annotation.models import Annotator, Preferences, Project


def preferences_of(user: User) -> dict[str, Any]:
    """What the person has set, and the defaults of the rest."""
    row = Preferences.objects.filter(user=user).first()
    return {**DEFAULTS, **(row.value if row else {})}


def display_name(user: User | None) -> str:
    """As others see the person; "" where the account is gone."""
    return (user.get_full_name() or user.username) if user else ""


def author_name(project: Project, annotator: Annotator) -> str:
    """As the project's leads see an author: the pseudonym where they see no names, or the account is gone."""
    return annotator.key if project.anonymous else display_name(annotator.user) or annotator.key


def day_began(user: User, now: datetime) -> datetime:
    """The midnight before `now` where the person is. A zone that this machine no longer knows counts as UTC."""
    name = preferences_of(user)["time_zone"]
    zone = ZoneInfo(name) if name and is_time_zone(name) else UTC
    return now.astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0)
