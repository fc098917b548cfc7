"""Sessions: Django's table with the user, the browser and the time of the last request."""

from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models


class BrowserSession(AbstractBaseSession):
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="sessions")
    agent = models.CharField(
        max_length=300, blank=True, default="", help_text="User-Agent header of the browser."
    )
    seen_at = models.DateTimeField(null=True)

    @classmethod
    def get_session_store_class(cls) -> Any:
        return import_module(settings.SESSION_ENGINE).SessionStore
