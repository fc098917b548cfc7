"""Training: items whose gold is known come before the work, and the person sees their marks beside it."""

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
from annotation.queries.learning.training import annotation_on, next_lesson, progress
from annotation.queries.learning.training_results import learning_figures
from annotation.queries.projects.access import Access, scheme_of
from annotation.services.items.item_lock import lock_annotator
from annotation.services.projects.project_settings import touch
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
    """Change what is given: per cent of agreement that suffices; rounds of training to reach it in, 0: nobody has to;
    one in how many items is a hidden check, 0: none.

    Raises InvalidError.
    """
    given = {"pass_mark": pass_mark, "tries": tries, "check_every": check_every}
    changes = {field: value for field, value in given.items() if value is not None}
    for field, value in changes.items():
        if not 0 <= value <= _MOST[field]:
            raise wrong_field(field, f"It must be a whole number from 0 to {_MOST[field]}.")
    with write_transaction():
        Project.objects.filter(pk=project.pk).update(**changes)
        touch(project)
    project.refresh_from_db()
    return project


_MOST = {"pass_mark": 100, "tries": 100, "check_every": 10_000}


def decide_training(project: Project, key: str, decision: str, now: datetime) -> None:
    """A lead grants somebody who has failed another try ("again"), or lets somebody work as they are ("pass").

    Raises NotFoundError, ConflictError.
    """
    with write_transaction():
        annotator = Annotator.objects.filter(project=project, key=key, user__isnull=False).first()
        if annotator is None:
            raise NotFoundError("They never were a member.", code="no_person")
        state = learning_figures(project)[annotator.user_id or 0]["training"]
        training, _ = Training.objects.get_or_create(annotator=annotator)
        if decision == "pass":
            training.passed_at = training.passed_at or now
        elif state == "failed":
            training.extra_tries = max(0, training.round - project.tries) + 1
        else:
            raise ConflictError("They have not used up their tries.", code="has_tries")
        training.save(update_fields=["passed_at", "extra_tries"])
        touch(project)


def go_on(here: Access, now: datetime) -> None:
    """The person has seen what there was to see: the next training item, another round of them, or the work."""
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
        item = next_lesson(here, training.round)
        if after.state == "begin" and item is not None:
            _hand_over(here, item, now)


def note_trial(project: Project, annotation: Annotation, item: Item, now: datetime) -> None:
    """Keep what the person made of it the first time in this round."""
    if annotation.submitted is None or not item.known:
        return
    annotator = annotation.annotator_id
    training = Training.objects.filter(annotator=annotator).first()
    said = content_of(annotation.submitted)
    Trial.objects.get_or_create(
        annotator_id=annotator,
        item=item,
        round=training.round if training and item.kind == Item.Kind.TRAINING else 0,
        defaults={
            "revision": annotation.submitted,
            "agreement": agreement_with_gold(
                CheckGold.from_storage(item.known),
                project.policy,
                item.answer,
                scheme_of(project),
                said.spans,
                said.labels,
            ),
        },
    )
    touch(project)


def _hand_over(here: Access, item: Item, now: datetime) -> None:
    """Held until it is done: nobody waits for it. What was said of it in an earlier round stays a revision."""
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
    annotation = annotation_on(here, item)
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
