"""Exclusions of annotations, and which annotations were included again. Rows are never deleted."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotation.models.annotation import Annotation, AnnotationRevision
from annotation.models.item import Item
from annotation.models.project import Annotator, Project
from foundation.models.job import Job


class Exclusion(models.Model):
    """A lead's exclusion of one or more annotations for one reason. The row stays when the exclusion is undone."""

    class Kind(models.TextChoices):
        ANNOTATION = "annotation"
        ANNOTATOR = "annotator"
        RULE = "rule"
        ITEMS = "items"

    project = models.ForeignKey(Project, models.CASCADE, related_name="exclusions")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    item = models.ForeignKey(Item, models.CASCADE, null=True, help_text="Set if one annotation is excluded.")
    annotator = models.ForeignKey(
        Annotator,
        models.CASCADE,
        null=True,
        help_text="Author of the annotations; null for a rule, and for all annotators of chosen items.",
    )
    rule = models.CharField(
        max_length=16, blank=True, default="", help_text="Validity rule that found the annotations."
    )
    threshold = models.PositiveSmallIntegerField(
        default=0, help_text="Threshold of the rule when it was applied."
    )
    failed = models.JSONField(
        default=list, help_text="Annotators that the rule `checks` found when it was applied."
    )
    languages = models.JSONField(default=list, help_text="BCP 47, lower case; empty: all.")
    reason = models.TextField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    annotations = models.PositiveIntegerField(default=0, help_text="Number of excluded annotations.")
    returned = models.PositiveIntegerField(default=0, help_text="How many of these count again.")
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    undone_at = models.DateTimeField(null=True)
    job = models.ForeignKey(
        Job, models.SET_NULL, null=True, help_text="Set if it is too large for one request."
    )

    class Meta:
        indexes = [models.Index(fields=["project", "id"], name="exclusions_of_project")]

    def __str__(self) -> str:
        return f"{self.pk} in {self.project_id}"

    @property
    def out(self) -> int:
        return self.annotations - self.returned


class ItemOfExclusion(models.Model):
    """An item that a lead chose when excluding annotations of chosen items."""

    exclusion = models.ForeignKey(Exclusion, models.CASCADE, related_name="chosen_items", db_index=False)
    item = models.ForeignKey(Item, models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["exclusion", "item"], name="item_chosen_once_per_exclusion"),
        ]

    def __str__(self) -> str:
        return f"{self.item_id} of {self.exclusion_id}"


class ExcludedAnnotation(models.Model):
    """An annotation that an exclusion left out, its submitted revision, and when it was included again."""

    exclusion = models.ForeignKey(Exclusion, models.CASCADE, related_name="excluded_annotations")
    annotation = models.ForeignKey(Annotation, models.CASCADE, related_name="exclusions")
    revision = models.ForeignKey(AnnotationRevision, models.CASCADE, related_name="+")
    returned_at = models.DateTimeField(null=True)
    returned_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["exclusion", "annotation"], name="one_row_per_exclusion_and_annotation"
            ),
            models.UniqueConstraint(
                fields=["annotation"],
                condition=Q(returned_at__isnull=True),
                name="one_exclusion_per_annotation",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.annotation_id} by {self.exclusion_id}"
