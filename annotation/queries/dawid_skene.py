"""Dawid–Skene of a language: estimated from all its counted annotations, then said of one item at a time."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from annotation.domain.agreement import blind_ranges, label_ranges
from annotation.domain.dawid_skene import Estimates, Pool, aggregate, estimate
from annotation.domain.figures.undefined import Undefined
from annotation.domain.normalization import Range
from annotation.domain.spans import Span
from annotation.models import Item, Project
from annotation.queries.annotations import counted
from annotation.queries.items import visible_items

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


def dawid_skene(project: Project, language: str, normalization: str) -> DawidSkene:
    """Reads all of the language, a few items at a time; what is kept grows with the patterns of marks alone."""
    pool = Pool()
    raters: dict[int, int] = {}
    items = visible_items(project).filter(kind=Item.Kind.WORK, language=language).order_by("ordinal")
    rows = items.only("answer").iterator(_CHUNK)
    while chunk := list(islice(rows, _CHUNK)):
        said: dict[int, list[tuple[int, list[Range]]]] = {item.pk: [] for item in chunk}
        answers = {item.pk: item.answer for item in chunk}
        columns = ("item_id", "annotator_id", "submitted__spans")
        for item, annotator, spans in counted().filter(item__in=list(answers)).values_list(*columns):
            number = raters.setdefault(annotator, len(raters))
            found = _ranges(normalization, answers[item], [Span(**span) for span in spans])
            said[item].append((number, found))
        for item, own in said.items():
            if own:
                pool.add([number for number, _ in own], [ranges for _, ranges in own], len(answers[item]))
    return DawidSkene(normalization, estimate(pool.ratings(), max(len(raters), 1)), raters)


def _ranges(normalization: str, answer: str, spans: Sequence[Span]) -> list[Range]:
    return list(blind_ranges(label_ranges(normalization, answer, spans)))
