"""The way to a provider: an address at which the browser comes back with an answer that only its session can use."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from foundation.errors import NotFoundError, UnavailableError


@dataclass(frozen=True)
class Elsewhere:
    """The address to go to, at the provider's."""

    url: str


def must_be_offered(provider: str) -> None:
    if provider not in {each["id"] for each in settings.SIGN_ON}:
        raise NotFoundError("This site does not offer to log in there.", code="no_provider")


def leave(request: HttpRequest, provider: str, process: str, way: dict[str, Any]) -> Elsewhere:
    """The address to go to. `process` is login or connect; `way` waits in the session until the person comes back.

    Raises NotFoundError, UnavailableError where the provider does not answer.
    """
    must_be_offered(provider)
    # Cannot be imported where it is not switched on.
    from allauth.socialaccount.adapter import get_adapter

    from api.accounts.sso_errors import FAULTS

    try:
        there = get_adapter(request).get_provider(request, provider).redirect(request, process, data=way)
    except FAULTS as error:
        raise UnavailableError("Try again in a while.", code="sign_on_failed") from error
    return Elsewhere(str(there.url))
