"""Helpers that run imports through the API and execute their jobs."""

import json

from annotation.models import Item
from foundation.jobs import run_waiting
from tests.api.client import Api

IMPORTS = "/projects/alpha/imports/"


def jsonl(*records) -> bytes:
    return "".join(f"{json.dumps(record)}\n" for record in records).encode()


def start(api: Api, import_, mapping=None, *, status: int = 200):
    return api.post(f"{IMPORTS}{import_['id']}/start/", {"mapping": mapping or {}}, status=status)


def run_jobs() -> None:
    while run_waiting():
        pass


def run(api: Api, import_, mapping=None):
    """Start an import, run its job, and return the finished import."""
    assert start(api, import_, mapping)["state"] == "waiting"
    run_jobs()
    return api.get(f"{IMPORTS}{import_['id']}/")


def imported(cast) -> list[str]:
    names = Item.objects.filter(project=cast.alpha, imported_by__published_at__isnull=False)
    return [each.external_id for each in names.order_by("ordinal") if each.external_id not in cast.items]
