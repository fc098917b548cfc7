"""Gold policies: how gold follows from the annotators' votes.

The default is that of Mu-SHROOM: strictly more than half of an item's annotators, item labels as chosen. Every file
made under a policy contains it, so a policy is plain data with a stable key order.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal, get_args

from morelkit.scheme.merged_choices import (
    Collapse,
    Problem,
    collapse_json,
    collapse_text,
    scheme_problems,
    shape_problems,
)
from morelkit.scheme.schemes import Scheme
from morelkit.text.normalization import DEFAULT_POLICY, POLICIES

Ties = Literal["out", "in"]
Derive = Literal["off", "not-factual", "fluent-and-not-factual"]

HALF: Final = Fraction(1, 2)
HALLUCINATION: Final = "hallucination"
"""The name of the derived item label."""

_KEYS: Final = ("normalization", "threshold", "ties", "min_annotations", "collapse", "derive")
_FRACTION: Final = re.compile(r"(0|[1-9][0-9]{0,2})(/[1-9][0-9]{0,2})?|0?\.[0-9]{1,2}")
MAX_MIN_ANNOTATIONS: Final = 1_000
_MISTAKES: Final[Mapping[str, bool]] = {"y": True, "n": False}
_FACTUAL_MISTAKES: Final[Mapping[str, bool]] = {"errors": True, "correct": False}


class GoldPolicyError(ValueError):
    """The policy is invalid. `problems` lists (JSON pointer, sentence) pairs."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(f"{pointer}: {detail}" for pointer, detail in problems))
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True)
class GoldPolicy:
    """A character is gold if more than `threshold` of an item's annotators marked it, or exactly `threshold` with
    `ties` "in".

    `min_annotations`: annotations that an item needs to have gold, None for its redundancy. The gold of an item label
    is its most frequent choice after `collapse`, null in a tie. `derive`: the rule by which another item label follows
    from the item's labels. Raises `GoldPolicyError`.
    """

    normalization: str = DEFAULT_POLICY
    threshold: Fraction = HALF
    ties: Ties = "out"
    min_annotations: int | None = None
    collapse: tuple[Collapse, ...] = ()
    derive: Derive = "off"

    def __post_init__(self) -> None:
        if problems := list(_problems(to_json(self))):
            raise GoldPolicyError(problems)

    def is_gold(self, count: int, n: int) -> bool:
        """Return whether `count` of `n` annotators suffice, in integer arithmetic to avoid rounding."""
        votes, needed = count * self.threshold.denominator, n * self.threshold.numerator
        return votes > needed or (votes == needed and self.ties == "in")

    def is_tie(self, count: int, n: int) -> bool:
        """Return whether `count` of `n` annotators are exactly the threshold. A unanimous vote is never a tie."""
        return count < n and count * self.threshold.denominator == n * self.threshold.numerator

    def collapse_of(self, label: str) -> Collapse | None:
        return next((each for each in self.collapse if each.label == label), None)

    def mistakes(self, label: str) -> Mapping[str, bool]:
        """Return for each gold value of the item label whether it means mistakes; empty if unknown."""
        if collapse := self.collapse_of(label):
            values = {value for _, value in collapse.choices}
            return _MISTAKES if values <= set(_MISTAKES) else {}
        return _FACTUAL_MISTAKES if label == "factuality" else {}

    @property
    def derived_from(self) -> tuple[str, ...]:
        """The item labels from which the derived label follows."""
        if self.derive == "off":
            return ()
        return ("factuality",) if self.derive == "not-factual" else ("fluency", "factuality")

    def describe(self) -> str:
        """Return the policy in words, for a manifest. Different policies have different descriptions."""
        share = f"more than {self.threshold}" if self.ties == "out" else f"at least {self.threshold}"
        parts = [
            f"normalization {self.normalization}",
            f"gold is what {share} of an item's annotators marked",
            *self._label_parts(),
        ]
        return "; ".join(parts)

    def describe_item_labels(self) -> str:
        """Return what the policy says about item labels, in words."""
        return "; ".join(["gold is the most frequent choice, none in a tie", *self._label_parts()])

    def _label_parts(self) -> list[str]:
        minimum = "its redundancy" if self.min_annotations is None else str(self.min_annotations)
        return [
            f"annotations that an item needs: {minimum}",
            *(f"item label {collapse_text(each)}" for each in self.collapse),
            *([f"{HALLUCINATION} is {self.derive}"] if self.derive != "off" else []),
        ]


