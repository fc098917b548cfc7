"""Compute an item's gold from the votes of its annotators.

Probabilities are rounded to ten decimals, as in the Mu-SHROOM release. The gold policy decides how many votes make
gold: by default strictly more than half.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypedDict

from morelkit.agreement.character_counts import Run
from morelkit.gold.policy import HALLUCINATION, GoldPolicy
from morelkit.text.soft_label import SoftLabel
from morelkit.text.spans import Span

MAJORITY: Final = GoldPolicy()


class ItemLabelGold(TypedDict):
    """Gold of one item label. `share`: that of the most frequent choice; `value` is None in a tie for it."""

    value: str | None
    share: float
    n: int
    tie: bool


class DerivedLabel(TypedDict):
    """Gold of the derived label. `value` is y, n, or None if a tie leaves it open."""

    value: str | None
    rule: str
    tie: bool


def share(count: int, n: int) -> float:
    """Return count/n, rounded as in exports."""
    return round(count / n, 10)


def soft_labels(runs: Sequence[Run], n: int) -> list[SoftLabel]:
    """Return the share of `n` annotators who marked each run. Unmarked characters are left out."""
    return [{"start": run.start, "prob": share(run.count, n), "end": run.end} for run in runs]


def hard_labels(runs: Sequence[Run], n: int, policy: GoldPolicy = MAJORITY) -> list[list[int]]:
    """Return the ranges `[start, end]` that enough of `n` annotators marked, with adjacent ones joined.

    By default, characters marked by strictly more than half are gold; a tie at one half is not.
    """
    hard: list[list[int]] = []
    for run in runs:
        if not policy.is_gold(run.count, n):
            continue
        if hard and hard[-1][1] == run.start:
            hard[-1][1] = run.end
        else:
            hard.append([run.start, run.end])
    return hard


def curated_labels(spans: Iterable[Span]) -> list[list[int]]:
    """Return the ranges that a curator marked, label-blind, with overlapping and touching ones joined.

    They are not normalized: a decision is gold exactly as the curator made it.
    """
    hard: list[list[int]] = []
    for start, end in sorted((span.start, span.end) for span in spans):
        if hard and start <= hard[-1][1]:
            hard[-1][1] = max(hard[-1][1], end)
        else:
            hard.append([start, end])
    return hard


def item_label_gold(values: Sequence[str]) -> ItemLabelGold:
    """Return the gold of one item label. `values`: the choices of the counted annotations that set it."""
    if not values:
        return {"value": None, "share": 0.0, "n": 0, "tie": False}
    (value, count), *others = Counter(values).most_common(2)
    tie = any(other == count for _, other in others)
    return {"value": None if tie else value, "share": share(count, len(values)), "n": len(values), "tie": tie}


def item_labels_gold(
    names: Iterable[str], chosen: Sequence[Mapping[str, str]], policy: GoldPolicy = MAJORITY
) -> dict[str, ItemLabelGold | DerivedLabel]:
    """Return the gold of the item labels `names`. `chosen`: the item labels of each counted annotation.

    A label that no annotation sets is left out. The policy's collapses apply to each annotation before choices are
    counted, and collapsed labels have their collapsed names. The derived label comes last.
    """
    gold: dict[str, ItemLabelGold | DerivedLabel] = {}
    gold_values: dict[str, str | None] = {}
    for name in names:
        values = [labels[name] for labels in chosen if name in labels]
        if not values:
            continue
        collapse = policy.collapse_of(name)
        label_gold = item_label_gold([collapse.of(value) for value in values] if collapse else values)
        gold[collapse.name if collapse else name] = label_gold
        gold_values[name] = label_gold["value"]
    if policy.derived_from and all(name in gold_values for name in policy.derived_from):
        gold[HALLUCINATION] = _derived(policy, gold_values)
    return gold


def curated_item_labels(
    names: Sequence[str],
    chosen: Sequence[Mapping[str, str]],
    decided: Mapping[str, str],
    policy: GoldPolicy = MAJORITY,
) -> dict[str, ItemLabelGold | DerivedLabel]:
    """Return `item_labels_gold` with a curator's choices `decided`. Their `share` is that of the votes for the same."""
    gold = item_labels_gold(names, chosen, policy)
    by_curator = item_labels_gold(names, [decided], policy)
    for name in names:
        if name not in decided:
            continue
        collapse = policy.collapse_of(name)
        votes = [labels[name] for labels in chosen if name in labels]
        values = [collapse.of(vote) for vote in votes] if collapse else votes
        gold_name = collapse.name if collapse else name
        value = by_curator[gold_name]["value"]
        same = share(sum(each == value for each in values), len(values)) if values else 0.0
        gold[gold_name] = {"value": value, "share": same, "n": len(values), "tie": False}
    if HALLUCINATION in by_curator:
        gold[HALLUCINATION] = by_curator[HALLUCINATION]
    return gold


def _derived(policy: GoldPolicy, gold_values: Mapping[str, str | None]) -> DerivedLabel:
    """Return the derived label, from the item's gold values so that readers can recompute it; n if any rules it out."""
    conditions = [_holds(policy, name, gold_values[name]) for name in policy.derived_from]
    if False in conditions:
        return {"value": "n", "rule": policy.derive, "tie": False}
    tie = None in conditions
    return {"value": None if tie else "y", "rule": policy.derive, "tie": tie}


def _holds(policy: GoldPolicy, name: str, value: str | None) -> bool | None:
    """Return whether a gold value meets the rule: factual mistakes, or no fluency mistakes. None for a tie."""
    if value is None:
        return None
    mistakes = policy.mistakes(name)[value]
    return mistakes if name == "factuality" else not mistakes
