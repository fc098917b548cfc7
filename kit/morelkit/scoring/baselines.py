"""Predictions that need no system: what any system should beat."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from morelkit.scoring.gold import GoldError, ItemRecords
from morelkit.scoring.item_labels import FACTUAL, FLUENCY, HALLUCINATION, PROBABILITY
from morelkit.scoring.span_labels import SoftRange, answer_of

Record = dict[str, Any]
_MAX_SPANS: Final = 3
"""Random spans of an answer: 0 to 3, each number equally likely."""


def baseline(name: str, path: Path, seed: int) -> Iterator[Record]:
    """Yield the predictions of a baseline for the items of a file or a release. Raises `GoldError` and `OSError`."""
    if name == MAJORITY_LABEL:
        return _majority_label(path)
    return _spans(path, partial(_random_spans, _draws(seed)) if name == RANDOM_SPANS else _CONSTANT[name])


def _spans(path: Path, spans_of: Callable[[str], list[SoftRange]]) -> Iterator[Record]:
    records = ItemRecords(path)
    if records.format.name != "mushroom":
        raise GoldError(
            f"{path}: The baseline predicts spans without labels, and these are {records.format.name} items."
        )
    for _, _, record, _ in records:
        spans = spans_of(answer_of(record))
        yield {
            "id": record["id"],
            "soft_labels": [{"start": start, "prob": prob, "end": end} for start, end, prob in spans],
            "hard_labels": [[start, end] for start, end, _ in spans],
        }


def _mark_all(answer: str) -> list[SoftRange]:
    return [(0, len(answer), 1.0)] if answer else []


def _mark_none(_answer: str) -> list[SoftRange]:
    return []


def _random_spans(draws: Iterator[int], answer: str) -> list[SoftRange]:
    """Return spans with random starts, ends and probabilities: 0.51, 0.52 … 1.00, so that all are hard labels."""
    if not answer:
        return []
    spans = []
    for _ in range(next(draws) % (_MAX_SPANS + 1)):
        start = next(draws) % len(answer)
        end = start + 1 + next(draws) % (len(answer) - start)
        spans.append((start, end, (51 + next(draws) % 50) / 100))
    return sorted(spans)


def _draws(seed: int) -> Iterator[int]:
    """Yield random integers of 64 bits, the same for the same seed on every platform."""
    import numpy as np  # it takes long to import

    generator = np.random.PCG64(seed)
    while True:
        yield generator.random_raw()


def _majority_label(path: Path) -> Iterator[Record]:
    """Yield the most frequent gold label for every item: with its share as probability, or of either mistake."""
    records = ItemRecords(path)
    fields = _MAJORITY_FIELDS.get(records.format.name)
    if not fields:
        raise GoldError(
            f"{path}: The baseline predicts labels of SHROOM and CAP, and these are {records.format.name} items."
        )
    counts = {field: Counter[str]() for field in fields}
    for where, id_, record, withheld in records:
        if withheld:
            continue
        for fault in records.format.gold.faults(record, None):
            raise GoldError(f"{where}: Gold of item “{id_}”: {fault.detail}")
        for field in fields:
            if record[field] is not None:
                counts[field][record[field]] += 1
    if not all(counts.values()):
        raise GoldError(f"{path}: There is no gold, so no label is the most frequent one.")
    labels: Record = {
        field: min(count, key=lambda value: (-count[value], value)) for field, count in counts.items()
    }
    if "label" in labels:
        labels[PROBABILITY] = counts["label"][HALLUCINATION] / counts["label"].total()
    for _, _, record, _ in records:
        key = {} if records.by_position else {records.format.key: record[records.format.key]}
        yield {**key, **labels}


MAJORITY_LABEL: Final = "majority-label"
RANDOM_SPANS: Final = "random-spans"
_CONSTANT: Final[Mapping[str, Callable[[str], list[SoftRange]]]] = {
    "mark-all": _mark_all,
    "mark-none": _mark_none,
}
_MAJORITY_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {"shroom": ("label",), "cap": (FLUENCY, FACTUAL)}
BASELINES: Final = (*_CONSTANT, RANDOM_SPANS, MAJORITY_LABEL)
