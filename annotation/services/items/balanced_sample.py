"""The balanced sample: a fixed number of items of each cell (question, prompt and model) is annotated.

A cap limits the items of a question. They are then spread over its prompts and models as evenly as the question allows.
The seeded rank chooses them, not the order of import, so a larger sample contains the smaller one. Items that have
assignments stay in the sample and come first. The other items of a question are not reservable, so the next item is
found as in a pool.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import inf

from django.db.models import Count, Max, QuerySet

from annotation.models import Import, Item, Project, ProjectLanguage
from annotation.services.items.item_lock import locked_items
from foundation.bulk_insert import batches
from foundation.write_transaction import batch_transaction, write_transaction

_BATCH = 1_000


@dataclass(frozen=True, slots=True)
class _Candidate:
    pk: int
    prompt: str
    model: str
    begun: bool
    rank: int
    reservable: bool

    @property
    def order(self) -> tuple[int, int]:
        return self.rank, self.pk


def draw_sample(project: Project) -> None:
    """Make the items of the sample reservable and the others not, in batches. Without a sample, all are.

    The draw repeats until no item changes: if another request changes the size of the sample, both draws end with the
    same result. A draw that was killed is completed by the next one.
    """
    while True:
        stored = Project.objects.only("assignment", "sample", "question_cap").get(pk=project.pk)
        if stored.assignment != Project.AssignmentPolicy.BALANCED:
            if not _open_all(project):
                break
            continue
        visible = _visible_state(project)
        misplaced = [
            [each.pk for each in question]
            for question in _questions(_work(project))
            if any(_misplaced(question, stored.sample, stored.question_cap))
        ]
        if not misplaced:
            break
        for batch in _batches_of_questions(misplaced):
            if not _draw_again(project, batch, visible, stored.sample, stored.question_cap):
                break
    count_sample(project)


def count_sample(project: Project) -> None:
    """Count the reservable items of each language: progress is measured on the sample."""
    _count(project, Item.objects.filter(project=project, reservable=True))


def count_items(project: Project) -> None:
    """Count the items of each language that annotators get: with a balanced sample, those of the sample."""
    if project.assignment == Project.AssignmentPolicy.BALANCED:
        count_sample(project)
    else:
        _count(project, _work(project))


def _count(project: Project, items: "QuerySet[Item]") -> None:
    with write_transaction():
        counts = dict(items.order_by().values_list("language").annotate(Count("pk")))
        for row in ProjectLanguage.objects.filter(project=project):
            ProjectLanguage.objects.filter(pk=row.pk).update(items=counts.get(row.language, 0))


def _draw_again(project: Project, items: list[int], visible: object, per_cell: int, cap: int) -> bool:
    """Draw from whole questions whose items are locked, so that none is begun in between and no cap is exceeded.

    `visible`: the state in which they were whole. False if there is another one.
    """
    with batch_transaction():
        locked = list(locked_items(items))
        if _visible_state(project) != visible:
            return False
        for question in _questions(_work(project).filter(pk__in=locked)):
            entering, leaving = _misplaced(question, per_cell, cap)
            Item.objects.filter(pk__in=leaving).update(reservable=False)
            Item.objects.filter(pk__in=entering).update(reservable=True)
    return True


def _visible_state(project: Project) -> object:
    """Changes with the items that are visible: with published imports and archived items."""
    imports = Import.objects.filter(project=project, published_at__isnull=False).order_by("pk")
    archived = Item.objects.filter(project=project, archived_at__isnull=False)
    return list(imports.values_list("pk", flat=True)), archived.aggregate(Count("pk"), Max("archived_at"))


def _misplaced(question: Sequence[_Candidate], per_cell: int, cap: int) -> tuple[list[int], list[int]]:
    """Keys of the items that should become reservable, and of those that should no longer be."""
    chosen = _chosen(question, per_cell, cap)
    entering = [each.pk for each in question if each.pk in chosen and not each.reservable]
    leaving = [each.pk for each in question if each.pk not in chosen and each.reservable and not each.begun]
    return entering, leaving


def _chosen(question: Sequence[_Candidate], per_cell: int, cap: int) -> set[int]:
    """Keys of the items of one question that are in its sample.

    Begun items come first. Then the next item is one of the cell with the fewest chosen items, and among such cells of
    the prompt and the model with the fewest. This order does not depend on the cap.
    """
    most = cap or inf
    waiting: dict[tuple[str, str], list[_Candidate]] = defaultdict(list)
    cells: Counter[tuple[str, str]] = Counter()
    prompts: Counter[str] = Counter()
    models: Counter[str] = Counter()
    chosen: set[int] = set()

    def choose(each: _Candidate) -> None:
        chosen.add(each.pk)
        cells[each.prompt, each.model] += 1
        prompts[each.prompt] += 1
        models[each.model] += 1

    for each in sorted(question, key=lambda each: (not each.begun, not each.reservable, each.order)):
        if not each.begun:
            waiting[each.prompt, each.model].append(each)
        elif each.reservable or (len(chosen) < most and cells[each.prompt, each.model] < per_cell):
            choose(each)
    for items in waiting.values():
        items.sort(key=lambda each: each.order, reverse=True)
    if not cap:
        first = (items[::-1][: max(0, per_cell - cells[cell])] for cell, items in waiting.items())
        return chosen | {each.pk for items in first for each in items}
    while len(chosen) < most:
        open_cells = [cell for cell, items in waiting.items() if items and cells[cell] < per_cell]
        if not open_cells:
            break
        best = min(
            open_cells,
            key=lambda cell: (cells[cell], prompts[cell[0]] + models[cell[1]], waiting[cell][-1].order),
        )
        choose(waiting[best].pop())
    return chosen


def _questions(items: "QuerySet[Item]") -> Iterator[list[_Candidate]]:
    """The items by language and question."""
    columns = ("language", "question", "pk", "prompt", "model_id", "coverage", "rank", "reservable")
    rows = items.order_by("language", "question").values_list(*columns)
    for _, group in groupby(rows.iterator(), key=lambda row: row[:2]):
        yield [
            _Candidate(pk, prompt, model, coverage > 0, rank, reservable)
            for _, _, pk, prompt, model, coverage, rank, reservable in group
        ]


def _batches_of_questions(questions: Sequence[list[int]]) -> Iterator[list[int]]:
    """The items of several questions at a time. The items of a question are never divided."""
    batch: list[int] = []
    for question in questions:
        batch += question
        if len(batch) >= _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _open_all(project: Project) -> list[int]:
    """Make the items reservable that an earlier sample has left out, and return their keys."""
    left_out = list(
        _work(project).filter(reservable=False, coverage=0).order_by("pk").values_list("pk", flat=True)
    )
    for batch in batches(left_out, _BATCH):
        with batch_transaction():
            Item.objects.filter(pk__in=batch, archived_at__isnull=True).update(reservable=True)
    return left_out


def _work(project: Project) -> "QuerySet[Item]":
    return Item.objects.visible(project).filter(kind=Item.Kind.WORK).for_annotators()
