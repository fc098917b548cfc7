"""Questions about systems."""

from django.conf import settings
from django.db import models

from evaluation.models.task import Task


class FactSheetVersion(models.Model):
    """The questions of a task: [{"key", "text", "kind": text | yes_no | choice, "choices", "required"}].

    A change makes a new version. Answers keep the version that they were given to.
    """

    task = models.ForeignKey(Task, models.CASCADE, related_name="fact_sheets")
    number = models.PositiveIntegerField()
    questions = models.JSONField()
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["task", "number"], name="fact_sheet_number_unique")]

    def __str__(self) -> str:
        return f"{self.task_id}: {self.number}"
