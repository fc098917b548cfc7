"""Select the items on which judges agree, or people and judges, and count what changes if only they are kept.

The selection only filters items: it says nothing of their labels.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from morelkit.annotated import AnnotatedItem
from morelkit.formats.source_records import Status
from morelkit.judges.comparison import Choices, Comparison, Question
from morelkit.judges.confusion import ABSTAINED


@dataclass(frozen=True, slots=True)
class Criteria:
    """An item stays if all `judges` answered the question alike for each of its units; `people`: and people's gold too.

    `question`: name of an item label, or `claims`. An item does not stay without an answered result of each judge, or
    where people have no annotations or are tied.
    """

    question: str
    judges: tuple[str, ...]
    people: bool


class Verdict(NamedTuple):
    """`choices`: indices that people, then each judge, chose for the units of the item."""

    stays: bool
    claims: int
    characters: int
    choices: tuple[tuple[int, ...], ...]


def verdict(comparison: Comparison, criteria: Criteria, item: AnnotatedItem) -> Verdict:
    """Return whether the item stays, and what is counted of it. Raises `StopIteration` for an unknown question."""
    question = next(each for each in comparison.questions if each.name == criteria.question)
    people = comparison.people(question, item)
    judged = [_answered(comparison, judge, question, item) for judge in criteria.judges]
    agreeing = [people, *judged] if criteria.people else judged
    stays = all(each is not None and None not in each for each in agreeing) and all(
        list(each or ()) == list(agreeing[0] or ()) for each in agreeing
    )
    return Verdict(
        stays,
        len(comparison.claims(item)) if comparison.scheme.uses_spans else 0,
        len(item.record.answer),
        tuple(tuple(each for each in found or () if each is not None) for found in (people, *judged)),
    )


def _answered(comparison: Comparison, judge: str, question: Question, item: AnnotatedItem) -> Choices | None:
    """Return the choices of a judge; None if it did not answer all units."""
    if comparison.judgement(judge, item).status != Status.ANSWERED:
        return None
    found = comparison.choices(judge, question, item)
    return None if found is None or ABSTAINED in found else found


@dataclass(slots=True)
class Sums:
    """Of items: their number, their claims, and the code points of their answers."""

    items: int = 0
    claims: int = 0
    characters: int = 0

    def add(self, found: Verdict) -> None:
        self.items += 1
        self.claims += found.claims
        self.characters += found.characters


@dataclass(slots=True)
class Change:
    before: Sums = field(default_factory=Sums)
    after: Sums = field(default_factory=Sums)


class Attrition:
    """What a selection leaves of items: sums by language, and how often people and each judge chose each choice."""

    def __init__(self, choices: Sequence[str], judges: int) -> None:
        self.languages: dict[str, Change] = {}
        self._choices = tuple(choices)
        self._chosen = [[[0, 0] for _ in choices] for _ in range(1 + judges)]

    def add(self, language: str, found: Verdict) -> None:
        change = self.languages.setdefault(language, Change())
        change.before.add(found)
        if found.stays:
            change.after.add(found)
        for chosen, indices in zip(self._chosen, found.choices, strict=True):
            for index in indices:
                chosen[index][0] += 1
                chosen[index][1] += found.stays

    def labels(self) -> list[dict[str, list[int]]]:
        """Return units before and after by choice, of people first, then of each judge."""
        return [dict(zip(self._choices, chosen, strict=True)) for chosen in self._chosen]

    def to_json(self) -> dict[str, Any]:
        people, *judges = self.labels()
        return {
            "languages": {
                language: {"before": asdict(change.before), "after": asdict(change.after)}
                for language, change in sorted(self.languages.items())
            },
            "labels": {"people": people, "sources": judges},
        }
