"""The policy of gold: everything that is decided between the votes of annotators and what a release says.

Without any choice it is that of Mu-SHROOM: strictly more than half of an item's annotators, item labels as they were
chosen. A policy is written with every file that was made by it, so it is plain data with a stable order of keys.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal, get_args

from annotation.domain.collapse import (
    Collapse,
    Problem,
    collapse_json,
    collapse_text,
    scheme_problems,
    shape_problems,
)
from annotation.domain.normalization import DEFAULT_POLICY, POLICIES
from annotation.domain.scheme import Scheme

Ties = Literal["out", "in"]
Derive = Literal["off", "not-factual", "fluent-and-not-factual"]

HALF: Final = Fraction(1, 2)
HALLUCINATION: Final = "hallucination"
"""The name of the derived label."""

_KEYS: Final = ("normalization", "threshold", "ties", "min_annotations", "collapse", "derive")
_FRACTION: Final = re.compile(r"(0|[1-9][0-9]{0,2})(/[1-9][0-9]{0,2})?")
MOST_ANNOTATIONS: Final = 1_000
_MISTAKES: Final[Mapping[str, bool]] = {"y": True, "n": False}
_FACTUAL_MISTAKES: Final[Mapping[str, bool]] = {"errors": True, "correct": False}


class GoldPolicyError(ValueError):
    """`problems` pairs a JSON pointer into the policy with what is wrong there."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(f"{pointer}: {detail}" for pointer, detail in problems))
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True)
class GoldPolicy:
    """A character is gold where more than `threshold` of an item's annotators marked it; `ties` says what becomes of
    exactly the threshold.

    `min_annotations` is the least number an item needs to come out, None for its redundancy. Item labels go to the
    most frequent choice, after `collapse`; a tie leaves them null. `derive` is the rule of a further label,
    from those of the item. Raises `GoldPolicyError`.
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
        """Whether `count` of `n` annotators are enough: decided on integers, so that no rounding can decide it."""
        have, need = count * self.threshold.denominator, n * self.threshold.numerator
        return have > need or (have == need and self.ties == "in")

    def is_tie(self, count: int, n: int) -> bool:
        """Whether `count` of `n` annotators are exactly the threshold. What all of them say is never a tie."""
        return count < n and count * self.threshold.denominator == n * self.threshold.numerator

    def collapse_of(self, label: str) -> Collapse | None:
        return next((each for each in self.collapse if each.label == label), None)

    def mistakes(self, label: str) -> Mapping[str, bool]:
        """Which gold values of the item label say that there are mistakes, and which that there are none."""
        if collapse := self.collapse_of(label):
            values = {value for _, value in collapse.choices}
            return _MISTAKES if values <= set(_MISTAKES) else {}
        return _FACTUAL_MISTAKES if label == "factuality" else {}

    @property
    def derived_from(self) -> tuple[str, ...]:
        """The item labels that the derived one follows from."""
        if self.derive == "off":
            return ()
        return ("factuality",) if self.derive == "not-factual" else ("fluency", "factuality")

    def describe(self) -> str:
        """In words, for a manifest. Two policies read alike only where they are equal."""
        above = f"more than {self.threshold}" if self.ties == "out" else f"at least {self.threshold}"
        least = "its redundancy" if self.min_annotations is None else str(self.min_annotations)
        parts = [
            f"normalization {self.normalization}",
            f"gold is what {above} of an item's annotators marked",
            f"annotations that an item needs: {least}",
            *(f"item label {collapse_text(each)}" for each in self.collapse),
            *([f"{HALLUCINATION} is {self.derive}"] if self.derive != "off" else []),
        ]
        return "; ".join(parts)


def to_json(policy: GoldPolicy) -> dict[str, Any]:
    """Plain data, keys in a fixed order; `from_json` reads it back."""
    return {
        "normalization": policy.normalization,
        "threshold": str(policy.threshold),
        "ties": policy.ties,
        "min_annotations": policy.min_annotations,
        "collapse": collapse_json(policy.collapse),
        "derive": policy.derive,
    }


def from_json(value: object) -> GoldPolicy:
    """Read an untrusted JSON value; what it does not say is as without any choice.

    Raises `GoldPolicyError`, which lists every problem.
    """
    if not isinstance(value, dict):
        raise GoldPolicyError([("", "a policy of gold must be an object")])
    whole = to_json(GoldPolicy()) | value
    if problems := list(_problems(whole)):
        raise GoldPolicyError(problems)
    return GoldPolicy(
        normalization=whole["normalization"],
        threshold=Fraction(whole["threshold"]),
        ties=whole["ties"],
        min_annotations=whole["min_annotations"],
        collapse=tuple(
            Collapse(label, each["name"], tuple(each["choices"].items()))
            for label, each in whole["collapse"].items()
        ),
        derive=whole["derive"],
    )


def problems_in(policy: GoldPolicy, scheme: Scheme) -> Iterator[Problem]:
    """Where the policy asks for what the scheme cannot give."""
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
    least = value["min_annotations"]
    if least is not None and not (type(least) is int and 1 <= least <= MOST_ANNOTATIONS):
        yield (
            "/min_annotations",
            f"an item that nobody annotated is never gold: the minimum is 1 (and at most {MOST_ANNOTATIONS:,})",
        )
    yield from shape_problems(value["collapse"])


def _one_of(key: str, value: object, known: tuple[str, ...]) -> Iterator[Problem]:
    if value not in known:
        yield f"/{key}", f"is one of {', '.join(known)}"


def _threshold_problems(value: object, ties: object) -> Iterator[Problem]:
    if not isinstance(value, str) or not _FRACTION.fullmatch(value):
        yield "/threshold", "is an exact fraction such as 1/2 or 2/3, of numbers up to 999"
        return
    threshold = Fraction(value)
    if threshold > 1 or (threshold == 1 and ties == "out"):
        yield (
            "/threshold",
            "no character is marked by more than all annotators: at most 1, and then with ties in",
        )
    elif threshold == 0 and ties == "in":
        yield "/threshold", "what nobody marked is never gold: above 0, or with ties out"
