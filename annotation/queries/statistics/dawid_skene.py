"""Dawid–Skene of a language: estimated from all its counted annotations, then said of one item at a time."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Annotated, Any, Final

import numpy as np

from annotation.models import Annotation, Annotator, DearFigures, Item, Project, ProjectLanguage
from annotation.queries.projects.access import languages_of
from annotation.queries.shapes import NamedAnnotator
from annotation.queries.statistics.agreement_measures import OVERALL
from morelkit.agreement.character_counts import label_blind_ranges, label_ranges
from morelkit.agreement.dawid_skene import MARKED, UNMARKED, CharacterRatings, Estimates, aggregate, estimate
from morelkit.agreement.undefined import Undefined
from morelkit.text.normalization import Range
from morelkit.text.spans import Span

FIGURE: Final = "dawid_skene"
"""Its name among the computed statistics of a language, with which it is stored."""

_CHUNK: Final = 500  # items at a time


@dataclass(frozen=True)
class Rater(NamedAnnotator):
    """How somebody marks, by these estimates."""

    marked: Annotated[float, "Share of the characters that are to be marked."]
    marked_wrongly: Annotated[float, "Share of the characters that are not."]


@dataclass(frozen=True)
class Aggregate:
    language: str
    spelling: str
    undefined: Annotated[str, "Why there are no estimates; empty where there are."]
    prior: Annotated[float | None, "Share of all characters that are to be marked."]
    rounds: int
    converged: bool
    annotators: list[Rater]


@dataclass(frozen=True)
class DawidSkeneData:
    policy: str
    as_of: Annotated[
        datetime | None, "Computed with the other statistics that a job computes; null: not yet."
    ]
    languages: list[Aggregate]


@dataclass(frozen=True)
class DawidSkene:
    """Of one language under a normalization. `raters`: the number of each annotator, by key of its row."""

    normalization: str
    found: Estimates | Undefined
    raters: dict[int, int]

    def of(self, answer: str, annotations: Sequence[tuple[int, Sequence[Span]]]) -> dict[str, Any] | None:
        """What the estimates say of an answer; None where they are undefined. `annotations`: annotator and spans.

        Somebody who has begun since they were made is not known to them, and has no voice.
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
    """Reads all of the language, a few items at a time; what is kept grows with the patterns of marks alone.

    `beat` is called often.
    """
    pool = CharacterRatings()
    raters: dict[int, int] = {}
    items = Item.objects.visible(project).filter(kind=Item.Kind.WORK, language=language).order_by("ordinal")
    rows = items.only("answer").iterator(_CHUNK)
    while chunk := list(islice(rows, _CHUNK)):
        said: dict[int, list[tuple[int, list[Range]]]] = {item.pk: [] for item in chunk}
        answers = {item.pk: item.answer for item in chunk}
        columns = ("item_id", "annotator_id", "submitted__spans")
        for item, annotator, spans in (
            Annotation.objects.counted().filter(item__in=list(answers)).values_list(*columns)
        ):
            number = raters.setdefault(annotator, len(raters))
            found = _ranges(normalization, answers[item], [Span(**span) for span in spans])
            said[item].append((number, found))
        for item, own in said.items():
            if own:
                pool.add([number for number, _ in own], [ranges for _, ranges in own], len(answers[item]))
        beat()
    return DawidSkene(normalization, estimate(pool.ratings(), max(len(raters), 1), heartbeat=beat), raters)


def to_json(aggregate: DawidSkene) -> dict[str, Any]:
    """As it is stored; `from_json` reads it."""
    found, kept = aggregate.found, {"normalization": aggregate.normalization, "undefined": ""}
    if isinstance(found, Undefined):
        return kept | {"undefined": found.value}
    return kept | {
        "prior": found.prior.tolist(),
        "rounds": found.rounds,
        "converged": found.converged,
        "log_likelihood": found.log_likelihood,
        "annotators": [
            {"annotator": pk, "confusion": found.confusion[number].tolist()}
            for pk, number in aggregate.raters.items()
        ],
    }


def from_json(kept: Mapping[str, Any]) -> DawidSkene:
    if kept["undefined"]:
        return DawidSkene(kept["normalization"], Undefined(kept["undefined"]), {})
    annotators = kept["annotators"]
    found = Estimates(
        np.array(kept["prior"]),
        np.array([each["confusion"] for each in annotators]),
        kept["rounds"],
        kept["converged"],
        kept["log_likelihood"],
    )
    raters = {each["annotator"]: number for number, each in enumerate(annotators)}
    return DawidSkene(kept["normalization"], found, raters)


def kept_aggregates(project: Project) -> dict[str, DawidSkene]:
    """By language, as they were last computed."""
    return {
        row.language: from_json(row.figures[FIGURE])
        for row in DearFigures.objects.filter(project=project)
        if FIGURE in row.figures
    }


def kept_estimates(project: Project) -> DawidSkeneData:
    """What leads see of the estimates: how much is to be marked, and how every annotator marks."""
    newest = DearFigures.objects.filter(project=project, language=OVERALL).first()
    aggregates = kept_aggregates(project)
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
            if pk in people  # an import may have been undone since
        ],
    )


def _ranges(normalization: str, answer: str, spans: Sequence[Span]) -> list[Range]:
    return list(label_blind_ranges(label_ranges(normalization, answer, spans)))
