"""Reads of a user's second factor, which django-allauth stores."""

from dataclasses import dataclass

from allauth.mfa import app_settings
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User

TOTP = Authenticator.Type.TOTP
RECOVERY_CODES = Authenticator.Type.RECOVERY_CODES


@dataclass(frozen=True)
class SecondFactorState:
    """`recovery_codes`: how many are unused."""

    on: bool
    recovery_codes: int


def has_second_factor(user: User) -> bool:
    """Return whether a login by password also asks for a code."""
    return bool(Authenticator.objects.filter(user=user, type=TOTP).exists())


def second_factor_of(user: User) -> SecondFactorState:
    rows = {row.type: row for row in Authenticator.objects.filter(user=user)}
    codes = rows.get(RECOVERY_CODES)
    unused = app_settings.RECOVERY_CODE_COUNT - codes.data["used_mask"].bit_count() if codes else 0
    return SecondFactorState(TOTP in rows, unused)
