"""Background work."""

from django.db import models
from django.db.models import Q


class Job(models.Model):
    """Work that outlives a request. A conditional update gives it to one worker; a silent worker loses it to another.

    `scope` is a text and no foreign key, because what a job is part of differs from application to application. Whoever
    deletes the owner of a scope deletes its jobs.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        STOPPED = "stopped"

    OPEN = (State.WAITING, State.RUNNING)

    scope = models.CharField(
        max_length=64, help_text="What the job is part of, as “kind:key”, such as “project:7”."
    )
    kind = models.CharField(max_length=32)
    state = models.CharField(max_length=16, choices=State.choices, default=State.WAITING)
    worker = models.CharField(max_length=64, blank=True)
    heartbeat = models.DateTimeField(null=True)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    message = models.TextField(blank=True)
    options = models.JSONField(default=dict)
    report = models.JSONField(default=dict, help_text="What came of it, in numbers.")
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
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}: {self.state}"
