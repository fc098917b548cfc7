"""Create slow fixtures once and insert a copy of their rows for every further test."""

import copy
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from django.db.models import Model

from tests.snapshot import models

T = TypeVar("T")


class Recording(Generic[T]):
    """The rows that `make` creates in an empty database."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._made: T | None = None
        self._rows: list[tuple[type[Model], list[dict[str, Any]]]] = []

    def play(self) -> T:
        if self._made is None:
            made = self._make()
            self._rows = [(model, list(model.objects.values())) for model in models()]
            self._made = copy.deepcopy(made)
            return made
        for model, rows in self._rows:
            model.objects.bulk_create(model(**row) for row in rows)
        return copy.deepcopy(self._made)
