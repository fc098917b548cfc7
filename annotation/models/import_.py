"""Imports of items, annotations, candidates and sources."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotation.models.project import Project
from foundation.models.job import Job


class Import(models.Model):
    """The log of an import. It stays when the import is undone."""

    class Kind(models.TextChoices):
        ITEMS = "items"
        ANNOTATIONS = "annotations"
        CANDIDATES = "candidates"
        SOURCE = "source"

    class State(models.TextChoices):
        UPLOADED = "uploaded"
        WAITING = "waiting"
        CHECKING = "checking"
        WRITING = "writing"
        DONE = "done"
        REFUSED = "refused"
        FAILED = "failed"
        UNDONE = "undone"

    RUNNING = (State.WAITING, State.CHECKING, State.WRITING)

    project = models.ForeignKey(Project, models.CASCADE, related_name="imports")
    job = models.OneToOneField(Job, models.SET_NULL, null=True, blank=True)
    kind = models.CharField(max_length=16, choices=Kind.choices)
    state = models.CharField(max_length=16, choices=State.choices, default=State.UPLOADED)
    files = models.JSONField(
        default=list, help_text="[{name, path, format, encoding, delimiter, columns, mapping}]"
    )
    mapping = models.JSONField(
        default=dict, help_text="{field: column}; empty: that of each file, or guessed."
    )
    item_kind = models.CharField(
        max_length=16, default="work", help_text="Of items whose record does not say theirs."
    )
    language = models.CharField(
        max_length=64, blank=True, default="", help_text="Of items whose record does not say theirs."
    )
    project_spans = models.BooleanField(
        default=False, help_text="Of annotations: spans mark the claims that they cover."
    )
    preview = models.JSONField(default=list, help_text="First rows, as text.")
    problems = models.JSONField(default=list, help_text="The first of them.")
    problem_count = models.PositiveIntegerField(default=0)
    added = models.PositiveIntegerField(default=0)
    unchanged = models.PositiveIntegerField(default=0)
    differing = models.PositiveIntegerField(
        default=0, help_text="Items whose labels do not follow from the annotations."
    )
    warnings = models.JSONField(default=dict, help_text="{code: how often}: what is odd, and no problem.")
    worked_on = models.BooleanField(default=False, help_text="Somebody has saved or written something.")
    published_at = models.DateTimeField(null=True, help_text="Rows of an unpublished import are invisible.")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project"],
                condition=Q(state__in=["waiting", "checking", "writing"]),
                name="one_import_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}: {self.state}"
