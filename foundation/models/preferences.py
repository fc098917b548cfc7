"""User preferences, which apply to all projects."""

from django.conf import settings
from django.db import models


class Preferences(models.Model):
    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="preferences")
    value = models.JSONField(help_text="Validated by `foundation.accounts.preference_rules`.")

    class Meta:
        verbose_name_plural = "preferences"

    def __str__(self) -> str:
        return f"of {self.user_id}"
