from django.apps import AppConfig


class FoundationConfig(AppConfig):
    name = "foundation"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from foundation.accounts import login_events as _login_events  # noqa: F401 — registers its receivers
