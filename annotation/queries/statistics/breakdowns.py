"""Breakdowns of a whole project, too slow to compute on request: by language and model, by pair, by day."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Final, TypedDict

from django.db.models import Count, Q, Sum
from django.db.models.functions import Length, TruncDate

from annotation.models import Annotation, Annotator, Breakdowns, Item, ItemStatistic, Project
from annotation.queries.projects.access import scheme_of
from annotation.queries.shapes import NamedAnnotator
from annotation.queries.statistics.annotator_comparison import ComparisonSums
from annotation.queries.statistics.label_pairs import LabelTables, items_of_pairs, label_tables
from morelkit.agreement.character_counts import AGREEMENT_SCALE
from morelkit.agreement.cohens_kappa import cohens_kappa
from morelkit.agreement.undefined import Undefined

_MAX_MODELS: Final = 100
_MAX_ANNOTATORS: Final = 60
_MAX_DAYS: Final = 366


class ModelRates(TypedDict):
    """Rates of the items of a language and a model that have a counted annotation."""

    language: str
    model: Annotated[str, "Empty: the item names no model."]
    items: int
    with_gold: Annotated[int, "Items with characters that more than half of the annotators marked."]
    gold_characters: int
    characters: Annotated[int, "Code points of the answers."]


class Pair(TypedDict):
    """Mean agreement of two annotators on the items that both annotated. They are named by key."""

    first: str
    second: str
    items: int
    agreement: float


class LabelPair(TypedDict):
    """Agreement of two annotators on an item label, over the items on which both set it. They are named by key."""

    label: str
    first: str
    second: str
    items: int
    percentage: float
    kappa: Annotated[float | None, "Cohen's; null: both always made the same choice."]


class Day(TypedDict):
    day: Annotated[str, {"format": "date"}, "UTC."]
    annotations: Annotated[int, "Counted annotations submitted on that day; imported ones are left out."]


class ComputedBreakdowns(TypedDict):
    """Breakdowns as stored: with annotator keys, without names."""

    models: list[ModelRates]
    pairs: list[Pair]
    label_pairs: list[LabelPair]
    paired: Annotated[
        int, "Annotators who share items with others. The pairs are of those who share the most."
    ]
    days: list[Day]


_NOT_COMPUTED: Final[ComputedBreakdowns] = {
    "models": [],
    "pairs": [],
    "label_pairs": [],
    "paired": 0,
    "days": [],
}


@dataclass(frozen=True)
class BreakdownsData:
    policy: str
    as_of: Annotated[datetime | None, "Time of the computed statistics; null: not computed yet."]
    annotators: list[NamedAnnotator]
    models: list[ModelRates]
    pairs: list[Pair]
    label_pairs: list[LabelPair]
    paired: Annotated[
        int, "Annotators who share items with others. The pairs are of those who share the most."
    ]
    days: list[Day]


def compute_breakdowns(
    project: Project, sums: ComparisonSums, beat: Callable[[], object] = lambda: None
) -> ComputedBreakdowns:
    """Compute all breakdowns; those by pair from the `sums` of all languages. `beat` is called often."""
    scheme = scheme_of(project)
    tables = label_tables(project, beat)
    shared_items: dict[int, int] = defaultdict(int)
    for both, number in (sums.pair_items if scheme.uses_spans else items_of_pairs(tables)).items():
        for each in both:
            shared_items[each] += number
    chosen = sorted(shared_items, key=lambda each: (-shared_items[each], each))[:_MAX_ANNOTATORS]
    keys = dict(Annotator.objects.filter(pk__in=chosen).values_list("pk", "key"))
    return {
        "models": _by_model(project, beat) if scheme.uses_spans else [],
        "pairs": _by_pair(sums, keys) if scheme.uses_spans else [],
        "label_pairs": _label_pairs(tables, keys),
        "paired": len(shared_items),
        "days": _by_day(project),
    }


def breakdowns(project: Project) -> BreakdownsData:
    """Latest stored breakdowns; empty if none were computed."""
    stored = Breakdowns.objects.filter(project=project).first()
    # An earlier version may have stored fewer breakdowns.
    computed: ComputedBreakdowns = _NOT_COMPUTED | stored.breakdowns if stored else _NOT_COMPUTED
    pairs: list[Pair | LabelPair] = [*computed["pairs"], *computed["label_pairs"]]
    keys = {key for pair in pairs for key in (pair["first"], pair["second"])}
    people = Annotator.objects.filter(project=project, key__in=keys).select_related("user").order_by("key")
    return BreakdownsData(
        policy=stored.policy if stored else project.policy,
        as_of=stored.as_of if stored else None,
        annotators=[NamedAnnotator(each.key, each.author_name(project)) for each in people],
        **computed,
    )


def _by_model(project: Project, beat: Callable[[], object]) -> list[ModelRates]:
    """Rates by language and model, for the models with the most annotated items."""
    statistics = ItemStatistic.objects.filter(
        project=project, policy=project.policy, item__archived_at__isnull=True
    )
    rows = list(
        statistics.values("language", "item__model_id")
        .annotate(
            items=Count("pk"),
            with_gold=Count("pk", filter=Q(gold_characters__gt=0)),
            gold=Sum("gold_characters"),
            characters=Sum(Length("item__answer")),
        )
        .order_by("language", "item__model_id")
    )
    beat()
    sizes: dict[str, int] = defaultdict(int)
    for row in rows:
        sizes[row["item__model_id"]] += row["items"]
    largest = set(sorted(sizes, key=lambda model: (-sizes[model], model))[:_MAX_MODELS])
    return [
        {
            "language": row["language"],
            "model": row["item__model_id"],
            "items": row["items"],
            "with_gold": row["with_gold"],
            "gold_characters": row["gold"],
            "characters": row["characters"],
        }
        for row in rows
        if row["item__model_id"] in largest
    ]


def _by_pair(sums: ComparisonSums, keys: Mapping[int, str]) -> list[Pair]:
    """Mean agreement of pairs of annotators. `keys`: by id, of those that are shown."""
    return [
        {
            "first": keys[first],
            "second": keys[second],
            "items": number,
            "agreement": sums.pair_agreement[first, second] / (number * AGREEMENT_SCALE),
        }
        for (first, second), number in sorted(sums.pair_items.items())
        if first in keys and second in keys
    ]


def _label_pairs(tables: LabelTables, keys: Mapping[int, str]) -> list[LabelPair]:
    """Agreement on item labels of pairs of annotators, in the order of the scheme's labels."""
    found: list[LabelPair] = []
    for label, pairs in tables.items():
        for (first, second), table in sorted(pairs.items()):
            if first in keys and second in keys:
                items, kappa = int(table.sum()), cohens_kappa(table)
                found.append(
                    {
                        "label": label,
                        "first": keys[first],
                        "second": keys[second],
                        "items": items,
                        "percentage": int(table.trace()) / items,
                        "kappa": None if isinstance(kappa, Undefined) else kappa,
                    }
                )
    return found


def _by_day(project: Project) -> list[Day]:
    """Counted annotations by day of submission (UTC), for the latest days. Imported annotations have no day."""
    rows = (
        submitted_here(project)
        .annotate(day=TruncDate("submitted__saved_at", tzinfo=UTC))
        .values("day")
        .annotate(annotations=Count("pk"))
        .order_by("-day")[:_MAX_DAYS]
    )
    return [{"day": row["day"].isoformat(), "annotations": row["annotations"]} for row in reversed(rows)]


def submitted_here(project: Project) -> Any:
    """Counted annotations of work items that were submitted in Morel, not imported."""
    rows = Annotation.objects.counted().filter(
        annotator__project=project, imported_by__isnull=True, item__kind=Item.Kind.WORK
    )
    return rows.filter(item__archived_at__isnull=True).order_by()
