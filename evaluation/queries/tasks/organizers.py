"""Organizers of a task."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User

from evaluation.models import Organizer, Task
from foundation.accounts.names import display_name


@dataclass(frozen=True)
class OrganizerData:
    id: int
    name: str
    username: str
    added_at: datetime
    you: bool


def organizers_of(task: Task, reader: User) -> list[OrganizerData]:
    """Return the organizers in the order in which they were added."""
    rows = Organizer.objects.filter(task=task).select_related("user").order_by("pk")
    return [
        OrganizerData(
            each.pk, display_name(each.user), each.user.username, each.added_at, each.user_id == reader.pk
        )
        for each in rows
    ]
