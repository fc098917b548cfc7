"""A shared task, its organizers, tracks and phases."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

TASK_SCOPE = "task:"


class Task(models.Model):
    """A shared task on frozen gold. `format` is the format of its predictions, a name of `morelkit.scoring`."""

    class Registration(models.TextChoices):
        OPEN = "open"
        APPROVAL = "approval"
        INVITATION = "invitation"
        CLOSED = "closed"

    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=200)
    description = models.TextField(blank=True, default="", help_text="Markdown.")
    terms = models.TextField(
        blank=True, default="", help_text="Markdown. Teams accept them when they register."
    )
    terms_version = models.PositiveIntegerField(default=1)
    registration = models.CharField(max_length=16, choices=Registration.choices, default=Registration.OPEN)
    published_at = models.DateTimeField(
        null=True, blank=True, help_text="Null: only organizers see the task."
    )
    project = models.CharField(
        max_length=50, blank=True, default="", help_text="Slug of the project that the release is from."
    )
    format = models.CharField(max_length=32)
    synthetic = models.BooleanField(
        default=False, help_text="A demo or a dry run: all systems are synthetic."
    )
    seed = models.PositiveIntegerField(default=0, help_text="Of bootstrap samples.")
    version = models.PositiveIntegerField(default=0, help_text="Incremented by every change of the settings.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(registration__in=["open", "approval", "invitation", "closed"]),
                name="task_registration_known",
            ),
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def scope(self) -> str:
        """Scope of its jobs and of its audit log."""
        return f"{TASK_SCOPE}{self.pk}"


class Organizer(models.Model):
    task = models.ForeignKey(Task, models.CASCADE, related_name="organizers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="organized_tasks")
    added_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["task", "user"], name="organizer_once")]

    def __str__(self) -> str:
        return f"{self.task_id}: {self.user_id}"


class Track(models.Model):
    """What is ranked: the items of a language, or of all languages if it is empty.

    `metrics`: names of `morelkit.scoring`; the first ranks, the second decides ties.
    """

    task = models.ForeignKey(Task, models.CASCADE, related_name="tracks")
    slug = models.SlugField()
    name = models.CharField(max_length=100)
    language = models.CharField(max_length=64, blank=True, default="", help_text="BCP 47, lower case.")
    metrics = models.JSONField()
    confidence = models.BooleanField(
        default=False, help_text="Scores are confidence: lower ones are riskier."
    )
    ordinal = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["task", "slug"], name="track_slug_unique"),
            models.UniqueConstraint(fields=["task", "language"], name="track_language_unique"),
        ]
        ordering = ["ordinal", "pk"]

    def __str__(self) -> str:
        return f"{self.task_id}: {self.slug}"


class Phase(models.Model):
    """A period in which teams submit predictions for a split. It contains its start and not its end."""

    class Kind(models.TextChoices):
        DEVELOPMENT = "development"
        TEST = "test"
        POST = "post"

    class Visibility(models.TextChoices):
        """What participants see before `results_at`, or before the end if that is null."""

        BOARD = "board"
        OWN = "own"
        BLIND = "blind"

    class BoardRule(models.TextChoices):
        BEST = "best"
        LAST = "last"
        CHOSEN = "chosen"

    task = models.ForeignKey(Task, models.CASCADE, related_name="phases")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    slug = models.SlugField()
    name = models.CharField(max_length=100)
    split = models.CharField(max_length=40)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, blank=True, help_text="Null: it does not end.")
    zone = models.CharField(max_length=64, default="AoE", help_text="In which the dates were entered.")
    visibility = models.CharField(max_length=8, choices=Visibility.choices)
    results_at = models.DateTimeField(
        null=True, blank=True, help_text="The board opens; null: at the end of the phase."
    )
    names_at = models.DateTimeField(
        null=True, blank=True, help_text="Until then boards show pseudonyms; null: always names."
    )
    gold_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="From then on participants see gold and scores of items; null: never.",
    )
    daily_cap = models.PositiveSmallIntegerField(
        default=5, help_text="Scored submissions of a team by track and day (UTC); 0: any number."
    )
    total_cap = models.PositiveIntegerField(
        default=0, help_text="Scored submissions of a team by track in the phase; 0: any number."
    )
    daily_attempts = models.PositiveSmallIntegerField(
        default=40, help_text="Submissions of a team on a day (UTC), invalid and failed ones included."
    )
    board_rule = models.CharField(max_length=8, choices=BoardRule.choices, default=BoardRule.BEST)
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_reason = models.CharField(max_length=500, blank=True, default="")
    version = models.PositiveIntegerField(default=0, help_text="Incremented by every change.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["task", "slug"], name="phase_slug_unique"),
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True) | Q(ends_at__gt=F("starts_at")),
                name="phase_end_after_start",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["development", "test", "post"]), name="phase_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(visibility__in=["board", "own", "blind"]), name="phase_visibility_known"
            ),
            models.CheckConstraint(
                condition=Q(board_rule__in=["best", "last", "chosen"]), name="phase_board_rule_known"
            ),
        ]
        ordering = ["starts_at", "pk"]

    def __str__(self) -> str:
        return f"{self.task_id}: {self.slug}"


class PhaseChange(models.Model):
    """A change of dates, a pause or its end, as participants see it."""

    class Kind(models.TextChoices):
        DATES = "dates"
        PAUSED = "paused"
        RESUMED = "resumed"

    phase = models.ForeignKey(Phase, models.CASCADE, related_name="changes")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    old_end = models.DateTimeField(null=True, blank=True)
    new_end = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=500, blank=True, default="")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    def __str__(self) -> str:
        return f"{self.phase_id}: {self.kind}"
