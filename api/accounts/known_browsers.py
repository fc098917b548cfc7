"""Tell a person by e-mail that somebody has logged in to their account from a new browser.

A signed cookie names the people who have logged in in a browser, by digests. A login without the person's digest is
one from a new browser. Nothing about it is stored on the server.
"""

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.crypto import salted_hmac

from api.accounts.account_emails import announce_request

logger = logging.getLogger(__name__)

COOKIE: Final = "morel_browser"
_MAX_AGE: Final = timedelta(days=400)  # browsers keep no cookie for longer
_MAX_PEOPLE: Final = 20
_NEW_ACCOUNT: Final = timedelta(
    minutes=10
)  # A person who has just created the account knows that they logged in.


@receiver(user_logged_in)
def _remember(user: User, request: Any, **_: Any) -> None:
    request.logged_in_user = user


class KnownBrowserMiddleware:
    """Set the cookie after each login, and send the e-mail in the background. A failure never fails the login."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        user = getattr(request, "logged_in_user", None)
        if user is not None:
            try:
                _recognize(request, response, user)
            except Exception:
                logger.exception("A login from a new browser could not be announced.")
        return response


def _recognize(request: HttpRequest, response: HttpResponseBase, user: User) -> None:
    digest = salted_hmac("morel.browser", str(user.pk)).hexdigest()[:20]
    cookie = request.get_signed_cookie(COOKIE, default="", salt=COOKIE)
    known = cookie.split(".") if cookie else []
    people = [digest, *(each for each in known if each != digest)][:_MAX_PEOPLE]
    response.set_signed_cookie(
        COOKIE,
        ".".join(people),
        salt=COOKIE,
        max_age=_MAX_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    is_new_account = timezone.now() - user.date_joined < _NEW_ACCOUNT
    if digest not in known and not is_new_account:
        announce_request(request, user, "new_browser")
