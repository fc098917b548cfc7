"""Choices of an item label counted as one: SHROOM-CAP asks for three degrees of fluency and releases yes or no.

What becomes of a choice in between ("minor") is a decision, and never made here for anybody. Each annotation's
choice is translated first and the votes are counted then: of *well-formed*, *minor* and *not-fluent* two say that
there are mistakes, where the most frequent of the three as they were chosen would have been a tie.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from annotation.domain.scheme import ItemLabel

Problem = tuple[str, str]

NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")

RELEASED: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = MappingProxyType(
    {
        "fluency": ("has_fluency_mistakes", {"well-formed": "n", "not-fluent": "y"}),
        "factuality": ("has_factual_mistakes", {"correct": "n", "errors": "y"}),
    }
)
"""Under which name SHROOM-CAP released a label, and which of its choices leave no doubt."""


@dataclass(frozen=True, slots=True)
class Collapse:
    """What each choice of the label `label` counts as, and the `name` that gold has it under."""

    label: str
    name: str
    choices: tuple[tuple[str, str], ...]

    def of(self, choice: str) -> str:
        """Raises `KeyError` for a choice that the label had not when this was written."""
        return dict(self.choices)[choice]


def parse_collapse(text: str) -> Collapse:
    """Read `LABEL=choice:value,…` or `LABEL:NAME=choice:value,…`.

    Of the labels that SHROOM-CAP released, name and choices need not be said where they leave no doubt:
    `fluency=minor:y`, `factuality`. Raises `ValueError`.
    """
    head, _, body = text.partition("=")
    label, _, name = head.partition(":")
    released, known = RELEASED.get(label, (label, {}))
    said: dict[str, str] = {}
    for part in body.split(",") if body else []:
        choice, colon, value = part.partition(":")
        if not colon or choice in said:
            raise ValueError(f"“{part[:80]}” is not choice:value, or its choice stands here twice")
        said[choice] = value
    return Collapse(label, name or released, tuple((dict(known) | said).items()))


def collapse_text(collapse: Collapse) -> str:
    """In full, as `parse_collapse` reads it."""
    choices = ",".join(f"{choice}:{value}" for choice, value in collapse.choices)
    return f"{collapse.label}:{collapse.name}={choices}"


def collapse_json(collapses: Sequence[Collapse]) -> dict[str, Any]:
    return {each.label: {"name": each.name, "choices": dict(each.choices)} for each in collapses}


def shape_problems(value: object) -> Iterator[Problem]:
    """What is wrong with a JSON value that should be as `collapse_json` writes it."""
    if not isinstance(value, dict):
        yield "/collapse", "must be an object: a label's name, and what its choices count as"
        return
    for label, each in value.items():
        at = f"/collapse/{label}"
        if not isinstance(each, dict) or set(each) != {"name", "choices"}:
            yield at, "must be an object with name and choices"
        elif not isinstance(each["name"], str) or not NAME.fullmatch(each["name"]):
            yield f"{at}/name", "a name has 1 to 64 letters, digits, hyphens or underscores"
        elif not isinstance(each["choices"], dict) or not each["choices"]:
            yield f"{at}/choices", "must be an object: a choice, and what it counts as"
        else:
            for choice, counts_as in each["choices"].items():
                if not isinstance(counts_as, str) or not NAME.fullmatch(counts_as):
                    yield f"{at}/choices/{choice}", "counts as a name of 1 to 64 letters, digits, - or _"


def scheme_problems(collapses: Sequence[Collapse], labels: Sequence[ItemLabel]) -> Iterator[Problem]:
    """Where they do not fit the item labels of a scheme."""
    known = {label.name: label for label in labels}
    collapsed = {each.label for each in collapses}
    taken = {name for name in known if name not in collapsed}
    for each in collapses:
        at = f"/collapse/{each.label}"
        if each.label not in known:
            yield at, f"the scheme has no item label “{each.label}”"
            continue
        if each.name in taken:
            yield f"{at}/name", f"the name {each.name} is taken"
        taken.add(each.name)
        chosen, there = {name for name, _ in each.choices}, {it.name for it in known[each.label].choices}
        for name in sorted(there - chosen):
            yield f"{at}/choices", f"it must be said what “{name}” counts as"
        for name in sorted(chosen - there):
            yield f"{at}/choices/{name}", f"“{each.label}” has no choice “{name}”"