def to_json(policy: GoldPolicy) -> dict[str, Any]:
    """Return the policy as JSON values with a fixed key order, which `from_json` reads."""
    return {
        "normalization": policy.normalization,
        "threshold": str(policy.threshold),
        "ties": policy.ties,
        "min_annotations": policy.min_annotations,
        "collapse": collapse_json(policy.collapse),
        "derive": policy.derive,
    }


def from_json(value: object) -> GoldPolicy:
    """Return the policy in an untrusted JSON value; missing keys have their defaults.

    Raises `GoldPolicyError`, which lists every problem.
    """
    if not isinstance(value, dict):
        raise GoldPolicyError([("", "a policy of gold must be an object")])
    complete = to_json(GoldPolicy()) | value
    if problems := list(_problems(complete)):
        raise GoldPolicyError(problems)
    return GoldPolicy(
        normalization=complete["normalization"],
        threshold=Fraction(complete["threshold"]),
        ties=complete["ties"],
        min_annotations=complete["min_annotations"],
        collapse=tuple(
            Collapse(label, each["name"], tuple(each["choices"].items()))
            for label, each in complete["collapse"].items()
        ),
        derive=complete["derive"],
    )


def problems_in(policy: GoldPolicy, scheme: Scheme) -> Iterator[Problem]:
    """Yield where the policy does not fit the scheme."""
    yield from scheme_problems(policy.collapse, scheme.item_labels)
    known = {label.name: label for label in scheme.item_labels}
    for name in policy.derived_from:
        if name not in known:
            yield "/derive", f"{policy.derive} needs the item label “{name}”, which the scheme has not"
        elif not (values := policy.mistakes(name)):
            yield (
                "/derive",
                f"{policy.derive} needs to know which choices of “{name}” count as y and n: collapse it",
            )
        elif not policy.collapse_of(name) and {choice.name for choice in known[name].choices} - set(values):
            yield (
                "/derive",
                f"{policy.derive} needs to know what each choice of “{name}” counts as: collapse it",
            )
    names = {each.name for each in policy.collapse} | (set(known) - {each.label for each in policy.collapse})
    if policy.derive != "off" and HALLUCINATION in names:
        yield "/derive", f"the name {HALLUCINATION} is taken by an item label"


def _problems(value: Mapping[str, Any]) -> Iterator[Problem]:
    for key in value:
        if key not in _KEYS:
            yield f"/{key}", f"is no part of a policy of gold: these are {', '.join(_KEYS)}"
    yield from _one_of("normalization", value["normalization"], POLICIES)
    yield from _one_of("ties", value["ties"], get_args(Ties))
    yield from _one_of("derive", value["derive"], get_args(Derive))
    yield from _threshold_problems(value["threshold"], value["ties"])
    minimum = value["min_annotations"]
    if minimum is not None and not (type(minimum) is int and 1 <= minimum <= MAX_MIN_ANNOTATIONS):
        yield (
            "/min_annotations",
            f"an item that nobody annotated is never gold: the minimum is 1 (and at most {MAX_MIN_ANNOTATIONS:,})",
        )
    yield from shape_problems(value["collapse"])


def _one_of(key: str, value: object, known: tuple[str, ...]) -> Iterator[Problem]:
    if value not in known:
        yield f"/{key}", f"is one of {', '.join(known)}"


def _threshold_problems(value: object, ties: object) -> Iterator[Problem]:
    if not isinstance(value, str) or not _FRACTION.fullmatch(value):
        yield (
            "/threshold",
            "is a fraction such as 1/2 or 2/3 of numbers up to 999, or a decimal such as 0.3 of two digits at most",
        )
        return
    threshold = Fraction(value)
    if threshold > 1 or (threshold == 1 and ties == "out"):
        yield (
            "/threshold",
            "no character is marked by more than all annotators: at most 1, and then with ties in",
        )
    elif threshold == 0 and ties == "in":
        yield "/threshold", "what nobody marked is never gold: above 0, or with ties out"
