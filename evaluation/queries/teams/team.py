"""A team as its members see it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.contrib.auth.models import User

from evaluation.models import Team, TeamMember
from evaluation.queries.teams.invitations import TaskInvitationData, invitation_data, invitations_of_team
from foundation.accounts.names import display_name


@dataclass(frozen=True)
class TeamMemberData:
    """`id`: of the membership. `you`: whether it is the reader's."""

    id: int
    username: str
    name: str
    joined_at: datetime
    you: bool


@dataclass(frozen=True)
class EarlierName:
    """A name that the team had until then."""

    name: str
    until: datetime


@dataclass(frozen=True)
class TeamData:
    """`reason`: why the team was refused or disqualified. `merged`: names of the teams that were merged into it."""

    id: int
    name: str
    alias: Annotated[str, "Shown on boards while names are hidden."]
    state: Team.State
    affiliation: str
    terms_version: Annotated[int, "The version of the terms that the team accepted."]
    terms_accepted: Annotated[bool, "Whether it is the current version; submissions require it."]
    disqualified_at: datetime | None
    reason: str
    created_at: datetime
    members: list[TeamMemberData]
    invitations: list[TaskInvitationData]
    earlier_names: list[EarlierName]
    merged: list[str]


def team_data(team: Team, user: User, now: datetime) -> TeamData:
    """Return the team with its members, the longest-standing first."""
    merged = Team.objects.filter(merged_into=team).order_by("merged_at", "pk")
    return TeamData(
        id=team.pk,
        name=team.name,
        alias=team.alias,
        state=Team.State(team.state),
        affiliation=team.affiliation,
        terms_version=team.terms_version,
        terms_accepted=team.terms_version >= team.task.terms_version,
        disqualified_at=team.disqualified_at,
        reason=team.disqualified_reason,
        created_at=team.created_at,
        members=members_data(current_members(team), user),
        invitations=[invitation_data(each, now) for each in invitations_of_team(team)],
        earlier_names=earlier_names(team),
        merged=list(merged.values_list("name", flat=True)),
    )


def current_members(team: Team) -> Iterable[TeamMember]:
    rows = TeamMember.objects.filter(team=team, left_at__isnull=True).select_related("user")
    return rows.order_by("joined_at", "pk")


def members_data(members: Iterable[TeamMember], reader: User) -> list[TeamMemberData]:
    return [
        TeamMemberData(
            each.pk, each.user.username, display_name(each.user), each.joined_at, each.user_id == reader.pk
        )
        for each in members
    ]


def earlier_names(team: Team) -> list[EarlierName]:
    """Return the names that the team had, the latest first."""
    return [EarlierName(each.name, each.until) for each in team.earlier_names.order_by("-until", "-pk")]
