"""Replace the gold of a task by a new revision."""

from datetime import datetime
from typing import Final

from django.contrib.auth.models import User

from evaluation.models import GoldPart, GoldRevision, Phase, Task, Track
from evaluation.queries.tasks.task_details import current_revision
from evaluation.services.boards.past_boards import freeze_boards
from evaluation.services.submissions.rescoring import request_rescoring
from evaluation.services.tasks.create_task import GoldSource, add_revision
from evaluation.services.tasks.gold_files import PreparedGold
from evaluation.services.tasks.task_settings import locked_task
from foundation.audit import AuditKind, record
from foundation.errors import wrong_field
from foundation.write_transaction import write_transaction
from morelkit.release.layout import Part

MAX_NOTE: Final = 500


def attach_gold(
    task: Task, source: GoldSource, by: User | None, now: datetime, note: str = ""
) -> GoldRevision:
    """Make a release or a directory the current gold: past boards are kept, and all submissions are scored again.

    Raises InvalidError, which names what is missing: a language of a track, a split of a phase, or another format.
    """
    note = " ".join(note.split())
    if len(note) > MAX_NOTE:
        raise wrong_field("note", f"A note has at most {MAX_NOTE} characters.", "too_long")
    with source.prepared() as gold, write_transaction():
        task = locked_task(task)
        replaced = current_revision(task)
        if gold.digest == replaced.digest:
            raise wrong_field("release", "This is the current gold already.", "same_gold")
        _check(task, replaced, gold)
        revision = add_revision(task, gold, by, note)
        _after_replacement(task, replaced, revision, now)
        record(
            AuditKind.TASK_GOLD_ATTACHED,
            task.scope,
            actor=by,
            revision=revision.number,
            release=gold.source,
            manifest=gold.digest,
        )
    return revision


def _after_replacement(task: Task, replaced: GoldRevision, revision: GoldRevision, now: datetime) -> None:
    """Keep the boards as they are, and have all submissions scored again."""
    freeze_boards(task, replaced, now)
    request_rescoring(revision)


def _check(task: Task, replaced: GoldRevision, gold: PreparedGold) -> None:
    if gold.format != task.format:
        raise wrong_field(
            "release",
            f"Its items are in the format {gold.format}, and those of the task in {task.format}.",
            "other_format",
        )
    parts = {each.part for each in gold.parts}
    splits = set(Phase.objects.filter(task=task).values_list("split", flat=True))
    languages = set(Track.objects.filter(task=task).exclude(language="").values_list("language", flat=True))
    if missing := sorted(splits - set(gold.splits)):
        raise wrong_field(
            "release", f"It lacks splits that phases use: {', '.join(missing)}.", "missing_split"
        )
    if missing := sorted(languages - set(gold.languages)):
        raise wrong_field(
            "release", f"It lacks languages that tracks use: {', '.join(missing)}.", "missing_language"
        )
    every_language = Track.objects.filter(task=task, language="").exists()
    needed = {
        Part(each.language, each.split)
        for each in GoldPart.objects.filter(revision=replaced, split__in=splits)
        if every_language or each.language in languages
    }
    if gone := sorted(part.stem for part in needed - parts):
        raise wrong_field("release", f"It lacks items that phases use: {', '.join(gone)}.", "missing_part")
