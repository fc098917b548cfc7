"""Hidden checks: items with check gold, assigned between work items and indistinguishable to annotators."""

from collections.abc import Sequence
from datetime import datetime

from annotation.models import Annotator, Assignment, Item, Project, ProjectLanguage
from annotation.queries.annotate.hidden_checks import check_position
from annotation.queries.annotate.own_work import work_assignments


def reserve_check(
    project: Project, annotator: Annotator, languages: Sequence[ProjectLanguage], now: datetime
) -> int | None:
    """Reserve a check instead of the next item and return its key, or None if no check is due.

    One of every `check_every` items is a check, at a position that the project's seed chooses. The annotator must be
    locked. Checks take no slot from others, so the reservation does not expire.
    """
    if not project.check_every:
        return None
    block, position = divmod(work_assignments(annotator).count(), project.check_every)
    if position != check_position(project, annotator, block):
        return None
    checks = (
        Item.objects.visible(project)
        .with_gold(Item.Kind.CHECK)
        .filter(language__in=[row.language for row in languages])
    )
    item = checks.exclude(assignment__annotator=annotator).order_by("rank").first()
    if item is None:
        return None
    Assignment.objects.create(
        project=project, item=item, annotator=annotator, state=Assignment.State.RESERVED, reserved_at=now
    )
    return item.pk
