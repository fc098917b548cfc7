"""Add members to a project, change them and end their membership. Their annotations stay."""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from datetime import datetime
from itertools import count
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User

from annotation.models import Annotator, Membership, Project, ProjectLanguage
from annotation.services.annotate.reservations import release_all, release_questions
from annotation.services.projects.project_settings import language_tag, touch
from foundation.accounts.new_accounts import check_username
from foundation.audit import SITE, AuditKind, record
from foundation.errors import ConflictError, FieldError, InvalidError, NotFoundError
from foundation.notifications.kinds import NotificationKind
from foundation.notifications.notify import notify
from foundation.write_transaction import write_transaction

Role = Membership.Role


def add_member(
    project: Project, username: str, role: str, *, languages: Sequence[str] = (), password: str = ""
) -> tuple[Membership, str]:
    """Create or update a membership, and the account if there is none. Return it and the account's new password.

    An existing account keeps its password, and "" is returned, unless `password` is given. An existing membership gets
    the new role and languages.
    """
    wanted = [language_tag(each) for each in languages]
    users = get_user_model().objects
    with write_transaction():
        user = users.filter(username=username).first()
        was_member = Membership.objects.filter(project=project, user=user, ended_at__isnull=True).exists()
        had_account = user is not None
        if user is None:
            check_username(username)
            password = password or secrets.token_urlsafe(9)
            user = users.create_user(username, password=password)
        elif password:
            user.set_password(password)
            user.save(update_fields=["password"])
            record(AuditKind.PASSWORD_CHANGED, SITE, target=user)
        membership, _ = Membership.objects.update_or_create(
            project=project, user=user, defaults={"role": role, "languages": wanted, "ended_at": None}
        )
        annotator_of(project, user)
        record_member(project, user, role, "command")
        if had_account and not was_member:
            notify([user.pk], NotificationKind.MEMBER_ADDED, project.scope)
    return membership, password


def change_member(
    project: Project,
    key: str,
    now: datetime,
    *,
    role: str | None = None,
    languages: Sequence[str] | None = None,
    creation: bool | None = None,
    paused: bool | None = None,
    ended: bool | None = None,
) -> Membership:
    """Change the given properties of a membership.

    `creation`: whether an annotator may choose candidates. A paused member keeps their reserved items and gets no new
    ones. Ending a membership releases them. Submitted annotations stay and count. Raises NotFoundError, InvalidError if
    a language is not the project's, ConflictError if no lead would be left.
    """
    with write_transaction():
        membership = _locked_membership(project, key)
        before = _described(membership)
        if languages is not None:
            membership.languages = languages_of_project(project, languages)
        membership.role = role or membership.role
        membership.creation = membership.creation if creation is None else creation
        membership.paused_at = _since(membership.paused_at, paused, now)
        membership.ended_at = _since(membership.ended_at, ended, now)
        membership.save(update_fields=["role", "languages", "creation", "paused_at", "ended_at"])
        if not Membership.objects.filter(project=project, role=Role.LEAD, ended_at__isnull=True).exists():
            raise ConflictError(
                "A project needs a lead, and there is no other. Make another member a lead first.",
                code="last_lead",
            )
        annotator = Annotator.objects.get(project=project, key=key)
        if ended:
            release_all(annotator)
        elif not membership.creation and membership.role != Role.LEAD:
            release_questions(annotator)
        after = _described(membership)
        if changes := {field: (old, after[field]) for field, old in before.items() if old != after[field]}:
            record(AuditKind.MEMBER_CHANGED, project.scope, target=membership.user, changes=changes)
            if before["ended"] and not after["ended"]:
                notify([membership.user_id], NotificationKind.MEMBER_ADDED, project.scope)
        touch(project)
    return membership


def record_member(project: Project, user: User, role: str, via: str) -> None:
    """Record a new member. The invitation is not named: it would reveal whose pseudonym it is."""
    record(AuditKind.MEMBER_ADDED, project.scope, target=user, role=role, via=via)


def _described(membership: Membership) -> dict[str, Any]:
    return {
        "role": membership.role,
        "languages": ", ".join(membership.languages),
        "creation": membership.creation,
        "paused": membership.paused_at is not None,
        "ended": membership.ended_at is not None,
    }


def annotator_of(project: Project, user: User) -> Annotator:
    """Return the pseudonymous author that the user is in this project."""
    annotator = Annotator.objects.filter(project=project, user=user).first()
    if annotator is None:
        defaults = {"key": _unused_key(project, user)}
        annotator, _ = Annotator.objects.get_or_create(project=project, user=user, defaults=defaults)
    return annotator


def _unused_key(project: Project, user: User) -> str:
    """Return a key that no other author of the project has. One of another site can have had the id of this user."""
    keys = (f"annotator_{pseudonym(project, user.pk, attempt)}" for attempt in count())
    return next(key for key in keys if not Annotator.objects.filter(project=project, key=key).exists())


def pseudonym(project: Project, user_id: int, attempt: int = 0) -> str:
    """Return 16 hex digits that cannot be traced to the user without the project's secret."""
    text = f"user:{user_id}:{attempt}" if attempt else f"user:{user_id}"
    return hmac.new(project.secret.encode(), text.encode(), hashlib.sha256).hexdigest()[:16]


def languages_of_project(project: Project, tags: Sequence[str]) -> list[str]:
    """Return the tags in stored form. Raises InvalidError for a language that the project does not have."""
    known = set(ProjectLanguage.objects.filter(project=project).values_list("language", flat=True))
    wanted = list(dict.fromkeys(language_tag(each) for each in tags))
    errors = [
        FieldError(f"/languages/{place}", "unknown_language", f"The project has no language “{tag}”.")
        for place, tag in enumerate(wanted)
        if tag not in known
    ]
    if errors:
        raise InvalidError(errors[0].detail, code="unknown_language", errors=errors)
    return wanted


def _locked_membership(project: Project, key: str) -> Membership:
    """Return the membership. All of the project are locked, so that two leads cannot leave at the same time."""
    rows = list(Membership.objects.select_for_update().filter(project=project).order_by("pk"))
    annotator = Annotator.objects.filter(project=project, key=key, user__isnull=False).first()
    membership = next((each for each in rows if annotator and each.user_id == annotator.user_id), None)
    if membership is None:
        raise NotFoundError("This person was never a member.", code="no_person")
    return membership


def _since(moment: datetime | None, wanted: bool | None, now: datetime) -> datetime | None:
    """Return the time since when a state holds: unchanged if `wanted` is None, null if it shall not hold."""
    return moment if wanted is None else (moment or now) if wanted else None
