"""Change the settings of a task."""

import re
from datetime import datetime
from typing import Any, Final

from evaluation.models import Task
from foundation.audit import AuditKind, record
from foundation.errors import ConflictError, NotFoundError, wrong_field
from foundation.write_transaction import write_transaction

MAX_TITLE: Final = 200
MAX_MARKDOWN: Final = 100_000


def check_slug(slug: str, field: str = "slug") -> None:
    """Raise InvalidError if `slug` cannot be in an address."""
    if not re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,49}", slug):
        raise wrong_field(field, "Use 1 to 50 lower-case letters, digits, - and _.")


def check_title(name: str, field: str = "name", most: int = MAX_TITLE) -> str:
    """Return the name without blanks around it. Raises InvalidError."""
    stripped = " ".join(name.split())
    if not stripped:
        raise wrong_field(field, "Enter a name.", "blank")
    if len(stripped) > most:
        raise wrong_field(field, f"A name has at most {most} characters.", "too_long")
    return stripped


def change_task(task: Task, version: int, now: datetime, **changes: Any) -> Task:
    """Change the given settings: name, description, terms, registration, published. Return the task.

    Changed terms get a new version. Raises ConflictError if `version` is not the current one, InvalidError.
    """
    with write_transaction():
        stored = locked_task(task)
        require_version(stored.version, version, "The settings of the task have changed. Reload them.")
        published = changes.pop("published", None)
        if "name" in changes:
            changes["name"] = check_title(changes["name"])
        for field in {"description", "terms"} & changes.keys():
            if len(changes[field]) > MAX_MARKDOWN:
                raise wrong_field(field, f"A text has at most {MAX_MARKDOWN:,} characters.", "too_long")
        different = {field: value for field, value in changes.items() if getattr(stored, field) != value}
        if "terms" in different:
            stored.terms_version += 1
        for field, value in different.items():
            setattr(stored, field, value)
        if different:
            record(AuditKind.TASK_CHANGED, stored.scope, fields=", ".join(sorted(different)))
        if published is not None and published != (stored.published_at is not None):
            stored.published_at = now if published else None
            record(AuditKind.TASK_PUBLISHED if published else AuditKind.TASK_UNPUBLISHED, stored.scope)
        stored.version += 1
        stored.save()
    return stored


def locked_task(task: Task) -> Task:
    """Return the stored task, locked until the transaction ends. Raises NotFoundError."""
    found = Task.objects.select_for_update().filter(pk=task.pk).first()
    if found is None:
        raise NotFoundError("There is no such task, or it is not published.", code="no_task")
    return found


def require_version(stored: int, given: int, detail: str) -> None:
    """Raise ConflictError if somebody else has changed it."""
    if stored != given:
        raise ConflictError(detail, code="stale_version", current={"version": stored})
