"""The error for user names that are locked after too many wrong passwords. django-axes counts and locks them."""

from datetime import timedelta

from axes.handlers.proxy import AxesProxyHandler
from axes.helpers import get_client_ip_address
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_login_failed
from django.utils import timezone
from rest_framework.exceptions import APIException
from rest_framework.request import Request


def count_wrong_code(request: Request, user: User) -> None:
    """Count a wrong code of the second factor as a wrong password."""
    user_login_failed.send(sender=__name__, credentials={"username": user.get_username()}, request=request)


class LockedOut(APIException):
    status_code = 429
    default_code = "locked"

    def __init__(self, left: timedelta) -> None:
        self.wait = max(1, int(left.total_seconds()))
        minutes = -(-self.wait // 60)
        super().__init__(
            f"There were too many wrong passwords or codes: no login by this name from here for {minutes} min. "
            "A new password, sent by email, opens it at once."
        )


def refuse_locked(request: Request, username: str) -> None:
    """Raise LockedOut, with the remaining time, if the user name is locked for this client."""
    if not AxesProxyHandler.is_locked(request, {"username": username}):
        return
    attempts = AccessAttempt.objects.filter(username=username, ip_address=get_client_ip_address(request))
    last = attempts.order_by("-attempt_time").values_list("attempt_time", flat=True).first()
    now = timezone.now()
    raise LockedOut((last or now) + settings.AXES_COOLOFF_TIME - now)
