"""Tokens by which programs act for a user within one scope, such as "team:12".

A token is shown once. Only its SHA-256 is stored: it is random, so that a slow hash would protect nothing. Apps
register their scopes: who may have one, and which requests it permits, is decided again at each request.
"""

import hashlib
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Final, Literal

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from foundation.audit import SITE, AuditKind, record
from foundation.errors import BusyError, ConflictError, ForbiddenError, NotFoundError, wrong_field
from foundation.models import ApiToken
from foundation.write_transaction import write_transaction

PREFIX: Final = "morel_"
MAX_DAYS: Final = 365
MAX_TOKENS: Final = 50
"""Open tokens of a user."""

_SHOWN: Final = len(PREFIX) + 4  # characters by which its owner recognizes a token
_USE_RECORDED_AFTER: Final = timedelta(minutes=1)

TokenState = Literal["open", "expired", "revoked"]


@dataclass(frozen=True)
class ApiTokenData:
    """A token of the user. `scope` is what it gives access to, and `scope_name` the name of that."""

    id: int
    name: str
    scope: str
    scope_name: str
    prefix: Annotated[str, "Its first characters."]
    state: TokenState
    expires_at: datetime
    last_used_at: Annotated[datetime | None, "Exact to a minute."]
    created_at: datetime


@dataclass(frozen=True)
class CreatedToken:
    """`token` is shown once: the server stores only its hash."""

    token: str
    stored: ApiTokenData


@dataclass(frozen=True, slots=True)
class TokenScope:
    """A kind of scope. Both functions get the number in it, such as 12 of "team:12".

    `name`: the name of what the user may give a token for, or None. `permits`: whether a token of the user may be used
    for a request with these parts of its address.
    """

    name: Callable[[User, int], str | None]
    permits: Callable[[User, int, Mapping[str, object]], bool]


_scopes: dict[str, TokenScope] = {}


def register_token_scope(kind: str, scope: TokenScope) -> None:
    _scopes[kind] = scope


def create_token(user: User, name: str, scope: str, days: int, now: datetime) -> tuple[ApiToken, str]:
    """Return a new token and its text. Raises InvalidError, ConflictError if the user has too many."""
    name = " ".join(name.split())
    if not name:
        raise wrong_field("name", "Enter a name, by which you recognize the token.", "blank")
    if not 1 <= days <= MAX_DAYS:
        raise wrong_field("days", f"A token is valid for 1 to {MAX_DAYS} days.")
    if scope_name(user, scope) is None:
        raise wrong_field("scope", "A token is for a team of yours: “team:” and its id.")
    secret = PREFIX + secrets.token_urlsafe(32)
    with write_transaction():
        User.objects.select_for_update().get(pk=user.pk)
        if _open(user, now).count() >= MAX_TOKENS:
            raise ConflictError(
                f"You have {MAX_TOKENS} tokens. Revoke those you do not use.", code="too_many_tokens"
            )
        token = ApiToken.objects.create(
            user=user,
            name=name,
            scope=scope,
            prefix=secret[:_SHOWN],
            digest=digest_of(secret),
            expires_at=now + timedelta(days=days),
        )
        record(AuditKind.TOKEN_CREATED, SITE, target=user, token=token.pk, token_scope=scope, days=days)
    return token, secret


def tokens_of(user: User, now: datetime) -> list[ApiTokenData]:
    """Return all tokens of the user, newest first."""
    return [token_data(token, now) for token in ApiToken.objects.filter(user=user).order_by("-pk")]


def token_data(token: ApiToken, now: datetime) -> ApiTokenData:
    return ApiTokenData(
        id=token.pk,
        name=token.name,
        scope=token.scope,
        scope_name=scope_name(token.user, token.scope) or "",
        prefix=token.prefix,
        state=_state(token, now),
        expires_at=token.expires_at,
        last_used_at=token.last_used_at,
        created_at=token.created_at,
    )


def scope_name(user: User, scope: str) -> str | None:
    """Return the name of what the scope gives access to, or None if the user has no access to it."""
    found = _scope_of(scope)
    return found[0].name(user, found[1]) if found else None


def revoke_token(user: User, token_id: int, now: datetime) -> ApiToken:
    """Refuse the token from now on. Raises NotFoundError."""
    with write_transaction():
        token = ApiToken.objects.select_for_update().filter(user=user, pk=token_id).first()
        if token is None:
            raise NotFoundError("You have no such token.", code="no_token")
        if token.revoked_at is None:
            revoke_tokens(user, now, pk=token.pk)
            token.refresh_from_db()
    return token


def revoke_tokens(user: User, now: datetime, **of: object) -> None:
    """Refuse the user's tokens, those `of` this scope if it is given, in the running transaction."""
    for token in ApiToken.objects.filter(user=user, revoked_at__isnull=True, **of):
        ApiToken.objects.filter(pk=token.pk).update(revoked_at=now)
        record(AuditKind.TOKEN_REVOKED, SITE, target=user, token=token.pk, token_scope=token.scope)


def move_tokens(old_scope: str, new_scope: str) -> None:
    """Let the tokens of one scope give access to another, in the running transaction."""
    ApiToken.objects.filter(scope=old_scope).update(scope=new_scope)


def use_token(secret: str, kinds: tuple[str, ...], parts: Mapping[str, object], now: datetime) -> ApiToken:
    """Return the token of this text, and note its use.

    `kinds`: scopes that the request accepts. `parts`: of its address. Raises NotFoundError if the token is unknown, has
    ended, or its user has no access any more; ForbiddenError if it is not for this request.
    """
    token = ApiToken.objects.select_related("user").filter(digest=digest_of(secret)).first()
    if token is None or _state(token, now) != "open" or not token.user.is_active:
        raise NotFoundError(
            "This token is unknown, expired or revoked. Create another one.", code="wrong_token"
        )
    found = _scope_of(token.scope)
    if found is None or found[0].name(token.user, found[1]) is None:
        raise NotFoundError(
            "Its owner has left what this token is for. Create another one.", code="wrong_token"
        )
    kind = token.scope.partition(":")[0]
    if kind not in kinds or not found[0].permits(token.user, found[1], parts):
        raise ForbiddenError(
            "This token does not permit this request. Check the task in the address, or create a token for it.",
            code="token_scope",
        )
    if token.last_used_at is None or now - token.last_used_at >= _USE_RECORDED_AFTER:
        with suppress(BusyError), write_transaction():
            ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
    return token


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _open(user: User, now: datetime) -> QuerySet[ApiToken]:
    return ApiToken.objects.filter(Q(user=user, revoked_at__isnull=True, expires_at__gt=now))


def _state(token: ApiToken, now: datetime) -> TokenState:
    if token.revoked_at is not None:
        return "revoked"
    return "open" if now < token.expires_at else "expired"


def _scope_of(scope: str) -> tuple[TokenScope, int] | None:
    kind, _, number = scope.partition(":")
    if kind not in _scopes or not (number.isascii() and number.isdigit() and len(number) <= 18):
        return None
    if number != str(int(number)):
        return None
    return _scopes[kind], int(number)
