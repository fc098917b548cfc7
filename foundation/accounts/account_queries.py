"""Reads of a person's own account."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.utils.crypto import salted_hmac
from django.utils.http import urlsafe_base64_decode

from foundation.accounts.user_agents import browser_and_system
from foundation.errors import NotFoundError
from foundation.models import BrowserSession, SignOn


@dataclass(frozen=True, slots=True)
class OpenSession:
    key: str  # which is as good as a password: it never leaves the server
    agent: str
    seen_at: datetime | None

    @property
    def digest(self) -> str:
        """By which a page names the session."""
        return salted_hmac("annotation.session", self.key).hexdigest()[:20]


def sessions_of(user: User, now: datetime) -> list[OpenSession]:
    """Where the person is logged in, the latest heard of first."""
    rows = BrowserSession.objects.filter(user=user, expire_date__gt=now)
    found = rows.values_list("session_key", "agent", "seen_at").order_by("session_key")
    never = datetime.min.replace(tzinfo=now.tzinfo)
    return sorted((OpenSession(*row) for row in found), key=lambda row: row.seen_at or never, reverse=True)


def sign_ons_of(user: User) -> list[dict[str, Any]]:
    """The accounts elsewhere by which the person logs in. An empty `provider`: the site does not offer it any more."""
    providers = {each["issuer"]: each["id"] for each in settings.SIGN_ON}
    rows = SignOn.objects.filter(user=user).order_by("pk")
    return [{"id": row.pk, "provider": providers.get(row.issuer, ""), "name": row.name} for row in rows]


def is_guest(user: User) -> bool:
    """Has come by a link, and has no other way in."""
    return not user.has_usable_password() and not SignOn.objects.filter(user=user).exists()


def account_json(user: User, current: str, now: datetime) -> dict[str, Any]:
    """`current`: the key of the session that asks."""
    return {
        "email": user.email,
        "has_password": user.has_usable_password(),
        "sign_ons": sign_ons_of(user),
        "sessions": [
            {
                "id": row.digest,
                "browser": browser_and_system(row.agent)[0],
                "system": browser_and_system(row.agent)[1],
                "seen_at": row.seen_at,
                "current": row.key == current,
            }
            for row in sessions_of(user, now)
        ],
    }


def owner_of_reset(uid: str, token: str) -> User:
    """Whose password the link is for. Raises NotFoundError where it was used, is too old or was never sent."""
    try:
        pk = int(urlsafe_base64_decode(uid).decode())
        user = get_user_model().objects.filter(pk=pk, is_active=True).first()
    except (ValueError, OverflowError):
        user = None
    if user is None or not default_token_generator.check_token(user, token):
        raise NotFoundError(
            "It was used already, is too old, or is not whole. Ask for a new one.", code="reset_over"
        )
    return user
