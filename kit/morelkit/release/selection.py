"""A selection of items in a release: what the manifest has of it, and what the card says.

A selection keeps the items on which models or judges agree, or people and they. It only filters items: gold, votes and
agreement are those of people.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

SUMS: Final = ("items", "claims", "characters")
CLAIMS: Final = "claims"
LABELS: Final = "labels"
"""How often each label was chosen; not in a release under an embargo, because it tells of splits that are held back."""


def is_selection(value: object) -> bool:
    """Return whether a value has the shape that a manifest has of a selection and its attrition."""
    return (
        isinstance(value, dict)
        and {"name", "question", "people", "sources", "languages"} == value.keys() - {LABELS}
        and isinstance(value["name"], str)
        and isinstance(value["question"], str)
        and isinstance(value["people"], bool)
        and isinstance(value["sources"], list)
        and all(map(_is_source, value["sources"]))
        and isinstance(value["languages"], dict)
        and all(map(_is_change, value["languages"].values()))
        and (LABELS not in value or _are_labels(value[LABELS], len(value["sources"])))
    )


def _is_source(value: object) -> bool:
    return (
        isinstance(value, dict)
        and {"name", "version", "prompt_sha256"} == value.keys()
        and all(isinstance(each, str) for each in value.values())
    )


def _is_change(value: object) -> bool:
    return (
        isinstance(value, dict)
        and {"before", "after"} == value.keys()
        and all(
            isinstance(sums, dict) and {*SUMS} == sums.keys() and _are_numbers(sums.values())
            for sums in value.values()
        )
    )


def _are_labels(value: object, sources: int) -> bool:
    if not (isinstance(value, dict) and {"people", "sources"} == value.keys()):
        return False
    if not (isinstance(value["sources"], list) and len(value["sources"]) == sources):
        return False
    parties = (value["people"], *value["sources"])
    return all(
        isinstance(each, dict) and each.keys() == value["people"].keys() and all(map(_is_pair, each.values()))
        for each in parties
    )


def _is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and _are_numbers(value)


def _are_numbers(values: Any) -> bool:
    return all(type(each) is int and each >= 0 for each in values)


def selection_text(selection: Mapping[str, Any], *, claims: bool) -> str:
    """Return what the card says of the selection and what it left. `claims`: whether answers are cut into claims."""
    unit = "every claim" if selection["question"] == CLAIMS else f"`{selection['question']}`"
    names = [_source_name(each) for each in selection["sources"]]
    agreeing = ["people (the majority)", *names] if selection["people"] else names
    changes = selection["languages"].values()
    before, after = (sum(each[side]["items"] for each in changes) for side in ("before", "after"))
    return "\n\n".join(
        (
            "## Selection",
            f"The release has only the items of the selection “{selection['name']}”: those on which "
            f"{', '.join(agreeing)} agree about {unit}, without items that one of them did not answer. {after} of "
            f"{before} items stay. Models and judges only filter items: gold, votes and agreement are those of people.",
            _sums_table(selection["languages"], claims=claims),
            _labels_table(selection[LABELS], names, unit="claims" if unit == "every claim" else "items")
            if LABELS in selection
            else "How often each label was chosen is not part of a release under an embargo.",
        )
    )


def _source_name(source: Mapping[str, str]) -> str:
    prompt = f", prompt {source['prompt_sha256'][:8]}" if source["prompt_sha256"] else ""
    return f"{source['name']} {source['version']}{prompt}"


def _sums_table(languages: Mapping[str, Any], *, claims: bool) -> str:
    head = [
        "language",
        "items",
        "stay",
        *(["claims", "stay"] if claims else []),
        "mean length",
        "of those that stay",
    ]
    rows = []
    for language, change in sorted(languages.items()):
        before, after = change["before"], change["after"]
        cells = [language, before["items"], after["items"]]
        cells += [before["claims"], after["claims"]] if claims else []
        rows.append([*map(str, cells), _mean(before), _mean(after)])
    return _table(head, rows) + "\n\nLengths are of answers, in code points."


def _mean(sums: Mapping[str, int]) -> str:
    return f"{sums['characters'] / sums['items']:.1f}" if sums["items"] else "–"


def _labels_table(labels: Mapping[str, Any], names: Sequence[str], *, unit: str) -> str:
    choices = list(labels["people"])
    head = [f"{unit} by label", *(f"{choice}, {when}" for choice in choices for when in ("all", "stay"))]
    rows = [
        [name, *(str(n) for choice in choices for n in chosen[choice])]
        for name, chosen in zip(("people", *names), (labels["people"], *labels["sources"]), strict=True)
    ]
    return _table(head, rows)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return "\n".join(f"| {' | '.join(map(_cell, row))} |" for row in (head, ["---"] * len(head), *rows))


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())
