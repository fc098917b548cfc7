"""The balanced sample: of each cell, which is a question, a prompt and a model, so many items are annotated.

Which ones follows from the seeded rank, not from the order of import, so more of them is a superset of fewer. An item
that somebody has a place on stays in, and comes first. The rest of a cell is closed to claims, so the next item is
found as in a pool.
"""

from django.db.models import Case, IntegerField, QuerySet, Value, When, Window
from django.db.models.functions import RowNumber

from annotation.models import Item, Project, ProjectLanguage
from foundation.bulk_insert import batches
from foundation.write_transaction import batch_transaction, write_transaction

CELL = ("language", "question", "prompt", "model_id")

_BATCH = 1_000


def draw_sample(project: Project) -> None:
    """Open what belongs to the sample, and close the rest, in batches. Drawn anew until nothing is out of place:
    somebody may have changed its size meanwhile, and both draws then end at the same.
    """
    while True:
        per_cell = Project.objects.values_list("sample", flat=True).get(pk=project.pk)
        entering, leaving = _out_of_place(project, per_cell)
        if not entering and not leaving:
            break
        for batch in batches(leaving, _BATCH):
            with batch_transaction():
                Item.objects.filter(pk__in=batch, coverage=0).update(claimable=False)
        for batch in batches(entering, _BATCH):
            with batch_transaction():
                Item.objects.filter(pk__in=batch, archived_at__isnull=True).update(claimable=True)
    count_sample(project)


def count_sample(project: Project) -> None:
    """Progress is towards the sample: nothing else counts as an item to do."""
    with write_transaction():
        for row in ProjectLanguage.objects.filter(project=project):
            row.items = Item.objects.filter(project=project, language=row.language, claimable=True).count()
            row.save(update_fields=["items"])


def _out_of_place(project: Project, per_cell: int) -> tuple[list[int], list[int]]:
    """Items that should be open, and those that should not, by key."""
    work = Item.objects.visible(project).filter(kind=Item.Kind.WORK)
    begun = Case(When(coverage__gt=0, then=Value(0)), default=Value(1), output_field=IntegerField())
    place = Window(RowNumber(), partition_by=list(CELL), order_by=[begun, "rank", "pk"])
    sample = work.annotate(place=place).filter(place__lte=per_cell).values("pk")
    entering = work.filter(claimable=False, pk__in=sample)
    leaving = work.filter(claimable=True, coverage=0).exclude(pk__in=sample)
    return _keys(entering), _keys(leaving)


def _keys(items: QuerySet[Item]) -> list[int]:
    return list(items.order_by("pk").values_list("pk", flat=True))
