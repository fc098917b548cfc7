"""Accounts at identity providers."""

from django.conf import settings
from django.db import models


class SignOn(models.Model):
    """An account elsewhere by which a person logs in: `issuer` and `subject` are one and the same person for good.

    In a table of Morel's own, not in one of django-allauth's, which is there only while single sign-on is switched on:
    the person who is erased or who unlinks it is free of it either way, and nothing else of them is kept.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="sign_ons")
    issuer = models.CharField(max_length=500, help_text="Address of the provider, as the settings have it.")
    subject = models.CharField(max_length=255, help_text="Who it is there.")
    name = models.CharField(
        max_length=150, blank=True, help_text="What they are called there, to tell accounts apart."
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["issuer", "subject"], name="sign_on_one_person")]

    def __str__(self) -> str:
        return f"{self.name or self.subject} at {self.issuer}"
