"""Crowd workers: links by which they enter, and who has come by them."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotation.models.invitation import new_code
from annotation.models.project import Project


class EntryLink(models.Model):
    class Kind(models.TextChoices):
        PROLIFIC = "prolific"
        GUEST = "guest"

    project = models.ForeignKey(Project, models.CASCADE, related_name="entry_links")
    code = models.CharField(max_length=32, unique=True, default=new_code, editable=False)
    kind = models.CharField(max_length=16, choices=Kind.choices)
    study = models.CharField(max_length=64, blank=True, default="", help_text="Prolific's id of the study.")
    languages = models.JSONField(default=list, help_text="BCP 47, lower case; empty: all of the project's.")
    quota = models.PositiveIntegerField(help_text="Items of a participant.")
    completion_code = models.CharField(max_length=100, blank=True, default="")
    return_url = models.URLField(max_length=500, blank=True, default="")
    max_people = models.PositiveIntegerField(null=True, blank=True, help_text="None: any number.")
    revoked_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(quota__gte=1), name="entry_quota_positive"),
            models.CheckConstraint(condition=Q(kind__in=["prolific", "guest"]), name="entry_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.project_id}: {self.kind}"


class Participant(models.Model):
    """Somebody who has entered by a link. The same worker of several studies of a project is one person."""

    link = models.ForeignKey(EntryLink, models.CASCADE, related_name="participants")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="participations")
    pid = models.CharField(max_length=64, blank=True, default="", help_text="Of the crowd platform.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["link", "user"], name="one_entry_per_person"),
            models.UniqueConstraint(
                fields=["link", "pid"], condition=~Q(pid=""), name="one_entry_per_worker"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.link_id}: {self.user_id}"
