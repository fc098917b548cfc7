"""Background work."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class Job(models.Model):
    """Work that outlives a request. One worker claims it by a conditional update and keeps it by its heartbeat.

    `scope` is text instead of a foreign key because several apps have jobs. Code that deletes the object of a scope
    also deletes its jobs.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        STOPPED = "stopped"

    OPEN = (State.WAITING, State.RUNNING)

    scope = models.CharField(
        max_length=64, help_text="The object that the job belongs to, as “kind:key”, such as “project:7”."
    )
    kind = models.CharField(max_length=32)
    state = models.CharField(max_length=16, choices=State.choices, default=State.WAITING)
    worker = models.CharField(max_length=64, blank=True)
    heartbeat = models.DateTimeField(null=True)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    message = models.TextField(blank=True)
    options = models.JSONField(default=dict)
    report = models.JSONField(default=dict, help_text="Counts and other results.")
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        help_text="Who gets a notification when it ends.",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["scope", "kind"], name="jobs_of_scope"),
            models.Index(
                fields=["state", "id"], condition=Q(state__in=["waiting", "running"]), name="open_jobs"
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["scope"],
                condition=Q(kind="fetch_references", state__in=["waiting", "running"]),
                name="one_fetch_at_a_time",
            ),
            models.UniqueConstraint(
                fields=["scope"],
                condition=Q(kind="computed_statistics", state__in=["waiting", "running"]),
                name="one_computation_at_a_time",
            ),
            models.UniqueConstraint(
                fields=["scope"],
                condition=Q(kind="annotator_statistics", state__in=["waiting", "running"]),
                name="one_annotator_computation",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}: {self.state}"
