from django.apps import AppConfig


class AnnotationConfig(AppConfig):
    name = "annotation"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Imported here because models cannot be imported before the apps are loaded.
        from annotation.services.annotate.reservations import release_all_of_user
        from foundation.accounts.account_services import on_account_closed

        on_account_closed(release_all_of_user)
