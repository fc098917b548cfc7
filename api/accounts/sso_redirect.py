"""Redirect URLs to a provider. Only the session that asked for one can use the provider's response."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from foundation.errors import NotFoundError, UnavailableError


@dataclass(frozen=True)
class ProviderUrl:
    """The URL at the provider, to be opened by the browser."""

    url: str


def check_provider(provider: str) -> None:
    """Raise NotFoundError if the site does not offer the provider."""
    if provider not in {each["id"] for each in settings.SIGN_ON}:
        raise NotFoundError("This site does not offer to log in there.", code="no_provider")


def provider_url(request: HttpRequest, provider: str, process: str, origin: dict[str, Any]) -> ProviderUrl:
    """Return the URL at which the user logs in. `process` is login or connect; `origin` is stored in the session.

    Raises NotFoundError, UnavailableError if the provider does not answer.
    """
    check_provider(provider)
    # Importing it fails unless single sign-on is enabled.
    from allauth.socialaccount.adapter import get_adapter

    from api.accounts.sso_errors import FAULTS

    try:
        response = (
            get_adapter(request).get_provider(request, provider).redirect(request, process, data=origin)
        )
    except FAULTS as error:
        raise UnavailableError("Try again in a while.", code="sign_on_failed") from error
    return ProviderUrl(str(response.url))
