"""Publish announcements, and send them to the members of teams."""

from collections.abc import Callable
from typing import Final

from django.contrib.auth.models import User

from evaluation.models import Announcement
from evaluation.queries.messages.threads import team_emails
from evaluation.queries.tasks.access import TaskAccess
from foundation.accounts.person_queries import preferences_of
from foundation.audit import AuditKind, record
from foundation.email import send_email, send_in_background
from foundation.email_templates import render_email
from foundation.errors import wrong_field
from foundation.write_transaction import write_transaction

MAX_TITLE: Final = 200
MAX_TEXT: Final = 20_000


def announce(
    here: TaskAccess,
    by: User,
    *,
    title: str,
    text: str,
    email: bool,
    absolute_url: Callable[[str], str],
) -> Announcement:
    """Publish an announcement, and with `email` send it to all members of teams in the background.

    Raises InvalidError.
    """
    title = " ".join(title.split())
    if not title or len(title) > MAX_TITLE:
        raise wrong_field("title", f"A title has 1 to {MAX_TITLE} characters.", "title")
    if not text.strip() or len(text) > MAX_TEXT:
        raise wrong_field("text", f"A text has 1 to {MAX_TEXT:,} characters.", "text")
    people = team_emails(here) if email else []
    with write_transaction():
        row = Announcement.objects.create(task=here.task, title=title, text=text, by=by, emailed=len(people))
        record(AuditKind.ANNOUNCEMENT_CREATED, here.task.scope, announcement=row.pk, emails=len(people))
    link = absolute_url(f"/tasks/{here.task.slug}")
    values = {"task": here.task.name, "title": title, "text": text, "link": link}
    emails = [(user.email, render_email("announcement", locale_of(user), **values)) for user in people]
    if emails:
        send_in_background(lambda: _send(emails))
    return row


def locale_of(user: User) -> str:
    """Return the interface language of a user."""
    return preferences_of(user)["locale"] or "en"


def _send(emails: list[tuple[str, tuple[str, str]]]) -> None:
    for address, subject_and_text in emails:
        send_email(address, *subject_and_text)
