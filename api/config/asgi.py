"""The server process: HTTP, and the worker that does the long work."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "api.config.settings")

from django.core.asgi import get_asgi_application

application = get_asgi_application()

# These need the applications loaded.
from annotation.services import imports as _imports  # noqa: F401 — registers its kinds of jobs
from annotation.services.jobs import start_worker
from annotation.services.server_lock import hold_server_lock

hold_server_lock()
start_worker()
