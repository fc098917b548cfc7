"""The tables that belong to a project, and how their rows refer to each other.

Tables, their paths to the project and their references follow from the models, so that a new table is included. Only
ids inside of JSON are listed here.
"""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import Field, ForeignKey, Model, QuerySet

from annotation.models import Project
from foundation.models import Job

Shift = Callable[[str, int], int]
"""Takes a table and an id of the exported project in it, and returns the id of the same row in this site."""


@dataclass(frozen=True)
class ProjectTable:
    """A model, and the lookup from its rows to the project; "pk" for the project itself."""

    model: type[Model]
    path: str

    @property
    def name(self) -> str:
        return self.model._meta.db_table

    @property
    def fields(self) -> "list[Field[Any, Any]]":
        return list(self.model._meta.concrete_fields)

    @property
    def user_fields(self) -> "list[Field[Any, Any]]":
        return [field for field in self.fields if field.related_model is User]

    @property
    def needs_user(self) -> bool:
        """Whether a row cannot be without its user, as a membership cannot."""
        return any(not field.null for field in self.user_fields)

    def rows(self, project: int) -> QuerySet[Model]:
        return self.model._default_manager.filter(**{self.path: project}).order_by("pk")


@cache
def project_tables() -> tuple[ProjectTable, ...]:
    """The project and all tables from which a foreign key that is never null leads to it."""
    models = list(apps.get_app_config("annotation").get_models())
    return tuple(ProjectTable(model, _path_to_project(model)) for model in models)


def _path_to_project(model: type[Model]) -> str:
    """Return the shortest path of foreign keys."""
    waiting: deque[tuple[type[Model], tuple[str, ...]]] = deque([(model, ())])
    while waiting:
        here, path = waiting.popleft()
        if here is Project:
            return "__".join(path) or "pk"
        waiting.extend(
            (field.related_model, (*path, field.name))
            for field in here._meta.concrete_fields
            if isinstance(field, ForeignKey)
            and not field.null
            and isinstance(field.related_model, type)
            and field.related_model._meta.app_label == "annotation"
        )
    raise TypeError(f"No foreign key of {model.__name__} leads to its project.")


def moved(table: ProjectTable, row: dict[str, Any], shift: Shift, users: Mapping[int, int]) -> dict[str, Any]:
    """Return an exported row with the ids of this site. Jobs stay behind. `users`: id there → id here."""
    there = dict(row)
    for field in table.fields:
        value = row.get(field.attname)
        if value is None:
            continue
        if field.primary_key:
            there[field.attname] = shift(table.name, value)
        elif field.related_model is User:
            there[field.attname] = users.get(value)
        elif field.related_model is Job:
            there[field.attname] = None
        elif isinstance(field, ForeignKey) and isinstance(field.related_model, type):
            there[field.attname] = shift(field.related_model._meta.db_table, value)
    move_ids = _IDS_IN_JSON.get(table.name)
    return move_ids(there, shift) if move_ids else there


def _move_adjudication(row: dict[str, Any], shift: Shift) -> dict[str, Any]:
    return row | {"revisions": [shift("annotation_annotationrevision", pk) for pk in row["revisions"]]}


def _move_exclusion(row: dict[str, Any], shift: Shift) -> dict[str, Any]:
    return row | {"failed": [shift("annotation_annotator", pk) for pk in row["failed"]]}


def _move_revision(row: dict[str, Any], shift: Shift) -> dict[str, Any]:
    evidence = [
        each | {"snapshot": shift("annotation_reference", each["snapshot"])} if each.get("snapshot") else each
        for each in row["evidence"]
    ]
    return row | {"evidence": evidence}


_IDS_IN_JSON: Final[dict[str, Callable[[dict[str, Any], Shift], dict[str, Any]]]] = {
    "annotation_adjudication": _move_adjudication,
    "annotation_exclusion": _move_exclusion,
    "annotation_annotationrevision": _move_revision,
}


def move_freeze_line(line: dict[str, Any], shift: Shift) -> dict[str, Any]:
    """Return a line of a freeze record with the ids of this site. The first line has the guidelines."""
    if "item" not in line:
        return line | {"guidelines": [shift("annotation_guidelines", pk) for pk in line["guidelines"]]}
    decision = {"decision": shift("annotation_adjudication", line["decision"])} if "decision" in line else {}
    return (
        line
        | {
            "item": shift("annotation_item", line["item"]),
            "revisions": [shift("annotation_annotationrevision", pk) for pk in line["revisions"]],
        }
        | decision
    )
