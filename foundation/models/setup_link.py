"""The link by which the administrator of a new site creates their account."""

from django.db import models


class SetupLink(models.Model):
    """A link of a site without accounts. There is at most one; only the digest of its token is stored."""

    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the token, in hex.")
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"Set-up link of {self.created_at}"
