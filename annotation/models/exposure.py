"""Which items show an annotator suggestions of a source, and what each annotator has been shown."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from annotation.models.item import Item
from annotation.models.project import Annotator, Project
from annotation.models.source import Source

MIN_BLIND_SHARE = 20
"""Per cent of the items. Without blind work nothing says what the suggestions change."""


class ExposurePolicy(models.Model):
    """How items that annotators get from now on show suggestions. A project without a row shows none."""

    class Mode(models.TextChoices):
        BLIND = "blind"
        BLIND_THEN_REVEAL = "blind_then_reveal"
        SHOWN = "shown"

    project = models.OneToOneField(Project, models.CASCADE, related_name="exposure_policy")
    mode = models.CharField(max_length=20, choices=Mode.choices, default=Mode.BLIND)
    source = models.ForeignKey(Source, models.RESTRICT, related_name="+")
    blind_share = models.PositiveSmallIntegerField(
        default=MIN_BLIND_SHARE, help_text="Per cent of the items that stay blind."
    )

    changed_at = models.DateTimeField(
        default=timezone.now, help_text="The policy concerns items that annotators get from then on."
    )

    class Meta:
        verbose_name_plural = "exposure policies"
        constraints = [
            models.CheckConstraint(
                condition=Q(blind_share__gte=MIN_BLIND_SHARE, blind_share__lte=100),
                name="exposure_policy_blind_share",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.project_id}: {self.mode}"


class Exposure(models.Model):
    """An annotator has opened an item that shows suggestions, at once or after their first answer.

    It never changes, so that it stays true if policy or source change, except that suggestions are revealed.
    """

    item = models.ForeignKey(Item, models.CASCADE, db_index=False)
    annotator = models.ForeignKey(Annotator, models.CASCADE, related_name="exposures")
    source = models.ForeignKey(Source, models.RESTRICT, related_name="exposures")
    mode = models.CharField(max_length=20, choices=ExposurePolicy.Mode.choices)
    spans = models.JSONField(default=list, help_text="[{start, end, label}], code points, half-open.")
    shown_at = models.DateTimeField(null=True, help_text="Null: the annotator has not seen them yet.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "annotator"], name="one_exposure_per_item_and_annotator"),
        ]

    def __str__(self) -> str:
        return f"{self.item_id} to {self.annotator_id}: {self.mode}"
