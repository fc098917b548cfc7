"""Complete the rows of archives that an earlier version exported."""

from typing import Final

from annotation.models import Item, Project
from annotation.queries.projects.access import record_format_of
from annotation.services.items.balanced_sample import count_items
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
        count_items(project)
