"""Log in by an account at an identity provider, which has already authenticated the user.

An e-mail address never identifies a user: an existing account is linked only by its owner while they are logged in.
"""

import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from annotation.services.people.invitations import JoinedProject, join_by, lock_open_invitation
from foundation.accounts.account_services import check_current_password
from foundation.errors import ConflictError, ForbiddenError, NotFoundError
from foundation.models import SignOn
from foundation.write_transaction import write_transaction

MAX_NAME_LENGTH = 150


@dataclass(frozen=True, slots=True)
class Identity:
    """An account at a provider, identified by `issuer` and `subject`. The names are for display."""

    issuer: str
    subject: str
    username: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class SignIn:
    """Who logs in. `joined` is the project that a new user was invited to."""

    user: User
    joined: JoinedProject | None = None


def sign_in(identity: Identity, code: str, now: datetime, *, is_invited: bool = False) -> SignIn:
    """Return the linked account, or else a new one that joins the project of the invitation `code`.

    `is_invited`: an invitation that the caller has checked permits a new account. Raises ForbiddenError if the account
    is closed, or if it would be new without an invitation and the site requires one; NotFoundError, ConflictError.
    """
    with write_transaction():
        known = (
            SignOn.objects.select_related("user")
            .filter(issuer=identity.issuer, subject=identity.subject)
            .first()
        )
        if known is not None:
            return SignIn(_refuse_closed(known.user))
        if not (code or is_invited or settings.SIGN_UP_OPEN):
            raise ForbiddenError("Ask the lead of a project for an invitation.", code="by_invitation")
        invitation = lock_open_invitation(code, now) if code else None
        user = _new_account(identity)
        _store_link(user, identity)
        return SignIn(user, join_by(invitation, user) if invitation else None)


def check_may_link(user: User, password: str) -> None:
    """Raise InvalidError or ForbiddenError unless the user may link an account.

    The password is required because somebody else may use an unattended computer.
    """
    if user.has_usable_password():
        check_current_password(user, password, "/password")
    elif not user.sign_ons.exists():
        raise ForbiddenError("This account is entered by its link alone.")


def link(user: User, identity: Identity) -> None:
    """Let the user log in by the identity. Raises ConflictError if it is linked to another user."""
    with write_transaction():
        known = SignOn.objects.filter(issuer=identity.issuer, subject=identity.subject).first()
        if known is None:
            _store_link(user, identity)
        elif known.user_id != user.pk:
            raise ConflictError("Another account is entered by it.", code="sign_on_taken")


def unlink(user: User, sign_on: int) -> None:
    """Remove a linked account. Raises NotFoundError, ConflictError if the user could no longer log in."""
    with write_transaction():
        User.objects.select_for_update().get(pk=user.pk)  # Two concurrent requests must not remove both.
        mine = SignOn.objects.filter(user=user)
        if not mine.filter(pk=sign_on).exists():
            raise NotFoundError("It has been unlinked already.", code="no_sign_on")
        if not user.has_usable_password() and mine.count() == 1:
            raise ConflictError("You could no longer log in: link another account first.", code="only_way_in")
        mine.filter(pk=sign_on).delete()


def _refuse_closed(user: User) -> User:
    if not user.is_active:
        raise ForbiddenError("Contact the site administrator.", code="account_closed")
    return user


def _store_link(user: User, identity: Identity) -> None:
    name = _readable(identity.username or identity.name)
    try:
        with transaction.atomic():
            SignOn.objects.create(user=user, issuer=identity.issuer, subject=identity.subject, name=name)
    except IntegrityError as error:  # A concurrent request of the same user.
        raise ConflictError("You are on the way in already.", code="sign_on_taken") from error


def _new_account(identity: Identity) -> User:
    """Return a new account without a password. Its name is that of the identity, with a number if it is taken."""
    first, _, last = _readable(identity.name).partition(" ")
    wanted = re.sub(r"[^\w.@+-]+", "-", User.normalize_username(_readable(identity.username))).strip("-")
    number = 1
    while True:
        username = f"{wanted[: MAX_NAME_LENGTH - 10] or 'person'}{number if number > 1 else ''}"
        user = User(username=username, first_name=first, last_name=last)
        user.set_unusable_password()
        number += 1
        if User.objects.filter(username=username).exists():
            continue
        try:
            with transaction.atomic():
                user.save()
        except IntegrityError:  # A concurrent request took the name.
            continue
        return user


def _readable(text: str) -> str:
    """Return the text without control characters and surrogates, cut to the length of a name."""
    kept = "".join(each for each in text if unicodedata.category(each) not in {"Cc", "Cs"})
    return kept.strip()[:MAX_NAME_LENGTH]
