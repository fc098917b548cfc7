"""Predictions constructed so that their mean IoU and ρ are close to wanted values. No system made them.

IoU follows from hard labels and ρ from soft ones, so both are constructed independently: some items are predicted
exactly, the others wrongly, and a few in part.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scipy.stats import spearmanr

Record = dict[str, Any]
Labels = list[Any]

_IN_PART = 3
"""Items that are predicted in part, the ones with the most possible scores."""


@dataclass(frozen=True)
class Menu:
    """Possible scores of an item, ascending, and the labels that have them."""

    scores: list[float]
    labels: list[Labels]

    @classmethod
    def of(cls, choices: Sequence[tuple[float, Labels]]) -> "Menu":
        ordered = sorted({round(score, 12): labels for score, labels in choices}.items())
        return cls([score for score, _ in ordered], [labels for _, labels in ordered])

    def nearest(self, wanted: float) -> int:
        place = bisect_left(self.scores, wanted)
        around = [each for each in (place - 1, place) if 0 <= each < len(self.scores)]
        return min(around, key=lambda each: abs(self.scores[each] - wanted))


class Construction:
    """Predictions for the items of one gold file."""

    def __init__(self, gold: Sequence[Record]) -> None:
        self._gold = gold
        longest = sorted(range(len(gold)), key=lambda place: -len(gold[place]["model_output_text"]))
        self._hard = [hard_menu(record) for record in gold]
        self._soft = [soft_menu(record, place in longest[:_IN_PART]) for place, record in enumerate(gold)]

    def predictions(self, iou: float, rho: float) -> list[Record]:
        """Return predictions with these means, as closely as the items allow."""
        hard, soft = _chosen(self._hard, iou), _chosen(self._soft, rho)
        return [
            {"id": record["id"], "soft_labels": some_soft, "hard_labels": some_hard}
            for record, some_soft, some_hard in zip(self._gold, soft, hard, strict=True)
        ]


def hard_menu(record: Record) -> Menu:
    """Hard labels that are the beginning of gold, by their IoU."""
    gold, length = record["hard_labels"], len(record["model_output_text"])
    marked = sorted({place for start, end in gold for place in range(start, end)})
    if not marked:
        return Menu.of([(1.0, []), *([(0.0, [[0, 1]])] if length else [])])
    return Menu.of([(count / len(marked), _runs(marked[:count])) for count in range(len(marked) + 1)])


def soft_menu(record: Record, in_part: bool) -> Menu:
    """Soft labels that are gold, its inverse, or with `in_part` the beginning of gold, by their ρ."""
    length = len(record["model_output_text"])
    gold = [0.0] * length
    for label in record["soft_labels"]:
        gold[label["start"] : label["end"]] = [label["prob"]] * (label["end"] - label["start"])
    if len(set(gold)) < 2:
        return Menu.of([(1.0, []), *([(0.0, [_soft(0, 1, 0.7)])] if length > 1 else [])])
    exact = [_soft(*run) for run in _soft_runs(gold)]
    inverse = [_soft(*run) for run in _soft_runs([1.0 - share for share in gold])]
    choices: list[tuple[float, Labels]] = [(0.0, []), (1.0, exact), (-1.0, inverse)]
    for count in range(1, length if in_part else 1):
        begun = gold[:count] + [0.0] * (length - count)
        if len(set(begun)) > 1:
            score = float(spearmanr(gold, begun).statistic)
            choices.append((score, [_soft(*run) for run in _soft_runs(begun)]))
    return Menu.of(choices)


def _chosen(menus: Sequence[Menu], mean: float) -> list[Labels]:
    """Return labels for each item with nearly this mean."""
    by_choices = sorted(range(len(menus)), key=lambda item: len(menus[item].scores))
    coarse, fine = by_choices[:-_IN_PART], by_choices[-_IN_PART:]
    chosen = [menu.nearest(0.0) for menu in menus]
    rest = mean * len(menus) - sum(menu.scores[place] for menu, place in zip(menus, chosen, strict=True))
    step = 1.0 if rest > 0 else -1.0
    for item in coarse:
        if abs(rest) <= 1:
            break
        place = menus[item].nearest(step)
        rest -= menus[item].scores[place] - menus[item].scores[chosen[item]]
        chosen[item] = place
    for item in fine:
        rest += menus[item].scores[chosen[item]]
        chosen[item] = menus[item].nearest(rest)
        rest -= menus[item].scores[chosen[item]]
    return [menu.labels[place] for menu, place in zip(menus, chosen, strict=True)]


def _runs(places: Sequence[int]) -> list[list[int]]:
    runs: list[list[int]] = []
    for place in places:
        if runs and runs[-1][1] == place:
            runs[-1][1] = place + 1
        else:
            runs.append([place, place + 1])
    return runs


def _soft_runs(shares: Sequence[float]) -> list[tuple[int, int, float]]:
    runs: list[tuple[int, int, float]] = []
    for place, share in enumerate(shares):
        if runs and runs[-1][2] == share:
            runs[-1] = (runs[-1][0], place + 1, share)
        else:
            runs.append((place, place + 1, share))
    return [run for run in runs if run[2] > 0]


def _soft(start: int, end: int, prob: float) -> Record:
    return {"start": start, "prob": prob, "end": end}
