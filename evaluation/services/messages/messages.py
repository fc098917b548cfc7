"""Send messages between teams and organizers, and mark them read."""

from datetime import datetime
from typing import Final, Literal

from django.contrib.auth.models import User

from evaluation.models import MessagesRead, TaskMessage, Team
from evaluation.queries.tasks.access import TaskAccess
from foundation.errors import wrong_field
from foundation.write_transaction import write_transaction

MAX_TEXT: Final = 5_000


def send_message(here: TaskAccess, by: User, team: Team, text: str) -> TaskMessage:
    """Append a message to the thread of a team, as an organizer or a member. Raises InvalidError."""
    if not text.strip() or len(text) > MAX_TEXT:
        raise wrong_field("text", f"A message has 1 to {MAX_TEXT:,} characters.", "text")
    with write_transaction():
        return TaskMessage.objects.create(
            task=here.task, team=team, by=by, by_organizer=here.organizes, text=text
        )


def mark_read(
    here: TaskAccess, by: User, what: Literal["announcements", "messages"], until: datetime
) -> None:
    """Record that the user has read announcements or messages up to this time. It never moves back."""
    name = "announcements_at" if what == "announcements" else "at"
    with write_transaction():
        row, _ = MessagesRead.objects.select_for_update().get_or_create(task=here.task, user=by)
        read = getattr(row, name)
        if read is None or read < until:
            setattr(row, name, until)
            row.save(update_fields=[name])
