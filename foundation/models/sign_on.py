"""Accounts at identity providers."""

from django.conf import settings
from django.db import models


class SignOn(models.Model):
    """An account at an identity provider by which a user logs in. `issuer` and `subject` identify it permanently.

    The tables of django-allauth exist only while single sign-on is enabled. This table is always there, so that an
    account can be unlinked or its user erased at any time. It stores nothing else that the provider sends.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="sign_ons")
    issuer = models.CharField(max_length=500, help_text="URL of the provider, as in the settings.")
    subject = models.CharField(max_length=255, help_text="Id of the account at the provider.")
    name = models.CharField(
        max_length=150, blank=True, help_text="Name of the account at the provider, shown to its user."
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["issuer", "subject"], name="sign_on_one_person")]

    def __str__(self) -> str:
        return f"{self.name or self.subject} at {self.issuer}"
