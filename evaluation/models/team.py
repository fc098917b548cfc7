"""Teams of a task and their members."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from evaluation.models.task import Task


def new_code() -> str:
    return secrets.token_urlsafe(16)


def new_alias() -> str:
    return secrets.token_hex(3).upper()


class Team(models.Model):
    """A team. Its primary key is its stable id; names change and teams merge without effect on history.

    `name_key`: the name after NFKC normalization and case folding, without repeated spaces.
    """

    class State(models.TextChoices):
        PENDING = "pending"
        APPROVED = "approved"
        REFUSED = "refused"
        MERGED = "merged"

    task = models.ForeignKey(Task, models.CASCADE, related_name="teams")
    name = models.CharField(max_length=100)
    name_key = models.CharField(max_length=200)
    alias = models.CharField(max_length=12, default=new_alias, help_text="Shown while names are hidden.")
    state = models.CharField(max_length=10, choices=State.choices, default=State.APPROVED)
    merged_into = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="merged_teams"
    )
    merged_at = models.DateTimeField(null=True, blank=True)
    affiliation = models.CharField(max_length=200, blank=True, default="")
    terms_version = models.PositiveIntegerField(default=0, help_text="The version that the team accepted.")
    disqualified_at = models.DateTimeField(null=True, blank=True)
    disqualified_reason = models.CharField(max_length=500, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["task", "name_key"],
                condition=~Q(state__in=["merged", "refused"]),
                name="team_name_unique",
            ),
            models.UniqueConstraint(fields=["task", "alias"], name="team_alias_unique"),
            models.CheckConstraint(
                condition=Q(state__in=["pending", "approved", "refused", "merged"]), name="team_state_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.task_id}: {self.name}"


class TeamName(models.Model):
    """A name that a team had until `until`."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="earlier_names")
    name = models.CharField(max_length=100)
    until = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class TeamMember(models.Model):
    """A member of a team. Nobody is a member of two teams of a task at once."""

    task = models.ForeignKey(Task, models.CASCADE, related_name="team_members")
    team = models.ForeignKey(Team, models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="team_memberships")
    joined_at = models.DateTimeField(auto_now_add=True)
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["task", "user"], condition=Q(left_at__isnull=True), name="team_member_of_one_team"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.team_id}: {self.user_id}"


class TaskInvitation(models.Model):
    """A link: to a team, to register a team (`team` is null), or to organize the task."""

    class Role(models.TextChoices):
        MEMBER = "member"
        REGISTRATION = "registration"
        ORGANIZER = "organizer"

    task = models.ForeignKey(Task, models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=16, choices=Role.choices)
    team = models.ForeignKey(Team, models.CASCADE, null=True, blank=True, related_name="invitations")
    code = models.CharField(max_length=32, unique=True, default=new_code, editable=False)
    note = models.CharField(max_length=200, blank=True, default="")
    email = models.EmailField(blank=True, default="")
    uses = models.PositiveIntegerField(default=0)
    max_uses = models.PositiveIntegerField(default=1)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(uses__lte=F("max_uses")), name="task_invitation_uses_limited"),
            models.CheckConstraint(
                condition=Q(role="member", team__isnull=False)
                | (Q(role__in=["registration", "organizer"]) & Q(team__isnull=True)),
                name="task_invitation_role_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.task_id}: {self.role}"
