"""Every kind of job has a worker, however the server is started."""

import json
import subprocess
import sys
from importlib import import_module
from pkgutil import walk_packages

from django.conf import settings

import annotation.services
import evaluation.services
from foundation import jobs

SERVER = """
import json, django
django.setup()
from foundation import jobs, server_lock
server_lock.hold_server_lock = lambda: None
jobs.start_workers = lambda: print(json.dumps([sorted(jobs._kinds), len(jobs._queues)]))
import api.config.asgi
"""


def test_importing_the_asgi_application_registers_every_kind_of_job(monkeypatch):
    """The application is imported alone, as by gunicorn: no command has loaded the URLs before."""
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "api.config.settings")
    printed = subprocess.run(
        [sys.executable, "-c", SERVER], capture_output=True, text=True, check=True
    ).stdout
    for services in (annotation.services, evaluation.services):
        for module in walk_packages(services.__path__, f"{services.__name__}."):
            import_module(module.name)
    kinds, queues = json.loads(printed)
    assert kinds == sorted(jobs._kinds)
    assert 2 * queues + 2 == settings.BACKGROUND_THREADS, "Each queue may need two connections to PostgreSQL."
