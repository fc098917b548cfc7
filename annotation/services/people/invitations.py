"""Invite people by a link, and let them in who follow it."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from annotation.models import Invitation, Membership, Project
from annotation.queries.people.invitations import must_be_open
from annotation.queries.projects.access import memberships_of
from annotation.services.people.members import annotator_of, check_username, languages_of_project
from annotation.services.projects.project_settings import touch
from foundation import email as mail
from foundation.accounts.account_services import check_email, check_password
from foundation.accounts.names import display_name
from foundation.email_templates import render_email
from foundation.errors import FieldError, ForbiddenError, InvalidError, NotFoundError, wrong_field
from foundation.write_transaction import writing

MAX_DAYS = 365
MAX_USES = 10_000
MAX_NAME_LENGTH = 150
MAX_ADDRESSES = 100
MAX_ERROR_LENGTH = 300


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
    """A new link, valid for `days`. Raises InvalidError."""
    if not 1 <= days <= MAX_DAYS:
        raise wrong_field("days", f"An invitation is valid for 1 to {MAX_DAYS} days.")
    if max_uses is not None and not 1 <= max_uses <= MAX_USES:
        raise wrong_field("max_uses", f"An invitation is for 1 to {MAX_USES:,} people, or for any number.")
    with writing():
        return Invitation.objects.create(
            project=project,
            role=role,
            languages=languages_of_project(project, languages),
            note=note.strip(),
            max_uses=max_uses,
            expires_at=now + timedelta(days=days),
            created_by=by,
        )


def invite_by_mail(
    project: Project,
    by: User,
    now: datetime,
    *,
    emails: Sequence[str],
    address: Callable[[str], str],
    locale: str = "en",
    days: int = 14,
    **more: Any,
) -> list[Invitation]:
    """A link for each address, for one person, which is sent there. As `invite`; `address` makes the link of a path."""
    wanted = list({email.strip().lower(): email.strip() for email in emails if email.strip()}.values())
    if not 1 <= len(wanted) <= MAX_ADDRESSES:
        raise wrong_field("emails", f"Say 1 to {MAX_ADDRESSES} addresses at a time.")
    for email in wanted:
        check_email(email, "/emails")
    with writing():
        made = [invite(project, by, now, days=days, note=email, **more) for email in wanted]
        for invitation, email in zip(made, wanted, strict=True):
            invitation.email = email
        Invitation.objects.bulk_update(made, ["email"])
    values = {"by": display_name(by), "project": project.name, "days": str(days)}
    mail.later(lambda: _send(made, values, locale, address))
    return made


def _send(
    invitations: list[Invitation], values: dict[str, str], locale: str, address: Callable[[str], str]
) -> None:
    for each in invitations:
        said = render_email("invitation", locale, link=address(f"/join/{each.code}"), **values)
        error = mail.send(each.email, *said)[:MAX_ERROR_LENGTH]
        with writing():
            sent = {"mail_error": error} if error else {"sent_at": timezone.now()}
            Invitation.objects.filter(pk=each.pk).update(**sent)


def revoke(project: Project, invitation_id: int, now: datetime) -> Invitation:
    """From now on nobody gets in by it; whoever did stays. Raises NotFoundError."""
    with writing():
        invitation = Invitation.objects.select_for_update().filter(project=project, pk=invitation_id).first()
        if invitation is None:
            raise NotFoundError("The project has not sent it.", code="no_invitation")
        invitation.revoked_at = invitation.revoked_at or now
        invitation.save(update_fields=["revoked_at"])
    return invitation


def accept(code: str, user: User, now: datetime) -> Membership:
    """The person joins. Whoever belongs to the project already stays what they are, and uses nothing up.

    Raises NotFoundError, ForbiddenError where the invitation is not open any more.
    """
    with writing():
        invitation = _locked(code)
        there = memberships_of(user).filter(project__invitations__code=code).first()
        return there or _let_in(must_be_open(invitation, now), user)


def register(username: str, name: str, password: str) -> User:
    """An account without an invitation. Raises ForbiddenError where the site wants one, InvalidError."""
    if not settings.SIGN_UP_OPEN:
        raise ForbiddenError("Ask whoever leads a project for an invitation.", code="by_invitation")
    with writing():
        return _new_account(username, name, password)


def sign_up(code: str, username: str, name: str, password: str, now: datetime) -> tuple[User, Membership]:
    """A new account, which joins. Raises InvalidError, which names the field, and as `accept` does."""
    with writing():
        invitation = must_be_open(_locked(code), now)
        user = _new_account(username, name, password)
        return user, _let_in(invitation, user)


def must_be_invited(code: str, now: datetime) -> Invitation:
    """The invitation, held until the transaction ends. Raises NotFoundError, ForbiddenError where it is not open."""
    return must_be_open(_locked(code), now)


def join_as_new(invitation: Invitation, user: User) -> Membership:
    """Somebody whose account was just made, by an invitation that `must_be_invited` gave."""
    return _let_in(invitation, user)


def _locked(code: str) -> Invitation | None:
    """Who come by one link come one after the other: nobody takes the place of somebody else, or two."""
    rows = Invitation.objects.select_for_update(of=("self",)).select_related("project")
    return rows.filter(code=code).first()


def _let_in(invitation: Invitation, user: User) -> Membership:
    Invitation.objects.filter(pk=invitation.pk).update(uses=F("uses") + 1)
    annotator_of(invitation.project, user)
    touch(invitation.project)
    # Whoever had left comes back to their own work.
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
    return membership


def _new_account(username: str, name: str, password: str) -> User:
    check_username(username)
    first, _, last = name.strip().partition(" ")
    if max(len(first), len(last)) > MAX_NAME_LENGTH:
        raise wrong_field("name", f"A name has at most {MAX_NAME_LENGTH} characters in each of its parts.")
    user: User = get_user_model()(username=username, first_name=first, last_name=last)
    check_password(password, user, "/password")
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as error:
        detail = f"Somebody else is called “{username}” here. Choose another name, or log in if it is you."
        raise InvalidError(
            detail, code="username_taken", errors=[FieldError("/username", "username_taken", detail)]
        ) from error
    return user
