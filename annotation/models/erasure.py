"""The log of erased people."""

from django.conf import settings
from django.db import models

from annotation.models.project import Annotator, Project


class Erasure(models.Model):
    """One erased annotator of one project. The row does not identify the person."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="erasures")
    annotator = models.ForeignKey(Annotator, models.CASCADE, help_text="The remaining pseudonym.")
    comments = models.PositiveIntegerField(help_text="Revisions whose comment was replaced.")
    messages = models.PositiveIntegerField(help_text="Messages whose text was replaced.")
    erased_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="Null: by command.",
    )
    erased_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.annotator_id} of {self.project_id}"
