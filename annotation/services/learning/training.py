"""Training: annotators first do items with check gold, and then see their own marks beside the gold."""

import uuid
from datetime import datetime

from annotation.models import (
    Annotation,
    AnnotationRevision,
    Annotator,
    Assignment,
    Item,
    Project,
    Training,
    Trial,
)
from annotation.queries.annotate.annotation_content import content_of
from annotation.queries.learning.training import next_training_item, own_annotation, progress
from annotation.queries.learning.training_results import training_results
from annotation.queries.projects.access import Access, scheme_of
from annotation.services.items.item_lock import lock_annotator
from annotation.services.projects.project_settings import record_changes, touch
from foundation.errors import ConflictError, NotFoundError, wrong_field
from foundation.write_transaction import write_transaction
from morelkit.gold.check_gold import CheckGold, agreement_with_gold


def set_learning(
    project: Project,
    *,
    pass_mark: int | None = None,
    tries: int | None = None,
    check_every: int | None = None,
) -> Project:
    """Change the given settings. Raises InvalidError.

    `pass_mark`: required agreement in per cent. `tries`: rounds of training in which to reach it, 0 for no pass mark.
    `check_every`: one of this many items is a hidden check, 0 for none.
    """
    given = {"pass_mark": pass_mark, "tries": tries, "check_every": check_every}
    changes = {field: value for field, value in given.items() if value is not None}
    for field, value in changes.items():
        if not 0 <= value <= _MAXIMUM[field]:
            raise wrong_field(field, f"It must be a whole number from 0 to {_MAXIMUM[field]}.")
    with write_transaction():
        before = Project.objects.select_for_update().values(*given).get(pk=project.pk)
        Project.objects.filter(pk=project.pk).update(**changes)
        record_changes(project, {field: (before[field], value) for field, value in changes.items()})
        touch(project)
    project.refresh_from_db()
    return project


_MAXIMUM = {"pass_mark": 100, "tries": 100, "check_every": 10_000}


def decide_training(project: Project, key: str, decision: str, now: datetime) -> None:
    """Grant an annotator who has failed another round ("again"), or let an annotator work without passing ("pass").

    Raises NotFoundError, ConflictError.
    """
    with write_transaction():
        annotator = Annotator.objects.filter(project=project, key=key, user__isnull=False).first()
        if annotator is None:
            raise NotFoundError("This person was never a member.", code="no_person")
        state = training_results(project)[annotator.user_id or 0]["training"]
        training, _ = Training.objects.get_or_create(annotator=annotator)
        if decision == "pass":
            training.passed_at = training.passed_at or now
        elif state == "failed":
            training.extra_tries = max(0, training.round - project.tries) + 1
        else:
            raise ConflictError("They have not used up their tries.", code="has_tries")
        training.save(update_fields=["passed_at", "extra_tries"])
        touch(project)


def continue_training(here: Access, now: datetime) -> None:
    """Note that the annotator has seen the last result, and assign the next training item, of a new round if needed."""
    with write_transaction():
        lock_annotator(here.annotator)
        training, _ = Training.objects.get_or_create(annotator=here.annotator)
        before = progress(here)
        if before.state == "failed" or not training.round:
            training.round += 1
            training.save(update_fields=["round"])
        if before.lesson:
            Trial.objects.filter(pk=before.lesson.pk).update(seen_at=now)
        after = progress(here)
        if after.state == "passed" and not training.passed_at:
            Training.objects.filter(pk=training.pk).update(passed_at=now)
            touch(here.project)
        item = next_training_item(here, training.round)
        if after.state == "begin" and item is not None:
            _assign_training_item(here, item, now)


def record_trial(project: Project, annotation: Annotation, item: Item, now: datetime) -> None:
    """Store the agreement of the annotator's first submission of the item in this round."""
    if annotation.submitted is None or not item.check_gold:
        return
    annotator = annotation.annotator_id
    training = Training.objects.filter(annotator=annotator).first()
    content = content_of(annotation.submitted)
    Trial.objects.get_or_create(
        annotator_id=annotator,
        item=item,
        round=training.round if training and item.kind == Item.Kind.TRAINING else 0,
        defaults={
            "revision": annotation.submitted,
            "agreement": agreement_with_gold(
                CheckGold.from_storage(item.check_gold),
                project.policy,
                item.answer,
                scheme_of(project),
                content.spans,
                content.labels,
            ),
        },
    )
    touch(project)


def _assign_training_item(here: Access, item: Item, now: datetime) -> None:
    """Assign a training item without expiry, with an empty draft. Revisions of an earlier round are kept."""
    Assignment.objects.update_or_create(
        item=item,
        annotator=here.annotator,
        defaults={
            "project": here.project,
            "slot": None,
            "state": Assignment.State.RESERVED,
            "reserved_at": now,
            "expires_at": None,
        },
    )
    annotation = own_annotation(here, item)
    if annotation and annotation.head:
        annotation.head = AnnotationRevision.objects.create(
            annotation=annotation,
            number=annotation.head.number + 1,
            save_id=uuid.uuid4(),
            submit=False,
            scheme_version=here.project.scheme_version,
            saved_at=now,
        )
        annotation.submitted = None
        annotation.save(update_fields=["head", "submitted"])
