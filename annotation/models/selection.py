"""Selections: named filters that keep the items on which sources agree, or people and sources."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotation.models.project import Project
from annotation.models.source import Source


class Selection(models.Model):
    """The criteria of a subset for releases. They never change: archive a selection and save another one."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="selections")
    name = models.CharField(max_length=60)
    question = models.CharField(max_length=64, help_text="An item label, or “claims”.")
    people = models.BooleanField(help_text="Whether the majority of people must agree too.")
    sources = models.ManyToManyField(Source, through="SelectionSource", related_name="+")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    archived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "name"],
                condition=Q(archived_at__isnull=True),
                name="selection_names_unique",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.project_id}: {self.name}"


class SelectionSource(models.Model):
    """A source that must agree."""

    selection = models.ForeignKey(Selection, models.CASCADE, related_name="chosen", db_index=False)
    source = models.ForeignKey(Source, models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["selection", "source"], name="one_row_per_selection_and_source"),
        ]

    def __str__(self) -> str:
        return f"Source {self.source_id} of selection {self.selection_id}"
