"""What a person does to their own account: password, address, and the browsers in which they are logged in."""

from collections.abc import Callable
from datetime import datetime

from axes.utils import reset
from django.contrib.auth.forms import PasswordResetForm
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from foundation import email as mail
from foundation.accounts.account_queries import owner_of_reset, sessions_of
from foundation.email_templates import render_email
from foundation.errors import FieldError, InvalidError, NotFoundError
from foundation.models import BrowserSession
from foundation.write_transaction import writing

_closed_hooks: list[Callable[[User], None]] = []


def change_password(user: User, old: str, new: str, keep: str) -> None:
    """Ends all of the person's sessions but that with the key `keep`. Raises InvalidError."""
    must_know(user, old, "/old")
    check_password(new, user, "/new")
    with writing():
        _set_password(user, new)
        end_sessions(user, but=keep)


def change_email(user: User, email: str, password: str) -> None:
    """An empty address is none. Raises InvalidError."""
    must_know(user, password, "/password")
    email = email.strip()
    if email:
        check_email(email, "/email")
    with writing():
        user.email = User.objects.normalize_email(email)
        user.save(update_fields=["email"])


def end_session(user: User, digest: str, now: datetime) -> None:
    """Raises NotFoundError."""
    with writing():
        for row in sessions_of(user, now):
            if row.digest == digest:
                BrowserSession.objects.filter(session_key=row.key).delete()
                return
    raise NotFoundError("It has ended already.", code="no_session")


def end_sessions(user: User, *, but: str | None = None) -> None:
    BrowserSession.objects.filter(user=user).exclude(session_key=but or "").delete()


def on_account_closed(hook: Callable[[User], None]) -> None:
    """Register a function to be called with each account that is closed, in the transaction that closes it."""
    _closed_hooks.append(hook)


def close_account(user: User) -> None:
    """End the account's sessions and refuse further log-ins. What was submitted stays and counts."""
    with writing():
        User.objects.filter(pk=user.pk).update(is_active=False)
        end_sessions(user)
        for hook in _closed_hooks:
            hook(user)


def open_account(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_active=True)


def ask_for_reset(email: str, locale: str, address: Callable[[str], str]) -> None:
    """Send a link to every account with this address; whether there is one is not told.

    `address` makes the link of a path.
    """
    mail.later(lambda: _send_resets(email, locale, address))


def reset_password(uid: str, token: str, password: str) -> User:
    """Also opens a name that guessing has locked.

    Raises NotFoundError where the link is not good any more, InvalidError.
    """
    user = owner_of_reset(uid, token)
    check_password(password, user, "/password")
    with writing():
        _set_password(user, password)
        end_sessions(user)
    reset(username=user.get_username())
    return user


def check_password(password: str, user: User, pointer: str) -> None:
    try:
        validate_password(password, user)
    except ValidationError as error:
        errors = [FieldError(pointer, str(each.code), each.messages[0]) for each in error.error_list]
        raise InvalidError(errors[0].detail, code="weak_password", errors=errors) from error


def check_email(email: str, pointer: str) -> None:
    try:
        validate_email(email)
    except ValidationError as error:
        detail = f"“{email}” is no e-mail address."
        raise InvalidError(detail, code="email", errors=[FieldError(pointer, "email", detail)]) from error


def must_know(user: User, password: str, pointer: str) -> None:
    if not user.check_password(password):
        detail = "This is not your password."
        raise InvalidError(detail, code="not_password", errors=[FieldError(pointer, "not_password", detail)])


def _set_password(user: User, password: str) -> None:
    user.set_password(password)
    user.save(update_fields=["password"])


def _send_resets(email: str, locale: str, address: Callable[[str], str]) -> None:
    # The framework's form knows whom to write to: the account is open, and the address is not merely alike.
    for user in PasswordResetForm().get_users(email):
        uid = urlsafe_base64_encode(force_bytes(user.pk))
        link = address(f"/reset/{uid}/{default_token_generator.make_token(user)}")
        mail.send(user.email, *render_email("reset", locale, username=user.get_username(), link=link))
