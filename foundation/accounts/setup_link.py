"""The set-up link of a site without accounts: the person who opens it creates the administrator's account.

It is void as soon as any account exists, after `SETUP_HOURS`, and when the server starts again.
"""

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth.models import User

from foundation.accounts.account_queries import accounts_exist
from foundation.accounts.new_accounts import create_account
from foundation.audit import SITE, AuditKind, record
from foundation.errors import NotFoundError
from foundation.models import SetupLink
from foundation.write_transaction import write_transaction

SETUP_HOURS: Final = 24


def new_setup_token(now: datetime) -> str:
    """Return the token of a new link, which replaces an earlier one; "" if there is an account."""
    if accounts_exist():
        return ""
    token = secrets.token_urlsafe(32)
    with write_transaction():
        SetupLink.objects.all().delete()
        SetupLink.objects.create(digest=_digest(token), created_at=now)
    return token


def require_setup_link(token: str, now: datetime) -> None:
    """Raise NotFoundError unless the link can be used."""
    _require(SetupLink.objects.filter(digest=_digest(token)).first(), now)


def set_up(token: str, username: str, name: str, password: str, now: datetime) -> User:
    """Create the administrator's account and void the link. Raises NotFoundError, InvalidError.

    The link is locked, so that two people who use it at once create one account.
    """
    with write_transaction():
        _require(SetupLink.objects.select_for_update().filter(digest=_digest(token)).first(), now)
        user = create_account(username, name, password)
        user.is_staff = user.is_superuser = True
        user.save(update_fields=["is_staff", "is_superuser"])
        SetupLink.objects.all().delete()
        record(AuditKind.ADMINISTRATOR_CREATED, SITE, target=user, via="set-up link")
    return user


def _require(link: SetupLink | None, now: datetime) -> None:
    if accounts_exist():
        raise NotFoundError("This site has been set up already. Log in.", code="setup_over")
    if link is None or now - link.created_at >= timedelta(hours=SETUP_HOURS):
        raise NotFoundError(
            "It has expired or is incomplete. Start the server again: it prints a new link.",
            code="setup_over",
        )


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
