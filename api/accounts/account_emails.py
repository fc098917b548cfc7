"""E-mails about what a request has changed in an account."""

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.translation import get_language_from_request

from foundation.accounts.account_emails import announce
from foundation.accounts.user_agents import browser_and_system


def announce_request(request: HttpRequest, user: User, kind: str) -> None:
    """Send the e-mail, which names time, address and browser of the request."""
    named = browser_and_system(request.headers.get("User-Agent", ""))
    announce(
        user,
        kind,
        locale=get_language_from_request(request).partition("-")[0],
        address=request.META.get("REMOTE_ADDR", ""),
        browser=", ".join(name for name in named if name) or "?",
        account=request.build_absolute_uri("/account"),
        reset=request.build_absolute_uri("/reset"),
    )
