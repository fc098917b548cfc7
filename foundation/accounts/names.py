"""Display names of accounts."""

from django.contrib.auth.models import AbstractUser


def display_name(user: AbstractUser | None) -> str:
    """Return the full name, or the user name if there is none; "" if the account was erased."""
    return (user.get_full_name() or user.username) if user else ""
