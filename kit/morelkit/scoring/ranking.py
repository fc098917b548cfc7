"""Rank the systems of a language, and say how certain the ranks are.

All systems share their bootstrap samples of items. Scores are integers of 10⁻¹⁰, so systems with equal scores have
equal means in every sample, and neither wins.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np

from morelkit.agreement.arrays import Floats, Integers
from morelkit.scoring.metric_results import Result, sample_values
from morelkit.scoring.resampling import Samples
from morelkit.scoring.scores import LanguageResults

RANK_RESAMPLES: Final = 100_000


@dataclass(frozen=True, slots=True)
class RankedSystem:
    """A row of a board.

    `scores`: the mean of each metric. `low` and `high`: interval of the first. `win_over_next`: win probability over
    the next row, None for the last (Pr(rank) of the papers). `rank_probabilities`: of the ranks from 1.
    """

    name: str
    rank: int
    tier: int
    scores: dict[str, float | None]
    low: float | None
    high: float | None
    win_over_next: float | None
    rank_probabilities: list[float]
    rank_low: int
    rank_high: int


@dataclass(frozen=True, slots=True)
class Board:
    """The systems of a language, best first. `wins[i, j]`: share of samples in which i is strictly better than j."""

    language: str
    n: int
    systems: list[RankedSystem]
    wins: Floats


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What happened in bootstrap samples.

    `values`: of the metric, higher ones better, shape (resamples, systems). `wins[i, j]`: how often i was better than
    j. `ranks[i, r]`: how often r systems were better than i.
    """

    values: Samples
    wins: Integers
    ranks: Integers


def competition_ranks(figures: Sequence[tuple[float, ...]]) -> list[int]:
    """Return the rank of each system: by the first figure, ties by the second. Systems equal in both share a rank."""
    places: dict[tuple[float, ...], int] = {}
    for place, each in enumerate(sorted(figures, reverse=True), 1):
        places.setdefault(each, place)
    return [places[each] for each in figures]


def boards(
    systems: Mapping[str, Sequence[LanguageResults]],
    resamples: int = RANK_RESAMPLES,
    seed: int = 0,
    *,
    teams: bool = False,
) -> list[Board]:
    """Return the board of each language with the systems that predict it.

    `systems`: their results by metric: the first metric ranks, the second, if any, decides its ties. With `teams`,
    names are TEAM/RUN, and only the best run of each team is ranked.
    """
    by_language: dict[str, dict[str, Mapping[str, Result]]] = {}
    for name, languages in systems.items():
        for each in languages:
            by_language.setdefault(each.language, {})[name] = each.results
    ranked = {each: best_runs(found) if teams else found for each, found in by_language.items()}
    return [rank_systems(each, ranked[each], resamples, seed) for each in sorted(ranked)]


def best_runs(results: Mapping[str, Mapping[str, Result]]) -> dict[str, Mapping[str, Result]]:
    """Return the results of each team's best run, under the whole name of the run; of equal runs the first by name."""
    best: dict[str, str] = {}
    for name in sorted(results):
        team = name.partition("/")[0]
        if team not in best or _keys(results[name]) > _keys(results[best[team]]):
            best[team] = name
    return {name: results[name] for name in best.values()}


def _keys(results: Mapping[str, Result]) -> tuple[float, ...]:
    """Return what ranks compare: the first metric, then the second."""
    return tuple(each.key for each in [*results.values()][:2])


def rank_systems(
    language: str,
    results: Mapping[str, Mapping[str, Result]],
    resamples: int = RANK_RESAMPLES,
    seed: int = 0,
) -> Board:
    """Return the board of a language. `results`: by system and metric. Raises `ValueError` if undefined."""
    keys = {name: _keys(of_system) for name, of_system in results.items()}
    names = sorted(results, key=lambda name: (*(-key for key in keys[name]), name))
    ranks = competition_ranks([keys[name] for name in names])
    first = [next(iter(results[name].values())) for name in names]
    if first[0].value is None:
        raise ValueError(f"{language}: {first[0].metric.name} is undefined, so nothing can be ranked.")
    sign = first[0].metric.sign
    samples = (sign * values for values in sample_values(first, resamples, seed))
    found = outcomes(samples, len(names))
    # The samples of one item are all the same and would make any difference significant.
    tier = tiers(found.wins, resamples) if first[0].n > 1 else [1] * len(names)
    systems = []
    for place, name in enumerate(names):
        low, high = first[place].interval(sign * found.values[:, place]) or (None, None)
        rank_low, rank_high = _rank_interval(found.ranks[place], resamples)
        next_ = place + 1
        systems.append(
            RankedSystem(
                name,
                ranks[place],
                tier[place],
                {metric: each.value for metric, each in results[name].items()},
                low,
                high,
                int(found.wins[place, next_]) / resamples if next_ < len(names) else None,
                [int(count) / resamples for count in found.ranks[place]],
                rank_low,
                rank_high,
            )
        )
    return Board(language, first[0].n, systems, found.wins / resamples)


def outcomes(samples: Iterable[Samples], systems: int) -> Outcomes:
    """Return what happens in bootstrap samples.

    `samples`: values in some of them, higher ones better, shape (samples, systems).
    """
    wins = np.zeros((systems, systems), dtype=np.int64)
    ranks = np.zeros((systems, systems), dtype=np.int64)
    values = []
    for some in samples:
        values.append(some)
        by_system = np.ascontiguousarray(some.T)
        for place, own in enumerate(by_system):
            better = by_system > own
            wins[:, place] += np.count_nonzero(better, axis=1)
            ranks[place] += np.bincount(better.sum(axis=0, dtype=np.int16), minlength=systems)
    return Outcomes(np.concatenate(values), wins, ranks)


def tiers(wins: Integers, resamples: int) -> list[int]:
    """Return the tier of each system, in order of rank, from 1.

    A tier begins at the first system that differs significantly from the first system of the tier above.
    """
    significant = significant_pairs(wins, resamples)
    found: list[int] = []
    first = 0
    for place in range(len(wins)):
        if (first, place) in significant:
            first = place
        found.append(found[-1] + (first == place) if found else 1)
    return found


def significant_pairs(wins: Integers, resamples: int) -> set[tuple[int, int]]:
    """Return the pairs (i, j), i < j, that differ significantly at 5 %: paired bootstrap, Holm over all pairs.

    p = 2 · min(Pr(i is not better), Pr(j is not better)), compared on integers.
    """
    pairs = list(combinations(range(len(wins)), 2))
    not_better = {(i, j): int(resamples - max(wins[i, j], wins[j, i])) for i, j in pairs}
    found: set[tuple[int, int]] = set()
    for place, pair in enumerate(sorted(pairs, key=lambda pair: not_better[pair])):
        if 2 * not_better[pair] * 20 * (len(pairs) - place) > resamples:
            break
        found.add(pair)
    return found


def _rank_interval(ranks: Integers, resamples: int) -> tuple[int, int]:
    """Return the first ranks at which the distribution reaches 2.5 % and 97.5 %."""
    reached = np.cumsum(ranks) * 40
    low, high = np.searchsorted(reached, [resamples, 39 * resamples])
    return int(low) + 1, int(high) + 1
