"""Reads of invitations."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.db.models import QuerySet

from annotation.models import Invitation, Membership, Project
from annotation.queries.projects.access import refuse_archived
from foundation.accounts.names import display_name
from foundation.email import has_mail_server
from foundation.errors import ForbiddenError, NotFoundError

InvitationState = Literal["open", "used_up", "expired", "revoked"]
MailState = Literal["none", "waiting", "sent", "failed", "no_server"]


@dataclass(frozen=True)
class InvitationData:
    """The link is /join/CODE. `max_uses` null: any number. `languages` empty: all of the project's.

    `mail` no_server: the site has no mail server, and somebody must pass on the link.
    If the project hides names from its leads, an invitation for one person loses `note` and `email` once it is used.
    """

    id: int
    code: str
    state: InvitationState
    role: Membership.Role
    languages: list[str]
    note: str
    email: str
    mail: MailState
    mail_error: str
    uses: int
    max_uses: int | None
    expires_at: datetime
    created_at: datetime
    created_by: str


@dataclass(frozen=True)
class EmailedInvitations:
    results: list[InvitationData]


@dataclass(frozen=True)
class Offer:
    """What a person who follows the link sees before they join. `project`: its slug."""

    project: str
    name: str
    description: str
    role: Membership.Role
    languages: list[str]
    invited_by: str
    expires_at: datetime


@dataclass(frozen=True)
class Joined:
    project: str


def invitations_of(project: Project) -> QuerySet[Invitation]:
    """Return the project's invitations, newest first."""
    return Invitation.objects.filter(project=project).select_related("created_by", "project").order_by("-pk")


def state_of(invitation: Invitation, now: datetime) -> InvitationState:
    if invitation.revoked_at is not None:
        return "revoked"
    if invitation.expires_at <= now:
        return "expired"
    used_up = invitation.max_uses is not None and invitation.uses >= invitation.max_uses
    return "used_up" if used_up else "open"


def require_open_invitation(invitation: Invitation | None, now: datetime) -> Invitation:
    """Return the invitation if it can still be used. Raises NotFoundError, ForbiddenError."""
    if invitation is None:
        raise NotFoundError(
            "No invitation has this address. Check that the link is complete.", code="no_invitation"
        )
    state = state_of(invitation, now)
    if state != "open":
        raise ForbiddenError(_CLOSED[state], code=f"invitation_{state}")
    refuse_archived(invitation.project)
    return invitation


_CLOSED = {
    "revoked": "It was withdrawn. Ask the sender for a new one.",
    "expired": "It is no longer valid. Ask the sender for a new one.",
    "used_up": "It has been used as often as allowed. Ask the sender for a new one.",
}


def offer(code: str, now: datetime) -> Offer:
    """Return what the invitation is for. Raises NotFoundError, ForbiddenError if it is no longer open."""
    rows = Invitation.objects.select_related("project", "created_by")
    invitation = require_open_invitation(rows.filter(code=code).first(), now)
    return Offer(
        project=invitation.project.slug,
        name=invitation.project.name,
        description=invitation.project.description,
        role=Membership.Role(invitation.role),
        languages=invitation.languages,
        invited_by=display_name(invitation.created_by),
        expires_at=invitation.expires_at,
    )


def _email_state(invitation: Invitation) -> MailState:
    if not invitation.email:
        return "none"
    if invitation.mail_error:
        return "failed"
    if invitation.sent_at:
        return "sent"
    return "waiting" if has_mail_server() else "no_server"


def invitation_data(invitation: Invitation, now: datetime) -> InvitationData:
    """Return the invitation as leads see it."""
    shows_recipient = not (invitation.project.anonymous and invitation.max_uses == 1 and invitation.uses)
    return InvitationData(
        id=invitation.pk,
        code=invitation.code,
        state=state_of(invitation, now),
        role=Membership.Role(invitation.role),
        languages=invitation.languages,
        note=invitation.note if shows_recipient else "",
        email=invitation.email if shows_recipient else "",
        mail=_email_state(invitation),
        mail_error=invitation.mail_error if shows_recipient else "",
        uses=invitation.uses,
        max_uses=invitation.max_uses,
        expires_at=invitation.expires_at,
        created_at=invitation.created_at,
        created_by=display_name(invitation.created_by),
    )
