"""Simultaneous messages: none lost, none duplicated, every number used once."""

import uuid

import pytest
from django.utils import timezone

from annotation.models import Message, Thread
from annotation.services.messages.threads import NewMessage, mark_read, send_message
from annotation.services.projects.project_settings import create_project
from foundation.errors import InvalidError
from tests.people import annotator, join, reserve
from tests.records import import_records, items
from tests.services.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def thread():
    """An annotator, their user, and an item assigned to them."""
    project = create_project("talk", preset="mu-shroom")
    import_records(project, items(1))
    user = join(project, "ada")
    return annotator(project, user), user, reserve(project, user)


def test_eight_simultaneous_messages_are_all_stored_in_one_thread(thread):
    mine, ada, item = thread
    lena = join(mine.project, "lena", "lead")

    def write(number: int) -> None:
        author = lena if number % 2 else ada
        send_message(
            item.pk, mine, author, NewMessage(uuid.UUID(int=number), f"No. {number}"), timezone.now()
        )

    at_once(write, range(8))
    row = Thread.objects.get()
    assert row.count == 8
    assert sorted(Message.objects.values_list("number", flat=True)) == list(range(1, 9))
    assert row.waiting != Message.objects.get(number=8).from_lead


def test_one_message_sent_eight_times_at_once_is_stored_once(thread):
    mine, ada, item = thread
    post = NewMessage(uuid.UUID(int=1), "Once.")
    sent = at_once(lambda _: send_message(item.pk, mine, ada, post, timezone.now()).pk, range(8))
    assert len(set(sent)) == 1
    assert (Message.objects.count(), Thread.objects.get().count) == (1, 1)


def test_of_eight_texts_with_the_same_id_one_is_stored(thread):
    mine, ada, item = thread

    def write(number: int) -> bool:
        try:
            send_message(item.pk, mine, ada, NewMessage(uuid.UUID(int=1), f"No. {number}"), timezone.now())
        except InvalidError:
            return False
        return True

    assert at_once(write, range(8)).count(True) == 1
    assert Message.objects.count() == 1


def test_simultaneous_reading_and_writing_lose_nothing(thread):
    mine, ada, item = thread
    send_message(item.pk, mine, ada, NewMessage(uuid.UUID(int=99), "First."), timezone.now())

    def act(number: int) -> None:
        if number % 2:
            mark_read(Thread.objects.get(), 1, by_lead=True)
        else:
            send_message(item.pk, mine, ada, NewMessage(uuid.UUID(int=number), "More."), timezone.now())

    at_once(act, range(8))
    row = Thread.objects.get()
    assert (row.count, row.leads_read, row.annotator_read) == (5, 1, 5)
