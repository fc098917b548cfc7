"""The balanced sample: a fixed number of items of each cell (question, prompt and model) is annotated.

The seeded rank chooses them, not the order of import, so a larger sample contains the smaller one. Items that have
assignments stay in the sample and come first. The other items of a cell are not reservable, so the next item is found
as in a pool.
"""

from django.db.models import Case, IntegerField, QuerySet, Value, When, Window
from django.db.models.functions import RowNumber

from annotation.models import Item, Project, ProjectLanguage
from foundation.bulk_insert import batches
from foundation.write_transaction import batch_transaction, write_transaction

CELL = ("language", "question", "prompt", "model_id")

_BATCH = 1_000


def draw_sample(project: Project) -> None:
    """Make the items of the sample reservable and the others not, in batches. Without a sample, all are.

    The draw repeats until no item changes: if another request changes the size of the sample, both draws end with the
    same result. A draw that was killed is completed by the next one.
    """
    while True:
        stored = Project.objects.only("assignment", "sample").get(pk=project.pk)
        balanced = stored.assignment == Project.AssignmentPolicy.BALANCED
        entering, leaving = _misplaced(project, stored.sample) if balanced else (_left_out(project), [])
        if not entering and not leaving:
            break
        for batch in batches(leaving, _BATCH):
            with batch_transaction():
                Item.objects.filter(pk__in=batch, coverage=0).update(reservable=False)
        for batch in batches(entering, _BATCH):
            with batch_transaction():
                Item.objects.filter(pk__in=batch, archived_at__isnull=True).update(reservable=True)
    count_sample(project)


def count_sample(project: Project) -> None:
    """Count the reservable items of each language: progress is measured on the sample."""
    with write_transaction():
        for row in ProjectLanguage.objects.filter(project=project):
            row.items = Item.objects.filter(project=project, language=row.language, reservable=True).count()
            row.save(update_fields=["items"])


def _misplaced(project: Project, per_cell: int) -> tuple[list[int], list[int]]:
    """Keys of the items that should become reservable, and of those that should no longer be."""
    work = Item.objects.visible(project).filter(kind=Item.Kind.WORK)
    begun = Case(When(coverage__gt=0, then=Value(0)), default=Value(1), output_field=IntegerField())
    position = Window(RowNumber(), partition_by=list(CELL), order_by=[begun, "rank", "pk"])
    sample = work.annotate(position=position).filter(position__lte=per_cell).values("pk")
    entering = work.filter(reservable=False, pk__in=sample)
    leaving = work.filter(reservable=True, coverage=0).exclude(pk__in=sample)
    return _keys(entering), _keys(leaving)


def _left_out(project: Project) -> list[int]:
    """Keys of the items that an earlier sample has left out."""
    work = Item.objects.visible(project).filter(kind=Item.Kind.WORK, archived_at__isnull=True)
    return _keys(work.filter(reservable=False, coverage=0))


def _keys(items: QuerySet[Item]) -> list[int]:
    return list(items.order_by("pk").values_list("pk", flat=True))
