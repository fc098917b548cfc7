"""Keep the statistics of items and projects equal to what their counted annotations give."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from annotation.bulk import insert
from annotation.domain.agreement import ItemCount, count_item
from annotation.models import Item, ItemStatistic, Project, Rollup
from annotation.queries.annotations import counted_spans
from annotation.queries.projects import scheme_of

_FIGURES = ("n", "agreement", "gold_characters", "tie_characters")


@dataclass
class _Change:
    """What a language's rollup gains and loses."""

    histogram: Counter[int] = field(default_factory=Counter)
    agreement: int = 0

    def add(self, row: ItemStatistic, sign: int) -> None:
        self.histogram[row.n] += sign
        self.agreement += sign * (row.agreement or 0)


def refresh_items(project: Project, items: Sequence[Item]) -> None:
    """Recompute the statistics of `items` and carry the differences into the rollups.

    Call within the transaction that changed an annotation, with the items locked: two people who submit at the same
    moment would otherwise each miss the other.
    """
    work = [item for item in items if item.kind == Item.Kind.WORK]
    uses_spans = scheme_of(project).uses_spans
    spans = counted_spans(item.pk for item in work)
    before = {
        row.item_id: row
        for row in ItemStatistic.objects.filter(item__in=[item.pk for item in work], policy=project.policy)
    }
    changes: dict[str, _Change] = {}
    after = []
    for item in work:
        change = changes.setdefault(item.language, _Change())
        if old := before.get(item.pk):
            change.add(old, -1)
        if item.pk in spans:
            row = _statistic(
                project, item, count_item(project.policy, item.answer, spans[item.pk]), uses_spans
            )
            change.add(row, +1)
            after.append(row)
    gone = before.keys() - {row.item_id for row in after}
    if gone:
        ItemStatistic.objects.filter(item__in=gone, policy=project.policy).delete()
    insert(
        ItemStatistic,
        [{name: getattr(row, name) for name in ("item_id", "language", *_FIGURES)} for row in after],
        unique=["item_id", "policy"],
        update=_FIGURES,
        project_id=project.pk,
        policy=project.policy,
    )
    _roll_up(project, changes.items())


def _statistic(project: Project, item: Item, count: ItemCount, uses_spans: bool) -> ItemStatistic:
    return ItemStatistic(
        item=item,
        project=project,
        language=item.language,
        policy=project.policy,
        n=count.n,
        agreement=count.agreement_scaled if uses_spans else None,
        gold_characters=count.gold_characters,
        tie_characters=count.tie_characters,
    )


def _roll_up(project: Project, changes: Iterable[tuple[str, _Change]]) -> None:
    for language, change in sorted(changes, key=lambda pair: pair[0]):
        Rollup.objects.get_or_create(project=project, language=language, policy=project.policy)
        row = Rollup.objects.select_for_update().get(
            project=project, language=language, policy=project.policy
        )
        histogram = Counter({int(n): items for n, items in row.histogram.items()})
        histogram.update(change.histogram)
        row.histogram = {str(n): items for n, items in sorted(histogram.items()) if items}
        row.agreement_sum += change.agreement
        row.save(update_fields=["histogram", "agreement_sum"])
