"""Projects, their languages and guidelines, memberships and annotators.

Membership decides what a person may do. An *annotator* is the pseudonymous author of annotations: it remains when the
account is deleted, and imported annotators never had an account.
"""

import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.signals import post_delete
from django.dispatch import receiver

from foundation.accounts.names import display_name
from foundation.models.job import Job
from morelkit.text.normalization import DEFAULT_POLICY

PROJECT_SCOPE = "project:"


def job_scope(project: int) -> str:
    """Return the scope of the jobs of a project, given by primary key."""
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

    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=200)
    description = models.TextField(blank=True, default="")
    languages_open = models.BooleanField(default=True, help_text="Imports may add languages.")
    scheme = models.JSONField()
    scheme_version = models.PositiveIntegerField(default=1)
    other_sources = models.BooleanField(
        default=False, help_text="Links may lead elsewhere than to Wikipedia."
    )
    anonymous = models.BooleanField(default=False, help_text="Leads see pseudonyms, not names.")
    redundancy = models.PositiveSmallIntegerField(default=3)
    assignment = models.CharField(
        max_length=16, choices=AssignmentPolicy.choices, default=AssignmentPolicy.POOL
    )
    quota = models.PositiveIntegerField(default=0, help_text="Items a person may have; 0: any number.")
    sample = models.PositiveIntegerField(
        default=1, help_text="Items of each question, prompt and model, where the sample is balanced."
    )
    pass_mark = models.PositiveSmallIntegerField(
        default=75, help_text="Per cent of agreement with known gold."
    )
    tries = models.PositiveSmallIntegerField(
        default=0, help_text="Rounds of training in which to reach the pass mark; 0: nobody has to."
    )
    check_every = models.PositiveSmallIntegerField(
        default=0, help_text="One in so many items that a person is given is a hidden check; 0: none."
    )
    notice_after = models.PositiveSmallIntegerField(
        default=0, help_text="Seconds spent on an item after which a person is told so; 0: never."
    )
    policy = models.CharField(max_length=32, default=DEFAULT_POLICY, help_text="Normalization policy.")
    next_policy = models.CharField(
        max_length=32, blank=True, default="", help_text="That takes its place once all is recomputed."
    )
    adjudication = models.BooleanField(
        default=False, help_text="Curators decide on items, and gold says where it comes from."
    )
    validity = models.JSONField(default=dict, help_text="{rule: threshold}, as `domain.validity` has them.")
    seed = models.PositiveIntegerField(default=new_seed)
    secret = models.CharField(max_length=64, default=new_secret, editable=False)
    version = models.PositiveBigIntegerField(default=0, help_text="Grows with every change that leads see.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(redundancy__gte=1), name="project_redundancy_positive"),
            models.CheckConstraint(
                condition=Q(assignment__in=["pool", "everyone", "balanced"]),
                name="project_assignment_known",
            ),
            models.CheckConstraint(condition=Q(sample__gte=1), name="project_sample_positive"),
        ]

    def __str__(self) -> str:
        return self.slug


@receiver(post_delete, sender=Project)
def delete_jobs(instance: Project, **_: Any) -> None:
    """Delete the jobs of a deleted project. A scope is a string, so no foreign key does it."""
    Job.objects.filter(scope=job_scope(instance.pk)).delete()


class ProjectLanguage(models.Model):
    project = models.ForeignKey(Project, models.CASCADE, related_name="project_languages")
    language = models.CharField(max_length=64, help_text="BCP 47, lower case.")
    spelling = models.CharField(max_length=64, help_text="As first imported; exports give it back.")
    redundancy = models.PositiveSmallIntegerField(null=True, blank=True, help_text="Where not the project's.")
    closed = models.BooleanField(default=False)
    items = models.PositiveIntegerField(
        default=0, help_text="To do: visible, of kind work, and of the sample."
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
    text = models.TextField(help_text="Markdown; blank: there are none any more.")
    ask_again = models.BooleanField(default=False, help_text="Those who accepted an earlier one read it too.")
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


class Membership(models.Model):
    class Role(models.TextChoices):
        ANNOTATOR = "annotator"
        LEAD = "lead"

    project = models.ForeignKey(Project, models.CASCADE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE)
    role = models.CharField(max_length=16, choices=Role.choices)
    languages = models.JSONField(default=list, help_text="BCP 47, lower case; empty: all of the project's.")
    paused_at = models.DateTimeField(null=True, blank=True, help_text="From then on, no new items.")
    ended_at = models.DateTimeField(null=True, blank=True, help_text="From then on, no member.")
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


class Annotator(models.Model):
    project = models.ForeignKey(Project, models.CASCADE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True)
    key = models.CharField(max_length=200, help_text="The pseudonym in exports.")
    allowance = models.PositiveIntegerField(
        null=True, blank=True, help_text="Items in all, where the study they came by says so."
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
        """Return the name that leads see: the pseudonym if names are hidden or the account is deleted."""
        return self.key if project.anonymous else display_name(self.user) or self.key


class Acceptance(models.Model):
    """An annotator's acceptance of a version of the guidelines."""

    annotator = models.ForeignKey(Annotator, models.CASCADE)
    guidelines = models.ForeignKey(Guidelines, models.PROTECT)
    accepted_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["annotator", "guidelines"], name="accepted_once_per_version"),
        ]

    def __str__(self) -> str:
        return f"{self.annotator_id}: {self.guidelines_id}"
