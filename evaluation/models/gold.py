"""Gold of a task: revisions, each a frozen copy of a release or of an imported directory."""

from django.conf import settings
from django.db import models

from evaluation.models.task import Task
from foundation.models.job import Job


class GoldRevision(models.Model):
    """A version of the gold. The one with the highest number is current.

    Its files are in the data directory: gold/, unlabelled/ and the rest of the release. They never change. Scores of
    earlier revisions stay. `job` rescores all submissions.
    """

    task = models.ForeignKey(Task, models.CASCADE, related_name="gold_revisions")
    number = models.PositiveIntegerField()
    source = models.CharField(max_length=200, help_text="Name of the release or of the imported directory.")
    digest = models.CharField(max_length=64, help_text="SHA-256 of the manifest, or of the file list.")
    policy = models.CharField(max_length=32, blank=True, help_text="Normalization policy; empty: unknown.")
    note = models.CharField(max_length=500, blank=True, default="", help_text="What was fixed.")
    job = models.ForeignKey(Job, models.SET_NULL, null=True, blank=True, related_name="+")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["task", "number"], name="gold_revision_number_unique")]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.task_id}: {self.number}"


class GoldPart(models.Model):
    """The items of a language and split in a revision: the file that participants download and its gold."""

    revision = models.ForeignKey(GoldRevision, models.CASCADE, related_name="parts")
    language = models.CharField(max_length=64)
    split = models.CharField(max_length=40)
    items = models.PositiveIntegerField()
    items_bytes = models.PositiveBigIntegerField(help_text="Size of the unlabelled file.")
    items_sha256 = models.CharField(max_length=64)
    gold_bytes = models.PositiveBigIntegerField()
    gold_sha256 = models.CharField(max_length=64)
    images = models.PositiveIntegerField(default=0, help_text="Image files that the items name.")
    images_bytes = models.PositiveBigIntegerField(default=0)
    items_downloads = models.PositiveIntegerField(default=0)
    gold_downloads = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["revision", "language", "split"], name="gold_part_unique")
        ]

    def __str__(self) -> str:
        return f"{self.revision_id}: {self.language}.{self.split}"
