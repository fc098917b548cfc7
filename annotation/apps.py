from django.apps import AppConfig


class AnnotationConfig(AppConfig):
    name = "annotation"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Imported here because models cannot be imported before the apps are loaded.
        from annotation.queries.notifications import places as _places  # noqa: F401 — registers what finds places
        from annotation.services.annotate.reservations import release_all_of_user
        from annotation.services.notifications import (
            completed_languages as _completed_languages,  # noqa: F401 — registers its hook
        )
        from foundation.accounts.account_services import on_account_closed

        on_account_closed(release_all_of_user)
