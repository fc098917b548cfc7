"""The audit log: what an event holds, and that it is never changed."""

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.db.transaction import TransactionManagementError

from foundation.audit import MAX_TEXT, SITE, AuditKind, record
from foundation.audit_context import AuditContext, audit_context
from foundation.audit_queries import AuditFilter, audit_events, event_json
from foundation.models import AppendOnlyError, AuditEvent, AuditPerson
from tests.people import person


@pytest.fixture
def ada(db: None) -> User:
    return person("ada")


def last() -> AuditEvent:
    return audit_events(AuditFilter())[0]


def test_an_event_names_who_did_what_to_whom(ada):
    with audit_context(AuditContext("web", "abc", lambda: ada)):
        record(AuditKind.MEMBER_CHANGED, "project:1", target=person("bo"), changes={"role": ("a", "b")})
    found = event_json(last())
    assert (found["actor"], found["target"], found["source"]) == ("ada", "bo", "web")
    assert (found["request_id"], found["details"]) == ("abc", {"changes": {"role": ["a", "b"]}})


def test_without_a_request_an_event_is_of_a_command(ada):
    record(AuditKind.EMAIL_CHANGED, SITE, target=ada, note="x" * 2_000)
    assert (last().source, last().actor, len(last().details["note"])) == ("command", None, MAX_TEXT)


def test_an_event_cannot_be_changed_or_deleted(ada):
    record(AuditKind.LOGIN, SITE, actor=ada)
    event = last()
    for change in (
        event.save,
        event.delete,
        AuditEvent.objects.all().delete,
        lambda: AuditEvent.objects.update(kind=""),
    ):
        with pytest.raises(AppendOnlyError):
            change()
    assert AuditEvent.objects.count() == 1


def test_a_deleted_account_leaves_a_pseudonym_that_is_another_in_each_scope(ada):
    record(AuditKind.LOGIN, SITE, actor=ada)
    record(AuditKind.MEMBER_ADDED, "project:1", target=ada)
    ada.delete()
    first, second = (event_json(event) for event in audit_events(AuditFilter()))
    assert first["target"].startswith("person_")
    assert second["actor"].startswith("person_")
    assert first["target"] != second["actor"]
    assert AuditPerson.objects.filter(user__isnull=True).count() == 2


@pytest.mark.django_db(transaction=True)
def test_an_event_is_part_of_the_transaction_of_its_change():
    with pytest.raises(TransactionManagementError):
        record(AuditKind.LOGIN, SITE)
    with transaction.atomic():
        record(AuditKind.LOGIN, SITE)
        transaction.set_rollback(True)
    assert not AuditEvent.objects.exists()
