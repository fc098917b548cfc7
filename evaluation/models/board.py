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
    content = models.JSONField(null=True, help_text="As `morelkit rank --json` prints a language.")
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
        help_text="Rows as the board showed them, with stable ids of teams and submissions."
    )
    closed_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["task", "number"], name="past_board_number_unique")]

    def __str__(self) -> str:
        return f"{self.task_id}: {self.number}"
