"""The point where django-allauth hands over: a user has returned from a provider, authenticated or not.

Morel handles everything from there on. The pages, forms, messages and tables of django-allauth are not used.
"""

import logging
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.providers.base import AuthError
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone

from annotation.services.accounts.single_sign_on import Identity, link, sign_in
from annotation.services.people.invitations import JoinedProject
from evaluation.queries.teams.invitations import offer as task_offer
from foundation.errors import AnnotationError
from foundation.write_transaction import write_transaction
from morelkit.text.storable_text import text_fault

logger = logging.getLogger(__name__)


class Adapter(DefaultSocialAccountAdapter):  # type: ignore[misc]  # django-allauth has no types
    def new_user(self, request: HttpRequest, sociallogin: Any) -> Any:
        """Refuse an id that the database cannot store. This is the first hook, called before any query with the id."""
        if fault := text_fault(sociallogin.account.uid):
            raise ValueError(f"The id of a person {fault}.")
        return super().new_user(request, sociallogin)

    def pre_social_login(self, request: HttpRequest, sociallogin: Any) -> None:
        raise ImmediateHttpResponse(_complete_sign_in(request, sociallogin))

    def on_authentication_error(
        self,
        request: HttpRequest,
        provider: Any,
        error: str = AuthError.UNKNOWN,
        exception: Exception | None = None,
        extra_context: dict[str, Any] | None = None,
    ) -> None:
        state = (extra_context or {}).get("state") or {}
        cancelled = error == AuthError.CANCELLED
        if not cancelled:
            log_failure(provider.sub_id, exception or request.GET.get("error", "unknown or expired state"))
        origin = state.get("data") or {}
        raise ImmediateHttpResponse(redirect_back(origin, "cancelled" if cancelled else "failed"))


def log_failure(provider: str, reason: object, *, trace: bool = False) -> None:
    logger.warning("Single sign-on by %s failed: %.200r", provider, reason, exc_info=trace)


def redirect_back(origin: dict[str, Any], reason: str) -> HttpResponse:
    """Redirect to the page where the user started. It shows the reason in their language."""
    query = {"next": origin["next"]} if origin.get("next") and origin.get("from") == "/login" else {}
    return HttpResponseRedirect(f"{origin.get('from', '/login')}?{urlencode({**query, 'sign-on': reason})}")


def _complete_sign_in(request: HttpRequest, sociallogin: Any) -> HttpResponse:
    origin = sociallogin.state["data"]
    identity = _identity(sociallogin.account)
    try:
        if sociallogin.state["process"] == "connect":
            return _link_account(request, identity, origin)
        now = timezone.now()
        is_invited = _is_open(origin.get("task_code", ""), now)
        result = sign_in(identity, origin["code"], now, is_invited=is_invited)
    except AnnotationError as error:
        return redirect_back(origin, error.code)
    with write_transaction():
        login(request, result.user, backend="django.contrib.auth.backends.ModelBackend")
    return HttpResponseRedirect(_home(result.joined) if result.joined else origin["next"] or origin["from"])


def _is_open(task_code: str, now: datetime) -> bool:
    """Return whether the invitation to a shared task permits a new account. That joins on the invitation's page."""
    try:
        return bool(task_code and task_offer(task_code, None, now))
    except AnnotationError:
        return False


def _link_account(request: HttpRequest, identity: Identity, origin: dict[str, Any]) -> HttpResponse:
    """Link the identity to the user who asked for it, unless somebody else has logged in in this browser since."""
    if not isinstance(request.user, User) or request.user.pk != origin["user"]:
        return redirect_back({}, "failed")
    link(request.user, identity)
    return HttpResponseRedirect(f"{origin['from']}?sign-on=linked")


def _home(joined: JoinedProject) -> str:
    return f"/p/{joined.slug}{'' if joined.leads else '/annotate'}"


def _identity(account: Any) -> Identity:
    """Return the identity. Raises OAuth2Error if the provider's two responses are about different accounts."""
    claims = account.extra_data
    if account.provider == "oidc":
        token, claims = claims.get("id_token"), claims.get("userinfo") or claims.get("id_token")
        # django-allauth checks issuer, audience and time, but not that the user information has the same subject.
        if not token or token.get("sub") != account.uid:
            raise OAuth2Error("The ID token and the user information are not of one person.")
    issuer = next(each["issuer"] for each in settings.SIGN_ON if each["id"] == account.provider)
    username = claims.get("login" if account.provider == "github" else "preferred_username")
    name = claims.get("name")
    return Identity(
        issuer,
        account.uid,
        username if isinstance(username, str) else "",
        name if isinstance(name, str) else "",
    )
