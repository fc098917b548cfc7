"""Where django-allauth hands over: somebody has come back from a provider, and it is known who they are there, or not.

All that it would do from there on is done here instead: its pages, forms, messages and tables are not used.
"""

import logging
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

from annotation.queries.projects.access import Role
from annotation.services.accounts.single_sign_on import Identity, come_in, link
from foundation.errors import AnnotationError
from morelkit.text.storable_text import text_fault

logger = logging.getLogger(__name__)


class Adapter(DefaultSocialAccountAdapter):  # type: ignore[misc]  # it has no types
    def new_user(self, request: HttpRequest, sociallogin: Any) -> Any:
        """The first that is asked of us, before the database is asked for an id that no text of it can hold."""
        if fault := text_fault(sociallogin.account.uid):
            raise ValueError(f"The id of a person {fault}.")
        return super().new_user(request, sociallogin)

    def pre_social_login(self, request: HttpRequest, sociallogin: Any) -> None:
        raise ImmediateHttpResponse(_arrive(request, sociallogin))

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
            note_failure(
                provider.sub_id, exception or request.GET.get("error", "no answer to a question of ours")
            )
        way = state.get("data") or {}
        raise ImmediateHttpResponse(back(way, "cancelled" if cancelled else "failed"))


def note_failure(provider: str, why: object, *, trace: bool = False) -> None:
    logger.warning("Single sign-on by %s failed: %.200r", provider, why, exc_info=trace)


def back(way: dict[str, Any], why: str) -> HttpResponse:
    """To where the person set out from, with the reason, which that page says in their language."""
    said = {"next": way["next"]} if way.get("next") and way.get("from") == "/login" else {}
    return HttpResponseRedirect(f"{way.get('from', '/login')}?{urlencode({**said, 'sign-on': why})}")


def _arrive(request: HttpRequest, sociallogin: Any) -> HttpResponse:
    way = sociallogin.state["data"]
    identity = _identity(sociallogin.account)
    try:
        if sociallogin.state["process"] == "connect":
            return _linked(request, identity, way)
        user, membership = come_in(identity, way["code"], timezone.now())
    except AnnotationError as error:
        return back(way, error.code)
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    return HttpResponseRedirect(
        _home(membership.project.slug, membership.role) if membership else way["next"] or way["from"]
    )


def _linked(request: HttpRequest, identity: Identity, way: dict[str, Any]) -> HttpResponse:
    """Only to the account that asked for it: somebody else may have logged in in this browser meanwhile."""
    if not isinstance(request.user, User) or request.user.pk != way["user"]:
        return back({}, "failed")
    link(request.user, identity)
    return HttpResponseRedirect(f"{way['from']}?sign-on=linked")


def _home(slug: str, role: str) -> str:
    return f"/p/{slug}{'' if role == Role.LEAD else '/annotate'}"


def _identity(account: Any) -> Identity:
    """Raises OAuth2Error where the provider contradicts itself."""
    said = account.extra_data
    if account.provider == "oidc":
        token, said = said.get("id_token"), said.get("userinfo") or said.get("id_token")
        # django-allauth compares issuer, audience and time, and takes the person from the second answer unseen.
        if not token or token.get("sub") != account.uid:
            raise OAuth2Error("The ID token and the user information are not of one person.")
    issuer = next(each["issuer"] for each in settings.SIGN_ON if each["id"] == account.provider)
    username = said.get("login" if account.provider == "github" else "preferred_username")
    name = said.get("name")
    return Identity(
        issuer,
        account.uid,
        username if isinstance(username, str) else "",
        name if isinstance(name, str) else "",
    )
