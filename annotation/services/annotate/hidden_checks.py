"""Hidden checks: items whose gold is known, among the work, and like it in all that annotators see."""

from collections.abc import Sequence
from datetime import datetime

from annotation.models import Annotator, Assignment, Item, Project, ProjectLanguage
from annotation.models.item import seeded_rank
from annotation.queries.annotate.own_work import of_work


def take_check(
    project: Project, annotator: Annotator, languages: Sequence[ProjectLanguage], now: datetime
) -> int | None:
    """A check in place of the next item: one in every so many, at a place among these that the seed chooses.

    Call with the annotator locked. Nobody else waits for a check, so its reservation does not run out.
    """
    if not project.check_every:
        return None
    so_many, place = divmod(of_work(annotator).count(), project.check_every)
    if place != seeded_rank(project.seed, f"{annotator.key}:{so_many}") % project.check_every:
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
