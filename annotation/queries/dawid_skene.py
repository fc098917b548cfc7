"""Dawid–Skene of a language: estimated from all its counted annotations, then said of one item at a time."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

import numpy as np

from annotation.domain.agreement import label_blind_ranges, label_ranges
from annotation.domain.dawid_skene import MARKED, UNMARKED, CharacterRatings, Estimates, aggregate, estimate
from annotation.domain.figures.undefined import Undefined
from annotation.domain.normalization import Range
from annotation.domain.spans import Span
from annotation.models import Annotation, Annotator, DearFigures, Item, Project
from annotation.queries.figures import OVERALL
from annotation.queries.projects import languages_of

FIGURE: Final = "dawid_skene"
"""Its name among the dear figures of a language, with which it is worked out and kept."""

_CHUNK: Final = 500  # items at a time


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

    `beat` is called again and again.
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
    """To be kept; `from_json` reads it back."""
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
    """By language, as they were last worked out with the dear figures."""
    return {
        row.language: from_json(row.figures[FIGURE])
        for row in DearFigures.objects.filter(project=project)
        if FIGURE in row.figures
    }


def dawid_skene_json(project: Project) -> dict[str, Any]:
    """What leads see of the estimates: how much is to be marked, and how everybody marks."""
    newest = DearFigures.objects.filter(project=project, language=OVERALL).first()
    aggregates = kept_aggregates(project)
    people = {each.pk: each for each in Annotator.objects.filter(project=project).select_related("user")}
    names = {pk: {"key": each.key, "name": each.author_name(project)} for pk, each in people.items()}
    return {
        "policy": newest.policy if newest else project.policy,
        "as_of": newest.as_of.isoformat() if newest else None,
        "languages": [
            {
                "language": row.language,
                "spelling": row.spelling,
                **_language_json(aggregates[row.language], names),
            }
            for row in languages_of(project)
            if row.language in aggregates
        ],
    }


def _language_json(aggregate: DawidSkene, names: Mapping[int, dict[str, str]]) -> dict[str, Any]:
    found = aggregate.found
    if isinstance(found, Undefined):
        return {"undefined": found.value, "prior": None, "rounds": 0, "converged": False, "annotators": []}
    return {
        "undefined": "",
        "prior": float(found.prior[MARKED]),
        "rounds": found.rounds,
        "converged": found.converged,
        "annotators": [
            {
                **names[pk],
                "marked": float(found.confusion[number, MARKED, MARKED]),
                "marked_wrongly": float(found.confusion[number, UNMARKED, MARKED]),
            }
            for pk, number in aggregate.raters.items()
            if pk in names  # an import may have been undone since
        ],
    }


def _ranges(normalization: str, answer: str, spans: Sequence[Span]) -> list[Range]:
    return list(label_blind_ranges(label_ranges(normalization, answer, spans)))
