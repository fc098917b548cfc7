"""Notifications of people, and which of them they want."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class Notification(models.Model):
    """Something that happened for one person. Changes with the same subject are counted in one row until it is read.

    It holds no text and no name: `place` has the ids that the link and its words are made of when it is read. `scope`
    is text instead of a foreign key, as that of a job is. Code that deletes the object of a scope also deletes its
    notifications.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=32)
    scope = models.CharField(max_length=64, help_text="As that of a job: “kind:key”, such as “project:7”.")
    subject = models.CharField(
        max_length=64, blank=True, help_text="What within the scope is counted together."
    )
    place = models.JSONField(default=dict, help_text="Ids of the latest change, for the link.")
    count = models.PositiveIntegerField(default=1)
    last_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True)
    mail_due_at = models.DateTimeField(null=True, help_text="Null: no e-mail is to be sent.")
    mailed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "kind", "scope", "subject"],
                condition=Q(read_at__isnull=True),
                name="one_unread_notification",
            ),
        ]
        indexes = [
            models.Index(fields=["user", "last_at"], name="notifications_of_user"),
            models.Index(fields=["scope"], name="notifications_of_scope"),
            models.Index(fields=["last_at"], name="notifications_by_age"),
            models.Index(
                fields=["mail_due_at"], condition=Q(mail_due_at__isnull=False), name="notifications_to_mail"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.user_id}"


class NotificationChoice(models.Model):
    """Where a person wants notifications of a kind, if they have changed it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=32)
    page = models.BooleanField()
    mail = models.BooleanField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "kind"], name="one_choice_per_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.user_id}"
