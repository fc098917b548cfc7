"""Breakdowns of a whole project that are too slow to compute on request: by language and model, by pair, by day."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Final, TypedDict

from django.db.models import Count, Q, Sum
from django.db.models.functions import Length, TruncDate

from annotation.models import Annotation, Annotator, Item, ItemStatistic, Project, Tables
from annotation.queries.projects.access import scheme_of
from annotation.queries.shapes import NamedAnnotator
from annotation.queries.statistics.annotator_comparison import compare_pairs

_MODELS: Final = 100
_PEOPLE: Final = 60
_DAYS: Final = 366


class ModelRates(TypedDict):
    """Of the items of a language and a model that have an annotation that counts."""

    language: str
    model: Annotated[str, "Empty: items that name none."]
    items: int
    with_gold: Annotated[int, "Items in which more than half have marked something alike."]
    gold_characters: int
    characters: Annotated[int, "Code points of the answers."]


class Pair(TypedDict):
    """Two annotators, by key; their mean agreement on the items that both have annotated."""

    first: str
    second: str
    items: int
    agreement: float


class Day(TypedDict):
    day: Annotated[str, {"format": "date"}, "UTC."]
    annotations: Annotated[int, "Submitted here on that day, and counted."]


class ComputedBreakdowns(TypedDict):
    """As they are stored: numbers, keys and pseudonyms, and no name of anybody."""

    models: list[ModelRates]
    pairs: list[Pair]
    days: list[Day]


@dataclass(frozen=True)
class Breakdowns:
    policy: str
    as_of: Annotated[
        datetime | None, "Computed with the other statistics that a job computes; null: not yet."
    ]
    annotators: list[NamedAnnotator]
    models: list[ModelRates]
    pairs: list[Pair]
    days: list[Day]


def compute_breakdowns(project: Project, beat: Callable[[], object] = lambda: None) -> ComputedBreakdowns:
    """`beat` is called often, so that the worker is not taken for dead."""
    uses_spans = scheme_of(project).uses_spans
    return {
        "models": _by_model(project, beat) if uses_spans else [],
        "pairs": _by_pair(project, beat) if uses_spans else [],
        "days": _by_day(project),
    }


def breakdowns(project: Project) -> Breakdowns:
    """As they were last computed; empty before."""
    stored = Tables.objects.filter(project=project).first()
    computed: ComputedBreakdowns = stored.tables if stored else {"models": [], "pairs": [], "days": []}
    keys = {key for pair in computed["pairs"] for key in (pair["first"], pair["second"])}
    people = Annotator.objects.filter(project=project, key__in=keys).select_related("user").order_by("key")
    return Breakdowns(
        policy=stored.policy if stored else project.policy,
        as_of=stored.as_of if stored else None,
        annotators=[NamedAnnotator(each.key, each.author_name(project)) for each in people],
        **computed,
    )


def _by_model(project: Project, beat: Callable[[], object]) -> list[ModelRates]:
    """Items with an annotation that counts, by language and model; of the models with most of them."""
    kept = ItemStatistic.objects.filter(
        project=project, policy=project.policy, item__archived_at__isnull=True
    )
    rows = list(
        kept.values("language", "item__model_id")
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
    largest = set(sorted(sizes, key=lambda model: (-sizes[model], model))[:_MODELS])
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


def _by_pair(project: Project, beat: Callable[[], object]) -> list[Pair]:
    """Of every two annotators with items in common: how many, and their mean agreement on these.

    Of the annotators who share most with others.
    """
    sums: dict[tuple[int, int], float] = defaultdict(float)
    items: dict[tuple[int, int], int] = defaultdict(int)
    shared = ItemStatistic.objects.filter(
        project=project, policy=project.policy, n__gte=2, item__archived_at__isnull=True
    )
    for pairs in compare_pairs(project, shared.order_by("item").values_list("item", flat=True).iterator()):
        for left, right, agreement in zip(*(column.tolist() for column in pairs), strict=True):
            both = (left, right) if left < right else (right, left)
            sums[both] += agreement
            items[both] += 1
        beat()
    sharing: dict[int, int] = defaultdict(int)
    for both, number in items.items():
        for each in both:
            sharing[each] += number
    chosen = sorted(sharing, key=lambda each: (-sharing[each], each))[:_PEOPLE]
    keys = dict(Annotator.objects.filter(pk__in=chosen).values_list("pk", "key"))
    return [
        {
            "first": keys[first],
            "second": keys[second],
            "items": number,
            "agreement": sums[first, second] / number,
        }
        for (first, second), number in sorted(items.items())
        if first in keys and second in keys
    ]


def _by_day(project: Project) -> list[Day]:
    """Counted annotations by the day (UTC) of their submission, of the last days; imported ones have no day."""
    rows = (
        done_here(project)
        .annotate(day=TruncDate("submitted__saved_at", tzinfo=UTC))
        .values("day")
        .annotate(annotations=Count("pk"))
        .order_by("-day")[:_DAYS]
    )
    return [{"day": row["day"].isoformat(), "annotations": row["annotations"]} for row in reversed(rows)]


def done_here(project: Project) -> Any:
    """Counted annotations of work items that nobody has imported."""
    mine = Annotation.objects.counted().filter(
        annotator__project=project, imported_by__isnull=True, item__kind=Item.Kind.WORK
    )
    return mine.filter(item__archived_at__isnull=True).order_by()
