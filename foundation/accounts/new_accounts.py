"""Create accounts. Every way in uses it: open sign-up, and invitations to projects and to shared tasks."""

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from foundation.accounts.account_services import check_password
from foundation.errors import FieldError, ForbiddenError, InvalidError, wrong_field
from foundation.write_transaction import write_transaction

MAX_NAME_LENGTH = 150


def register(username: str, name: str, password: str) -> User:
    """Return a new account without an invitation. Raises ForbiddenError if the site requires one, InvalidError."""
    if not settings.SIGN_UP_OPEN:
        raise ForbiddenError("Ask the lead of a project for an invitation.", code="by_invitation")
    with write_transaction():
        return create_account(username, name, password)


def create_account(username: str, name: str, password: str) -> User:
    """Return a new account, in the running transaction. Raises InvalidError, which names the field."""
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
        detail = f"The name “{username}” is taken. Choose another name, or log in if it is you."
        raise InvalidError(
            detail, code="username_taken", errors=[FieldError("/username", "username_taken", detail)]
        ) from error
    return user


def check_username(username: str) -> None:
    """Raise InvalidError if an account cannot have this name."""
    try:
        get_user_model()._meta.get_field("username").clean(username, None)
    except ValidationError as error:
        detail = f"“{username}” is no name for an account: {' '.join(error.messages)}"
        raise InvalidError(detail, errors=[FieldError("/username", "username", detail)]) from error
