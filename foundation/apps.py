from django.apps import AppConfig
from django.db.backends.signals import connection_created


class FoundationConfig(AppConfig):
    name = "foundation"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from foundation import notification_digests as _digests  # noqa: F401 — registers the worker that sends them
        from foundation import working_folder as _working_folder  # noqa: F401 — registers its hourly removal
        from foundation.accounts import login_events as _login_events  # noqa: F401 — registers its receivers
        from foundation.write_transaction import wait_as_long_as_needed

        connection_created.connect(wait_as_long_as_needed)
