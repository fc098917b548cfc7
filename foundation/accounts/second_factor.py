"""Turn a user's second factor on and off, renew its recovery codes, and check codes.

The codes are those of an authenticator app (TOTP, RFC 6238) and, each once, recovery codes. django-allauth stores the
secrets, encrypted by `second_factor_encryption`, and computes the codes. It remembers used codes in the cache, which a
restart empties; Morel stores the interval of the last code with the secret instead.
"""

from dataclasses import dataclass
from urllib.parse import quote

import segno
from allauth.core.internal.cryptokit import compare_user_code
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from allauth.mfa.utils import decrypt
from django.contrib.auth.models import User
from django.utils import timezone

from foundation.accounts import second_factor_queries as queries
from foundation.accounts.account_emails import announce
from foundation.accounts.account_services import check_current_password
from foundation.audit import SITE, AuditKind, record
from foundation.errors import ConflictError, FieldError, InvalidError, NotFoundError
from foundation.write_transaction import write_transaction

_LAST = "last_counter"  # of the data of an authenticator: the interval of the last accepted code
_QUIET_ZONE = 4  # modules of white around a QR code


@dataclass(frozen=True)
class SecondFactorSetup:
    """What an authenticator app needs. `qr_path`: SVG path of the QR code of `uri`; `qr_size`: its view box."""

    secret: str
    uri: str
    qr_path: str
    qr_size: int


def start_second_factor(user: User, password: str, site: str) -> SecondFactorSetup:
    """Return a new secret. `site` is the name that the app shows. Raises InvalidError, ConflictError."""
    check_current_password(user, password, "/password")
    _refuse_second(user)
    secret = generate_totp_secret()
    uri = f"otpauth://totp/{quote(site)}:{quote(user.get_username())}?secret={secret}&issuer={quote(site)}"
    return SecondFactorSetup(secret, uri, *_qr_path(uri))


def turn_on_second_factor(user: User, secret: str, code: str) -> list[str]:
    """Turn it on if the code is one of the secret. Return the recovery codes. Raises InvalidError, ConflictError."""
    counter = _counter_of(secret, code)
    if not secret or counter is None:
        raise _wrong_code()
    with write_transaction():
        User.objects.select_for_update().get(pk=user.pk)
        _refuse_second(user)
        row = TOTP.activate(user, secret).instance
        _mark_used(row, counter)
        codes: list[str] = RecoveryCodes.activate(user).generate_codes()
        record(AuditKind.SECOND_FACTOR_ON, SITE, target=user)
    return codes


def turn_off_second_factor(user: User, code: str) -> None:
    """Turn it off with a code or a recovery code. Raises InvalidError."""
    with write_transaction():
        if not accept_code(user, code):
            raise _wrong_code()
        Authenticator.objects.filter(user=user).delete()
        record(AuditKind.SECOND_FACTOR_OFF, SITE, target=user)


def renew_recovery_codes(user: User, code: str) -> list[str]:
    """Replace all recovery codes, with a code or one of them. Return the new ones. Raises InvalidError."""
    with write_transaction():
        if not accept_code(user, code):
            raise _wrong_code()
        Authenticator.objects.filter(user=user, type=queries.RECOVERY_CODES).delete()
        codes: list[str] = RecoveryCodes.activate(user).generate_codes()
        record(AuditKind.RECOVERY_CODES_RENEWED, SITE, target=user)
    return codes


def reset_second_factor(username: str) -> bool:
    """Turn it off for a person who lost their device. Return whether it was on. Raises NotFoundError."""
    with write_transaction():
        user = User.objects.filter(username=username).first()
        if user is None:
            raise NotFoundError(f"There is no account “{username}”.", code="unknown_user")
        rows, _ = Authenticator.objects.filter(user=user).delete()
        if rows:
            record(AuditKind.SECOND_FACTOR_RESET, SITE, target=user)
    if rows:
        announce(user, "second_factor_reset")
    return bool(rows)


def accept_code(user: User, code: str) -> bool:
    """Return whether the code is valid, and use it up: no code is accepted twice, nor one before an accepted one."""
    with write_transaction():
        rows = Authenticator.objects.select_for_update().filter(user=user)
        by_type = {row.type: row for row in rows}
        totp, recovery = by_type.get(queries.TOTP), by_type.get(queries.RECOVERY_CODES)
        if totp is not None:
            counter = _counter_of(decrypt(totp.data["secret"]), code)
            if counter is not None:
                return _mark_used(totp, counter)
        return recovery is not None and bool(RecoveryCodes(recovery).validate_code(code))


def _counter_of(secret: str, code: str) -> int | None:
    """Return the interval whose code it is, among those that are accepted now."""
    for counter in yield_hotp_counters_from_time():
        if secret and compare_user_code(actual=code, expected=format_hotp_value(hotp_value(secret, counter))):
            return int(counter)
    return None


def _mark_used(row: Authenticator, counter: int) -> bool:
    if counter <= row.data.get(_LAST, 0):
        return False
    row.data[_LAST] = counter
    row.last_used_at = timezone.now()
    row.save(update_fields=["data", "last_used_at"])
    return True


def _refuse_second(user: User) -> None:
    if queries.has_second_factor(user):
        raise ConflictError("The second factor is on already.", code="second_factor_on")


def _wrong_code() -> InvalidError:
    detail = "This code is wrong, too old or used already."
    return InvalidError(detail, code="wrong_code", errors=[FieldError("/code", "wrong_code", detail)])


def _qr_path(text: str) -> tuple[str, int]:
    """Return the dark modules of a QR code as an SVG path, and the length of its sides."""
    rows = list(segno.make(text, error="m", micro=False).matrix_iter(border=_QUIET_ZONE))
    dark = [(x, y) for y, row in enumerate(rows) for x, module in enumerate(row) if module]
    return "".join(f"M{x} {y}h1v1h-1z" for x, y in dark), len(rows)
