"""Which annotations were taken out of the count, by whom and why, and which came back. Nothing of it is deleted."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotation.models.annotation import Annotation, AnnotationRevision
from annotation.models.item import Item
from annotation.models.project import Annotator, Project
from foundation.models.job import Job


class Exclusion(models.Model):
    """One act of a lead: annotations that count no more, for one reason. Undone, it stays and says so."""

    class Kind(models.TextChoices):
        ANNOTATION = "annotation"
        ANNOTATOR = "annotator"
        RULE = "rule"

    project = models.ForeignKey(Project, models.CASCADE, related_name="exclusions")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    item = models.ForeignKey(Item, models.CASCADE, null=True, help_text="Where it is one annotation.")
    annotator = models.ForeignKey(
        Annotator, models.CASCADE, null=True, help_text="Whose annotations; of a rule, everybody's."
    )
    rule = models.CharField(max_length=16, blank=True, default="", help_text="By which they are not valid.")
    threshold = models.PositiveSmallIntegerField(default=0, help_text="The rule's, when it was applied.")
    failed = models.JSONField(
        default=list, help_text="Annotators whom the rule of the checks found, when it was applied."
    )
    languages = models.JSONField(default=list, help_text="BCP 47, lower case; empty: all.")
    reason = models.TextField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    annotations = models.PositiveIntegerField(default=0, help_text="That it took out of the count.")
    returned = models.PositiveIntegerField(default=0, help_text="Of these, that count again.")
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    undone_at = models.DateTimeField(null=True)
    job = models.ForeignKey(Job, models.SET_NULL, null=True, help_text="Where it is too much for a request.")

    class Meta:
        indexes = [models.Index(fields=["project", "id"], name="exclusions_of_project")]

    def __str__(self) -> str:
        return f"{self.pk} in {self.project_id}"

    @property
    def out(self) -> int:
        return self.annotations - self.returned


class ExcludedAnnotation(models.Model):
    """An annotation that an act took out of the count, as it was submitted then, and when it came back."""

    exclusion = models.ForeignKey(Exclusion, models.CASCADE, related_name="taken_out")
    annotation = models.ForeignKey(Annotation, models.CASCADE, related_name="exclusions")
    revision = models.ForeignKey(AnnotationRevision, models.CASCADE, related_name="+")
    returned_at = models.DateTimeField(null=True)
    returned_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["exclusion", "annotation"], name="excluded_once_by_an_act"),
            models.UniqueConstraint(
                fields=["annotation"], condition=Q(returned_at__isnull=True), name="excluded_by_one_act"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.annotation_id} by {self.exclusion_id}"
