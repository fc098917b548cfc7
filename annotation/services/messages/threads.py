"""Send messages between an annotator and the leads about an item, and mark them read."""

import uuid
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db import IntegrityError

from annotation.models import Annotator, Membership, Message, Thread
from annotation.services.items.item_lock import locked_item, mark_worked_on
from annotation.services.projects.project_settings import touch
from foundation.errors import FieldError, InvalidError, NotFoundError
from foundation.free_text import check_text
from foundation.notifications.kinds import NotificationKind
from foundation.notifications.notify import notify, settle
from foundation.write_transaction import write_transaction


@dataclass(frozen=True, slots=True)
class NewMessage:
    """A message request. The browser creates `message_id`, which identifies a repeated request."""

    message_id: uuid.UUID
    text: str


def send_message(
    item_id: int, annotator: Annotator, author: User, post: NewMessage, now: datetime
) -> Message:
    """Append a message to the annotator's thread on an item that is assigned to them.

    A repeated request (same `message_id`, same text) returns the first result. Raises NotFoundError, InvalidError.
    """
    check_text("text", post.text)
    from_lead = author.pk != annotator.user_id
    with write_transaction():
        item = locked_item(annotator, item_id).item
        if annotator.user_id is None:
            raise NotFoundError("This annotator has no account: nobody would read it.")
        thread = _locked_thread(annotator, item_id, now)
        if sent := Message.objects.filter(message_id=post.message_id).first():
            return _first_answer(sent, thread, author, post)
        number = thread.count + 1
        try:
            message = Message.objects.create(
                thread=thread,
                number=number,
                message_id=post.message_id,
                author=author,
                from_lead=from_lead,
                text=post.text,
                sent_at=now,
            )
        except IntegrityError as error:
            raise _reused() from error
        thread.count, thread.last_at, thread.waiting = number, now, not from_lead
        _set_read(thread, number, by_lead=from_lead)
        thread.save()
        _notify(thread, annotator.user_id, author, by_lead=from_lead)
        mark_worked_on(item.imported_by)
        touch(annotator.project)
    return message


def mark_read(thread: Thread, number: int, *, by_lead: bool) -> None:
    """Mark the messages up to this number as read, by the leads or the annotator."""
    if number <= (thread.leads_read if by_lead else thread.annotator_read):
        return
    with write_transaction():
        thread = Thread.objects.select_for_update().get(pk=thread.pk)
        _set_read(thread, number, by_lead=by_lead)
        thread.save(update_fields=["leads_read", "annotator_read"])
        if not by_lead and thread.annotator.user_id:
            settle(
                NotificationKind.ANSWER,
                thread.project.scope,
                user=thread.annotator.user_id,
                subject=_subject(thread),
            )


def _notify(thread: Thread, annotator: int, author: User, *, by_lead: bool) -> None:
    """Notify the annotator of a lead's message, or the leads of an annotator's."""
    scope = thread.project.scope
    if by_lead:
        notify([annotator], NotificationKind.ANSWER, scope, subject=_subject(thread), item=thread.item_id)
        if not Thread.objects.filter(project=thread.project_id, waiting=True).exists():
            settle(NotificationKind.QUESTION, scope)
    else:
        leads = Membership.objects.filter(
            project=thread.project_id, role=Membership.Role.LEAD, ended_at__isnull=True
        )
        others = leads.exclude(user=author).values_list("user", flat=True)
        notify(others, NotificationKind.QUESTION, scope, item=thread.item_id)
        settle(NotificationKind.ANSWER, scope, user=annotator, subject=_subject(thread))


def _subject(thread: Thread) -> str:
    """Answers are counted for each item, because each has its own link."""
    return f"item:{thread.item_id}"


def _set_read(thread: Thread, number: int, *, by_lead: bool) -> None:
    if by_lead:
        thread.leads_read = max(thread.leads_read, number)
    else:
        thread.annotator_read = max(thread.annotator_read, number)


def _locked_thread(annotator: Annotator, item_id: int, now: datetime) -> Thread:
    thread, _ = Thread.objects.select_for_update().get_or_create(
        item_id=item_id, annotator=annotator, defaults={"project": annotator.project, "last_at": now}
    )
    return thread


def _first_answer(sent: Message, thread: Thread, author: User, post: NewMessage) -> Message:
    if (sent.thread_id, sent.author_id, sent.text) != (thread.pk, author.pk, post.text):
        raise _reused()
    return sent


def _reused() -> InvalidError:
    return InvalidError(
        "This message_id was used for another message.",
        code="message_id_reused",
        errors=[FieldError("/message_id", "reused", "Make a new UUID for every message.")],
    )
