"""Complete the rows of archives that an earlier version exported."""

from typing import Final

from annotation.models import Item, Project
from annotation.queries.projects.access import record_format_of
from foundation.bulk_insert import batches

_BATCH: Final = 500


def mark_implied_labels(project: Project) -> None:
    """Keep items whose answers imply their labels from annotators: an earlier version gave them to people."""
    record_format = record_format_of(project)
    if not record_format.implies_labels:
        return
    work = Item.objects.filter(project=project, kind=Item.Kind.WORK)
    answers = work.order_by("pk").values_list("pk", "answer").iterator()
    implied = [pk for pk, answer in answers if record_format.implied_labels(answer)]
    for keys in batches(implied, _BATCH):
        Item.objects.filter(pk__in=keys).update(labels_implied=True, reservable=False)
    if implied:
        _count_items(project)


def _count_items(project: Project) -> None:
    """Count the items that annotators get, in each language."""
    items = Item.objects.visible(project).for_annotators().filter(kind=Item.Kind.WORK)
    if project.assignment == Project.AssignmentPolicy.BALANCED:
        items = items.filter(reservable=True)
    for row in project.project_languages.all():
        row.items = items.filter(language=row.language).count()
        row.save(update_fields=["items"])
