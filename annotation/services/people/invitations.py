"""Create and revoke invitations, and admit the people who follow them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F
from django.utils import timezone

from annotation.models import Invitation, Membership, Project
from annotation.queries.people.invitations import require_open_invitation
from annotation.queries.projects.access import memberships_of
from annotation.services.people.members import (
    annotator_of,
    languages_of_project,
    record_member,
)
from annotation.services.projects.project_settings import touch
from foundation.accounts.account_services import check_email
from foundation.accounts.names import display_name
from foundation.accounts.new_accounts import create_account
from foundation.audit import AuditKind, record
from foundation.email import has_mail_server, send_email, send_in_background
from foundation.email_templates import render_email
from foundation.errors import NotFoundError, wrong_field
from foundation.write_transaction import write_transaction

MAX_DAYS = 365
MAX_USES = 10_000
MAX_ADDRESSES = 100
MAX_ERROR_LENGTH = 300


@dataclass(frozen=True, slots=True)
class JoinedProject:
    slug: str
    leads: bool


def invite(
    project: Project,
    by: User | None,
    now: datetime,
    *,
    role: str = Membership.Role.ANNOTATOR,
    languages: Sequence[str] = (),
    days: int = 14,
    max_uses: int | None = 1,
    note: str = "",
) -> Invitation:
    """Return a new invitation, valid for `days`. Raises InvalidError."""
    if not 1 <= days <= MAX_DAYS:
        raise wrong_field("days", f"An invitation is valid for 1 to {MAX_DAYS} days.")
    if max_uses is not None and not 1 <= max_uses <= MAX_USES:
        raise wrong_field("max_uses", f"An invitation is for 1 to {MAX_USES:,} people, or for any number.")
    with write_transaction():
        invitation = Invitation.objects.create(
            project=project,
            role=role,
            languages=languages_of_project(project, languages),
            note=note.strip(),
            max_uses=max_uses,
            expires_at=now + timedelta(days=days),
            created_by=by,
        )
        record(
            AuditKind.INVITATION_CREATED,
            project.scope,
            actor=by,
            invitation=invitation.pk,
            role=role,
            people=max_uses,
            days=days,
        )
    return invitation


def invite_by_email(
    project: Project,
    by: User,
    now: datetime,
    *,
    emails: Sequence[str],
    absolute_url: Callable[[str], str],
    locale: str = "en",
    days: int = 14,
    **more: Any,
) -> list[Invitation]:
    """Return one invitation per address, for one person each, and send them in the background. Raises InvalidError.

    `absolute_url` returns the URL of a path. Other arguments are those of `invite`.
    """
    wanted = list({email.strip().lower(): email.strip() for email in emails if email.strip()}.values())
    if not 1 <= len(wanted) <= MAX_ADDRESSES:
        raise wrong_field("emails", f"Enter 1 to {MAX_ADDRESSES} addresses at a time.")
    for email in wanted:
        check_email(email, "/emails")
    with write_transaction():
        invitations = [invite(project, by, now, days=days, note=email, **more) for email in wanted]
        for invitation, email in zip(invitations, wanted, strict=True):
            invitation.email = email
        Invitation.objects.bulk_update(invitations, ["email"])
    values = {"by": display_name(by), "project": project.name, "days": str(days)}
    send_in_background(lambda: _send_invitations(invitations, values, locale, absolute_url))
    return invitations


def _send_invitations(
    invitations: list[Invitation], values: dict[str, str], locale: str, absolute_url: Callable[[str], str]
) -> None:
    for each in invitations:
        subject_and_text = render_email(
            "invitation", locale, link=absolute_url(f"/join/{each.code}"), **values
        )
        error = send_email(each.email, *subject_and_text)[:MAX_ERROR_LENGTH]
        with write_transaction():
            # Without a mail server the text was only printed.
            sent_at = timezone.now() if has_mail_server() and not error else None
            Invitation.objects.filter(pk=each.pk).update(mail_error=error, sent_at=sent_at)


def revoke(project: Project, invitation_id: int, now: datetime) -> Invitation:
    """Close the invitation. People who joined by it stay members. Raises NotFoundError."""
    with write_transaction():
        invitation = Invitation.objects.select_for_update().filter(project=project, pk=invitation_id).first()
        if invitation is None:
            raise NotFoundError("The project has not sent it.", code="no_invitation")
        invitation.revoked_at = invitation.revoked_at or now
        invitation.save(update_fields=["revoked_at"])
        record(AuditKind.INVITATION_REVOKED, project.scope, invitation=invitation.pk)
    return invitation


def accept(code: str, user: User, now: datetime) -> Membership:
    """Return the user's membership, new or existing. An existing one does not change and uses up nothing.

    Raises NotFoundError, ForbiddenError if the invitation is no longer open.
    """
    with write_transaction():
        invitation = _locked_invitation(code)
        existing = memberships_of(user).filter(project__invitations__code=code).first()
        return existing or _add_member(require_open_invitation(invitation, now), user)


def sign_up(code: str, username: str, name: str, password: str, now: datetime) -> tuple[User, Membership]:
    """Return a new account and its membership. Raises InvalidError for a field, and the errors of `accept`."""
    with write_transaction():
        invitation = lock_open_invitation(code, now)
        user = create_account(username, name, password)
        return user, _add_member(invitation, user)


def lock_open_invitation(code: str, now: datetime) -> Invitation:
    """Return the invitation, locked until the transaction ends. Raises NotFoundError, ForbiddenError."""
    return require_open_invitation(_locked_invitation(code), now)


def join_by(invitation: Invitation, user: User) -> JoinedProject:
    """Admit a new user by an invitation of `lock_open_invitation`, in the same transaction."""
    membership = _add_member(invitation, user)
    return JoinedProject(membership.project.slug, membership.role == Membership.Role.LEAD)


def _locked_invitation(code: str) -> Invitation | None:
    """Return the invitation, locked: concurrent users of it must not exceed its number of uses."""
    rows = Invitation.objects.select_for_update(of=("self",)).select_related("project")
    return rows.filter(code=code).first()


def _add_member(invitation: Invitation, user: User) -> Membership:
    Invitation.objects.filter(pk=invitation.pk).update(uses=F("uses") + 1)
    annotator_of(invitation.project, user)
    touch(invitation.project)
    # A former member returns to their own annotations.
    membership, _ = Membership.objects.update_or_create(
        project=invitation.project,
        user=user,
        defaults={
            "role": invitation.role,
            "languages": invitation.languages,
            "invitation": invitation,
            "ended_at": None,
        },
    )
    record_member(invitation.project, user, invitation.role, "invitation")
    return membership
