"""Slices of items: by a field of the records, the length of the answer, the span labels of gold, or agreement.

An item without a value is in the slice “none”. Quartiles are of the items of one language.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from morelkit.scoring.gold import Gold, GoldItem

NONE: Final = "none"
LENGTH: Final = "length"
LABEL: Final = "label"
AGREEMENT: Final = "agreement"
_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "language": ("lang",),
    "model": ("model_id",),
    LENGTH: (),
    LABEL: ("span_labels", "soft_labels", "hard_labels"),
    AGREEMENT: (),
}


def fields_of(by: Iterable[str]) -> list[str]:
    """Return the fields of gold records that slices need."""
    return [field for name in by for field in _FIELDS.get(name, (name,))]


def check_fields(gold: Gold, by: Sequence[str]) -> None:
    """Raise `ValueError` for a name that no gold record has as a field. `gold` was read with `fields_of(by)`."""
    place = 0
    for name in by:
        fields = _FIELDS.get(name, (name,))
        known = any(
            value is not None
            for item in gold.items.values()
            for value in item.fields[place : place + len(fields)]
        )
        if fields and not known:
            raise ValueError(f"No gold record has the field “{fields[0]}”, so there are no slices by it.")
        place += len(fields)


def slices_of(
    gold: Gold, ids: Sequence[str], by: Sequence[str], agreement: Mapping[str, float | None]
) -> dict[str, dict[str, list[str]]]:
    """Return the ids of the items in each slice, for each name in `by`, of items `ids` of one language.

    `gold` was read with `fields_of(by)`.
    """
    found: dict[str, dict[str, list[str]]] = {}
    place = 0
    for name in by:
        width = len(_FIELDS.get(name, (name,)))
        values = {id_: gold.items[id_].fields[place : place + width] for id_ in ids}
        place += width
        if name == LENGTH:
            found[name] = _quartiles({id_: _length(gold.items[id_]) for id_ in ids})
        elif name == AGREEMENT:
            found[name] = _quartiles({id_: agreement.get(id_) for id_ in ids})
        else:
            names_of: Callable[..., Iterable[str]] = _span_labels if name == LABEL else _value
            found[name] = _grouped({id_: names_of(*fields) for id_, fields in values.items()})
    return found


def _grouped(names: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = defaultdict(list)
    for id_, of_item in names.items():
        for name in of_item:
            groups[name].append(id_)
    return {name: groups[name] for name in sorted(groups, key=lambda name: (name == NONE, name))}


def _value(value: Any) -> list[str]:
    if value is None:
        return [NONE]
    return [value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)]


def _span_labels(by_label: Any, soft: Any, hard: Any) -> list[str]:
    """Return the span labels in gold, sorted."""
    labels: set[str] = set()
    if isinstance(by_label, dict):
        labels |= {
            name for name, each in by_label.items() if isinstance(each, dict) and each.get("soft_labels")
        }
    labels |= {each["label"] for each in soft or () if "label" in each}
    labels |= {each[2] for each in hard or () if len(each) == 3}
    return sorted(labels) or [NONE]


def _length(item: GoldItem) -> int | None:
    return getattr(item.extent, "code_points", None)


def _quartiles(values: Mapping[str, float | None]) -> dict[str, list[str]]:
    """Return the items by quartile, named by the range of their values. Equal values are in the same quartile."""
    known = {id_: value for id_, value in values.items() if value is not None}
    cuts = np.quantile([*known.values()] or [0], [0.25, 0.5, 0.75])
    members: dict[int, list[str]] = defaultdict(list)
    for id_, value in values.items():
        members[4 if value is None else int(np.searchsorted(cuts, value))].append(id_)
    found = {}
    for quartile in sorted(members):
        if quartile == 4:
            found[NONE] = members[quartile]
            continue
        of_quartile = [known[id_] for id_ in members[quartile]]
        found[f"Q{quartile + 1} ({_short(min(of_quartile))}–{_short(max(of_quartile))})"] = members[quartile]
    return found


def _short(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.3f}"
