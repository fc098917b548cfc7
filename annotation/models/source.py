"""Sources: imported runs of models and judges. They are compared with people and never counted."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotation.models.import_ import Import
from annotation.models.item import Item
from annotation.models.project import Project
from morelkit.formats.source_records import Status
from morelkit.text.quotes import QuoteFault


class SourceQuerySet(models.QuerySet["Source"]):
    def visible(self, project: Project) -> "SourceQuerySet":
        """Sources of the project whose import is complete, archived ones included."""
        return self.filter(project=project, published_at__isnull=False)

    def current(self, project: Project) -> "SourceQuerySet":
        """Visible sources that are not archived."""
        return self.visible(project).filter(archived_at__isnull=True)


class Source(models.Model):
    """One run of a model or judge. It never changes: another prompt is another version."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="sources")
    imported_by = models.OneToOneField(Import, models.CASCADE)
    name = models.CharField(max_length=200)
    version = models.CharField(max_length=100)
    prompt = models.TextField(blank=True)
    prompt_sha256 = models.CharField(max_length=64, blank=True, help_text="Blank: it has no prompt.")
    parameters = models.TextField(default="{}", help_text="JSON object.")
    reference = models.TextField(blank=True, help_text="Which reference it saw.")
    cost = models.DecimalField(max_digits=16, decimal_places=6, null=True, blank=True)
    currency = models.CharField(max_length=3, blank=True)
    digest = models.CharField(
        max_length=64, blank=True, help_text="Of name, prompt hash, parameters and all records."
    )
    counts = models.JSONField(default=dict, help_text="{status: number of items}")
    published_at = models.DateTimeField(null=True, help_text="Set when all records are stored.")
    archived_at = models.DateTimeField(null=True, blank=True)

    objects = SourceQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "name", "version"],
                condition=Q(published_at__isnull=False, archived_at__isnull=True),
                name="one_source_per_name_and_version",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.version}"

    @property
    def cost_text(self) -> str:
        """The cost as a decimal number without trailing zeros; blank if it is not known."""
        return "" if self.cost is None else format(self.cost.normalize(), "f")


class SourceRecord(models.Model):
    """The result of a source for an item. Quotes that are not located yet are in `SourceQuote`."""

    source = models.ForeignKey(Source, models.CASCADE, related_name="records", db_index=False)
    item = models.ForeignKey(Item, models.CASCADE)
    status = models.CharField(max_length=16, choices=[(each.value, each.value) for each in Status])
    labels = models.JSONField(default=dict)
    spans = models.JSONField(default=list, help_text="[{start, end, label}], code points, half-open.")
    marks_spans = models.BooleanField(default=False, help_text="Also where it marked nothing.")
    score = models.FloatField(null=True)
    reasoning = models.TextField(blank=True, help_text="Plain text.")
    reason = models.TextField(blank=True, help_text="Why there is no answer.")
    output = models.TextField(blank=True, help_text="What the judge wrote, as it came.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["source", "item"], name="one_record_per_source_and_item"),
        ]
        indexes = [models.Index(fields=["source", "status", "id"], name="source_records_by_status")]

    def __str__(self) -> str:
        return f"{self.item_id} by source {self.source_id}"


class SourceQuoteQuerySet(models.QuerySet["SourceQuote"]):
    def open(self) -> "SourceQuoteQuerySet":
        """Quotes that wait for a lead."""
        return self.filter(state=SourceQuote.State.OPEN)


class SourceQuote(models.Model):
    """A quoted span that could not be located. A lead chooses its place or leaves it out."""

    class State(models.TextChoices):
        OPEN = "open"
        SETTLED = "settled"
        LEFT_OUT = "left_out"

    record = models.ForeignKey(SourceRecord, models.CASCADE, related_name="quotes")
    label = models.CharField(max_length=64)
    exact = models.TextField()
    prefix = models.TextField(blank=True)
    suffix = models.TextField(blank=True)
    fault = models.CharField(max_length=32, choices=[(each.value, each.value) for each in QuoteFault])
    state = models.CharField(max_length=16, choices=State.choices, default=State.OPEN)
    start = models.PositiveIntegerField(null=True, help_text="Of the chosen place, in code points.")
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    settled_at = models.DateTimeField(null=True, blank=True)

    objects = SourceQuoteQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["id"], condition=Q(state="open"), name="open_source_quotes")]

    def __str__(self) -> str:
        return f"{self.exact[:40]}: {self.state}"
