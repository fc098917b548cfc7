"""Releases: state and metadata. Their files are in the data directory."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotation.models.project import Project
from foundation.models.job import Job


class Release(models.Model):
    """A data set at one point in time. It is built once and never changed; it can be withdrawn."""

    class State(models.TextChoices):
        BUILDING = "building"
        READY = "ready"
        FAILED = "failed"
        WITHDRAWN = "withdrawn"

    project = models.ForeignKey(Project, models.CASCADE, related_name="releases")
    job = models.ForeignKey(Job, models.SET_NULL, null=True, blank=True, related_name="+")
    name = models.CharField(max_length=60)
    state = models.CharField(max_length=16, choices=State.choices, default=State.BUILDING)
    request = models.JSONField(help_text="Requested policy, splits and options.")
    counts = models.JSONField(default=dict, help_text="{language: {split: {items, annotations, …}}}")
    left_out = models.PositiveIntegerField(default=0, help_text="Items with too few annotations.")
    decided_left_out = models.PositiveIntegerField(
        default=0, help_text="Those of them that a curator has decided on."
    )
    manifest_sha256 = models.CharField(max_length=64, blank=True)
    freeze_sha256 = models.CharField(max_length=64, blank=True, help_text="SHA-256 of the freeze record.")
    frozen_at = models.DateTimeField(null=True)
    embargo = models.JSONField(default=list, help_text="Splits whose gold is held back.")
    opens_on = models.DateField(
        null=True, blank=True, help_text="Day on which the embargo ends; null: a lead ends it."
    )
    opened_at = models.DateTimeField(null=True, blank=True, help_text="When a lead ended the embargo.")
    reissue_due = models.BooleanField(
        default=False, help_text="The release contains comments of an erased person and must be reissued."
    )
    published_at = models.DateTimeField(
        null=True, blank=True, help_text="Null: only leads can see the release."
    )
    link_token = models.CharField(
        max_length=64,
        unique=True,
        null=True,
        blank=True,
        help_text="Opens the published release without a login; null: no link.",
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_reason = models.TextField(blank=True)
    notes = models.TextField(blank=True, help_text="Content of CHANGES.md.")
    message = models.TextField(blank=True, help_text="Why the build failed.")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "name"],
                condition=~Q(state="failed"),
                name="release_names_unique",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.project_id}: {self.name}"
