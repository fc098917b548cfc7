"""Create, revoke and accept invitations to a task: to a team, to register a team, or to organize."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth.models import User
from django.db.models import F

from evaluation.models import Organizer, Task, TaskInvitation, Team, TeamMember
from evaluation.queries.teams.invitations import JoinedTask, require_open_invitation
from evaluation.services.teams.team_members import add_member, refuse_member
from foundation.accounts.account_services import check_email
from foundation.accounts.names import display_name
from foundation.accounts.new_accounts import create_account
from foundation.audit import AuditKind, record
from foundation.email import send_email, send_in_background
from foundation.email_templates import render_email
from foundation.errors import ForbiddenError, NotFoundError, wrong_field
from foundation.write_transaction import write_transaction

MAX_DAYS: Final = 365
MAX_USES: Final = 1_000
MAX_NOTE: Final = 200

Role = TaskInvitation.Role


def create_invitation(
    task: Task,
    by: User,
    now: datetime,
    *,
    role: str,
    team: Team | None = None,
    note: str = "",
    email: str = "",
    days: int = 14,
    max_uses: int = 1,
    absolute_url: Callable[[str], str],
    locale: str = "en",
) -> TaskInvitation:
    """Return a new invitation, which is sent to `email` in the background if that is given. Raises InvalidError.

    `team`: for the role member. `absolute_url` returns the URL of a path.
    """
    if not 1 <= days <= MAX_DAYS:
        raise wrong_field("days", f"An invitation is valid for 1 to {MAX_DAYS} days.")
    if not 1 <= max_uses <= MAX_USES:
        raise wrong_field("max_uses", f"An invitation is for 1 to {MAX_USES:,} people.")
    note, email = " ".join(note.split()), email.strip()
    if len(note) > MAX_NOTE:
        raise wrong_field("note", f"A note has at most {MAX_NOTE} characters.", "too_long")
    if email:
        check_email(email, "/email")
    with write_transaction():
        invitation = TaskInvitation.objects.create(
            task=task,
            role=role,
            team=team,
            note=note,
            email=email,
            max_uses=max_uses,
            expires_at=now + timedelta(days=days),
            created_by=by,
        )
        record(
            AuditKind.INVITATION_CREATED,
            task.scope,
            invitation=invitation.pk,
            role=role,
            team=team.pk if team else None,
            people=max_uses,
            days=days,
        )
    if email:
        link = absolute_url(f"/join-task/{invitation.code}")
        values = {"by": display_name(by), "task": task.name, "team": team.name if team else ""}
        text = render_email(f"{role}_invitation", locale, link=link, days=str(days), **values)
        send_in_background(lambda: send_email(email, *text))
    return invitation


def revoke_invitation(
    task: Task, invitation_id: int, now: datetime, *, team: Team | None = None
) -> TaskInvitation:
    """Close an invitation of the team, or of the organizers. People who joined by it stay. Raises NotFoundError."""
    with write_transaction():
        rows = TaskInvitation.objects.select_for_update(of=("self",))
        invitation = rows.filter(task=task, team=team, pk=invitation_id).first()
        if invitation is None:
            raise NotFoundError("There is no such invitation.", code="no_invitation")
        if invitation.revoked_at is None:
            invitation.revoked_at = now
            invitation.save(update_fields=["revoked_at"])
            record(AuditKind.INVITATION_REVOKED, task.scope, invitation=invitation.pk)
    return invitation


def accept(code: str, user: User, now: datetime) -> JoinedTask:
    """Let the user join what the invitation is to. Someone who has joined already uses up nothing.

    Raises NotFoundError, ForbiddenError if it is not open, ConflictError for a member of another team.
    """
    with write_transaction():
        invitation = _locked(code)
        if invitation is not None and _has_joined(invitation, user):
            return _joined(invitation)
        return _join(require_open_invitation(invitation, now), user)


def sign_up(code: str, username: str, name: str, password: str, now: datetime) -> tuple[User, JoinedTask]:
    """Return a new account and what it has joined. Raises InvalidError for a field, and the errors of `accept`."""
    with write_transaction():
        invitation = require_open_invitation(_locked(code), now)
        user = create_account(username, name, password)
        return user, _join(invitation, user)


def use_registration_invitation(task: Task, code: str, now: datetime) -> None:
    """Use up one of the teams that the invitation may register, in the running transaction.

    Raises InvalidError if it is none of this task, ForbiddenError if it is not open.
    """
    invitation = _locked(code)
    if invitation is None or invitation.task_id != task.pk or invitation.role != Role.REGISTRATION:
        raise wrong_field("invitation", "This is no invitation to register a team here.", "no_invitation")
    _use(require_open_invitation(invitation, now))


def _join(invitation: TaskInvitation, user: User) -> JoinedTask:
    if invitation.role == Role.MEMBER and invitation.team is not None:
        if invitation.team.state == Team.State.REFUSED:
            raise ForbiddenError("The organizers have refused this team.", code="team_refused")
        add_member(invitation.team, user, "invitation")
        _use(invitation)
    elif invitation.role == Role.ORGANIZER:
        refuse_member(invitation.task, user)
        Organizer.objects.create(task=invitation.task, user=user)
        record(AuditKind.ORGANIZER_ADDED, invitation.task.scope, target=user, via="invitation")
        _use(invitation)
    return _joined(invitation)  # An invitation to register is used up by the registration.


def _has_joined(invitation: TaskInvitation, user: User) -> bool:
    if invitation.role == Role.MEMBER:
        return TeamMember.objects.filter(team=invitation.team, user=user, left_at=None).exists()
    if invitation.role == Role.ORGANIZER:
        return Organizer.objects.filter(task=invitation.task, user=user).exists()
    return False


def _joined(invitation: TaskInvitation) -> JoinedTask:
    return JoinedTask(invitation.task.slug, Role(invitation.role), invitation.team_id)


def _use(invitation: TaskInvitation) -> None:
    TaskInvitation.objects.filter(pk=invitation.pk).update(uses=F("uses") + 1)


def _locked(code: str) -> TaskInvitation | None:
    """Return the invitation, locked: concurrent users of it must not exceed its number of uses."""
    rows = TaskInvitation.objects.select_for_update(of=("self",)).select_related("task", "team__task")
    return rows.filter(code=code).first()
