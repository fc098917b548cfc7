"""Submissions and speed of an annotator by day or week."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from statistics import median
from typing import Annotated, Final, Literal, NamedTuple

from morelkit.agreement.character_counts import AGREEMENT_SCALE

PeriodLength = Literal["day", "week"]
LENGTHS: Final[tuple[PeriodLength, ...]] = ("day", "week")
_MOST_DAYS: Final = 56
"""Work of more days than these is shown by week, unless days are asked for."""


class Submission(NamedTuple):
    """A submitted item. `day` is in the time zone of the reader."""

    day: date
    seconds: int
    language: str


@dataclass(frozen=True)
class OwnPeriod:
    start: Annotated[str, {"format": "date"}, "First day; a week begins on Monday."]
    submitted: Annotated[int, "Items whose latest submission is of this period."]
    seconds: Annotated[float | None, "Median active time of an item; null: none was submitted."]


@dataclass(frozen=True)
class WorkPeriod(OwnPeriod):
    agreement: Annotated[float | None, "Mean agreement with the others on the shared items."]
    shared: Annotated[int, "Items that the agreement is the mean of."]


@dataclass(frozen=True)
class OwnLanguage:
    language: str
    submitted: int
    seconds: Annotated[float | None, "Median active time of an item."]


def chosen_length(wanted: str, days: Iterable[date]) -> PeriodLength:
    """Return the `wanted` length; by default that which suits the time from the first to the last day."""
    for length in LENGTHS:
        if length == wanted:
            return length
    known = sorted(days)
    return "week" if known and (known[-1] - known[0]).days >= _MOST_DAYS else "day"


def own_periods(rows: Sequence[Submission], length: PeriodLength) -> list[OwnPeriod]:
    """Return the periods with a submission, in order."""
    seconds = _seconds_by_start(rows, length)
    return [
        OwnPeriod(start=start.isoformat(), submitted=len(seconds[start]), seconds=median(seconds[start]))
        for start in sorted(seconds)
    ]


def work_periods(
    rows: Sequence[Submission], agreement: Iterable[tuple[int, int, int]], length: PeriodLength
) -> list[WorkPeriod]:
    """Return the periods with a submission or an agreement, in order.

    `agreement`: ordinal of a day, scaled sum of agreement, number of shared items.
    """
    seconds = _seconds_by_start(rows, length)
    sums: Counter[date] = Counter()
    shared: Counter[date] = Counter()
    for ordinal, scaled, items in agreement:
        start = _start(date.fromordinal(ordinal), length)
        sums[start] += scaled
        shared[start] += items
    return [
        WorkPeriod(
            start=start.isoformat(),
            submitted=len(seconds.get(start, ())),
            seconds=median(seconds[start]) if start in seconds else None,
            agreement=sums[start] / (shared[start] * AGREEMENT_SCALE) if shared[start] else None,
            shared=shared[start],
        )
        for start in sorted({*seconds, *shared})
    ]


def seconds_by_language(rows: Iterable[Submission]) -> dict[str, list[int]]:
    """Return the active seconds of each item by language, the language with the most items first."""
    found: dict[str, list[int]] = defaultdict(list)
    for row in rows:
        found[row.language].append(row.seconds)
    return dict(sorted(found.items(), key=lambda pair: (-len(pair[1]), pair[0])))


def own_languages(rows: Iterable[Submission]) -> list[OwnLanguage]:
    return [
        OwnLanguage(language, len(seconds), median(seconds))
        for language, seconds in seconds_by_language(rows).items()
    ]


def _seconds_by_start(rows: Iterable[Submission], length: PeriodLength) -> dict[date, list[int]]:
    found: dict[date, list[int]] = defaultdict(list)
    for row in rows:
        found[_start(row.day, length)].append(row.seconds)
    return found


def _start(day: date, length: PeriodLength) -> date:
    return day - timedelta(days=day.weekday()) if length == "week" else day
