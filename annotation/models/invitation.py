"""Invitations: a link by which people become members."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from annotation.models.project import Membership, Project


def new_code() -> str:
    return secrets.token_urlsafe(16)


class Invitation(models.Model):
    """Whoever has the link joins, as often as it may be used and as long as it is valid."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="invitations")
    code = models.CharField(max_length=32, unique=True, default=new_code, editable=False)
    role = models.CharField(max_length=16, choices=Membership.Role.choices)
    languages = models.JSONField(default=list, help_text="BCP 47, lower case; empty: all of the project's.")
    note = models.CharField(max_length=200, blank=True, help_text="Whom it is for. Only leads see it.")
    email = models.EmailField(blank=True, default="", help_text="To which it was sent.")
    sent_at = models.DateTimeField(null=True, blank=True)
    mail_error = models.CharField(max_length=300, blank=True, default="", help_text="Why it was not sent.")
    uses = models.PositiveIntegerField(default=0)
    max_uses = models.PositiveIntegerField(null=True, blank=True, help_text="None: as often as one likes.")
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(max_uses__isnull=True) | Q(uses__lte=F("max_uses")), name="no_use_beyond_the_last"
            ),
            models.CheckConstraint(condition=Q(role__in=["annotator", "lead"]), name="invitation_role_known"),
        ]
        indexes = [models.Index(fields=["project", "-id"], name="invitations_of_project")]

    def __str__(self) -> str:
        return f"{self.project_id}: {self.role}"
