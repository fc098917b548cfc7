"""Load the demo project, or a demo of a task of the family.

Their three annotators and their lead are the same people in all of them. They log in with random passwords, which are
stored in the data directory.
"""

import json
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final, TypedDict
from uuid import uuid4

from django.conf import settings
from django.contrib.auth import get_user_model
from django.utils import timezone

from annotation.models import Annotator, Assignment, Import, Item, Project, Release, Source
from annotation.queries.items.tags import tagged
from annotation.queries.projects.access import scheme_of
from annotation.queries.sources.selections import SelectionCriteria
from annotation.queries.sources.source_sample import SampleRequest
from annotation.services.annotate.reservations import expiry
from annotation.services.annotate.save import Save, save_annotation
from annotation.services.imports.lifecycle import import_files
from annotation.services.people.members import add_member
from annotation.services.people.project_creation import set_project_creation
from annotation.services.projects.guidelines import accept_guidelines, default_guidelines, set_guidelines
from annotation.services.projects.project_settings import create_project
from annotation.services.releases.request import ReleaseRequest, build_now
from annotation.services.sources.selections import save_selection
from annotation.services.sources.source_sample import draw_sample
from annotation.services.sources.sources import import_source_file
from foundation.errors import InvalidError
from foundation.private_files import open_private
from foundation.write_transaction import write_transaction
from morelkit.gold.policy import GoldPolicy

FIXTURES = Path(settings.FIXTURES_DIR) / "demo"
PEOPLE = (
    ("ada", "Ada", "Lindqvist", "annotator"),
    ("bo", "Bo", "Marchetti", "annotator"),
    ("chen", "Chen", "Wei", "annotator"),
    ("lena", "Lena", "Okafor", "lead"),
)

_LEADS = [username for username, _, _, role in PEOPLE if role == "lead"]


@dataclass(frozen=True)
class Demo:
    """A demo project. `preset`: that of its task; the README's has the default scheme and guidelines of its own.

    `selection`, `sample`: the name of a selection of the claims on which its sources agree, and the tag of a sample.
    """

    slug: str
    name: str
    description: str
    preset: str = ""
    redundancy: int = 3
    selection: str = ""
    sample: str = ""

    @property
    def fixtures(self) -> Path:
        return FIXTURES / self.preset

    @property
    def logins(self) -> Path:
        name = f"demo-{self.preset}-logins.json" if self.preset else "demo-logins.json"
        return Path(settings.DATA_DIR) / name

    @property
    def guidelines(self) -> str:
        if self.preset:
            return default_guidelines(self.preset)
        return (self.fixtures / "guidelines.en.md").read_text(encoding="utf-8")


HARBOURS: Final = Demo(
    "harbours", "Harbour facts", "Short answers about twelve harbour towns that no atlas knows."
)
_RELEASE: Final = "1.0"
TASKS: Final = {
    demo.preset: demo
    for demo in (
        Demo(
            "demo-shroom",
            "Words of the harbours",
            "Definitions, translations and paraphrases by invented models, some with the votes of five people.",
            "shroom",
            redundancy=5,
        ),
        Demo(
            "demo-cap",
            "Papers nobody wrote",
            "Answers to questions about three invented publications. The field asker names who asked.",
            "cap",
            redundancy=2,
        ),
        Demo(
            "demo-openhaldet",
            "Questions with known answers",
            "Responses to judge by acceptable and known incorrect answers.",
            "openhaldet",
        ),
        Demo(
            "demo-visions",
            "Pictures of the harbours",
            "Answers about drawn images in English, French and Arabic, with five kinds of mistakes.",
            "visions",
        ),
        Demo(
            "demo-much",
            "Claims about the coast",
            "Answers in English, French, Spanish and German to judge claim by claim.",
            "much",
            selection="Both judges agree",
            sample="sample to check",
        ),
    )
}
"""The demos of `manage.py demo --task NAME`, by name."""


class Login(TypedDict):
    username: str
    password: str
    role: str


def load_demo(task: str = "") -> list[Login]:
    """Load the README's demo, or that of a task, unless it is complete, and return its logins. Raises InvalidError."""
    demo = TASKS[task] if task else HARBOURS
    if not demo.logins.exists():
        _load(demo)
    for lead in get_user_model().objects.filter(username__in=_LEADS):
        set_project_creation(lead, allowed=True)  # also in sites that an earlier version has set up
    return _stored_logins(demo)


def demo_release() -> Release:
    """Return the release that the demo of a shared task uses. It is built if there is none. Raises InvalidError."""
    project = Project.objects.filter(slug=HARBOURS.slug).first()
    if project is None or not HARBOURS.logins.exists():
        raise InvalidError("The demo project is not there: run `manage.py demo` first.", code="no_project")
    found = Release.objects.filter(project=project, name=_RELEASE, state=Release.State.READY).first()
    if found is None:
        shares = {"by": "share", "shares": {"dev": 40, "test": 60}}
        found = build_now(project, ReleaseRequest(_RELEASE, GoldPolicy(min_annotations=2), splits=shares))
    return found


