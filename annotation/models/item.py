"""Items: a question, an answer and a reference."""

import hashlib

from django.db import models
from django.db.models import Prefetch, Q

from annotation.models.import_ import Import
from annotation.models.project import Project
from annotation.models.reference import Page, Reference


def seeded_rank(seed: int, name: str) -> int:
    """A 63-bit number computed from a project's seed and a name, for a reproducible random order."""
    digest = hashlib.blake2b(f"{seed}:{name}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


class ItemQuerySet(models.QuerySet["Item"]):
    def visible(self, project: Project) -> "ItemQuerySet":
        """Items of the project that are not archived and whose import is published."""
        return self.filter(project=project, archived_at__isnull=True, imported_by__published_at__isnull=False)

    def archived(self, project: Project) -> "ItemQuerySet":
        """Archived items of the project whose import is published."""
        return self.filter(
            project=project, archived_at__isnull=False, imported_by__published_at__isnull=False
        )

    def with_gold(self, kind: str) -> "ItemQuerySet":
        """Training or check items (`kind`) that have check gold."""
        return self.filter(kind=kind, check_gold__isnull=False)

    def outside_of_sample(self) -> "ItemQuerySet":
        """Items with counted annotations that no annotator was to get: outside of the balanced sample, or with implied
        labels.
        """
        return self.filter(reservable=False, counted__gt=0)

    def for_annotators(self) -> "ItemQuerySet":
        """Items that need annotators: their answer does not imply their labels."""
        return self.filter(labels_implied=False)

    def with_imported_reference(self) -> "ItemQuerySet":
        """Load references that were imported with the items. Fetched pages are left out because they are long."""
        imported = Reference.objects.exclude(kind=Reference.Kind.WIKIPEDIA)
        return self.prefetch_related(Prefetch("reference", imported))


class Item(models.Model):
    """One question, one answer and at most one reference. The answer never changes."""

    class Kind(models.TextChoices):
        WORK = "work"
        TRAINING = "training"
        CHECK = "check"

    project = models.ForeignKey(Project, models.CASCADE)
    imported_by = models.ForeignKey(Import, models.PROTECT, help_text="Once published, the item is visible.")
    external_id = models.CharField(max_length=500)
    ordinal = models.BigIntegerField()
    kind = models.CharField(max_length=16, choices=Kind.choices, default=Kind.WORK)
    language = models.CharField(max_length=64, help_text="BCP 47, lower case; und: the item has none.")
    spelling = models.CharField(max_length=64, blank=True, help_text="The language as imported.")
    question = models.TextField()
    answer = models.TextField()
    answer_sha256 = models.CharField(max_length=64)
    model_id = models.TextField(blank=True)
    prompt = models.TextField(blank=True)
    split = models.TextField(blank=True)
    imported_split = models.TextField(  # noqa: DJ001 — an imported split may be empty
        null=True, help_text="The split as imported, where a lead has set another."
    )
    reference = models.ForeignKey(Reference, models.PROTECT, null=True, blank=True)
    reference_url = models.TextField(blank=True)
    page = models.ForeignKey(Page, models.PROTECT, null=True, help_text="That the address names.")
    shown_at = models.DateTimeField(
        null=True, help_text="To an annotator, first: from then on its reference stays."
    )
    # JSON stored as text, because PostgreSQL's jsonb would reorder the keys that exports write in the imported order.
    metadata = models.TextField(default="{}", help_text="JSON object: the rest of the imported record.")
    key_order = models.TextField(default="[]", help_text="JSON list: the record's keys as they stood.")
    key_attributes = models.TextField(
        default="{}",
        help_text="JSON object: the attribute that each key holds, if the format does not say it.",
    )
    imported_labels = models.TextField(default="{}", help_text="JSON object: labels that came with the item.")
    check_gold = models.JSONField(
        null=True,
        help_text="{spans, labels, explanation}, where it teaches or checks people and its gold is known.",
    )
    claims = models.JSONField(
        null=True, help_text="[[start, end], …] in code points, if the unit of the scheme is claims."
    )
    segmenter = models.CharField(
        max_length=64,
        blank=True,
        default="",
        help_text="That has cut the claims; record: they came with the item.",
    )
    labels_implied = models.BooleanField(
        default=False, help_text="Whether item labels follow from the answer: nobody annotates the item."
    )
    record_sha256 = models.CharField(max_length=64, help_text="Of all imported fields.")
    archived_at = models.DateTimeField(null=True, blank=True)
    archived_by_lead = models.BooleanField(default=False, help_text="False: archived as a duplicate.")
    # Fields by which the next item is chosen
    reservable = models.BooleanField(default=False)
    assignee = models.CharField(  # noqa: DJ001 — SQLite uses the partial index only if its condition has no value
        max_length=200,
        null=True,
        blank=True,
        help_text="Who alone gets it, if a field decides: a user name or pseudonym, case-folded.",
    )
    coverage = models.PositiveIntegerField(
        default=0, help_text="Places taken: reserved, submitted, imported."
    )
    counted = models.PositiveSmallIntegerField(default=0, help_text="Counted annotations.")
    rank = models.BigIntegerField(help_text="Seeded; breaks ties between equally covered items.")

    objects = ItemQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "external_id"], name="external_id_unique_in_project"),
            models.UniqueConstraint(fields=["project", "ordinal"], name="ordinal_unique_in_project"),
        ]
        indexes = [
            models.Index(fields=["project", "language", "ordinal"], name="items_of_language"),
            models.Index(fields=["project", "kind", "counted", "id"], name="items_by_counted"),
            models.Index(
                fields=["project", "language", "counted"],
                condition=Q(reservable=False, counted__gt=0),
                name="annotated_outside_of_sample",
            ),
            models.Index(
                fields=["project", "language", "counted"],
                condition=Q(labels_implied=True),
                name="items_with_implied_labels",
            ),
            models.Index(
                fields=["project", "kind", "language", "ordinal"],
                condition=Q(check_gold__isnull=False),
                name="items_with_check_gold",
            ),
            models.Index(
                fields=["project", "language", "coverage", "rank"],
                condition=Q(reservable=True),
                name="next_item",
            ),
            models.Index(
                fields=["project", "assignee", "language", "coverage", "rank"],
                condition=Q(reservable=True, assignee__isnull=False),
                name="next_item_of_assignee",
            ),
            models.Index(
                fields=["project", "archived_at"],
                condition=Q(archived_at__isnull=False),
                name="archived_items",
            ),
        ]

    def __str__(self) -> str:
        return self.external_id


class ImportedLabels(models.Model):
    """Label fields of an item in a file of annotations, if the item was imported without them or with others."""

    item = models.ForeignKey(Item, models.CASCADE)
    imported_by = models.ForeignKey(Import, models.CASCADE, db_index=False)
    labels = models.TextField(help_text="JSON object.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["imported_by", "item"], name="imported_labels_once_per_import"),
        ]

    def __str__(self) -> str:
        return f"{self.item_id} in import {self.imported_by_id}"
