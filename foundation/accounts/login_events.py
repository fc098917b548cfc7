"""Record logins in the audit log: successful, failed, locked and throttled ones, by every way in.

A failed login names an account only if it exists: people also type passwords into the field of the name. Of the
client's address only the network is stored, because events cannot be changed when a person is erased; the access log
has the address under the event's request id.
"""

from datetime import timedelta
from ipaddress import ip_network
from typing import Any

from axes.helpers import get_client_ip_address
from axes.signals import user_locked_out
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in, user_login_failed
from django.dispatch import receiver

from foundation.audit import SITE, AuditKind, record, record_once
from foundation.write_transaction import write_transaction

_REPEATED = timedelta(minutes=15)  # One event in this time tells of all refused attempts from a network.
_PREFIX = {4: 24, 6: 48}


@receiver(user_logged_in)
def record_login(user: User, request: Any, **_: Any) -> None:
    with write_transaction():
        record(AuditKind.LOGIN, SITE, actor=user, target=user, network=network_of(request))


@receiver(user_login_failed)
def record_failed_login(credentials: dict[str, Any], request: Any = None, **_: Any) -> None:
    with write_transaction():
        record(
            AuditKind.LOGIN_FAILED,
            SITE,
            target=_account(credentials.get("username")),
            network=network_of(request),
        )


@receiver(user_locked_out)
def record_lock(request: Any, username: str = "", **_: Any) -> None:
    target, network = _account(username), network_of(request)
    record_once(AuditKind.LOGIN_LOCKED, SITE, _REPEATED, target=target, network=network)


def record_throttled_login(request: Any) -> None:
    """Record that logins from this network are throttled, once in a while: refusals must stay cheap."""
    record_once(AuditKind.LOGIN_THROTTLED, SITE, _REPEATED, network=network_of(request))


def record_throttled_token(request: Any) -> None:
    """Record that wrong API tokens of this network are throttled, once in a while."""
    record_once(AuditKind.TOKEN_THROTTLED, SITE, _REPEATED, network=network_of(request))


def _account(username: object) -> User | None:
    if not isinstance(username, str) or "\x00" in username:
        return None
    return get_user_model().objects.filter(username=username).first()


def network_of(request: Any) -> str:
    """Return the network of the client, such as 192.0.2.0/24; "" without an address."""
    address = get_client_ip_address(request) if request is not None and request.META else None
    if not address:
        return ""
    version = 6 if ":" in address else 4
    return str(ip_network(f"{address}/{_PREFIX[version]}", strict=False))
