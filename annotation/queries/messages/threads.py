"""Reads of the messages between annotators and leads."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F, QuerySet

from annotation.models import Annotator, Message, Project, Thread
from annotation.queries.projects.access import Access
from foundation.accounts.names import display_name
from foundation.errors import NotFoundError
from morelkit.text.languages import Direction, direction


@dataclass(frozen=True)
class MessageData:
    """`author`: "" if the account was deleted."""

    id: UUID
    from_lead: bool
    author: str
    mine: bool
    text: str
    sent_at: datetime


@dataclass(frozen=True)
class ThreadData:
    """`waiting`: the annotator sent the latest message. `unread`: by the reader; leads share one read position."""

    item: int
    external_id: str
    language: str
    direction: Direction
    question: str
    annotator: str
    name: str
    last: MessageData
    count: int
    waiting: bool
    unread: int


def thread_annotator(here: Access, key: str) -> Annotator:
    """The annotator of the thread: a lead may name anyone of the project, an annotator only themselves.

    Raises NotFoundError.
    """
    if key in ("", here.annotator.key):
        return here.annotator
    found = Annotator.objects.filter(project=here.project, key=key).first() if here.is_lead else None
    if found is None:
        raise NotFoundError("There is no such annotator in this project.")
    return found


def thread_of(annotator: Annotator, item_id: int) -> Thread | None:
    return Thread.objects.filter(annotator=annotator, item=item_id).first()


def messages_after(thread: Thread, number: int, limit: int) -> list[Message]:
    """The messages after that number, oldest first."""
    rows = Message.objects.filter(thread=thread, number__gt=number).select_related("author")
    return list(rows.order_by("number")[:limit])


def _visible(**conditions: Any) -> QuerySet[Thread]:
    return Thread.objects.filter(
        item__archived_at__isnull=True, item__imported_by__published_at__isnull=False, **conditions
    )


def threads(
    here: Access, *, waiting: bool, item: int | None, after: Sequence[Any] | None, limit: int
) -> list[Thread]:
    """A page of threads, the latest message first: all of the project for a lead, their own for an annotator.

    `item`: only threads on this item.
    """
    rows = _visible(project=here.project) if here.is_lead else _visible(annotator=here.annotator)
    if item is not None:
        rows = rows.filter(item=item)
    if waiting:
        rows = rows.filter(waiting=True)
    if after:
        rows = rows.filter(last_at__lte=after[0]).exclude(last_at=after[0], pk__gte=after[1])
    return list(rows.select_related("item", "annotator__user").order_by("-last_at", "-pk")[:limit])


def thread_rows(here: Access, rows: Sequence[Thread]) -> list[ThreadData]:
    last = Message.objects.filter(thread__in=rows, number=F("thread__count")).select_related("author")
    by_thread = {message.thread_id: message for message in last}
    return [
        ThreadData(
            item=row.item_id,
            external_id=row.item.external_id,
            language=row.item.language,
            direction=direction(row.item.language),
            question=row.item.question,
            annotator=row.annotator.key,
            name=_name_in(here, row.annotator),
            last=message_data(here, by_thread[row.pk], row.annotator),
            count=row.count,
            waiting=row.waiting,
            unread=row.count
            - (row.annotator_read if row.annotator_id == here.annotator.pk else row.leads_read),
        )
        for row in rows
    ]


def sort_key(thread: Thread) -> list[Any]:
    return [thread.last_at.isoformat(), thread.pk]


def _name_in(here: Access, annotator: Annotator) -> str:
    """The name of the thread's annotator. Annotators see their own name even if the project is anonymous."""
    if annotator.user_id == here.user.pk:
        return display_name(here.user)
    return annotator.author_name(here.project)


def message_data(here: Access, message: Message, annotator: Annotator) -> MessageData:
    """A message as its reader sees it. `annotator`: the annotator of the thread."""
    mine = message.author_id == here.user.pk
    named = mine or message.from_lead or not (here.project.anonymous and here.is_lead)
    return MessageData(
        id=message.message_id,
        from_lead=message.from_lead,
        author=display_name(message.author) if named else annotator.key,
        mine=mine,
        text=message.text,
        sent_at=message.sent_at,
    )


def threads_with_unread(annotator: Annotator) -> int:
    """Number of the annotator's threads that have unread messages."""
    return _visible(annotator=annotator, annotator_read__lt=F("count")).count()


def threads_waiting(project: Project) -> int:
    """Number of threads whose latest message is from the annotator."""
    return _visible(project=project, waiting=True).count()
