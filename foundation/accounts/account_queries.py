"""Reads of a user's own account."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.utils.crypto import salted_hmac
from django.utils.http import urlsafe_base64_decode

from foundation.accounts.second_factor_queries import SecondFactorState, second_factor_of
from foundation.accounts.user_agents import browser_and_system
from foundation.errors import NotFoundError
from foundation.models import BrowserSession, SignOn


@dataclass(frozen=True, slots=True)
class OpenSession:
    key: str  # as good as a password: it must not leave the server
    agent: str
    seen_at: datetime | None

    @property
    def digest(self) -> str:
        """The id of the session in the API."""
        return salted_hmac("annotation.session", self.key).hexdigest()[:20]


@dataclass(frozen=True)
class BrowserSessionData:
    """A session of the user. `browser` and `system` are names, "" if unknown. `current`: this request belongs to it."""

    id: str
    browser: str
    system: str
    seen_at: datetime | None
    current: bool


@dataclass(frozen=True)
class SignOnData:
    """A linked account at an identity provider. `provider` is "" if the site no longer offers it."""

    id: int
    provider: str
    name: str


@dataclass(frozen=True)
class OwnAccount:
    email: str
    has_password: bool
    second_factor: SecondFactorState
    sign_ons: list[SignOnData]
    sessions: list[BrowserSessionData]


@dataclass(frozen=True)
class Provider:
    """An identity provider whose accounts can log in."""

    id: str
    name: str


@dataclass(frozen=True)
class Site:
    """How users log in. `sign_up`: an account can be created without an invitation.

    `awaits_setup`: there is no account. The set-up link creates that of the administrator.
    """

    sign_up: bool
    providers: list[Provider]
    awaits_setup: bool


@dataclass(frozen=True)
class ResetOffer:
    username: str


def site() -> Site:
    providers = [Provider(each["id"], each["name"]) for each in settings.SIGN_ON]
    return Site(settings.SIGN_UP_OPEN, providers, awaits_setup=not accounts_exist())


def accounts_exist() -> bool:
    return get_user_model().objects.exists()


def sessions_of(user: User, now: datetime) -> list[OpenSession]:
    """Return the sessions in which the user is logged in, the most recently active first."""
    rows = BrowserSession.objects.filter(user=user, expire_date__gt=now)
    found = rows.values_list("session_key", "agent", "seen_at").order_by("session_key")
    never = datetime.min.replace(tzinfo=now.tzinfo)
    return sorted((OpenSession(*row) for row in found), key=lambda row: row.seen_at or never, reverse=True)


def sign_ons_of(user: User) -> list[SignOnData]:
    providers = {each["issuer"]: each["id"] for each in settings.SIGN_ON}
    rows = SignOn.objects.filter(user=user).order_by("pk")
    return [SignOnData(row.pk, providers.get(row.issuer, ""), row.name) for row in rows]


def is_guest(user: User) -> bool:
    """Return whether the user entered by a link and has no other way to log in."""
    return not user.has_usable_password() and not SignOn.objects.filter(user=user).exists()


def own_account(user: User, current: str, now: datetime) -> OwnAccount:
    """Return the account with its sessions. `current` is the key of the session that asks."""
    return OwnAccount(
        email=user.email,
        has_password=user.has_usable_password(),
        second_factor=second_factor_of(user),
        sign_ons=sign_ons_of(user),
        sessions=[
            BrowserSessionData(row.digest, *browser_and_system(row.agent), row.seen_at, row.key == current)
            for row in sessions_of(user, now)
        ],
    )


def user_of_reset_link(uid: str, token: str) -> User:
    """Return the user of a password reset link. Raises NotFoundError if it was used, has expired or is invalid."""
    try:
        pk = int(urlsafe_base64_decode(uid).decode())
        user = get_user_model().objects.filter(pk=pk, is_active=True).first()
    except (ValueError, OverflowError):
        user = None
    if user is None or not default_token_generator.check_token(user, token):
        raise NotFoundError(
            "It was used already, is too old, or is incomplete. Ask for a new one.", code="reset_over"
        )
    return user