def demo_may_be_loaded() -> bool:
    """Return whether the README's demo is loaded already, or the site has no other project."""
    return HARBOURS.logins.exists() or not Project.objects.exclude(slug=HARBOURS.slug).exists()


def demo_logins() -> list[Login]:
    """Return the logins of all demos that are loaded."""
    by_name = {
        login["username"]: login for demo in (HARBOURS, *TASKS.values()) for login in _stored_logins(demo)
    }
    return list(by_name.values())


def _stored_logins(demo: Demo) -> list[Login]:
    logins: list[Login] = json.loads(demo.logins.read_text()) if demo.logins.exists() else []
    return logins


def _load(demo: Demo) -> None:
    """Load the demo. Each step can be repeated; the file of logins, written last, marks the end."""
    with write_transaction():
        project = Project.objects.filter(slug=demo.slug).first()
        if project is None:
            project = _create_project(demo)
        elif not _has_demo_people(project):
            raise InvalidError(f"There is another project “{demo.slug}” already.", code="exists")
        known = {login["username"]: login for login in demo_logins()}
        logins = [_person(project, known.get(person[0]), *person) for person in PEOPLE]
        guidelines = set_guidelines(project, "en", demo.guidelines)
        for annotator in Annotator.objects.filter(project=project, user__isnull=False):
            accept_guidelines(project, annotator, {"en": guidelines.version}, timezone.now())
    images = demo.fixtures / "images"
    items = [demo.fixtures / "items.jsonl"]
    import_files(project, Import.Kind.ITEMS, items, images=images if images.is_dir() else None)
    if (votes := demo.fixtures / "votes.jsonl").exists():
        import_files(project, Import.Kind.ANNOTATIONS, [votes])
    with (demo.fixtures / "annotations.jsonl").open(encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    for record, moment in zip(records, _working_times(len(records)), strict=True):
        _annotate(project, record, moment)
    for run in sorted(demo.fixtures.glob("source-*.jsonl")):
        if not Source.objects.current(project).filter(imported_by__files__0__name=run.name).exists():
            import_source_file(project, run, {})
    if demo.selection:
        _select_and_sample(project, demo)
    with open_private(demo.logins, "w", replace=True) as stored:
        json.dump(logins, stored, indent=1)


def _select_and_sample(project: Project, demo: Demo) -> None:
    """Save the selection, and draw one item of each language for people to check."""
    lead = get_user_model().objects.get(username=_LEADS[0])
    if not project.selections.exists():
        sources = tuple(Source.objects.current(project).order_by("pk").values_list("pk", flat=True))
        save_selection(project, demo.selection, SelectionCriteria("claims", sources, people=False), lead)
    if not tagged(project, demo.sample).exists():
        draw_sample(project, SampleRequest(size=1, seed=42), demo.sample, [], lead, timezone.now())


def _working_times(count: int) -> Iterator[datetime]:
    """Yield past times, eight a day from nine o'clock. The last day is over in every time zone."""
    last_day = timezone.now().replace(hour=9, minute=0, second=0, microsecond=0) - timedelta(days=2)
    for back in reversed(range(count)):
        days, slot = divmod(back, 8)
        yield last_day - timedelta(days=days) + timedelta(minutes=50 * (7 - slot))


def _create_project(demo: Demo) -> Project:
    strangers = {person[0] for person in PEOPLE} - {login["username"] for login in demo_logins()}
    taken = get_user_model().objects.filter(username__in=strangers).order_by("username")
    if names := ", ".join(taken.values_list("username", flat=True)):
        raise InvalidError(f"The demo would take over accounts that exist: {names}.", code="accounts_exist")
    return create_project(
        demo.slug,
        preset=demo.preset,
        name=demo.name,
        description=demo.description,
        redundancy=demo.redundancy,
    )


def _has_demo_people(project: Project) -> bool:
    """Return whether the demo's people are members: project and people are created in one transaction."""
    members = set(project.membership_set.values_list("user__username", "role"))
    return members >= {(username, role) for username, _, _, role in PEOPLE}


def _person(
    project: Project, known: Login | None, username: str, first_name: str, last_name: str, role: str
) -> Login:
    """Add a person of the demos, whose account another demo may have created: they keep their password then."""
    password = known["password"] if known else secrets.token_urlsafe(9)
    add_member(project, username, role, password="" if known else password)
    get_user_model().objects.filter(username=username).update(first_name=first_name, last_name=last_name)
    return {"username": username, "password": password, "role": role}


def _annotate(project: Project, record: dict[str, Any], moment: datetime) -> None:
    """Submit the annotations of a fixture record by the service that saves every annotation."""
    item = Item.objects.get(project=project, external_id=record["id"])
    several = len(scheme_of(project).span_labels) > 1
    for slot, name in enumerate(record.get("annotation_labels") or record["annotations"]):
        spans = record.get("annotations", {}).get(name, [])
        annotator = Annotator.objects.get(project=project, user__username=name)
        content = {
            "spans": [
                {"start": start, "end": end, **({"label": label[0]} if several else {})}
                for start, end, *label in spans
            ],
            "labels": record.get("annotation_labels", {}).get(name, {}),
            "nothing_to_mark": not spans and scheme_of(project).uses_spans,
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
