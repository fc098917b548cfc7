"""Figures that each save keeps up to date.

Sums are integers (agreement scaled by `AGREEMENT_SCALE`), so that they equal a recomputation in any order.
"""

from django.db import models

from annotation.models.item import Item
from annotation.models.project import Project


class ItemStatistic(models.Model):
    """Of one item under one normalization policy. Exists once an annotation counts."""

    item = models.ForeignKey(Item, models.CASCADE, related_name="statistics")
    project = models.ForeignKey(Project, models.CASCADE)
    language = models.CharField(max_length=64)
    policy = models.CharField(max_length=32)
    n = models.PositiveSmallIntegerField(help_text="Counted annotations.")
    agreement = models.BigIntegerField(null=True, help_text="Scaled; null where n < 2.")
    gold_characters = models.PositiveIntegerField()
    tie_characters = models.PositiveIntegerField(help_text="Marked by exactly half.")
    disputed_characters = models.PositiveIntegerField(default=0, help_text="Marked by some and not by all.")
    single_characters = models.PositiveIntegerField(default=0, help_text="Marked by one of several.")
    unsure = models.PositiveSmallIntegerField(default=0, help_text="Counted annotations that are unsure.")
    comments = models.PositiveSmallIntegerField(default=0, help_text="Counted annotations with a comment.")
    labels = models.TextField(
        default="", help_text="Labels that were used, one a line, with a line break before the first as well."
    )
    differs = models.BooleanField(
        default=False, help_text="Annotations mark with different labels or places, or choose differently."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "policy"], name="one_statistic_per_item_and_policy"),
        ]
        indexes = [
            models.Index(fields=["project", "policy", "agreement", "item"], name="worst_items"),
            models.Index(
                fields=["project", "policy", "language", "agreement", "item"], name="worst_items_of_language"
            ),
            models.Index(fields=["project", "policy", "language", "id"], name="items_begun_last"),
            models.Index(
                fields=["project", "policy", "language", "item"],
                condition=models.Q(differs=True),
                name="items_that_differ",
            ),
            *(
                models.Index(fields=["project", "policy", column, "item"], name=f"items_by_{column}")
                for column in (
                    "disputed_characters",
                    "tie_characters",
                    "single_characters",
                    "unsure",
                    "comments",
                )
            ),
        ]

    def __str__(self) -> str:
        return f"{self.item_id} under {self.policy}"


class Rollup(models.Model):
    """Of one project, language and policy. Items, completeness and extremes follow from the histogram."""

    project = models.ForeignKey(Project, models.CASCADE)
    language = models.CharField(max_length=64)
    policy = models.CharField(max_length=32)
    histogram = models.JSONField(default=dict, help_text="{n: items with n counted annotations}, n ≥ 1.")
    agreement_sum = models.BigIntegerField(default=0, help_text="Scaled, over items with n ≥ 2.")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "language", "policy"], name="one_rollup_per_language_and_policy"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.project_id}:{self.language} under {self.policy}"


class Tables(models.Model):
    """Language × model, annotator × annotator, and work by day, worked out with the dear figures."""

    project = models.OneToOneField(Project, models.CASCADE)
    policy = models.CharField(max_length=32)
    as_of = models.DateTimeField()
    tables = models.JSONField(help_text="As `queries.tables` gives them.")

    class Meta:
        verbose_name_plural = "tables"

    def __str__(self) -> str:
        return f"{self.project_id} as of {self.as_of}"


class DearFigures(models.Model):
    """What is too dear for a save, as a job worked it out at the time it says: of a language, or of all of them."""

    project = models.ForeignKey(Project, models.CASCADE)
    language = models.CharField(max_length=64, blank=True, help_text="Blank: all languages together.")
    policy = models.CharField(max_length=32)
    version = models.PositiveBigIntegerField(help_text="The project's, before it was begun.")
    as_of = models.DateTimeField(help_text="When it was begun: what was saved later may be in it or not.")
    figures = models.JSONField(help_text="As `queries.figures` gives them.")

    class Meta:
        verbose_name_plural = "dear figures"
        constraints = [
            models.UniqueConstraint(fields=["project", "language"], name="one_set_of_dear_figures"),
        ]

    def __str__(self) -> str:
        return f"{self.project_id}:{self.language} as of {self.as_of}"
