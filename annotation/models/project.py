"""A project, its members and its annotators.

A *membership* decides what a user may do in a project. An *annotator* is the pseudonymous author of annotations. It
outlives the account of its user, and annotators of imported annotations have no account.
"""

import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.signals import post_delete
from django.dispatch import receiver

from foundation.accounts.names import display_name
from foundation.models import Job, Notification
from morelkit.formats.mushroom import MUSHROOM
from morelkit.text.normalization import DEFAULT_POLICY

PROJECT_SCOPE = "project:"


def job_scope(project: int) -> str:
    """Return the scope of a project's jobs, from its primary key."""
    return f"{PROJECT_SCOPE}{project}"


def new_secret() -> str:
    return secrets.token_hex(32)


def new_seed() -> int:
    return secrets.randbelow(2**31)


class Project(models.Model):
    class AssignmentPolicy(models.TextChoices):
        POOL = "pool"
        EVERYONE = "everyone"
        BALANCED = "balanced"
        FIELD = "field"

    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=200)
    description = models.TextField(blank=True, default="")
    languages_open = models.BooleanField(default=True, help_text="Imports may add languages.")
    scheme = models.JSONField()
    scheme_version = models.PositiveIntegerField(default=1)
    other_sources = models.BooleanField(
        default=False, help_text="Annotators may link pages outside of Wikipedia."
    )
    anonymous = models.BooleanField(default=False, help_text="Leads see pseudonyms instead of names.")
    redundancy = models.PositiveSmallIntegerField(default=3)
    assignment = models.CharField(
        max_length=16, choices=AssignmentPolicy.choices, default=AssignmentPolicy.POOL
    )
    quota = models.PositiveIntegerField(default=0, help_text="Items per annotator; 0: any number.")
    sample = models.PositiveIntegerField(
        default=1, help_text="Items per question, prompt and model in a balanced sample."
    )
    question_cap = models.PositiveIntegerField(
        default=0, help_text="Items per question in a balanced sample; 0: any number."
    )
    assignment_field = models.CharField(
        max_length=200, blank=True, default="", help_text="Metadata field that names an item's annotator."
    )
    pass_mark = models.PositiveSmallIntegerField(
        default=75, help_text="Agreement with known gold, in per cent."
    )
    tries = models.PositiveSmallIntegerField(
        default=0, help_text="Rounds of training to reach the pass mark; 0: no training."
    )
    check_every = models.PositiveSmallIntegerField(
        default=0, help_text="A hidden check every N assigned items; 0: none."
    )
    notice_after = models.PositiveSmallIntegerField(
        default=0, help_text="Seconds on an item until the annotator is notified; 0: never."
    )
    notice_repeats = models.BooleanField(
        default=False, help_text="The notice appears again each time this many seconds have passed."
    )
    record_format = models.CharField(
        max_length=32, default=MUSHROOM.name, help_text="Of imports, exports and releases."
    )
    policy = models.CharField(max_length=32, default=DEFAULT_POLICY, help_text="Normalization policy.")
    next_policy = models.CharField(
        max_length=32,
        blank=True,
        default="",
        help_text="Replaces the policy once all statistics are recomputed.",
    )
    adjudication = models.BooleanField(
        default=False, help_text="Curators may decide items, and gold records its source."
    )
    questionnaire_open = models.BooleanField(
        default=False, help_text="Members are invited to describe themselves as annotators."
    )
    uses_suggestions = models.BooleanField(
        default=False,
        help_text="Annotators are shown suggestions of a source, or were: see `ExposurePolicy`.",
    )
    validity = models.JSONField(default=dict, help_text="{rule: threshold} of the validity rules.")
    seed = models.PositiveIntegerField(default=new_seed)
    secret = models.CharField(max_length=64, default=new_secret, editable=False)
    version = models.PositiveBigIntegerField(
        default=0, help_text="Incremented by every change that leads can see."
    )
    archived_at = models.DateTimeField(
        null=True, blank=True, help_text="Since then the project is read-only and in no list."
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(redundancy__gte=1), name="project_redundancy_positive"),
            models.CheckConstraint(
                condition=Q(assignment__in=["pool", "everyone", "balanced", "field"]),
                name="project_assignment_known",
            ),
            models.CheckConstraint(
                condition=~Q(assignment="field") | ~Q(assignment_field=""),
                name="project_assignment_field_named",
            ),
            models.CheckConstraint(condition=Q(sample__gte=1), name="project_sample_positive"),
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def scope(self) -> str:
        """The scope of the project's jobs and audit events."""
        return job_scope(self.pk)


@receiver(post_delete, sender=Project)
def delete_jobs(instance: Project, **_: Any) -> None:
    """Delete jobs and notifications of a deleted project, because their scope is no foreign key."""
    Job.objects.filter(scope=job_scope(instance.pk)).delete()
    Notification.objects.filter(scope=job_scope(instance.pk)).delete()


