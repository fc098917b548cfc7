"""Dawid–Skene estimates of a language from its counted annotations, and their application to single items."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Annotated, Any, Final

import numpy as np

from annotation.models import Annotation, Annotator, ComputedStatistics, Item, Project, ProjectLanguage
from annotation.queries.projects.access import languages_of
from annotation.queries.shapes import NamedAnnotator
from annotation.queries.statistics.agreement_measures import OVERALL
from morelkit.agreement.character_counts import label_blind_ranges, label_ranges
from morelkit.agreement.dawid_skene import MARKED, UNMARKED, CharacterRatings, Estimates, aggregate, estimate
from morelkit.agreement.undefined import Undefined
from morelkit.text.normalization import Range
from morelkit.text.spans import Span

STORED_KEY: Final = "dawid_skene"
"""Key of the estimates in `ComputedStatistics.statistics`."""

_CHUNK: Final = 500  # items at a time


@dataclass(frozen=True)
class Rater(NamedAnnotator):
    """Estimated marking behaviour of an annotator."""

    marked: Annotated[float, "Share of the truly hallucinated characters that this annotator marks."]
    marked_wrongly: Annotated[float, "Share of the other characters that this annotator marks."]


@dataclass(frozen=True)
class Aggregate:
    language: str
    spelling: str
    undefined: Annotated[str, "Why there are no estimates; empty if there are."]
    prior: Annotated[float | None, "Estimated share of hallucinated characters."]
    rounds: int
    converged: bool
    annotators: list[Rater]


@dataclass(frozen=True)
class DawidSkeneData:
    policy: str
    as_of: Annotated[datetime | None, "Time of the computed statistics; null: not computed yet."]
    languages: list[Aggregate]


@dataclass(frozen=True)
class DawidSkene:
    """Estimates of one language under a normalization policy. `raters` maps annotator ids to row numbers."""

    normalization: str
    found: Estimates | Undefined
    raters: dict[int, int]

    def of(self, answer: str, annotations: Sequence[tuple[int, Sequence[Span]]]) -> dict[str, Any] | None:
        """Aggregate labels of an answer; None if the estimates are undefined. `annotations`: annotator id and spans.

        Annotators without estimates, who started after the computation, are ignored.
        """
        if isinstance(self.found, Undefined):
            return None
        known = [(self.raters[who], spans) for who, spans in annotations if who in self.raters]
        if not known:
            return None
        ranges = [_ranges(self.normalization, answer, spans) for _, spans in known]
        return aggregate(self.found, [who for who, _ in known], ranges, len(answer))._asdict()

    def describe(self) -> str:
        if isinstance(self.found, Undefined):
            return f"undefined, because {self.found.message}"
        end = "converged" if self.found.converged else "not converged"
        return f"{len(self.raters)} annotators, {self.found.rounds} rounds, {end}"


def dawid_skene(
    project: Project, language: str, normalization: str, beat: Callable[[], object] = lambda: None
) -> DawidSkene:
    """Estimate Dawid–Skene of a language. Memory grows with the number of distinct patterns of marks, not of items.

    `beat` is called after each chunk and in the estimation, as a heartbeat.
    """
    pool = CharacterRatings()
    raters: dict[int, int] = {}
    items = Item.objects.visible(project).filter(kind=Item.Kind.WORK, language=language).order_by("ordinal")
    rows = items.only("answer").iterator(_CHUNK)
    while chunk := list(islice(rows, _CHUNK)):
        ranges_by_item: dict[int, list[tuple[int, list[Range]]]] = {item.pk: [] for item in chunk}
        answers = {item.pk: item.answer for item in chunk}
        columns = ("item_id", "annotator_id", "submitted__spans")
        for item, annotator, spans in (
            Annotation.objects.counted().filter(item__in=list(answers)).values_list(*columns)
        ):
            number = raters.setdefault(annotator, len(raters))
            found = _ranges(normalization, answers[item], [Span(**span) for span in spans])
            ranges_by_item[item].append((number, found))
        for item, own in ranges_by_item.items():
            if own:
                pool.add([number for number, _ in own], [ranges for _, ranges in own], len(answers[item]))
        beat()
    return DawidSkene(normalization, estimate(pool.ratings(), max(len(raters), 1), heartbeat=beat), raters)


def to_json(aggregate: DawidSkene) -> dict[str, Any]:
    """JSON for storage; `from_json` reads it."""
    found, common = aggregate.found, {"normalization": aggregate.normalization, "undefined": ""}
    if isinstance(found, Undefined):
        return common | {"undefined": found.value}
    return common | {
        "prior": found.prior.tolist(),
        "rounds": found.rounds,
        "converged": found.converged,
        "log_likelihood": found.log_likelihood,
        "annotators": [
            {"annotator": pk, "confusion": found.confusion[number].tolist()}
            for pk, number in aggregate.raters.items()
        ],
    }


def from_json(stored: Mapping[str, Any]) -> DawidSkene:
    if stored["undefined"]:
        return DawidSkene(stored["normalization"], Undefined(stored["undefined"]), {})
    annotators = stored["annotators"]
    found = Estimates(
        np.array(stored["prior"]),
        np.array([each["confusion"] for each in annotators]),
        stored["rounds"],
        stored["converged"],
        stored["log_likelihood"],
    )
    raters = {each["annotator"]: number for number, each in enumerate(annotators)}
    return DawidSkene(stored["normalization"], found, raters)


def stored_aggregates(project: Project) -> dict[str, DawidSkene]:
    """Latest stored estimates, by language."""
    return {
        row.language: from_json(row.statistics[STORED_KEY])
        for row in ComputedStatistics.objects.filter(project=project)
        if STORED_KEY in row.statistics
    }


def stored_estimates(project: Project) -> DawidSkeneData:
    """Estimates for leads: the share of hallucinated characters and the behaviour of each annotator."""
    newest = ComputedStatistics.objects.filter(project=project, language=OVERALL).first()
    aggregates = stored_aggregates(project)
    people = {each.pk: each for each in Annotator.objects.filter(project=project).select_related("user")}
    return DawidSkeneData(
        policy=newest.policy if newest else project.policy,
        as_of=newest.as_of if newest else None,
        languages=[
            _aggregate(project, row, aggregates[row.language], people)
            for row in languages_of(project)
            if row.language in aggregates
        ],
    )


def _aggregate(
    project: Project, row: ProjectLanguage, aggregate: DawidSkene, people: Mapping[int, Annotator]
) -> Aggregate:
    found = aggregate.found
    if isinstance(found, Undefined):
        return Aggregate(row.language, row.spelling, found.value, None, 0, False, [])
    return Aggregate(
        language=row.language,
        spelling=row.spelling,
        undefined="",
        prior=float(found.prior[MARKED]),
        rounds=found.rounds,
        converged=found.converged,
        annotators=[
            Rater(
                key=people[pk].key,
                name=people[pk].author_name(project),
                marked=float(found.confusion[number, MARKED, MARKED]),
                marked_wrongly=float(found.confusion[number, UNMARKED, MARKED]),
            )
            for pk, number in aggregate.raters.items()
            if pk in people  # the annotator may have been removed with an undone import
        ],
    )


def _ranges(normalization: str, answer: str, spans: Sequence[Span]) -> list[Range]:
    return list(label_blind_ranges(label_ranges(normalization, answer, spans)))
