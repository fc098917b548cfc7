"""Releases. Their bytes are kept in the data directory; here is what became of them."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotation.models.project import Project
from foundation.models.job import Job


class Release(models.Model):
    """A data set as it was at one moment. It is built once, and never changed; it can be withdrawn."""

    class State(models.TextChoices):
        BUILDING = "building"
        READY = "ready"
        FAILED = "failed"
        WITHDRAWN = "withdrawn"

    project = models.ForeignKey(Project, models.CASCADE, related_name="releases")
    job = models.ForeignKey(Job, models.SET_NULL, null=True, blank=True, related_name="+")
    name = models.CharField(max_length=60)
    state = models.CharField(max_length=16, choices=State.choices, default=State.BUILDING)
    request = models.JSONField(help_text="What was asked for: policy, splits, options.")
    counts = models.JSONField(default=dict, help_text="{language: {split: {items, annotations, …}}}")
    left_out = models.PositiveIntegerField(default=0, help_text="Items with too few annotations.")
    manifest_sha256 = models.CharField(max_length=64, blank=True)
    freeze_sha256 = models.CharField(max_length=64, blank=True, help_text="Of the freeze record.")
    frozen_at = models.DateTimeField(null=True)
    embargo = models.JSONField(default=list, help_text="Splits whose gold is held back.")
    opens_on = models.DateField(
        null=True, blank=True, help_text="When the embargo ends; null: a lead ends it."
    )
    opened_at = models.DateTimeField(
        null=True, blank=True, help_text="By a lead, before the day or without one."
    )
    reissue_due = models.BooleanField(
        default=False, help_text="It holds comments of somebody who was erased."
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_reason = models.TextField(blank=True)
    notes = models.TextField(blank=True, help_text="CHANGES.md, once it is drafted.")
    message = models.TextField(blank=True, help_text="Why it could not be built.")
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
