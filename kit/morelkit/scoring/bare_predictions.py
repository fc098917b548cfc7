"""Reduce predictions to their labels: other fields of a record may say who made it."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from morelkit.scoring.gold import record_id
from morelkit.scoring.prediction_format import PredictionFormat
from morelkit.scoring.record_files import read_rows

_SOFT_LABEL: Final = ("start", "prob", "end", "label")
_FIELDS: Final = (
    *("soft_labels", "hard_labels", "label", "p(Hallucination)"),
    *("has_fluency_mistakes", "has_factual_mistakes", "score", "scores"),
)
"""Fields that the formats of predictions read, besides the key."""


def bare_predictions(
    path: Path, ids: Mapping[str, str | int | None], format_: PredictionFormat
) -> Iterator[dict[str, Any]]:
    """Yield the records of a valid file of predictions in the order of the items, without what is not scored.

    `ids`: id as text → as the items spell it; None for items without an id. Raises `OSError`.
    """
    records = {}
    for position, row in enumerate(read_rows(path), 1):
        record = row.exact().record
        by_position = format_.by_position and ids.get(str(position), "") is None
        id_ = str(position) if by_position else record_id(record, format_.key)
        if id_ in ids:
            records[id_] = record
    for id_, spelled in ids.items():
        if id_ in records:
            key = {} if spelled is None else {format_.key: spelled}
            yield key | _labels(records[id_])


def _labels(record: Mapping[str, Any]) -> dict[str, Any]:
    found = {name: record[name] for name in _FIELDS if name in record}
    if found.get("soft_labels") is not None:
        found["soft_labels"] = [
            {name: each[name] for name in _SOFT_LABEL if name in each} for each in found["soft_labels"]
        ]
    return found
