"""The optional questionnaire in which members describe themselves as annotators."""

from django.conf import settings
from django.db import models

from annotation.models.project import Project


class Questionnaire(models.Model):
    """A version of a project's questionnaire: what is asked, and the consent text. A change adds a version."""

    project = models.ForeignKey(Project, models.CASCADE)
    version = models.PositiveIntegerField()
    consent = models.TextField(help_text="Why it is asked and how the answers are used.")
    questions = models.JSONField(help_text="Names of the questions, in order.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "version"], name="one_questionnaire_per_version"),
        ]

    def __str__(self) -> str:
        return f"{self.project_id}:{self.version}"


class QuestionnaireAnswer(models.Model):
    """A member's answers, and the consent to their use. The row is deleted with the account and on withdrawal."""

    project = models.ForeignKey(Project, models.CASCADE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE)
    questionnaire = models.ForeignKey(
        Questionnaire, models.PROTECT, help_text="The version whose text was agreed to."
    )
    answers = models.JSONField(help_text="Given answers by question; “undisclosed”: prefers not to say.")
    agreed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "user"], name="one_questionnaire_answer_per_person"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}@{self.project_id}"
