"""Boards: statistics of the current one, and past ones that can be cited."""

from django.db import models

from evaluation.models.gold import GoldRevision
from evaluation.models.task import Phase, Task, Track
from foundation.models.job import Job


class BoardStatistics(models.Model):
    """Rank and win probabilities of a board, which a job computes. `state_key` names the rows they belong to."""

    phase = models.ForeignKey(Phase, models.CASCADE, related_name="+")
    track = models.ForeignKey(Track, models.CASCADE, related_name="+")
    revision = models.ForeignKey(GoldRevision, models.CASCADE, related_name="+")
    state_key = models.CharField(max_length=64)
    content = models.JSONField(
        null=True, help_text="By metric: submissions best first, their tiers, rank probabilities and wins."
    )
    job = models.ForeignKey(Job, models.SET_NULL, null=True, blank=True, related_name="+")
    computed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["phase", "track", "revision"], name="board_statistics_once")
        ]

    def __str__(self) -> str:
        return f"{self.phase_id}: {self.track_id}"


class PastBoard(models.Model):
    """The board of a track as it was when its gold was replaced. It never changes and can be cited by its number."""

    task = models.ForeignKey(Task, models.CASCADE, related_name="past_boards")
    phase = models.ForeignKey(Phase, models.CASCADE, related_name="past_boards")
    track = models.ForeignKey(Track, models.CASCADE, related_name="past_boards")
    revision = models.ForeignKey(GoldRevision, models.CASCADE, related_name="past_boards")
    number = models.PositiveIntegerField()
    rows = models.JSONField(
        help_text="Metrics, signature and rows as the board showed them, with ids of teams and submissions."
    )
    closed_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["task", "number"], name="past_board_number_unique")]

    def __str__(self) -> str:
        return f"{self.task_id}: {self.number}"


class Bundle(models.Model):
    """A zip of a phase after a task: predictions, scores, fact sheets and gold. `job` builds it.

    Participants can download it once it is published and the phase shows gold.
    """

    class Names(models.TextChoices):
        NAMED = "named"
        ANONYMISED = "anonymised"

    task = models.ForeignKey(Task, models.CASCADE, related_name="bundles")
    phase = models.ForeignKey(Phase, models.CASCADE, related_name="bundles")
    revision = models.ForeignKey(GoldRevision, models.CASCADE, related_name="bundles")
    names = models.CharField(max_length=10, choices=Names.choices)
    job = models.ForeignKey(Job, models.SET_NULL, null=True, blank=True, related_name="+")
    size = models.PositiveBigIntegerField(null=True, blank=True, help_text="Bytes.")
    sha256 = models.CharField(max_length=64, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(names__in=["named", "anonymised"]), name="bundle_names_known"
            )
        ]

    def __str__(self) -> str:
        return f"{self.phase_id}: {self.names}"
