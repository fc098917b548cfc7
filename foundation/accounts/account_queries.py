"""Reads of a person's own account."""

from dataclasses import dataclass
from datetime import datetime

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


@dataclass(frozen=True)
class BrowserSessionData:
    """Where the person is logged in. `browser` and `system` are names, "" where not known; `current`: it asks."""

    id: str
    browser: str
    system: str
    seen_at: datetime | None
    current: bool


@dataclass(frozen=True)
class SignOnData:
    """An account elsewhere by which the person logs in. Empty `provider`: the site no longer offers it."""

    id: int
    provider: str
    name: str


@dataclass(frozen=True)
class OwnAccount:
    email: str
    has_password: bool
    sign_ons: list[SignOnData]
    sessions: list[BrowserSessionData]


@dataclass(frozen=True)
class Provider:
    """Where people may have an account by which they log in here."""

    id: str
    name: str


@dataclass(frozen=True)
class Site:
    """What the way in looks like here. `sign_up`: an account can be made without an invitation."""

    sign_up: bool
    providers: list[Provider]


@dataclass(frozen=True)
class ResetOffer:
    username: str


def site() -> Site:
    return Site(settings.SIGN_UP_OPEN, [Provider(each["id"], each["name"]) for each in settings.SIGN_ON])


def sessions_of(user: User, now: datetime) -> list[OpenSession]:
    """Where the person is logged in, the latest heard of first."""
    rows = BrowserSession.objects.filter(user=user, expire_date__gt=now)
    found = rows.values_list("session_key", "agent", "seen_at").order_by("session_key")
    never = datetime.min.replace(tzinfo=now.tzinfo)
    return sorted((OpenSession(*row) for row in found), key=lambda row: row.seen_at or never, reverse=True)


def sign_ons_of(user: User) -> list[SignOnData]:
    providers = {each["issuer"]: each["id"] for each in settings.SIGN_ON}
    rows = SignOn.objects.filter(user=user).order_by("pk")
    return [SignOnData(row.pk, providers.get(row.issuer, ""), row.name) for row in rows]


def is_guest(user: User) -> bool:
    """Has come by a link, and has no other way in."""
    return not user.has_usable_password() and not SignOn.objects.filter(user=user).exists()


def own_account(user: User, current: str, now: datetime) -> OwnAccount:
    """`current`: the key of the session that asks."""
    return OwnAccount(
        email=user.email,
        has_password=user.has_usable_password(),
        sign_ons=sign_ons_of(user),
        sessions=[
            BrowserSessionData(row.digest, *browser_and_system(row.agent), row.seen_at, row.key == current)
            for row in sessions_of(user, now)
        ],
    )


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
