"""What organizers decide about teams: approval, disqualification, merging."""

from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction

from evaluation.models import Task, TaskInvitation, Team, TeamMember, Upload
from evaluation.services.teams.registration import change_team, name_taken
from evaluation.services.teams.team_members import add_member, end_membership, team_scope
from foundation.accounts.api_tokens import move_tokens
from foundation.audit import AuditKind, record
from foundation.errors import ConflictError, NotFoundError, wrong_field
from foundation.write_transaction import write_transaction

MAX_REASON: Final = 500


def decide_team(
    task: Task,
    team_id: int,
    now: datetime,
    *,
    state: str | None = None,
    disqualified: bool | None = None,
    reason: str = "",
    name: str | None = None,
) -> Team:
    """Change the given properties of a team. To refuse or disqualify it needs a reason, which its members see.

    A disqualified team's submissions are hidden and kept. Raises NotFoundError, InvalidError, ConflictError.
    """
    with write_transaction():
        team = _locked_teams(task, team_id)[team_id]
        if team.state == Team.State.MERGED:
            raise ConflictError("The team was merged. Undo that first.", code="team_merged")
        before = {"state": team.state, "disqualified": team.disqualified_at is not None}
        if state is not None and state != team.state:
            _set_state(team, state, reason)
        if disqualified is not None and disqualified != before["disqualified"]:
            team.disqualified_at = now if disqualified else None
            team.disqualified_reason = _required_reason(reason) if disqualified else ""
        try:
            with transaction.atomic():
                team.save()
        except IntegrityError as error:  # A refused team's name may have been given to another one.
            raise name_taken(team.name) from error
        after = {"state": team.state, "disqualified": team.disqualified_at is not None}
        if changes := {field: (old, after[field]) for field, old in before.items() if old != after[field]}:
            record(AuditKind.TEAM_CHANGED, task.scope, team=team.pk, changes=changes)
        return team if name is None else change_team(team, now, name=name)


def merge_teams(task: Task, team_id: int, into_id: int, now: datetime) -> Team:
    """Let a team count as another one, and return that. Members move; submissions stay with their team's id.

    Raises NotFoundError, InvalidError, ConflictError.
    """
    if team_id == into_id:
        raise wrong_field("into", "A team cannot be merged into itself.")
    with write_transaction():
        teams = _locked_teams(task, team_id, into_id)
        team, into = teams[team_id], teams[into_id]
        for each in (team, into):
            if each.state != Team.State.APPROVED or each.disqualified_at is not None:
                raise ConflictError(
                    f"“{each.name}” is pending, refused, merged or disqualified. Only approved teams can be merged.",
                    code="team_not_approved",
                )
        moving = list(_members(team))
        for member in moving:
            end_membership(member, now, "merge", keeps_tokens=True)
        for member in moving:
            add_member(into, member.user, "merge")
        move_tokens(team_scope(team.pk), team_scope(into.pk))
        TaskInvitation.objects.filter(team=team).update(team=into)
        team.state, team.merged_into, team.merged_at = Team.State.MERGED, into, now
        team.save(update_fields=["state", "merged_into", "merged_at"])
        record(AuditKind.TEAM_MERGED, task.scope, team=team.pk, into=into.pk, members=len(moving))
    return into


def separate_team(task: Task, team_id: int, now: datetime) -> Team:
    """Undo the merging of a team and return it. Members that came with it go back.

    Raises NotFoundError, ConflictError, InvalidError if another team has its name by now.
    """
    with write_transaction():
        team = _locked_teams(task, team_id)[team_id]
        into = team.merged_into
        if team.state != Team.State.MERGED or into is None:
            raise ConflictError("The team is not merged into another one.", code="not_merged")
        came_along = list(
            TeamMember.objects.filter(team=team, left_at=team.merged_at).values_list("user", flat=True)
        )
        team.state, team.merged_into, team.merged_at = Team.State.APPROVED, None, None
        try:
            with transaction.atomic():
                team.save(update_fields=["state", "merged_into", "merged_at"])
        except IntegrityError as error:
            raise name_taken(team.name) from error
        returning = [member for member in _members(into) if member.user_id in came_along]
        for member in returning:
            end_membership(member, now, "separation")
        for member in returning:
            add_member(team, member.user, "separation")
        record(AuditKind.TEAM_SEPARATED, task.scope, team=team.pk, members=len(returning))
    return team


def _set_state(team: Team, state: str, reason: str) -> None:
    if state == Team.State.REFUSED:
        if Upload.objects.filter(team=team).exists():
            raise ConflictError(
                "The team has submitted. Disqualify it instead: its submissions are hidden and kept.",
                code="has_submissions",
            )
        team.disqualified_reason = _required_reason(reason)
    elif state == Team.State.APPROVED:
        team.disqualified_reason = "" if team.disqualified_at is None else team.disqualified_reason
    else:
        raise wrong_field("state", "A team can be approved or refused.")
    team.state = state


def _required_reason(reason: str) -> str:
    stripped = reason.strip()
    if not stripped:
        raise wrong_field("reason", "Enter a reason. The members of the team see it.", "blank")
    if len(stripped) > MAX_REASON:
        raise wrong_field("reason", f"A reason has at most {MAX_REASON} characters.", "too_long")
    return stripped


def _members(team: Team) -> list[TeamMember]:
    rows = TeamMember.objects.select_for_update(of=("self",)).select_related("user", "task")
    return list(rows.filter(team=team, left_at=None).order_by("pk"))


def _locked_teams(task: Task, *ids: int) -> dict[int, Team]:
    """Return the teams, locked in the order of their ids. Raises NotFoundError."""
    rows = Team.objects.select_for_update(of=("self",)).select_related("task", "merged_into__task")
    found = {team.pk: team for team in rows.filter(task=task, pk__in=ids).order_by("pk")}
    if len(found) < len(set(ids)):
        raise NotFoundError("The task has no such team.", code="unknown_team")
    return found
