"""Gold: what a release says about an item, from the votes of its annotators.

Probabilities are rounded to ten decimals, as in the release of Mu-SHROOM. What is enough to be gold, the policy
says (`gold_policy`): without any choice strictly more than half.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypedDict

from annotation.domain.agreement import Run
from annotation.domain.gold_policy import HALLUCINATION, GoldPolicy
from annotation.domain.soft_label import SoftLabel
from annotation.domain.spans import Span

MAJORITY: Final = GoldPolicy()


class ItemLabelGold(TypedDict):
    """`share` belongs to the largest group; in a tie for the largest, `value` is None."""

    value: str | None
    share: float
    n: int
    tie: bool


class DerivedLabel(TypedDict):
    """`value` is y or n, or None where a tie leaves it open."""

    value: str | None
    rule: str
    tie: bool


def share(count: int, n: int) -> float:
    """count/n as exports write it."""
    return round(count / n, 10)


def soft_labels(runs: Sequence[Run], n: int) -> list[SoftLabel]:
    """The share of `n` annotators who marked each run; characters nobody marked are left out."""
    return [{"start": run.start, "prob": share(run.count, n), "end": run.end} for run in runs]


def hard_labels(runs: Sequence[Run], n: int, policy: GoldPolicy = MAJORITY) -> list[list[int]]:
    """Ranges `[start, end]` that enough of `n` annotators marked; adjacent ones are joined.

    Without a policy these are strictly more than half: where exactly half did, the character is not gold.
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
    """The ranges that a curator marked, whatever their label; what overlaps or touches is joined.

    They are taken as they are: a curator sees what is marked, and no policy changes it.
    """
    hard: list[list[int]] = []
    for start, end in sorted((span.start, span.end) for span in spans):
        if hard and start <= hard[-1][1]:
            hard[-1][1] = max(hard[-1][1], end)
        else:
            hard.append([start, end])
    return hard


def item_label_gold(values: Sequence[str]) -> ItemLabelGold:
    """The most frequent of the choices that the counted annotations set, each of which is one of `values`."""
    if not values:
        return {"value": None, "share": 0.0, "n": 0, "tie": False}
    (value, count), *others = Counter(values).most_common(2)
    tie = any(other == count for _, other in others)
    return {"value": None if tie else value, "share": share(count, len(values)), "n": len(values), "tie": tie}


def item_labels_gold(
    names: Iterable[str], chosen: Sequence[Mapping[str, str]], policy: GoldPolicy = MAJORITY
) -> dict[str, ItemLabelGold | DerivedLabel]:
    """Gold of the item labels `names`, each over those of the annotations `chosen` that set it.

    A label that none has set is left out. Where the policy collapses choices, those of each annotation are translated
    before they are counted, and the label stands under its collapsed name. Last comes the derived label.
    """
    gold: dict[str, ItemLabelGold | DerivedLabel] = {}
    own: dict[str, str | None] = {}
    for name in names:
        values = [labels[name] for labels in chosen if name in labels]
        if not values:
            continue
        collapse = policy.collapse_of(name)
        found = item_label_gold([collapse.of(value) for value in values] if collapse else values)
        gold[collapse.name if collapse else name] = found
        own[name] = found["value"]
    if policy.derived_from and all(name in own for name in policy.derived_from):
        gold[HALLUCINATION] = _derived(policy, own)
    return gold


def curated_item_labels(
    names: Sequence[str],
    chosen: Sequence[Mapping[str, str]],
    decided: Mapping[str, str],
    policy: GoldPolicy = MAJORITY,
) -> dict[str, ItemLabelGold | DerivedLabel]:
    """As `item_labels_gold`, with what a curator has `decided`; `share` is that of the votes for the same choice."""
    gold = item_labels_gold(names, chosen, policy)
    by_curator = item_labels_gold(names, [decided], policy)
    for name in names:
        if name not in decided:
            continue
        collapse = policy.collapse_of(name)
        votes = [labels[name] for labels in chosen if name in labels]
        values = [collapse.of(vote) for vote in votes] if collapse else votes
        shown = collapse.name if collapse else name
        value = by_curator[shown]["value"]
        same = share(sum(each == value for each in values), len(values)) if values else 0.0
        gold[shown] = {"value": value, "share": same, "n": len(values), "tie": False}
    if HALLUCINATION in by_curator:
        gold[HALLUCINATION] = by_curator[HALLUCINATION]
    return gold


def _derived(policy: GoldPolicy, own: Mapping[str, str | None]) -> DerivedLabel:
    """From the item's gold values, so that a reader can derive it again; n wherever one of them alone rules it out."""
    said = [_holds(policy, name, own[name]) for name in policy.derived_from]
    if False in said:
        return {"value": "n", "rule": policy.derive, "tie": False}
    tie = None in said
    return {"value": None if tie else "y", "rule": policy.derive, "tie": tie}


def _holds(policy: GoldPolicy, name: str, value: str | None) -> bool | None:
    """A hallucination needs factual mistakes, and under the narrower rule no mistakes of fluency. None: a tie."""
    if value is None:
        return None
    mistakes = policy.mistakes(name)[value]
    return mistakes if name == "factuality" else not mistakes
