"""Callback URLs of the providers. Their names are those that django-allauth looks up."""

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

from api.accounts.sso_adapter import log_failure, redirect_back
from api.accounts.sso_errors import FAULTS

View = Callable[..., HttpResponse]


def _redirecting_faults(provider: str, view: View) -> View:
    """Return the view with a redirect to the user's starting page in place of provider faults."""

    @wraps(view)
    def safe_view(request: HttpRequest, **parts: Any) -> HttpResponse:
        origin = _origin(request)
        try:
            return view(request, **parts)
        except FAULTS as error:
            log_failure(
                provider, error, trace=True
            )  # The trace tells a fault of Morel from one of the provider.
            return redirect_back(origin, "failed")

    return never_cache(require_GET(safe_view))  # A HEAD request would use up the provider's response.


def _origin(request: HttpRequest) -> dict[str, Any]:
    """Return where the user started. Call it before the view, which deletes the state."""
    state = get_states(request).get(request.GET.get("state", ""))
    return (state[0].get("data") if state else None) or {}


urlpatterns = [
    path("github/", _redirecting_faults("github", oauth2_callback), name="github_callback"),
    path(
        "oidc/",
        _redirecting_faults("oidc", callback),
        {"provider_id": "oidc"},
        name="openid_connect_callback",
    ),
]
