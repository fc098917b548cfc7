"""The shared tasks of tests, and helpers to move in their time.

In the task *lantern* (Mu-SHROOM records; English and Arabic; splits dev and tst with six items each; published):
    olga       organizes
    sam, sue   are members of the team Saltmarsh
    nick       is the member of the team Ninefold
In the task *harbour*, which shares nobody with lantern (noise: the same ids, tracks, phases and a team):
    otto       organizes
    hal        is the member of the team Saltmarsh of harbour
Lena leads the project alpha, which lantern names as its own, and does not organize the task. Nina is in nothing.

Phases of lantern: dev (development, open since ten days, for ten more), test (blind, opens when dev ends, for two
days), post (from the end of test).
"""

import shutil
import tempfile
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from evaluation.models import GoldRevision, Organizer, Phase, Task, Team, TeamMember, Track
from evaluation.queries.stored_files import root
from evaluation.services.tasks.create_task import DirectorySource, create_task
from tests.people import Cast, person
from tests.records import write_jsonl
from tests.task_records import ANNOTATORS as ANNOTATORS
from tests.task_records import ANSWERS as ANSWERS
from tests.task_records import SPLITS as SPLITS
from tests.task_records import gold_records as gold_records
from tests.task_records import predictions as predictions


def write_gold(folder: Path, *, prefix: str = "") -> Path:
    """Write the gold files of a task, as Mu-SHROOM named its own, into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for language in ANSWERS:
        for split in SPLITS:
            write_jsonl(
                folder / f"lantern.{language}-{split}.v1.jsonl", gold_records(language, split, prefix=prefix)
            )
    return folder


def team(task: Task, name: str, *members: User, **fields: Any) -> Team:
    """Return an approved team with these members."""
    accepted = {"terms_version": task.terms_version}
    made = Team.objects.create(task=task, name=name, name_key=name.casefold(), **accepted | fields)
    for user in members:
        TeamMember.objects.create(task=task, team=made, user=user)
    return made


def phases(task: Task, now: datetime) -> dict[str, Phase]:
    """Create the phases dev, test and post around `now`."""
    day = timedelta(days=1)
    rows: list[dict[str, Any]] = [
        {
            "slug": "dev",
            "kind": "development",
            "split": "dev",
            "visibility": "board",
            "starts_at": now - 10 * day,
            "ends_at": now + 10 * day,
            "gold_at": now - 10 * day,
        },
        {
            "slug": "test",
            "kind": "test",
            "split": "tst",
            "visibility": "blind",
            "starts_at": now + 10 * day,
            "ends_at": now + 12 * day,
        },
        {
            "slug": "post",
            "kind": "post",
            "split": "tst",
            "visibility": "board",
            "starts_at": now + 12 * day,
            "gold_at": now + 12 * day,
        },
    ]
    return {
        fields["slug"]: Phase.objects.create(task=task, name=fields["slug"].title(), **fields)
        for fields in rows
    }


@dataclass
class Tasks:
    """The cast of shared tasks."""

    lantern: Task
    harbour: Task
    olga: User
    sam: User
    sue: User
    nick: User
    lena: User
    nina: User
    otto: User
    hal: User
    saltmarsh: Team
    ninefold: Team
    of_harbour: Team
    dev: Phase
    test: Phase
    post: Phase
    en: Track
    ar: Track
    revision: GoldRevision

    def phase(self, slug: str) -> Phase:
        return Phase.objects.get(task=self.lantern, slug=slug)

    def move(self, slug: str, state: str) -> Phase:
        """Shift all phases of lantern, so that this one is `upcoming`, `open` or `ended` now. Return it."""
        phase = self.phase(slug)
        hour = timedelta(hours=1)
        end = phase.ends_at or phase.starts_at
        to = {"upcoming": phase.starts_at - hour, "open": phase.starts_at + hour, "ended": end + hour}[state]
        shift = timezone.now() - to
        for each in Phase.objects.filter(task=self.lantern):
            for name in ("starts_at", "ends_at", "results_at", "names_at", "gold_at"):
                if at := getattr(each, name):
                    setattr(each, name, at + shift)
            each.save()
        return self.phase(slug)


def make_tasks(cast: Cast, now: datetime | None = None) -> Tasks:
    now = now or timezone.now()
    shutil.rmtree(
        root(), ignore_errors=True
    )  # of other tests: their rows are rolled back, their files are not
    olga, sam, sue, nick, hal = (person(name) for name in ("olga", "sam", "sue", "nick", "hal"))
    with tempfile.TemporaryDirectory() as folder:
        harbour = create_task(
            "harbour", "Harbour", DirectorySource(write_gold(Path(folder, "harbour")), "harbour-1"), cast.otto
        )
        lantern = create_task(
            "lantern",
            "Lantern",
            DirectorySource(write_gold(Path(folder, "lantern")), "lantern-1", project="alpha"),
            olga,
        )
    Task.objects.update(published_at=now, terms="Publish your system.")
    for each in (harbour, lantern):
        each.refresh_from_db()
    of_harbour = team(harbour, "Saltmarsh", hal)
    phases(harbour, now)
    made = phases(lantern, now)
    return Tasks(
        lantern=lantern,
        harbour=harbour,
        olga=olga,
        sam=sam,
        sue=sue,
        nick=nick,
        lena=cast.lena,
        nina=cast.nina,
        otto=cast.otto,
        hal=hal,
        saltmarsh=team(lantern, "Saltmarsh", sam, sue),
        ninefold=team(lantern, "Ninefold", nick),
        of_harbour=of_harbour,
        **made,
        en=Track.objects.get(task=lantern, slug="en"),
        ar=Track.objects.get(task=lantern, slug="ar"),
        revision=GoldRevision.objects.get(task=lantern),
    )


def organizes(task: Task, user: User) -> bool:
    return Organizer.objects.filter(task=task, user=user).exists()
