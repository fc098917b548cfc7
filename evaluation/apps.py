"""Shared tasks: teams, submissions, leaderboards."""

from django.apps import AppConfig


class EvaluationConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "evaluation"

    def ready(self) -> None:
        from evaluation.queries import referenced_files
        from evaluation.services.teams import erasure, token_scope

        erasure.register()
        referenced_files.register()
        token_scope.register()
