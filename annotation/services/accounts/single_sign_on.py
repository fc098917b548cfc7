"""Log in by an account elsewhere. Who somebody is there has been shown already: here it is said who they are in Morel.

An address is never taken for a person: an account that exists is linked by its owner alone, who is logged in.
"""

import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from annotation.models import Membership
from annotation.services.people.invitations import join_as_new, must_be_invited
from foundation.accounts.account_services import must_know
from foundation.errors import ConflictError, ForbiddenError, NotFoundError
from foundation.models import SignOn
from foundation.write_transaction import writing

MAX_NAME_LENGTH = 150


@dataclass(frozen=True, slots=True)
class Identity:
    """Somebody as their provider knows them. Only `issuer` and `subject` tell who it is; the rest is for people."""

    issuer: str
    subject: str
    username: str = ""
    name: str = ""


def come_in(identity: Identity, code: str, now: datetime) -> tuple[User, Membership | None]:
    """Whose account it is, else a new one for whoever is invited by `code`, who then joins, or if anybody may come.

    Raises ForbiddenError where the account is closed or nobody has invited them; NotFoundError, ConflictError.
    """
    with writing():
        known = (
            SignOn.objects.select_related("user")
            .filter(issuer=identity.issuer, subject=identity.subject)
            .first()
        )
        if known is not None:
            return _open(known.user), None
        if not code and not settings.SIGN_UP_OPEN:
            raise ForbiddenError("Ask whoever leads a project for an invitation.", code="by_invitation")
        invitation = must_be_invited(code, now) if code else None
        user = _new_account(identity)
        _keep(user, identity)
        return user, join_as_new(invitation, user) if invitation else None


def may_link(user: User, password: str) -> None:
    """Whoever sits at somebody's desk is not them: a password is asked for. Raises InvalidError, ForbiddenError."""
    if user.has_usable_password():
        must_know(user, password, "/password")
    elif not user.sign_ons.exists():
        raise ForbiddenError("This account is entered by its link alone.")


def link(user: User, identity: Identity) -> None:
    """From now on the person also logs in by it. Raises ConflictError where it is somebody else's."""
    with writing():
        known = SignOn.objects.filter(issuer=identity.issuer, subject=identity.subject).first()
        if known is None:
            _keep(user, identity)
        elif known.user_id != user.pk:
            raise ConflictError("Another account is entered by it.", code="sign_on_taken")


def unlink(user: User, sign_on: int) -> None:
    """Raises NotFoundError, ConflictError where the person could not log in any more."""
    with writing():
        User.objects.select_for_update().get(pk=user.pk)  # two at once must not take both
        mine = SignOn.objects.filter(user=user)
        if not mine.filter(pk=sign_on).exists():
            raise NotFoundError("It has been unlinked already.", code="no_sign_on")
        if not user.has_usable_password() and mine.count() == 1:
            raise ConflictError("You would not get in any more: it is your only way.", code="only_way_in")
        mine.filter(pk=sign_on).delete()


def _open(user: User) -> User:
    if not user.is_active:
        raise ForbiddenError("Ask whoever looks after this server.", code="account_closed")
    return user


def _keep(user: User, identity: Identity) -> None:
    name = _for_people(identity.username or identity.name)
    try:
        with transaction.atomic():
            SignOn.objects.create(user=user, issuer=identity.issuer, subject=identity.subject, name=name)
    except IntegrityError as error:  # the same person at the same moment, in another window
        raise ConflictError("You are on the way in already.", code="sign_on_taken") from error


def _new_account(identity: Identity) -> User:
    """Without a password, under the name that the person has there or one like it that is free."""
    first, _, last = _for_people(identity.name).partition(" ")
    wanted = re.sub(r"[^\w.@+-]+", "-", User.normalize_username(_for_people(identity.username))).strip("-")
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
        except IntegrityError:  # it was free a moment ago
            continue
        return user


def _for_people(text: str) -> str:
    """Somebody else's text, of which only what can be kept and read is kept."""
    kept = "".join(each for each in text if unicodedata.category(each) not in {"Cc", "Cs"})
    return kept.strip()[:MAX_NAME_LENGTH]
