"""A snapshot of all tables, to test that a refused request changed nothing."""

from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import Model

from foundation.models import BrowserSession

Snapshot = dict[str, list[tuple[Any, ...]]]


def models() -> list[type[Model]]:
    """Return all models except sessions, which every request may update."""
    tables = [
        *apps.get_app_config("foundation").get_models(),
        *apps.get_app_config("annotation").get_models(),
        *apps.get_app_config("evaluation").get_models(),
    ]
    return [User, *(model for model in tables if model is not BrowserSession)]


def snapshot() -> Snapshot:
    """Return all rows by table."""
    return {
        model.__name__: [
            tuple(_comparable(value) for value in row) for row in model.objects.order_by("pk").values_list()
        ]
        for model in models()
    }


def _comparable(value: Any) -> Any:
    return repr(value) if isinstance(value, dict | list) else value
