"""Shared tasks: teams, submissions, leaderboards."""

from django.apps import AppConfig


class EvaluationConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "evaluation"

    def ready(self) -> None:
        from evaluation.services.teams import token_scope

        token_scope.register()
