"""Announcements of organizers, and questions of teams."""

from django.conf import settings
from django.db import models

from evaluation.models.task import Task
from evaluation.models.team import Team


class Announcement(models.Model):
    task = models.ForeignKey(Task, models.CASCADE, related_name="announcements")
    title = models.CharField(max_length=200)
    text = models.TextField(help_text="Markdown.")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    emailed = models.PositiveIntegerField(default=0, help_text="Addresses that it was sent to.")

    def __str__(self) -> str:
        return self.title


class TaskMessage(models.Model):
    """A message between a team and the organizers. `by_organizer` says which side wrote it."""

    task = models.ForeignKey(Task, models.CASCADE, related_name="messages")
    team = models.ForeignKey(Team, models.CASCADE, related_name="messages")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    by_organizer = models.BooleanField()
    text = models.CharField(max_length=5_000)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["task", "team", "at"], name="task_messages_of_team")]

    def __str__(self) -> str:
        return f"{self.task_id}: {self.team_id}"


class MessagesRead(models.Model):
    """Until when a user has read the messages of a task and, in `announcements_at`, its announcements."""

    task = models.ForeignKey(Task, models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField(null=True)
    announcements_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["task", "user"], name="task_messages_read_once")]

    def __str__(self) -> str:
        return f"{self.task_id}: {self.user_id}"
