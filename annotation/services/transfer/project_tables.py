"""The tables that belong to a project, and how their rows refer to each other.

Tables, their paths to the project and their references follow from the models, so that a new table is included. Only
ids inside of JSON are listed here.
"""

import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import Field, ForeignKey, Model, QuerySet

from annotation.models import Project
from foundation.archive_file import ArchiveError
from foundation.models import Job

ROWS: Final = "rows"
"""Folder of an archive with the rows of each table."""

Shift = Callable[[str, int], int]
"""Takes a table and an id of the exported project in it, and returns the id of the same row in this site."""


WITHHELD: Final[Mapping[str, frozenset[str]]] = {
    "annotation_invitation": frozenset({"code", "note", "email", "mail_error"}),
    "annotation_crowdstudy": frozenset({"code"}),
    "annotation_crowdworker": frozenset({"platform_id"}),
    "annotation_release": frozenset({"link_token"}),
}
"""Columns that never leave a site, by table: addresses, notes about people, ids at other services, codes of links.
Imported rows have the default."""


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
    def withheld_fields(self) -> "list[Field[Any, Any]]":
        return [field for field in self.fields if field.attname in WITHHELD.get(self.name, ())]

    @property
    def exported_fields(self) -> "list[Field[Any, Any]]":
        return [field for field in self.fields if field.attname not in WITHHELD.get(self.name, ())]

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


def moved(
    table: ProjectTable, exported: dict[str, Any], shift: Shift, users: Mapping[int, int]
) -> dict[str, Any]:
    """Return an exported row with the ids of this site. Jobs are not moved. `users`: exported id → id here."""
    imported = dict(exported)
    for field in table.fields:
        value = exported.get(field.attname)
        if value is None:
            continue
        if field.primary_key:
            imported[field.attname] = shift(table.name, value)
        elif field.related_model is User:
            imported[field.attname] = users.get(value)
        elif field.related_model is Job:
            imported[field.attname] = None
        elif isinstance(field, ForeignKey) and isinstance(field.related_model, type):
            imported[field.attname] = shift(field.related_model._meta.db_table, value)
    for field in table.withheld_fields:
        imported[field.attname] = field.get_default()
    move_ids = _IDS_IN_JSON.get(table.name)
    return move_ids(imported, shift) if move_ids else imported


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


def _move_release(row: dict[str, Any], shift: Shift) -> dict[str, Any]:
    selection = row["request"].get("selection", {})
    if "id" not in selection:
        return row
    moved_id = {"id": shift("annotation_selection", selection["id"])}
    return row | {"request": row["request"] | {"selection": selection | moved_id}}


_IDS_IN_JSON: Final[dict[str, Callable[[dict[str, Any], Shift], dict[str, Any]]]] = {
    "annotation_adjudication": _move_adjudication,
    "annotation_exclusion": _move_exclusion,
    "annotation_annotationrevision": _move_revision,
    "annotation_release": _move_release,
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


class IdShift:
    """Ids of the project's rows there → here, by table. `ids`: the first and last there; `starts`: the first here."""

    def __init__(self, ids: Mapping[str, tuple[int, int]], starts: Mapping[str, int]) -> None:
        self._ids, self._starts = ids, starts

    def __call__(self, table: str, key: int) -> int:
        first, last = self._ids.get(table, (1, 0))
        if type(key) is not int or not first <= key <= last:
            raise ArchiveError(f"The archive refers to row {key} of {table}, which is not in it.")
        return key - first + self._starts[table]

    def back(self, table: str, key: int) -> int:
        return key - self._starts[table] + self._ids[table][0]


def exported_rows(directory: Path, table: str) -> Iterator[dict[str, Any]]:
    """Yield the rows of a table from an extracted archive. An earlier version may not have had the table."""
    path = directory / ROWS / f"{table}.jsonl"
    if path.is_file():
        with path.open(encoding="utf-8") as file:
            yield from map(json.loads, file)
