"""Reopened annotations: who asked for changes, when and why."""

from django.conf import settings
from django.db import models

from annotation.models.annotation import Annotation


class Reopening(models.Model):
    """A lead has turned a submission into a draft. The latest one applies until the annotation is submitted again."""

    annotation = models.ForeignKey(Annotation, models.CASCADE, related_name="reopenings")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    reason = models.TextField(blank=True, help_text="What to change, for the annotator.")
    reopened_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.annotation_id} by {self.by_id}"
