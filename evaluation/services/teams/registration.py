"""Register a team, change it, and accept the terms of its task."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Final

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from evaluation.models import Task, Team, TeamName
from evaluation.models.team import new_alias
from evaluation.services.teams.invitations import use_registration_invitation
from evaluation.services.teams.team_members import add_member, refuse_organizer
from evaluation.services.teams.team_names import JOINERS, checked_name, require_visible
from foundation.audit import AuditKind, record
from foundation.errors import ConflictError, ForbiddenError, InvalidError, wrong_field
from foundation.write_transaction import write_transaction

MAX_AFFILIATION: Final = 200


def register_team(
    task: Task,
    user: User,
    now: datetime,
    *,
    name: str,
    affiliation: str = "",
    terms_version: int,
    invitation: str = "",
) -> Team:
    """Return a new team with the user as its member. It is pending if organizers approve teams of the task.

    `invitation`: the code of an invitation to register, which needs no approval. Raises InvalidError, which names the
    field; ForbiddenError if the registration is closed; ConflictError if the terms have changed or the user is in a
    team.
    """
    stored_name, key = checked_name(name)
    with write_transaction():
        task.refresh_from_db(fields=["registration", "terms_version"])
        refuse_organizer(task, user)
        _require_current_terms(task, terms_version)
        approved = _may_register(task, invitation, now)
        with _unique_name(stored_name):
            team = Team.objects.create(
                task=task,
                name=stored_name,
                name_key=key,
                alias=unused_alias(task),
                state=Team.State.APPROVED if approved else Team.State.PENDING,
                affiliation=_checked_affiliation(affiliation),
                terms_version=terms_version,
            )
        add_member(team, user, "registration")
        record(
            AuditKind.TEAM_REGISTERED,
            task.scope,
            team=team.pk,
            state=team.state,
            terms_version=terms_version,
            invited=bool(invitation),
        )
    return team


def change_team(
    team: Team,
    now: datetime,
    *,
    name: str | None = None,
    affiliation: str | None = None,
    terms_version: int | None = None,
) -> Team:
    """Change the given fields of a team and return it. `terms_version`: accept this version, the current one.

    Earlier names stay in its history. Raises InvalidError, ConflictError, ForbiddenError if it was refused or merged.
    """
    with write_transaction():
        stored = locked_team(team)
        require_active(stored)
        fields: list[str] = []
        if name is not None:
            fields += _rename(stored, name, now)
        if affiliation is not None and (checked := _checked_affiliation(affiliation)) != stored.affiliation:
            stored.affiliation = checked
            stored.save(update_fields=["affiliation"])
            fields.append("affiliation")
        if terms_version is not None and terms_version != stored.terms_version:
            _require_current_terms(stored.task, terms_version)
            stored.terms_version = terms_version
            stored.save(update_fields=["terms_version"])
            fields.append("terms_version")
        if fields:
            record(
                AuditKind.TEAM_CHANGED, stored.task.scope, team=stored.pk, fields=", ".join(sorted(fields))
            )
    return stored


def locked_team(team: Team) -> Team:
    """Return the stored team, locked until the transaction ends."""
    return Team.objects.select_for_update(of=("self",)).select_related("task").get(pk=team.pk)


def require_active(team: Team) -> None:
    """Raise ForbiddenError if the team was refused or merged into another one."""
    if team.state == Team.State.REFUSED:
        raise ForbiddenError("The organizers have refused this team.", code="team_refused")
    if team.state == Team.State.MERGED:
        raise ForbiddenError("This team was merged into another one.", code="team_merged")


def unused_alias(task: Task) -> str:
    """Return an alias that no team of the task has."""
    taken = set(Team.objects.filter(task=task).values_list("alias", flat=True))
    alias = new_alias()
    while alias in taken:
        alias = secrets.token_hex(5).upper()
    return alias


def _rename(team: Team, name: str, now: datetime) -> list[str]:
    stored_name, key = checked_name(name)
    if stored_name == team.name:
        return []
    TeamName.objects.create(team=team, name=team.name, until=now)
    team.name, team.name_key = stored_name, key
    with _unique_name(stored_name):
        team.save(update_fields=["name", "name_key"])
    return ["name"]


def _may_register(task: Task, invitation: str, now: datetime) -> bool:
    """Return whether the new team needs no approval. Raises ForbiddenError."""
    if task.registration == Task.Registration.CLOSED:
        raise ForbiddenError("Ask the organizers of the task.", code="registration_closed")
    if invitation:
        use_registration_invitation(task, invitation, now)
        return True
    if task.registration == Task.Registration.INVITATION:
        raise ForbiddenError("Follow the link of an invitation by the organizers.", code="by_invitation_only")
    return task.registration == Task.Registration.OPEN


def _require_current_terms(task: Task, version: int) -> None:
    if version != task.terms_version:
        raise ConflictError(
            "The terms of the task have changed. Read and accept the current ones.",
            code="terms_changed",
            current={"terms_version": task.terms_version},
        )


def _checked_affiliation(affiliation: str) -> str:
    folded = " ".join(affiliation.split())
    if len(folded) > MAX_AFFILIATION:
        raise wrong_field(
            "affiliation", f"An affiliation has at most {MAX_AFFILIATION} characters.", "too_long"
        )
    require_visible(folded, "affiliation", "An affiliation", JOINERS)
    return folded


def name_taken(name: str) -> InvalidError:
    return wrong_field(
        "name", f"Another team is called “{name}” or looks the same. Choose another name.", "name_taken"
    )


@contextmanager
def _unique_name(name: str) -> Iterator[None]:
    """Raise InvalidError if the block violates the uniqueness of names."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        raise name_taken(name) from error
