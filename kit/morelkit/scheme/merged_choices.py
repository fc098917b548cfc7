"""Collapse several choices of an item label into one: SHROOM-CAP asks for three degrees of fluency, releases yes/no.

How a choice in between ("minor") counts is always the user's decision. Choices are collapsed before votes are counted:
of *well-formed*, *minor* and *not-fluent*, two can mean mistakes, whereas the original choices would be a tie.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from morelkit.scheme.schemes import ItemLabel

Problem = tuple[str, str]

NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")

RELEASED: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = MappingProxyType(
    {
        "fluency": ("has_fluency_mistakes", {"well-formed": "n", "not-fluent": "y"}),
        "factuality": ("has_factual_mistakes", {"correct": "n", "errors": "y"}),
    }
)
"""For each label, the name under which SHROOM-CAP released it and the values of its unambiguous choices."""


@dataclass(frozen=True, slots=True)
class Collapse:
    """The value of each choice of the item label `label`, and the `name` of the collapsed label in gold."""

    label: str
    name: str
    choices: tuple[tuple[str, str], ...]

    def of(self, choice: str) -> str:
        """Return the value of a choice. Raises `KeyError` for a choice added to the label later."""
        return dict(self.choices)[choice]


def parse_collapse(text: str) -> Collapse:
    """Return the collapse in `LABEL=choice:value,…` or `LABEL:NAME=choice:value,…`.

    Labels that SHROOM-CAP released need neither name nor unambiguous choices: `fluency=minor:y`, `factuality`. Raises
    `ValueError`.
    """
    head, _, body = text.partition("=")
    label, _, name = head.partition(":")
    released, known = RELEASED.get(label, (label, {}))
    values: dict[str, str] = {}
    for part in body.split(",") if body else []:
        choice, colon, value = part.partition(":")
        if not colon or choice in values:
            raise ValueError(f"“{part[:80]}” is not choice:value, or its choice stands here twice")
        values[choice] = value
    return Collapse(label, name or released, tuple((dict(known) | values).items()))


def collapse_text(collapse: Collapse) -> str:
    """Return the complete text that `parse_collapse` reads."""
    choices = ",".join(f"{choice}:{value}" for choice, value in collapse.choices)
    return f"{collapse.label}:{collapse.name}={choices}"


def collapse_json(collapses: Sequence[Collapse]) -> dict[str, Any]:
    return {each.label: {"name": each.name, "choices": dict(each.choices)} for each in collapses}


def shape_problems(value: object) -> Iterator[Problem]:
    """Yield what is wrong with an untrusted JSON value in the form of `collapse_json`."""
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
    """Yield where the collapses do not fit the item labels of a scheme."""
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
        collapsed_choices = {name for name, _ in each.choices}
        choices = {choice.name for choice in known[each.label].choices}
        for name in sorted(choices - collapsed_choices):
            yield f"{at}/choices", f"it must be said what “{name}” counts as"
        for name in sorted(collapsed_choices - choices):
            yield f"{at}/choices/{name}", f"“{each.label}” has no choice “{name}”"
