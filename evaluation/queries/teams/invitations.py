"""Reads of invitations to a task: to a team, to register a team, or to organize."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

from django.contrib.auth.models import User
from django.db.models import QuerySet

from evaluation.models import Task, TaskInvitation, Team
from foundation.accounts.names import display_name
from foundation.errors import ForbiddenError, NotFoundError

TaskInvitationState = Literal["open", "used_up", "expired", "revoked"]


@dataclass(frozen=True)
class TaskInvitationData:
    """The link is /join-task/CODE."""

    id: int
    code: str
    role: TaskInvitation.Role
    state: TaskInvitationState
    note: str
    email: Annotated[str, "The address that it was sent to, or empty."]
    uses: int
    max_uses: int
    expires_at: datetime
    created_at: datetime
    created_by: str


@dataclass(frozen=True)
class TaskInvitationOffer:
    """What a person who follows the link sees. `task`: its slug. `user`: who is logged in."""

    task: str
    name: str
    description: str
    role: TaskInvitation.Role
    team: Annotated[str | None, "The team that the link is to."]
    terms: Annotated[str, "Markdown."]
    terms_version: int
    invited_by: str
    expires_at: datetime
    user: str | None


@dataclass(frozen=True)
class JoinedTask:
    """`team`: the id of the team that was joined. An invitation to register a team joins none."""

    task: str
    role: TaskInvitation.Role
    team: int | None


def invitations_of_task(task: Task) -> QuerySet[TaskInvitation]:
    """Return the invitations of organizers, newest first: to organize or to register a team."""
    rows = TaskInvitation.objects.filter(task=task, team__isnull=True)
    return rows.select_related("created_by").order_by("-pk")


def invitations_of_team(team: Team) -> QuerySet[TaskInvitation]:
    """Return the team's invitations, newest first."""
    return TaskInvitation.objects.filter(team=team).select_related("created_by").order_by("-pk")


def invitation_data(invitation: TaskInvitation, now: datetime) -> TaskInvitationData:
    return TaskInvitationData(
        id=invitation.pk,
        code=invitation.code,
        role=TaskInvitation.Role(invitation.role),
        state=state_of(invitation, now),
        note=invitation.note,
        email=invitation.email,
        uses=invitation.uses,
        max_uses=invitation.max_uses,
        expires_at=invitation.expires_at,
        created_at=invitation.created_at,
        created_by=display_name(invitation.created_by),
    )


def state_of(invitation: TaskInvitation, now: datetime) -> TaskInvitationState:
    if invitation.revoked_at is not None:
        return "revoked"
    if invitation.expires_at <= now:
        return "expired"
    return "used_up" if invitation.uses >= invitation.max_uses else "open"


def require_open_invitation(invitation: TaskInvitation | None, now: datetime) -> TaskInvitation:
    """Return the invitation if it can still be used. Raises NotFoundError, ForbiddenError."""
    if invitation is None:
        raise NotFoundError(
            "No invitation has this address. Check that the link is complete.", code="no_invitation"
        )
    state = state_of(invitation, now)
    if state != "open":
        raise ForbiddenError(_CLOSED[state], code=f"invitation_{state}")
    return invitation


_CLOSED = {
    "revoked": "It was withdrawn. Ask the sender for a new one.",
    "expired": "It is no longer valid. Ask the sender for a new one.",
    "used_up": "It has been used as often as allowed. Ask the sender for a new one.",
}


def offer(code: str, user: User | None, now: datetime) -> TaskInvitationOffer:
    """Return what the invitation is for. Raises NotFoundError, ForbiddenError if it is no longer open."""
    rows = TaskInvitation.objects.select_related("task", "team", "created_by")
    invitation = require_open_invitation(rows.filter(code=code).first(), now)
    return TaskInvitationOffer(
        task=invitation.task.slug,
        name=invitation.task.name,
        description=invitation.task.description,
        role=TaskInvitation.Role(invitation.role),
        team=invitation.team.name if invitation.team else None,
        terms=invitation.task.terms,
        terms_version=invitation.task.terms_version,
        invited_by=display_name(invitation.created_by),
        expires_at=invitation.expires_at,
        user=user.username if user else None,
    )
