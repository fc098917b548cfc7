"""Changes to a user's own account: password, e-mail address and sessions."""

from collections.abc import Callable
from datetime import datetime

from axes.utils import reset
from django.contrib.auth.forms import PasswordResetForm
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from foundation.accounts.account_queries import sessions_of, user_of_reset_link
from foundation.accounts.api_tokens import revoke_tokens
from foundation.audit import SITE, AuditKind, record
from foundation.email import send_email, send_in_background
from foundation.email_templates import render_email
from foundation.errors import FieldError, InvalidError, NotFoundError
from foundation.models import BrowserSession
from foundation.write_transaction import write_transaction

_closed_hooks: list[Callable[[User], None]] = []


def change_password(user: User, old: str, new: str, keep: str) -> None:
    """Set a new password and revoke all sessions except the one with the key `keep`. Raises InvalidError."""
    check_current_password(user, old, "/old")
    check_password(new, user, "/new")
    with write_transaction():
        _set_password(user, new)
        revoke_sessions(user, keep=keep)
        record(AuditKind.PASSWORD_CHANGED, SITE, target=user)


def change_email(user: User, email: str, password: str) -> None:
    """Set the e-mail address, or remove it if `email` is "". Raises InvalidError."""
    check_current_password(user, password, "/password")
    email = email.strip()
    if email:
        check_email(email, "/email")
    with write_transaction():
        user.email = User.objects.normalize_email(email)
        user.save(update_fields=["email"])
        record(AuditKind.EMAIL_CHANGED, SITE, target=user)


def revoke_session(user: User, digest: str, now: datetime) -> None:
    """Log the user out of the session with this digest. Raises NotFoundError."""
    with write_transaction():
        for row in sessions_of(user, now):
            if row.digest == digest:
                BrowserSession.objects.filter(session_key=row.key).delete()
                return
    raise NotFoundError("It has ended already.", code="no_session")


def revoke_sessions(user: User, *, keep: str | None = None) -> None:
    """Log the user out everywhere except in the session with the key `keep`."""
    BrowserSession.objects.filter(user=user).exclude(session_key=keep or "").delete()


def on_account_closed(hook: Callable[[User], None]) -> None:
    """Register a function that is called with each closed account, in the transaction that closes it."""
    _closed_hooks.append(hook)


def close_account(user: User) -> None:
    """Revoke the account's sessions and tokens and refuse further logins. Submitted annotations stay and count."""
    with write_transaction():
        User.objects.filter(pk=user.pk).update(is_active=False)
        revoke_sessions(user)
        revoke_tokens(user, timezone.now())
        record(AuditKind.ACCOUNT_CLOSED, SITE, target=user)
        for hook in _closed_hooks:
            hook(user)


def open_account(user: User) -> None:
    with write_transaction():
        User.objects.filter(pk=user.pk).update(is_active=True)
        record(AuditKind.ACCOUNT_OPENED, SITE, target=user)


def request_password_reset(email: str, locale: str, absolute_url: Callable[[str], str]) -> None:
    """Send a reset link to every account with this address. The caller does not learn whether there is one.

    `absolute_url` returns the URL of a path.
    """
    send_in_background(lambda: _send_reset_emails(email, locale, absolute_url))


def reset_password(uid: str, token: str, password: str) -> User:
    """Set the password by a reset link and return its user. A locked user name is unlocked.

    Raises NotFoundError if the link is no longer valid, InvalidError.
    """
    user = user_of_reset_link(uid, token)
    check_password(password, user, "/password")
    with write_transaction():
        _set_password(user, password)
        revoke_sessions(user)
        record(AuditKind.PASSWORD_CHANGED, SITE, target=user, via="reset link")
    reset(username=user.get_username())
    return user


def check_password(password: str, user: User, pointer: str) -> None:
    """Raise InvalidError if the new password is too weak."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        errors = [FieldError(pointer, str(each.code), each.messages[0]) for each in error.error_list]
        raise InvalidError(errors[0].detail, code="weak_password", errors=errors) from error


def check_email(email: str, pointer: str) -> None:
    """Raise InvalidError if it is not an email address."""
    try:
        validate_email(email)
    except ValidationError as error:
        detail = f"“{email}” is not an email address."
        raise InvalidError(detail, code="email", errors=[FieldError(pointer, "email", detail)]) from error


def check_current_password(user: User, password: str, pointer: str) -> None:
    """Raise InvalidError if it is not the user's password."""
    if not user.check_password(password):
        detail = "This is not your password."
        raise InvalidError(detail, code="not_password", errors=[FieldError(pointer, "not_password", detail)])


def _set_password(user: User, password: str) -> None:
    user.set_password(password)
    user.save(update_fields=["password"])


def _send_reset_emails(email: str, locale: str, absolute_url: Callable[[str], str]) -> None:
    # Django's form leaves out closed accounts and addresses that only look alike (Unicode).
    for user in PasswordResetForm().get_users(email):
        uid = urlsafe_base64_encode(force_bytes(user.pk))
        link = absolute_url(f"/reset/{uid}/{default_token_generator.make_token(user)}")
        send_email(user.email, *render_email("reset", locale, username=user.get_username(), link=link))
