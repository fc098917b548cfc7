"""Tokens by which programs act for a user. Only their hash is stored."""

from django.conf import settings
from django.db import models


class ApiToken(models.Model):
    """A token with one scope, such as "team:12". It is shown once: `prefix` names it, `digest` recognizes it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=100)
    scope = models.CharField(max_length=64)
    prefix = models.CharField(max_length=12)
    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the token.")
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["user", "scope"], name="api_tokens_of_user")]

    def __str__(self) -> str:
        return f"{self.prefix}… ({self.scope})"
