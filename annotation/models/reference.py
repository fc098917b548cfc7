"""Snapshots that answers are checked against, pages they are fetched from, and consultations of pages."""

from django.db import models
from django.db.models import Q

from annotation.models.project import Annotator, Project


class Reference(models.Model):
    """A snapshot of a source. It never changes: a newer revision is another row."""

    class Kind(models.TextChoices):
        WIKIPEDIA = "wikipedia"
        TEXT = "text"
        PUBLICATION = "publication"

    project = models.ForeignKey(Project, models.CASCADE)
    kind = models.CharField(max_length=16, choices=Kind.choices)
    language = models.CharField(max_length=64)
    title = models.CharField(max_length=500, blank=True)
    url = models.TextField(blank=True)
    revision_id = models.CharField(max_length=32, blank=True)
    revised_at = models.DateTimeField(null=True, blank=True, help_text="When the revision was made.")
    revision_sha1 = models.CharField(
        max_length=40, blank=True, help_text="Of its wikitext, as Wikipedia says."
    )
    fetched_at = models.DateTimeField(null=True, blank=True)
    extract = models.TextField()
    sha256 = models.CharField(max_length=64, help_text="Of the extract, UTF-8.")
    languages = models.JSONField(default=list, help_text="The page elsewhere: [{language, title, url}].")
    authors = models.JSONField(default=list, help_text="Of a publication: [{first, last}].")
    doi = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "kind", "language", "title", "revision_id", "doi", "sha256"],
                name="reference_stored_once",
            ),
        ]

    def __str__(self) -> str:
        return self.title or self.url


class Page(models.Model):
    """A page that an item or an annotator names, under the requested title."""

    class State(models.TextChoices):
        NONE = "none"  # not requested yet
        WAITING = "waiting"
        STORED = "stored"
        FAILED = "failed"
        MISSING = "missing"

    project = models.ForeignKey(Project, models.CASCADE, db_index=False)
    language = models.CharField(max_length=64, help_text="As in the host.")
    variant = models.CharField(max_length=16, blank=True, help_text="Of the script: zh-cn.")
    title = models.CharField(max_length=500)
    state = models.CharField(max_length=16, choices=State.choices, default=State.NONE)
    problem_code = models.CharField(max_length=32, blank=True)
    problem = models.TextField(blank=True, help_text="Why the last try failed.")
    reference = models.ForeignKey(Reference, models.PROTECT, null=True, help_text="The latest snapshot.")
    tried_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "language", "variant", "title"], name="one_row_per_page"
            ),
        ]
        indexes = [
            models.Index(fields=["project", "id"], condition=Q(state="waiting"), name="waiting_pages"),
        ]

    def __str__(self) -> str:
        return f"{self.language}: {self.title}"


class Consultation(models.Model):
    """A page that an annotator consults. `reference` is the snapshot that they saw first."""

    annotator = models.ForeignKey(Annotator, models.CASCADE, db_index=False)
    page = models.ForeignKey(Page, models.CASCADE)
    reference = models.ForeignKey(Reference, models.PROTECT, null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["annotator", "page"], name="one_consultation_per_page"),
        ]

    def __str__(self) -> str:
        return f"{self.page_id} by {self.annotator_id}"
