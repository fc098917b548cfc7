"""Crowd studies: links by which crowd workers without accounts take part."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotation.models.invitation import new_code
from annotation.models.project import Project


class CrowdStudy(models.Model):
    """One link of a project, for the workers of one Prolific study or for guests."""

    class Kind(models.TextChoices):
        PROLIFIC = "prolific"
        GUEST = "guest"

    project = models.ForeignKey(Project, models.CASCADE, related_name="crowd_studies")
    code = models.CharField(max_length=32, unique=True, default=new_code, editable=False)
    kind = models.CharField(max_length=16, choices=Kind.choices)
    prolific_study = models.CharField(
        max_length=64, blank=True, default="", help_text="Id of the study at Prolific."
    )
    languages = models.JSONField(default=list, help_text="BCP 47, lower case; empty: all of the project's.")
    quota = models.PositiveIntegerField(help_text="Items per worker.")
    completion_code = models.CharField(max_length=100, blank=True, default="")
    return_url = models.URLField(max_length=500, blank=True, default="")
    max_people = models.PositiveIntegerField(null=True, blank=True, help_text="Null: any number.")
    revoked_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "crowd studies"
        constraints = [
            models.CheckConstraint(condition=Q(quota__gte=1), name="crowd_study_quota_positive"),
            models.CheckConstraint(
                condition=Q(kind__in=["prolific", "guest"]), name="crowd_study_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.project_id}: {self.kind}"


class CrowdWorker(models.Model):
    """A user who entered by a crowd study. A worker of several studies of a project is one user."""

    study = models.ForeignKey(CrowdStudy, models.CASCADE, related_name="workers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="crowd_workers")
    platform_id = models.CharField(
        max_length=64, blank=True, default="", help_text="Id of the worker at the crowd platform."
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "user"], name="one_crowd_worker_per_user"),
            models.UniqueConstraint(
                fields=["study", "platform_id"],
                condition=~Q(platform_id=""),
                name="one_crowd_worker_per_platform_id",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.study_id}: {self.user_id}"
