"""Tell people by e-mail what has happened to their account."""

from zoneinfo import ZoneInfo

from django.contrib.auth.models import User
from django.utils import timezone

from foundation.accounts.person_queries import preferences_of
from foundation.accounts.preference_rules import is_time_zone
from foundation.email import has_mail_server, send_email, send_in_background
from foundation.email_templates import render_email


def announce(user: User, kind: str, *, locale: str = "en", **values: str) -> None:
    """Send an e-mail to the person in the background, if they have an address and the site a mail server.

    It has the language and the time zone of their preferences; else the language is `locale`. `values` are those of the
    template beside `username` and `time`.
    """
    if not user.email or not has_mail_server():
        return
    now = timezone.now()

    def send() -> None:
        preferences = preferences_of(user)
        zone = preferences["time_zone"]
        zone = zone if zone and is_time_zone(zone) else "UTC"
        time = f"{now.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M} ({zone})"
        language = preferences["locale"] or locale
        send_email(
            user.email, *render_email(kind, language, username=user.get_username(), time=time, **values)
        )

    send_in_background(send)
