"""Decisions of curators on the gold of items. They never count as annotations."""

from django.conf import settings
from django.db import models

from annotation.models.annotation import Annotation
from annotation.models.item import Item
from annotation.models.project import Annotator, Project


class RuleApplication(models.Model):
    """Decisions that a lead made at once by a stated rule. The row stays when they are undone."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="rule_applications")
    rule = models.JSONField(help_text="kind, and its parameters.")
    language = models.CharField(max_length=35, blank=True, help_text="BCP 47, lower case; empty: all.")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    items = models.PositiveIntegerField(default=0, help_text="Number of items it decided on.")
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    undone_at = models.DateTimeField(null=True)
    withdrawn = models.PositiveIntegerField(default=0, help_text="Decisions withdrawn by undoing it.")

    class Meta:
        indexes = [models.Index(fields=["project", "id"], name="rule_applications_of_project")]

    def __str__(self) -> str:
        return f"{self.pk} in {self.project_id}"


class Adjudication(models.Model):
    """A decision on an item, or its withdrawal. Rows are appended and never changed; the last one is in force."""

    class Source(models.TextChoices):
        MAJORITY = "majority"
        ANNOTATOR = "annotator"
        NOTHING = "nothing"
        RULE = "rule"

    item = models.ForeignKey(Item, models.CASCADE, related_name="adjudications", db_index=False)
    number = models.PositiveIntegerField()
    curator = models.ForeignKey(
        Annotator, models.PROTECT, related_name="+", help_text="Published under a pseudonym."
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    spans = models.JSONField(default=list, help_text="[{start, end, label, id}], code points, half-open.")
    labels = models.JSONField(default=dict)
    note = models.TextField(blank=True, help_text="Reason.")
    source = models.CharField(max_length=16, choices=Source.choices, help_text="What it started from.")
    based_on = models.ForeignKey(Annotation, models.SET_NULL, null=True, related_name="+")
    application = models.ForeignKey(
        RuleApplication,
        models.SET_NULL,
        null=True,
        related_name="decisions",
        help_text="Set if a rule decided.",
    )
    withdrawn = models.BooleanField(default=False, help_text="The item has no decision from here on.")
    revisions = models.JSONField(default=list, help_text="Ids of the revisions that counted at that time.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "number"], name="adjudication_numbers_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.item_id} a{self.number}"
