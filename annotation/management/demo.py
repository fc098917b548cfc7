"""Load the demo project.

Its three annotators and its lead log in with random passwords, which are stored in the data directory.
"""

import json
import secrets
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TypedDict
from uuid import uuid4

from django.conf import settings
from django.contrib.auth import get_user_model
from django.utils import timezone

from annotation.models import Annotator, Assignment, Import, Item, Project
from annotation.services.annotate.reservations import expiry
from annotation.services.annotate.save import Save, save_annotation
from annotation.services.imports.lifecycle import import_files
from annotation.services.people.members import add_member
from annotation.services.projects.guidelines import accept_guidelines, set_guidelines
from annotation.services.projects.project_settings import create_project
from foundation.errors import InvalidError
from foundation.private_files import open_private
from foundation.write_transaction import write_transaction

SLUG = "harbours"
FIXTURES = Path(settings.FIXTURES_DIR) / "demo"
PEOPLE = (
    ("ada", "Ada", "Lindqvist", "annotator"),
    ("bo", "Bo", "Marchetti", "annotator"),
    ("chen", "Chen", "Wei", "annotator"),
    ("lena", "Lena", "Okafor", "lead"),
)


class Login(TypedDict):
    username: str
    password: str
    role: str


def load_demo() -> list[Login]:
    """Load the demo unless it is complete, and return its logins. Raises InvalidError."""
    if not _logins_file().exists():
        _load()
    return demo_logins()


def demo_may_be_loaded() -> bool:
    """Return whether the demo is loaded already, or the site has no other project."""
    return _logins_file().exists() or not Project.objects.exclude(slug=SLUG).exists()


def demo_logins() -> list[Login]:
    """Return the logins of the demo; none if it is not loaded."""
    path = _logins_file()
    logins: list[Login] = json.loads(path.read_text()) if path.exists() else []
    return logins


def _logins_file() -> Path:
    return Path(settings.DATA_DIR) / "demo-logins.json"


def _load() -> None:
    """Load the demo. Each step can be repeated; the file of logins, written last, marks the end."""
    with write_transaction():
        project = Project.objects.filter(slug=SLUG).first()
        if project is None:
            project = _create_project()
        elif not _has_demo_people(project):
            raise InvalidError(f"There is another project “{SLUG}” already.", code="exists")
        logins = [_person(project, *person) for person in PEOPLE]
        guidelines = set_guidelines(
            project, "en", (FIXTURES / "guidelines.en.md").read_text(encoding="utf-8")
        )
        for annotator in Annotator.objects.filter(project=project, user__isnull=False):
            accept_guidelines(project, annotator, {"en": guidelines.version}, timezone.now())
    import_files(project, Import.Kind.ITEMS, [FIXTURES / "items.jsonl"])
    with (FIXTURES / "annotations.jsonl").open(encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    for record, moment in zip(records, _working_times(len(records)), strict=True):
        _annotate(project, record, moment)
    _store_logins(logins)


def _working_times(count: int) -> Iterator[datetime]:
    """Yield past times, eight a day from nine o'clock. The last day is over in every time zone."""
    last_day = timezone.now().replace(hour=9, minute=0, second=0, microsecond=0) - timedelta(days=2)
    for back in reversed(range(count)):
        days, slot = divmod(back, 8)
        yield last_day - timedelta(days=days) + timedelta(minutes=50 * (7 - slot))


def _create_project() -> Project:
    taken = get_user_model().objects.filter(username__in=[person[0] for person in PEOPLE])
    if names := ", ".join(taken.values_list("username", flat=True)):
        raise InvalidError(f"The demo would take over accounts that exist: {names}.", code="accounts_exist")
    return create_project(
        SLUG,
        name="Harbour facts",
        description="Short answers about twelve harbour towns that no atlas knows.",
    )


def _has_demo_people(project: Project) -> bool:
    """Return whether the demo's people are members: project and people are created in one transaction."""
    members = set(project.membership_set.values_list("user__username", "role"))
    return members >= {(username, role) for username, _, _, role in PEOPLE}


def _person(project: Project, username: str, first_name: str, last_name: str, role: str) -> Login:
    password = secrets.token_urlsafe(9)
    add_member(project, username, role, password=password)
    get_user_model().objects.filter(username=username).update(first_name=first_name, last_name=last_name)
    return {"username": username, "password": password, "role": role}


def _store_logins(logins: list[Login]) -> None:
    with open_private(_logins_file(), "w", replace=True) as stored:
        json.dump(logins, stored, indent=1)


def _annotate(project: Project, record: dict[str, Any], moment: datetime) -> None:
    """Submit the annotations of a fixture record by the service that saves every annotation."""
    item = Item.objects.get(project=project, external_id=record["id"])
    for slot, (name, spans) in enumerate(record["annotations"].items()):
        annotator = Annotator.objects.get(project=project, user__username=name)
        content = {
            "spans": [{"start": start, "end": end} for start, end in spans],
            "labels": record["annotation_labels"][name],
            "nothing_to_mark": not spans,
            "unsure": name in record.get("annotation_unsure", []),
            "comment": record.get("annotation_comments", {}).get(name, ""),
            "active_seconds": 40 + 37 * len(spans) + 11 * slot,
        }
        if not Assignment.objects.filter(item=item, annotator=annotator).exists():
            _submit(project, annotator, item, slot, content, moment + timedelta(minutes=7 * slot))


def _submit(
    project: Project, annotator: Annotator, item: Item, slot: int, content: dict[str, Any], now: datetime
) -> None:
    with write_transaction():
        Assignment.objects.create(
            project=project,
            item=item,
            annotator=annotator,
            slot=slot,
            state=Assignment.State.RESERVED,
            reserved_at=now,
            expires_at=expiry(now),
        )
        Item.objects.filter(pk=item.pk).update(coverage=slot + 1)
        save = Save(uuid4(), 0, item.answer_sha256, True, content)
        save_annotation(project, annotator, item.pk, save, now)
