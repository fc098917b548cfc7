"""Training progress, and the results of annotators on items with check gold."""

from django.db import models

from annotation.models.annotation import AnnotationRevision
from annotation.models.item import Item
from annotation.models.project import Annotator


class Training(models.Model):
    """An annotator's progress through the training items."""

    annotator = models.OneToOneField(Annotator, models.CASCADE)
    round = models.PositiveSmallIntegerField(default=0, help_text="From 1; 0: not begun.")
    extra_tries = models.PositiveSmallIntegerField(default=0, help_text="Granted by leads.")
    passed_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.annotator_id}: round {self.round}"


class Trial(models.Model):
    """An annotator's result on a training item or hidden check. Never counted as an annotation."""

    annotator = models.ForeignKey(Annotator, models.CASCADE)
    item = models.ForeignKey(Item, models.CASCADE)
    round = models.PositiveSmallIntegerField(help_text="Of the training; 0: a hidden check.")
    revision = models.ForeignKey(AnnotationRevision, models.PROTECT)
    agreement = models.FloatField(help_text="With the known gold, 0 to 1.")
    seen_at = models.DateTimeField(null=True, help_text="Since when the person knows.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["annotator", "item", "round"], name="one_trial_per_round"),
        ]

    def __str__(self) -> str:
        return f"{self.annotator_id} on {self.item_id}: {self.agreement:.2f}"
