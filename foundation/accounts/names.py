"""Names of accounts as other people see them."""

from django.contrib.auth.models import AbstractUser


def display_name(user: AbstractUser | None) -> str:
    """The full name, or the user name where there is none; "" where the account is gone."""
    return (user.get_full_name() or user.username) if user else ""
