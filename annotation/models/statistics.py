"""Statistics of items and languages that each save updates, and computed statistics that a job updates.

Sums are integers (agreement scaled by `AGREEMENT_SCALE`), so that they equal a recomputation in any order.
"""

from django.db import models

from annotation.models.item import Item
from annotation.models.project import Project


class ItemStatistic(models.Model):
    """Statistics of one item under one normalization policy. The row exists if an annotation counts."""

    item = models.ForeignKey(Item, models.CASCADE, related_name="statistics")
    project = models.ForeignKey(Project, models.CASCADE)
    language = models.CharField(max_length=64)
    policy = models.CharField(max_length=32)
    n = models.PositiveSmallIntegerField(help_text="Counted annotations.")
    agreement = models.BigIntegerField(
        null=True,
        help_text="Scaled; null where n < 2. In a scheme without spans: of item labels; null where none was set twice.",
    )
    gold_characters = models.PositiveIntegerField()
    tie_characters = models.PositiveIntegerField(help_text="Marked by exactly half.")
    disputed_characters = models.PositiveIntegerField(default=0, help_text="Marked by some and not by all.")
    single_characters = models.PositiveIntegerField(default=0, help_text="Marked by one of several.")
    unsure = models.PositiveSmallIntegerField(default=0, help_text="Counted annotations that are unsure.")
    comments = models.PositiveSmallIntegerField(default=0, help_text="Counted annotations with a comment.")
    labels = models.TextField(
        default="", help_text="Used labels, each on its own line, with a line break before the first."
    )
    differs = models.BooleanField(
        default=False, help_text="Annotations differ in marked characters, labels or choices."
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
            models.Index(
                fields=["project", "policy", "language", "id"], name="latest_statistics_of_language"
            ),
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
    """Sums of one project, language and policy. Completeness and extremes follow from the histogram."""

    project = models.ForeignKey(Project, models.CASCADE)
    language = models.CharField(max_length=64)
    policy = models.CharField(max_length=32)
    histogram = models.JSONField(default=dict, help_text="{n: items with n counted annotations}, n ≥ 1.")
    agreement_sum = models.BigIntegerField(default=0, help_text="Scaled, over items with an agreement.")
    compared = models.PositiveBigIntegerField(default=0, help_text="Items with an agreement.")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "language", "policy"], name="one_rollup_per_language_and_policy"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.project_id}:{self.language} under {self.policy}"


class Breakdowns(models.Model):
    """Breakdowns by language and model, pair of annotators, and day, written with the computed statistics."""

    project = models.OneToOneField(Project, models.CASCADE)
    policy = models.CharField(max_length=32)
    as_of = models.DateTimeField()
    breakdowns = models.JSONField(help_text="`ComputedBreakdowns` of queries.statistics.breakdowns.")

    class Meta:
        verbose_name_plural = "breakdowns"

    def __str__(self) -> str:
        return f"{self.project_id} as of {self.as_of}"


class AnnotatorStatistics(models.Model):
    """Work and agreement of the annotators of a language, or of all. A job computes them."""

    project = models.ForeignKey(Project, models.CASCADE)
    language = models.CharField(max_length=64, blank=True, help_text="Blank: all languages together.")
    policy = models.CharField(max_length=32)
    version = models.PositiveBigIntegerField(help_text="Version of the project when the computation started.")
    digest = models.CharField(max_length=64, help_text="Of the counted revisions. Equal digests: unchanged.")
    as_of = models.DateTimeField(help_text="Start of the computation.")
    statistics = models.JSONField(help_text="Of all: `AnnotatorTable`. Of a language: `ComparisonSums`.")

    class Meta:
        verbose_name_plural = "annotator statistics"
        constraints = [
            models.UniqueConstraint(fields=["project", "language"], name="one_set_of_annotator_statistics"),
        ]

    def __str__(self) -> str:
        return f"{self.project_id}:{self.language} as of {self.as_of}"


class ComputedStatistics(models.Model):
    """Statistics of a language, or of all, that are too slow to update on every save. A job computes them."""

    project = models.ForeignKey(Project, models.CASCADE)
    language = models.CharField(max_length=64, blank=True, help_text="Blank: all languages together.")
    policy = models.CharField(max_length=32)
    version = models.PositiveBigIntegerField(help_text="Version of the project when the computation started.")
    as_of = models.DateTimeField(help_text="Start of the computation. Later saves may be included or not.")
    statistics = models.JSONField(help_text="`AgreementMeasures`, and `dawid_skene` of a language.")

    class Meta:
        verbose_name_plural = "computed statistics"
        constraints = [
            models.UniqueConstraint(fields=["project", "language"], name="one_set_of_computed_statistics"),
        ]

    def __str__(self) -> str:
        return f"{self.project_id}:{self.language} as of {self.as_of}"
