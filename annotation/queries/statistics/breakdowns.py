"""Breakdowns of a whole project, too slow to compute on request: by language and model, by pair, by day."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Final, TypedDict

from django.db.models import Count, Q, Sum
from django.db.models.functions import Length, TruncDate

from annotation.models import Annotation, Annotator, Breakdowns, Item, ItemStatistic, Project
from annotation.queries.projects.access import scheme_of
from annotation.queries.shapes import NamedAnnotator
from annotation.queries.statistics.annotator_comparison import ComparisonSums
from morelkit.agreement.character_counts import AGREEMENT_SCALE

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


class Day(TypedDict):
    day: Annotated[str, {"format": "date"}, "UTC."]
    annotations: Annotated[int, "Counted annotations submitted on that day; imported ones are left out."]


class ComputedBreakdowns(TypedDict):
    """Breakdowns as stored: with annotator keys, without names."""

    models: list[ModelRates]
    pairs: list[Pair]
    days: list[Day]


@dataclass(frozen=True)
class BreakdownsData:
    policy: str
    as_of: Annotated[datetime | None, "Time of the computed statistics; null: not computed yet."]
    annotators: list[NamedAnnotator]
    models: list[ModelRates]
    pairs: list[Pair]
    days: list[Day]


def compute_breakdowns(
    project: Project, sums: ComparisonSums, beat: Callable[[], object] = lambda: None
) -> ComputedBreakdowns:
    """Compute all breakdowns; those by pair from the `sums` of all languages. `beat` is called often."""
    uses_spans = scheme_of(project).uses_spans
    return {
        "models": _by_model(project, beat) if uses_spans else [],
        "pairs": _by_pair(sums) if uses_spans else [],
        "days": _by_day(project),
    }


def breakdowns(project: Project) -> BreakdownsData:
    """Latest stored breakdowns; empty if none were computed."""
    stored = Breakdowns.objects.filter(project=project).first()
    computed: ComputedBreakdowns = stored.breakdowns if stored else {"models": [], "pairs": [], "days": []}
    keys = {key for pair in computed["pairs"] for key in (pair["first"], pair["second"])}
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


def _by_pair(sums: ComparisonSums) -> list[Pair]:
    """Mean agreement of pairs of annotators, for the annotators who share the most items with others."""
    items = sums.pair_items
    shared_items: dict[int, int] = defaultdict(int)
    for both, number in items.items():
        for each in both:
            shared_items[each] += number
    chosen = sorted(shared_items, key=lambda each: (-shared_items[each], each))[:_MAX_ANNOTATORS]
    keys = dict(Annotator.objects.filter(pk__in=chosen).values_list("pk", "key"))
    return [
        {
            "first": keys[first],
            "second": keys[second],
            "items": number,
            "agreement": sums.pair_agreement[first, second] / (number * AGREEMENT_SCALE),
        }
        for (first, second), number in sorted(items.items())
        if first in keys and second in keys
    ]


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
