"""How a person likes Morel to look and to behave, whichever project they are in."""

from django.conf import settings
from django.db import models

from annotation.models.project import Annotator, Project


class Preferences(models.Model):
    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="preferences")
    value = models.JSONField(help_text="As `annotation.domain.preferences` has it.")

    class Meta:
        verbose_name_plural = "preferences"

    def __str__(self) -> str:
        return f"of {self.user_id}"


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


class Erasure(models.Model):
    """The log of a person's erasure, a row a project. Nothing of it leads back to the person."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="erasures")
    annotator = models.ForeignKey(Annotator, models.CASCADE, help_text="The pseudonym that is left.")
    comments = models.PositiveIntegerField(help_text="Revisions whose comment was replaced.")
    messages = models.PositiveIntegerField(help_text="Messages whose text was replaced.")
    erased_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="Empty: on the command line.",
    )
    erased_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.annotator_id} of {self.project_id}"
