"""Addresses to which the browser comes back from a provider. Their names are those that django-allauth looks for."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.socialaccount.internal.statekit import get_states
from allauth.socialaccount.providers.github.views import oauth2_callback
from allauth.socialaccount.providers.openid_connect.views import callback
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from api.accounts.sso_adapter import back, note_failure
from api.accounts.sso_errors import FAULTS

View = Callable[..., HttpResponse]


def _or_back(provider: str, view: View) -> View:
    @wraps(view)
    def safely(request: HttpRequest, **parts: Any) -> HttpResponse:
        way = _way(request)
        try:
            return view(request, **parts)
        except FAULTS as error:
            note_failure(provider, error, trace=True)  # it may be ours after all
            return back(way, "failed")

    return never_cache(require_GET(safely))  # a HEAD would use the answer up


def _way(request: HttpRequest) -> dict[str, Any]:
    """Where the person set out from: looked up before the answer is used up."""
    state = get_states(request).get(request.GET.get("state", ""))
    return (state[0].get("data") if state else None) or {}


urlpatterns = [
    path("github/", _or_back("github", oauth2_callback), name="github_callback"),
    path("oidc/", _or_back("oidc", callback), {"provider_id": "oidc"}, name="openid_connect_callback"),
]
