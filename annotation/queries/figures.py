"""The dear figures of a project, from the annotations themselves: α, F1, intervals, distributions, curves, labels."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from annotation.domain.agreement import label_blind_ranges, label_ranges
from annotation.domain.figures.interval import RESAMPLES
from annotation.domain.figures.labels import ItemLabelTally, association
from annotation.domain.figures.marks import SpanArrays
from annotation.domain.figures.spans import SpanMeasures, SpanTally
from annotation.domain.figures.undefined import Undefined, Value
from annotation.domain.normalization import Range
from annotation.domain.scheme import Scheme
from annotation.domain.spans import Span
from annotation.models import Annotation, Item, Project
from annotation.queries.projects import languages_of, scheme_of

_CHUNK = 500  # items at a time
_MEASURES = ("agreement", "interval", "alpha", "character_f1", "exact_f1", "overlap_f1")

OVERALL = ""
"""Stands for all languages together."""


@dataclass
class Tally:
    """Of a language, or of several: all span labels together, each of them where there are several, item labels."""

    scheme: Scheme
    together: SpanTally
    apart: dict[str, SpanTally]
    labels: ItemLabelTally
    histogram: Counter[int] = field(default_factory=Counter)  # n → items

    @classmethod
    def empty(cls, project: Project) -> "Tally":
        scheme = scheme_of(project)
        names = [label.name for label in scheme.span_labels]
        return cls(
            scheme,
            SpanTally(project.seed),
            {name: SpanTally(project.seed) for name in names} if len(names) > 1 else {},
            ItemLabelTally(
                {label.name: [choice.name for choice in label.choices] for label in scheme.item_labels}
            ),
        )

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.scheme,
            self.together + other.together,
            {name: tally + other.apart[name] for name, tally in self.apart.items()},
            self.labels + other.labels,
            self.histogram + other.histogram,
        )


def dear_figures(
    project: Project, policy: str, progress: Callable[[int], object] = lambda _: None
) -> dict[str, dict[str, Any]]:
    """By language, and under `OVERALL` of all of them. `progress` is told how many items are done, again and again."""
    done = 0

    def beat() -> None:
        progress(done)

    figures = {}
    overall = Tally.empty(project)
    for row in languages_of(project):
        tally = Tally.empty(project)
        for items in _chunks(project, row.language):
            _take_in(tally, policy, items, beat)
            done += len(items)
            beat()
        figures[row.language] = _json(tally, policy, beat)
        overall += tally
    return figures | {OVERALL: _json(overall, policy, beat)}


def _chunks(project: Project, language: str) -> Iterator[list[Item]]:
    items = Item.objects.visible(project).filter(kind=Item.Kind.WORK, language=language).order_by("ordinal")
    rows = items.only("answer").iterator(_CHUNK)
    while chunk := list(islice(rows, _CHUNK)):
        yield chunk


def _take_in(tally: Tally, policy: str, items: list[Item], beat: Callable[[], object]) -> None:
    places = {item.pk: place for place, item in enumerate(items)}
    lengths = [len(item.answer) for item in items]
    ranges: list[list[Mapping[str, list[Range]]]] = [[] for _ in items]
    labels: list[list[dict[str, str]]] = [[] for _ in items]
    rows = (
        Annotation.objects.counted()
        .filter(item__in=list(places))
        .values_list("item", "submitted__spans", "submitted__labels")
    )
    for item, spans, chosen in rows:
        place = places[item]
        stored = [Span(**span) for span in spans]
        ranges[place].append(label_ranges(policy, items[place].answer, stored))
        labels[place].append(chosen)
    for each in labels:
        tally.labels.add(each)
    tally.histogram.update(len(each) for each in ranges)
    if not tally.scheme.uses_spans:
        return
    beat()
    blind = [[label_blind_ranges(each) for each in of_item] for of_item in ranges]
    tally.together.add(SpanArrays.of(lengths, blind), heartbeat=beat)
    for name, apart in tally.apart.items():
        of_label = [[each.get(name, ()) for each in of_item] for of_item in ranges]
        apart.add(SpanArrays.of(lengths, of_label), curve=False)
        beat()


def _json(tally: Tally, policy: str, beat: Callable[[], object]) -> dict[str, Any]:
    most = max(tally.histogram, default=0)
    spans = tally.together.measures(beat)
    return {
        "items": tally.histogram.total(),
        "counted": sum(items for n, items in tally.histogram.items() if n >= 2),
        "annotators_min": min(tally.histogram, default=0),
        "annotators_max": most,
        "ns": sorted(n for n in tally.histogram if n >= 2),
        **_span_json(spans, tally.scheme.uses_spans),
        "policy": policy,
        "floor": 1 / most if most >= 2 and tally.scheme.uses_spans else None,
        "resamples": RESAMPLES,
        "curve": [point._asdict() for point in spans.curve],
        "curve_sampled": spans.sampled,
        "span_labels": [
            {"name": name, **_span_json(apart.measures(beat), True)} for name, apart in tally.apart.items()
        ],
        "item_labels": [
            {
                "name": each.name,
                "n": each.n,
                "counted": each.counted,
                **_values({"alpha": each.alpha, "percentage": each.percentage}),
            }
            for each in tally.labels.measures()
        ],
        "tables": list(_tables(tally.labels)),
    }


def _span_json(figures: SpanMeasures, uses_spans: bool) -> dict[str, Any]:
    values = {name: getattr(figures, name) if uses_spans else Undefined.NO_SPANS for name in _MEASURES}
    return {**_values(values), "distribution": figures.distribution}


def _tables(labels: ItemLabelTally) -> Iterator[dict[str, Any]]:
    for (rows, columns), counts in labels.tables.items():
        found = association(counts)
        yield {
            "rows": rows,
            "columns": columns,
            "row_choices": labels.choices[rows],
            "column_choices": labels.choices[columns],
            "counts": counts.tolist(),
            "n": found.n,
            "freedom": found.degrees_of_freedom,
            **_values({"chi_square": found.chi_square, "cramers_v": found.cramers_v}),
        }


def _values(values: Mapping[str, Value | tuple[float, float]]) -> dict[str, Any]:
    """Each value, or null; and under `undefined`, which have none and why."""
    return {
        **{name: None if isinstance(value, Undefined) else value for name, value in values.items()},
        "undefined": list(_undefined(values.items())),
    }


def _undefined(values: Iterable[tuple[str, Any]]) -> Iterator[dict[str, str]]:
    for name, value in values:
        if isinstance(value, Undefined):
            yield {"figure": name, "code": value.value, "detail": f"undefined, because {value.message}"}
