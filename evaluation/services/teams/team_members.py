"""Who is a member of a team. Nobody is a member of two teams of a task at once: a constraint of the database."""

from datetime import datetime
from typing import Literal

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from evaluation.models import Organizer, Task, Team, TeamMember
from foundation.accounts.api_tokens import revoke_tokens
from foundation.audit import AuditKind, record
from foundation.errors import ConflictError, ForbiddenError, NotFoundError
from foundation.models import AuditEvent
from foundation.write_transaction import write_transaction

Way = Literal["registration", "invitation", "merge", "separation"]
Reason = Literal["left", "removed", "merge", "separation", "erased"]


def team_scope(team_id: int) -> str:
    """Return the scope of tokens for a team."""
    return f"team:{team_id}"


def add_member(team: Team, user: User, via: Way) -> TeamMember:
    """Return the user's new membership, in the running transaction.

    Raises ConflictError if they are in another team of the task, ForbiddenError if they organize it or have done so:
    organizers see gold.
    """
    refuse_organizer(team.task, user)
    _leave_refused_team(team.task, user)
    try:
        with transaction.atomic():
            member = TeamMember.objects.create(task_id=team.task_id, team=team, user=user)
    except IntegrityError as error:
        raise _in_another_team(team.task, user) from error
    record(AuditKind.TEAM_JOINED, team.task.scope, target=user, team=team.pk, via=via)
    return member


def leave(team: Team, user: User, now: datetime) -> None:
    """End the user's membership. Submissions stay with the team. Raises NotFoundError."""
    with write_transaction():
        member = TeamMember.objects.select_for_update().filter(team=team, user=user, left_at=None).first()
        if member is None:
            raise NotFoundError("You have left the team already.", code="no_member")
        end_membership(member, now, "left")


def remove_member(team: Team, member_id: int, now: datetime) -> None:
    """End the membership of another member. Raises NotFoundError."""
    with write_transaction():
        rows = TeamMember.objects.select_for_update(of=("self",)).select_related("task", "user")
        member = rows.filter(team=team, pk=member_id, left_at=None).first()
        if member is None:
            raise NotFoundError("The team has no such member.", code="no_member")
        end_membership(member, now, "removed")


def end_membership(member: TeamMember, now: datetime, reason: Reason, *, keeps_tokens: bool = False) -> None:
    """End a membership and the tokens that it gave, in the running transaction."""
    TeamMember.objects.filter(pk=member.pk).update(left_at=now)
    if not keeps_tokens:
        revoke_tokens(member.user, now, scope=team_scope(member.team_id))
    record(AuditKind.TEAM_LEFT, member.task.scope, target=member.user, team=member.team_id, reason=reason)


def refuse_organizer(task: Task, user: User) -> None:
    """Raise ForbiddenError if the user organizes the task, or has organized it."""
    if Organizer.objects.filter(task=task, user=user).exists():
        raise ForbiddenError(
            "You organize this task and see its gold. Organizers submit trials, which are not ranked.",
            code="organizer",
        )
    removed = AuditEvent.objects.filter(scope=task.scope, kind=AuditKind.ORGANIZER_REMOVED)
    if removed.filter(target__user=user).exists():
        raise ForbiddenError(
            "You have organized this task and could see its gold. Former organizers cannot be in a team.",
            code="organizer",
        )


def refuse_member(task: Task, user: User) -> None:
    """Raise ConflictError if the user is in a team of the task."""
    if TeamMember.objects.filter(task=task, user=user, left_at=None).exists():
        raise _in_another_team(task, user)


def _in_another_team(task: Task, user: User) -> ConflictError:
    member = TeamMember.objects.select_related("team").filter(task=task, user=user, left_at=None).first()
    name = member.team.name if member else ""
    return ConflictError(
        f"You are a member of the team “{name}”. Leave it first: nobody is in two teams of a task.",
        code="in_another_team",
    )


def _leave_refused_team(task: Task, user: User) -> None:
    """End a membership in a team that organizers refused: its members may register another one."""
    rows = TeamMember.objects.filter(task=task, user=user, left_at=None, team__state=Team.State.REFUSED)
    rows.update(left_at=timezone.now())
