"""Languages of which all items are complete."""

from django.db import models

from annotation.models.project import Project


class CompletedLanguage(models.Model):
    """Since when a language is complete, so that leads are notified once. The row goes when items are open again."""

    project = models.ForeignKey(Project, models.CASCADE)
    language = models.CharField(max_length=64)
    completed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "language"], name="one_completion_per_language"),
        ]

    def __str__(self) -> str:
        return f"{self.language} of {self.project_id}"
