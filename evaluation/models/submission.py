"""Submissions, their quota and their scores."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from evaluation.models.fact_sheet import FactSheetVersion
from evaluation.models.gold import GoldRevision
from evaluation.models.task import Phase, Task, Track
from evaluation.models.team import Team
from foundation.models.job import Job


class Upload(models.Model):
    """Files that arrived together, with the fact sheet of their system.

    `received_at`: when the last byte had arrived; it decides about deadlines and days. `phase`: the one they count in.
    `team` is null for organizers' trials and baselines.
    """

    class Kind(models.TextChoices):
        TEAM = "team"
        TRIAL = "trial"
        BASELINE = "baseline"

    task = models.ForeignKey(Task, models.CASCADE, related_name="uploads")
    phase = models.ForeignKey(Phase, models.CASCADE, related_name="uploads")
    team = models.ForeignKey(Team, models.PROTECT, null=True, blank=True, related_name="uploads")
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.TEAM)
    system = models.CharField(max_length=100, help_text="Identifier of the system.")
    submitter = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    received_at = models.DateTimeField()
    late_for = models.ForeignKey(
        Phase, models.SET_NULL, null=True, blank=True, related_name="+", help_text="The phase it missed."
    )
    fact_sheet = models.ForeignKey(FactSheetVersion, models.PROTECT, null=True, blank=True, related_name="+")
    answers = models.JSONField(default=dict, help_text="{question: answer} of the fact sheet.")
    answers_version = models.PositiveIntegerField(default=0)
    upload_id = models.UUIDField(
        null=True, blank=True, unique=True, help_text="Made by the client: tells a repeated one."
    )
    body_sha256 = models.CharField(
        max_length=64, blank=True, default="", help_text="Of what was sent, if it has an id."
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="team", team__isnull=False)
                | (Q(kind__in=["trial", "baseline"]) & Q(team__isnull=True)),
                name="upload_kind_known",
            ),
        ]
        indexes = [models.Index(fields=["task", "received_at"], name="uploads_by_time")]

    def __str__(self) -> str:
        return f"{self.task_id}: {self.system}"


class Submission(models.Model):
    """The predictions of an upload for a track. Its bytes never change: `sha256` names the stored file."""

    class State(models.TextChoices):
        INVALID = "invalid"
        WAITING = "waiting"
        SCORED = "scored"
        FAILED = "failed"

    upload = models.ForeignKey(Upload, models.CASCADE, related_name="submissions")
    task = models.ForeignKey(Task, models.CASCADE, related_name="submissions")
    phase = models.ForeignKey(Phase, models.CASCADE, related_name="submissions")
    team = models.ForeignKey(Team, models.PROTECT, null=True, blank=True, related_name="submissions")
    track = models.ForeignKey(
        Track, models.PROTECT, null=True, blank=True, related_name="submissions", help_text="Null: unknown."
    )
    number = models.PositiveIntegerField(help_text="From 1 within the task.")
    file_name = models.CharField(max_length=200)
    size = models.PositiveBigIntegerField(help_text="Bytes.")
    sha256 = models.CharField(max_length=64, db_index=True)
    items_sha256 = models.CharField(
        max_length=64, blank=True, help_text="Of the unlabelled file that it was checked against."
    )
    records = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    problems = models.JSONField(default=list, help_text="The first problems that the check found.")
    problem_count = models.PositiveIntegerField(default=0)
    message = models.CharField(max_length=2_000, blank=True, default="", help_text="Why scoring failed.")
    log = models.TextField(blank=True, default="")
    job = models.ForeignKey(Job, models.SET_NULL, null=True, blank=True, related_name="+")
    chosen_at = models.DateTimeField(
        null=True, blank=True, help_text="The team chose it for the board; the latest choice counts."
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    disqualified_at = models.DateTimeField(null=True, blank=True)
    disqualified_reason = models.CharField(max_length=500, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["task", "number"], name="submission_number_unique"),
            models.UniqueConstraint(
                fields=["upload", "track"], condition=Q(track__isnull=False), name="submission_once_a_track"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["invalid", "waiting", "scored", "failed"]),
                name="submission_state_known",
            ),
        ]
        indexes = [
            models.Index(fields=["phase", "track", "state"], name="submissions_of_board"),
            models.Index(fields=["team", "-number"], name="submissions_of_team"),
        ]

    def __str__(self) -> str:
        return f"{self.task_id}: {self.number}"


class QuotaSlot(models.Model):
    """A scored submission in its team's quota. A submission that fails gives its slot back; withdrawing does not.

    `of_day` and `of_phase` count from 1, at most to the caps of the phase: uniqueness makes it impossible that two
    submissions take the last slot.
    """

    submission = models.OneToOneField(Submission, models.CASCADE, related_name="slot")
    team = models.ForeignKey(Team, models.CASCADE, related_name="quota_slots")
    track = models.ForeignKey(Track, models.CASCADE, related_name="+")
    phase = models.ForeignKey(Phase, models.CASCADE, related_name="+")
    day = models.DateField(help_text="UTC.")
    of_day = models.PositiveIntegerField()
    of_phase = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team", "track", "phase", "day", "of_day"], name="quota_of_day"),
            models.UniqueConstraint(fields=["team", "track", "phase", "of_phase"], name="quota_of_phase"),
        ]

    def __str__(self) -> str:
        return f"{self.submission_id}: {self.day} {self.of_day}"


class AttemptSlot(models.Model):
    """An upload in its team's ceiling of attempts on a day (UTC), valid or not."""

    upload = models.OneToOneField(Upload, models.CASCADE, related_name="attempt")
    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    phase = models.ForeignKey(Phase, models.CASCADE, related_name="+")
    day = models.DateField(help_text="UTC.")
    of_day = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team", "phase", "day", "of_day"], name="attempt_of_day")
        ]

    def __str__(self) -> str:
        return f"{self.upload_id}: {self.day} {self.of_day}"


class Score(models.Model):
    """The scores of a submission under a gold revision.

    `values`: {metric: {value, low, high, reason}}. `keys`: what ranks compare, higher is better. `item_scores`: of the
    metrics that are means of items, float64 in the order of `metrics` × items, items in the order of the gold file.
    """

    submission = models.ForeignKey(Submission, models.CASCADE, related_name="scores")
    revision = models.ForeignKey(GoldRevision, models.CASCADE, related_name="scores")
    signature = models.CharField(max_length=500)
    n = models.PositiveIntegerField()
    values = models.JSONField()
    keys = models.JSONField()
    metrics = models.JSONField(help_text="Metrics of `item_scores`, in order.")
    item_scores = models.BinaryField()
    scored_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["submission", "revision"], name="score_once_a_revision")
        ]

    def __str__(self) -> str:
        return f"{self.submission_id}: {self.revision_id}"
