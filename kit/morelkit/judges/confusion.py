"""Choices of people against choices of a judge: confusion matrix, accuracy, precision, recall, F1 and Cohen's κ.

Choices are indices from 0. A judge that abstains is wrong nowhere: its abstentions are counted apart.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from morelkit.agreement.arrays import Floats, Integers
from morelkit.agreement.bootstrap_interval import RESAMPLES
from morelkit.agreement.cohens_kappa import cohens_kappa
from morelkit.agreement.undefined import Undefined, Value

ABSTAINED: Final = -1
_MAX_DRAWN: Final = 2**22  # values in memory at once


@dataclass(frozen=True, slots=True)
class ChoiceScores:
    """Scores of one choice. `people`, `judge`: how often each chose it, among the units that the judge answered."""

    people: int
    judge: int
    precision: Value
    recall: Value
    f1: Value


@dataclass(frozen=True)
class Confusion:
    """`tables`, shape (items, choices, choices): units by the choice of people and of the judge.

    `abstained`, shape (choices,): units by the choice of people where the judge abstained.
    """

    tables: Integers
    abstained: Integers

    @cached_property
    def table(self) -> Integers:
        table: Integers = self.tables.sum(axis=0)
        return table

    @property
    def n(self) -> int:
        """Units that the judge answered."""
        return int(self.table.sum())

    @property
    def accuracy(self) -> Value:
        return _ratio(int(self.table.trace()), self.n)

    @property
    def kappa(self) -> Value:
        return cohens_kappa(self.table)

    def scores(self, choice: int) -> ChoiceScores:
        correct = int(self.table[choice, choice])
        people, judge = int(self.table[choice].sum()), int(self.table[:, choice].sum())
        return ChoiceScores(
            people,
            judge,
            _ratio(correct, judge),
            _ratio(correct, people),
            _ratio(2 * correct, people + judge),
        )

    def kappa_interval(self, seed: int) -> tuple[float, float] | Undefined:
        """Return the 2.5 and 97.5 percentiles of κ over resampled items; the same for the same seed.

        All units of an item are drawn together. Resamples in which κ is undefined are left out.
        """
        tables = self.tables[self.tables.any(axis=(1, 2))]
        items, choices = tables.shape[:2]
        if items < 2:
            return Undefined.ONE_ITEM if items else Undefined.NO_VALUES
        # Items with the same table are drawn as one kind of item: the samples have the same distribution.
        kinds, frequency = np.unique(tables.reshape(items, -1), axis=0, return_counts=True)
        random = np.random.default_rng(seed)
        at_once = max(1, _MAX_DRAWN // len(kinds))
        found = []
        for low in range(0, RESAMPLES, at_once):
            rows = min(at_once, RESAMPLES - low)
            drawn = random.multinomial(items, frequency / items, rows)
            sampled = (drawn @ kinds).reshape(rows, choices, choices)
            found.append(_kappas(sampled))
        defined = np.concatenate(found)
        defined = defined[~np.isnan(defined)]
        if not len(defined):
            return Undefined.ONE_VALUE
        lowest, highest = np.quantile(defined, [0.025, 0.975])
        return float(lowest), float(highest)


def confusion(item: Integers, people: Integers, judge: Integers, choices: int) -> Confusion:
    """Return the confusion of units, arrays of shape (units,). `item`: the index of each unit's item, from 0."""
    answered = judge != ABSTAINED
    tables = np.zeros((int(item.max(initial=-1)) + 1, choices, choices), dtype=np.int64)
    np.add.at(tables, (item[answered], people[answered], judge[answered]), 1)
    return Confusion(tables, np.bincount(people[~answered], minlength=choices))


def _kappas(tables: Integers) -> Floats:
    """Return κ of each table, NaN where it is undefined."""
    n = tables.sum(axis=(1, 2)).astype(np.float64)
    agreeing = np.trace(tables, axis1=1, axis2=2)
    by_chance = (tables.sum(axis=1) * tables.sum(axis=2)).sum(axis=1)
    room = n * n - by_chance
    return np.where(room > 0, (n * agreeing - by_chance) / np.where(room > 0, room, 1), np.nan)


def _ratio(part: int, whole: int) -> Value:
    return part / whole if whole else Undefined.NO_VALUES