class ProjectLanguage(models.Model):
    project = models.ForeignKey(Project, models.CASCADE, related_name="project_languages")
    language = models.CharField(max_length=64, help_text="BCP 47, lower case.")
    spelling = models.CharField(max_length=64, help_text="The tag as first imported, for exports.")
    redundancy = models.PositiveSmallIntegerField(null=True, blank=True, help_text="Null: the project's.")
    closed = models.BooleanField(default=False)
    items = models.PositiveIntegerField(
        default=0, help_text="Number of items to annotate: visible, of kind work, in the sample."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "language"], name="one_row_per_project_language"),
        ]

    def __str__(self) -> str:
        return f"{self.project_id}:{self.language}"


class Guidelines(models.Model):
    project = models.ForeignKey(Project, models.CASCADE)
    language = models.CharField(max_length=64)
    version = models.PositiveIntegerField()
    text = models.TextField(help_text="Markdown; blank: the guidelines were removed.")
    ask_again = models.BooleanField(
        default=False, help_text="Everyone who accepted an earlier version must accept this one."
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "guidelines"
        constraints = [
            models.UniqueConstraint(
                fields=["project", "language", "version"], name="one_guidelines_row_per_version"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.project_id}:{self.language}:{self.version}"


class GuidelinesImage(models.Model):
    """An image for guidelines. Its bytes are the file of this digest in the folder of the project."""

    project = models.ForeignKey(Project, models.CASCADE)
    name = models.CharField(max_length=90, help_text="Name in texts and releases; never changes.")
    sha256 = models.CharField(max_length=64)
    media_type = models.CharField(max_length=16)
    size = models.PositiveIntegerField(help_text="Bytes.")
    uploaded_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "name"], name="one_guidelines_image_per_name"),
            models.UniqueConstraint(fields=["project", "sha256"], name="one_guidelines_image_per_content"),
        ]

    def __str__(self) -> str:
        return f"{self.project_id}:{self.name}"


class GuidelinesImageUse(models.Model):
    """A version of the guidelines shows an image."""

    guidelines = models.ForeignKey(Guidelines, models.CASCADE)
    image = models.ForeignKey(GuidelinesImage, models.PROTECT, related_name="uses")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["guidelines", "image"], name="guidelines_image_used_once"),
        ]

    def __str__(self) -> str:
        return f"{self.guidelines_id}: {self.image_id}"


class Membership(models.Model):
    class Role(models.TextChoices):
        ANNOTATOR = "annotator"
        LEAD = "lead"

    project = models.ForeignKey(Project, models.CASCADE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE)
    role = models.CharField(max_length=16, choices=Role.choices)
    languages = models.JSONField(default=list, help_text="BCP 47, lower case; empty: all of the project's.")
    creation = models.BooleanField(
        default=False, help_text="An annotator who may choose candidates. Leads always may."
    )
    working_language = models.CharField(
        max_length=64,
        blank=True,
        default="",
        help_text="Language of the member's next items; *: all languages of the member; blank: not chosen.",
    )
    questionnaire_dismissed = models.BooleanField(
        default=False,
        help_text="The member has answered the questionnaire or dismissed the invitation to it.",
    )
    paused_at = models.DateTimeField(null=True, blank=True, help_text="Since then no new items are assigned.")
    ended_at = models.DateTimeField(null=True, blank=True, help_text="Since then the user is no member.")
    invitation = models.ForeignKey(
        "Invitation", models.SET_NULL, null=True, blank=True, related_name="memberships"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "user"], name="one_membership_per_person"),
            models.CheckConstraint(condition=Q(role__in=["annotator", "lead"]), name="membership_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}@{self.project_id}: {self.role}"


class NamesShownPeriod(models.Model):
    """A time in which leads saw names, because one of them had turned anonymity off. Members see all periods."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="names_shown_periods")
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True, help_text="Null: names are still shown.")
    reason = models.TextField(help_text="Members see it.")

    class Meta:
        ordering = ["-since", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["project"], condition=Q(until__isnull=True), name="one_open_period_of_shown_names"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.project_id} since {self.since}"


class Annotator(models.Model):
    project = models.ForeignKey(Project, models.CASCADE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True)
    key = models.CharField(max_length=200, help_text="The pseudonym in exports.")
    allowance = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="Total number of items, set by crowd studies; null: the project's quota.",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "key"], name="annotator_key_unique_in_project"),
            models.UniqueConstraint(
                fields=["project", "user"], condition=Q(user__isnull=False), name="one_annotator_per_person"
            ),
        ]

    def __str__(self) -> str:
        return self.key

    def author_name(self, project: Project) -> str:
        """Return the name that leads see: the pseudonym if the project hides names or the account was erased."""
        return self.key if project.anonymous else display_name(self.user) or self.key


class Acceptance(models.Model):
    """An annotator has accepted a version of the guidelines."""

    annotator = models.ForeignKey(Annotator, models.CASCADE)
    guidelines = models.ForeignKey(Guidelines, models.PROTECT)
    accepted_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["annotator", "guidelines"], name="accepted_once_per_version"),
        ]

    def __str__(self) -> str:
        return f"{self.annotator_id}: {self.guidelines_id}"
