"""The scope "team" of API tokens: they act for a member of the team, within the team's task."""

from collections.abc import Mapping

from django.contrib.auth.models import User

from evaluation.models import TeamMember
from foundation.accounts.api_tokens import TokenScope, register_token_scope


def register() -> None:
    register_token_scope("team", TokenScope(_name, _permits))


def _name(user: User, team_id: int) -> str | None:
    """Return task and name of the team, or None if the user is no member of it."""
    member = _membership(user, team_id)
    return f"{member.task.slug}: {member.team.name}" if member else None


def _permits(user: User, team_id: int, parts: Mapping[str, object]) -> bool:
    """Return whether the address is of the team's task."""
    member = _membership(user, team_id)
    return member is not None and parts.get("task") == member.task.slug


def _membership(user: User, team_id: int) -> TeamMember | None:
    rows = TeamMember.objects.select_related("team", "task")
    return rows.filter(team=team_id, user=user, left_at=None).first()
