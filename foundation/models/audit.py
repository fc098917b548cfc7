"""The audit log: who did what and when, in each project and on the site.

Events are never changed or deleted. Triggers of migration 0002 refuse it in the database, for the admin site, a shell
and other programs too; `AuditEvent` refuses it with a clearer error. An event holds no name and no address: it refers
to a `AuditPerson`. When an account is erased or deleted, the reference to it becomes null, and the pseudonym remains.
"""

import secrets
from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import Q


def new_pseudonym() -> str:
    return f"person_{secrets.token_hex(8)}"


class AuditPerson(models.Model):
    """A user in the events of one scope. Each scope has its own pseudonym, so that they cannot be linked."""

    scope = models.CharField(max_length=64)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    pseudonym = models.CharField(max_length=32, unique=True, default=new_pseudonym)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["scope", "user"], condition=Q(user__isnull=False), name="audit_person_once_per_scope"
            ),
        ]

    def __str__(self) -> str:
        return self.pseudonym


class AppendOnlyError(TypeError):
    """An event of the audit log would be changed or deleted."""

    def __init__(self) -> None:
        super().__init__("The audit log is append-only.")


class AuditEvents(models.QuerySet["AuditEvent"]):
    def update(self, **_: Any) -> NoReturn:
        raise AppendOnlyError

    def delete(self) -> NoReturn:
        raise AppendOnlyError


class AuditEvent(models.Model):
    """One event. `scope` is text, as in `Job`, because the events of a deleted project remain."""

    class Source(models.TextChoices):
        WEB = "web"
        COMMAND = "command"
        JOB = "job"

    at = models.DateTimeField()
    scope = models.CharField(max_length=64, help_text="“site”, or “project:7”.")
    kind = models.CharField(max_length=32, help_text="One of `foundation.audit.AuditKind`.")
    actor = models.ForeignKey(
        AuditPerson, models.PROTECT, null=True, related_name="+", help_text="Null: nobody was logged in."
    )
    target = models.ForeignKey(
        AuditPerson, models.PROTECT, null=True, related_name="+", help_text="Whose account or role it is."
    )
    source = models.CharField(max_length=8, choices=Source.choices)
    request_id = models.CharField(max_length=64, blank=True, help_text="As in the access log.")
    details = models.JSONField(default=dict)

    objects = AuditEvents.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["scope", "id"], name="audit_of_scope"),
            models.Index(fields=["kind", "at"], name="audit_of_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.scope}: {self.kind}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnlyError
        super().save(*args, **kwargs)

    def delete(self, *_: Any, **__: Any) -> NoReturn:
        raise AppendOnlyError
