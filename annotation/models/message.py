"""Messages between an annotator and the leads about an item. Never part of exports and releases."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotation.models.item import Item
from annotation.models.project import Annotator, Project


class Thread(models.Model):
    """One per item and annotator. Leads share one read position: a message that one lead has read is read for all."""

    project = models.ForeignKey(Project, models.CASCADE, db_index=False)
    item = models.ForeignKey(Item, models.CASCADE)
    annotator = models.ForeignKey(Annotator, models.CASCADE, db_index=False)
    count = models.PositiveIntegerField(default=0)
    waiting = models.BooleanField(default=False, help_text="The last word is the annotator's.")
    annotator_read = models.PositiveIntegerField(default=0, help_text="Messages the annotator has seen.")
    leads_read = models.PositiveIntegerField(default=0, help_text="Messages a lead has seen.")
    last_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "annotator"], name="one_thread_per_item_and_annotator"),
        ]
        indexes = [
            models.Index(fields=["project", "last_at", "id"], name="threads_of_project"),
            models.Index(
                fields=["project", "last_at", "id"], condition=Q(waiting=True), name="waiting_threads"
            ),
            models.Index(fields=["annotator", "last_at", "id"], name="threads_of_annotator"),
        ]

    def __str__(self) -> str:
        return f"{self.item_id} with {self.annotator_id}"


class Message(models.Model):
    thread = models.ForeignKey(Thread, models.CASCADE, related_name="messages", db_index=False)
    number = models.PositiveIntegerField(help_text="1, 2, … within the thread.")
    message_id = models.UUIDField(unique=True, help_text="Made by the browser: tells a repeated one.")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    from_lead = models.BooleanField()
    text = models.TextField()
    sent_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["thread", "number"], name="message_numbers_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.thread_id} m{self.number}"
