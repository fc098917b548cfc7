"""Invitations: links by which users become members."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from annotation.models.project import Membership, Project


def new_code() -> str:
    return secrets.token_urlsafe(16)


class Invitation(models.Model):
    """Everyone who has the link can join until the invitation is used up, expired or revoked."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="invitations")
    code = models.CharField(max_length=32, unique=True, default=new_code, editable=False)
    role = models.CharField(max_length=16, choices=Membership.Role.choices)
    languages = models.JSONField(default=list, help_text="BCP 47, lower case; empty: all of the project's.")
    note = models.CharField(max_length=200, blank=True, help_text="The recipient. Only leads see it.")
    email = models.EmailField(blank=True, default="", help_text="Address that it was sent to.")
    sent_at = models.DateTimeField(null=True, blank=True)
    mail_error = models.CharField(
        max_length=300, blank=True, default="", help_text="Why the e-mail could not be sent."
    )
    uses = models.PositiveIntegerField(default=0)
    max_uses = models.PositiveIntegerField(null=True, blank=True, help_text="Null: any number.")
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(max_uses__isnull=True) | Q(uses__lte=F("max_uses")),
                name="invitation_uses_limited",
            ),
            models.CheckConstraint(condition=Q(role__in=["annotator", "lead"]), name="invitation_role_known"),
        ]
        indexes = [models.Index(fields=["project", "-id"], name="invitations_of_project")]

    def __str__(self) -> str:
        return f"{self.project_id}: {self.role}"
