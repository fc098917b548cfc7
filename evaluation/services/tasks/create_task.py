"""Create a task from a release or from a directory with gold files."""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from evaluation.models import GoldRevision, Organizer, Task, Track
from evaluation.services.tasks.gold_files import (
    PreparedGold,
    move_to_its_place,
    prepared_directory,
    prepared_release,
)
from evaluation.services.tasks.task_settings import check_slug, check_title
from foundation.audit import AuditKind, record
from foundation.errors import InvalidError, wrong_field
from foundation.write_transaction import write_transaction
from morelkit.scoring.registry import METRICS
from morelkit.text.language_names import TAGS
from morelkit.text.languages import NO_LANGUAGE


@dataclass(frozen=True, slots=True)
class ReleaseSource:
    """The directory of a release. `manifest_sha256`: as published; empty: unknown. `project`: its slug."""

    directory: Path
    name: str
    manifest_sha256: str = ""
    project: str = ""

    def prepared(self) -> AbstractContextManager[PreparedGold]:
        return prepared_release(self.directory, self.name, self.manifest_sha256)


@dataclass(frozen=True, slots=True)
class DirectorySource:
    """A directory with gold files (*.jsonl)."""

    directory: Path
    name: str = ""
    project: str = ""

    def prepared(self) -> AbstractContextManager[PreparedGold]:
        return prepared_directory(self.directory, self.name)


GoldSource = ReleaseSource | DirectorySource


def create_task(
    slug: str,
    name: str,
    source: GoldSource,
    by: User | None,
    organizers: Iterable[User] = (),
    *,
    synthetic: bool = False,
) -> Task:
    """Return a new task, unpublished and without phases, with a track for each language.

    `by` organizes it, and so do `organizers`. Raises InvalidError, which names the field.
    """
    check_slug(slug)
    title = check_title(name)
    if Task.objects.filter(slug=slug).exists():
        raise _slug_taken(slug)
    with source.prepared() as gold, write_transaction():
        try:
            with transaction.atomic():
                task = Task.objects.create(
                    slug=slug, name=title, project=source.project, format=gold.format, synthetic=synthetic
                )
        except IntegrityError as error:
            raise _slug_taken(slug) from error
        people = dict.fromkeys(user for user in (by, *organizers) if user is not None)
        Organizer.objects.bulk_create(Organizer(task=task, user=user) for user in people)
        metrics = [metric.name for metric in METRICS[gold.format]]
        Track.objects.bulk_create(
            Track(
                task=task,
                slug="all" if language == NO_LANGUAGE else language,
                name=track_name(language),
                language=language,
                metrics=metrics,
                ordinal=place,
            )
            for place, language in enumerate(gold.languages)
        )
        add_revision(task, gold, by)
        record(
            AuditKind.TASK_CREATED, task.scope, actor=by, task=slug, release=gold.source, manifest=gold.digest
        )
    return task


def add_revision(task: Task, gold: PreparedGold, by: User | None, note: str = "") -> GoldRevision:
    """Record the next revision of the gold and move its files to their place, in the running transaction."""
    last = GoldRevision.objects.filter(task=task).order_by("-number").first()
    revision = GoldRevision.objects.create(
        task=task,
        number=last.number + 1 if last else 1,
        source=gold.source[:200],
        digest=gold.digest,
        policy=gold.policy,
        note=note,
        created_by=by,
    )
    move_to_its_place(gold, revision)
    return revision


def track_name(language: str) -> str:
    """Return the English name of a language, or its tag."""
    if language == NO_LANGUAGE:
        return "All items"
    base, _, variant = language.partition("-")
    name = next((name for name, tag in TAGS.items() if tag == base), base).replace("-", " ").title()
    return f"{name} ({language})" if variant else name


def _slug_taken(slug: str) -> InvalidError:
    return wrong_field("slug", f"There is a task “{slug}” already. Choose another URL slug.", "name_taken")
