"""Annotations, their revisions, and the assignments of items to annotators."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotation.models.import_ import Import
from annotation.models.item import Item
from annotation.models.project import Annotator, Guidelines, Project
from morelkit.text.spans import Span


def is_published(path: str = "") -> Q:
    """The condition that an annotation was made in Morel or came with a published import.

    `path`: the lookup from the filtered rows to the annotation, such as `annotation__`.
    """
    return Q((f"{path}imported_by__isnull", True)) | Q((f"{path}imported_by__published_at__isnull", False))


def is_counted(path: str = "", *, surplus: bool = False) -> Q:
    """The condition that an annotation is submitted and not excluded or surplus. `path` as in `is_published`.

    With `surplus` it selects the late submissions that wait for a lead instead.
    """
    return is_published(path) & Q(
        (f"{path}submitted__isnull", False), (f"{path}excluded_at__isnull", True), (f"{path}surplus", surplus)
    )


class AnnotationQuerySet(models.QuerySet["Annotation"]):
    def published(self) -> "AnnotationQuerySet":
        """Visible annotations: those of an import appear when it is published."""
        return self.filter(is_published())

    def counted(self) -> "AnnotationQuerySet":
        """The annotations that agreement, gold and statistics are computed from, in order of creation."""
        return self.filter(is_counted()).order_by("id")


class Annotation(models.Model):
    """One per item and annotator. `head` is the latest revision; statistics count the `submitted` revision."""

    item = models.ForeignKey(Item, models.CASCADE)
    annotator = models.ForeignKey(Annotator, models.CASCADE)
    head = models.ForeignKey("AnnotationRevision", models.PROTECT, null=True, related_name="+")
    submitted = models.ForeignKey("AnnotationRevision", models.PROTECT, null=True, related_name="+")
    saved_at = models.DateTimeField(null=True)
    imported_by = models.ForeignKey(Import, models.PROTECT, null=True, blank=True, db_index=False)
    surplus = models.BooleanField(default=False, help_text="Submitted late, when no place was free.")
    excluded_at = models.DateTimeField(null=True, blank=True)
    excluded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    excluded_reason = models.TextField(blank=True)
    broken_rules = models.TextField(  # noqa: DJ001  # SQLite uses the partial index for IS NOT NULL only
        null=True,
        blank=True,
        help_text="Codes of the scheme's consistency rules that the submitted revision breaks, in lines.",
    )

    objects = AnnotationQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["item", "annotator"], name="one_annotation_per_item_and_annotator"
            ),
        ]
        indexes = [
            models.Index(fields=["annotator", "saved_at"], name="annotations_of_annotator"),
            models.Index(fields=["annotator"], condition=Q(surplus=True), name="surplus_annotations"),
            models.Index(fields=["imported_by", "item"], name="annotations_of_import"),
            models.Index(
                fields=["annotator", "item"],
                condition=Q(broken_rules__isnull=False),
                name="annotations_that_break_rules",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.item_id} by {self.annotator_id}"


class AnnotationRevision(models.Model):
    """One save. Revisions are appended and never changed."""

    annotation = models.ForeignKey(Annotation, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    save_id = models.UUIDField(unique=True)
    body_sha256 = models.CharField(max_length=64, help_text="Tells a repeated save from another one.")
    submit = models.BooleanField()
    spans = models.JSONField(default=list, help_text="[{start, end, label, id}], code points, half-open.")
    labels = models.JSONField(default=dict)
    nothing_to_mark = models.BooleanField(default=False)
    unsure = models.BooleanField(default=False)
    comment = models.TextField(blank=True)
    links = models.JSONField(default=list, help_text="[{url, language, title, kind, variant, revision}]")
    evidence = models.JSONField(
        default=list, help_text="[{span, kind, snapshot, start, end, exact, prefix, suffix}], code points."
    )
    active_seconds = models.PositiveIntegerField(default=0)
    scheme_version = models.PositiveIntegerField()
    guidelines = models.ForeignKey(
        Guidelines,
        models.PROTECT,
        null=True,
        db_index=False,
        help_text="The version accepted before the save.",
    )
    saved_at = models.DateTimeField()
    overridden_rules = models.TextField(
        blank=True, help_text="Codes of the consistency rules that it was submitted against, in lines."
    )
    exposure = models.JSONField(
        null=True,
        help_text="{mode, source, version, visible, suggestions, accepted, dismissed}: the suggestions that the "
        "annotator saw, by start-end-label; null: the item shows none.",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["annotation", "number"], name="revision_numbers_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.annotation_id} r{self.number}"

    def read_spans(self) -> list[Span]:
        """The stored spans. Imported spans may end after the answer."""
        return [Span(**span) for span in self.spans]


class Assignment(models.Model):
    """An item assigned to an annotator. The database enforces one per item and annotator, and one per slot."""

    class State(models.TextChoices):
        RESERVED = "reserved"
        SUBMITTED = "submitted"
        SKIPPED = "skipped"
        EXPIRED = "expired"

    project = models.ForeignKey(Project, models.CASCADE, related_name="assignments")
    item = models.ForeignKey(Item, models.CASCADE)
    annotator = models.ForeignKey(Annotator, models.CASCADE)
    slot = models.PositiveSmallIntegerField(null=True, help_text="0 … redundancy − 1 where work is a pool.")
    state = models.CharField(max_length=16, choices=State.choices)
    reason = models.TextField(blank=True, help_text="Why it was skipped.")
    reserved_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)
    submitted_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["item", "annotator"], name="one_assignment_per_item_and_annotator"
            ),
            models.UniqueConstraint(fields=["item", "slot"], name="one_assignment_per_slot"),
        ]
        indexes = [
            models.Index(fields=["annotator", "state"], name="assignments_of_annotator"),
            models.Index(fields=["annotator", "reserved_at", "id"], name="assignments_in_order"),
            models.Index(
                fields=["project", "expires_at"],
                condition=Q(state="reserved"),
                name="reservations_by_expiry",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.item_id} to {self.annotator_id}: {self.state}"
