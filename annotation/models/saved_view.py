"""Saved item filters of leads."""

from django.conf import settings
from django.db import models

from annotation.models.project import Project


class SavedView(models.Model):
    """A named item filter. All leads of the project see it if its owner shares it."""

    project = models.ForeignKey(Project, models.CASCADE)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE)
    name = models.CharField(max_length=100)
    filter = models.JSONField(help_text="As `ItemFilter` has it, by name.")
    columns = models.JSONField(default=list, help_text="Names of further columns, as the address has them.")
    shared = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "owner", "name"], name="view_names_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.project_id}: {self.name}"
