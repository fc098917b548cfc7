"""All formats of predictions, and which one a file of items is in."""

from typing import Final

from morelkit.scoring.item_labels import CAP, SHROOM
from morelkit.scoring.prediction_format import ItemError, PredictionFormat, Record
from morelkit.scoring.risk_scores import MUCH, OPENHALDET
from morelkit.scoring.span_labels import MUSHROOM
from morelkit.scoring.typed_labels import VISIONS

PREDICTION_FORMATS: Final[tuple[PredictionFormat, ...]] = (
    MUCH,
    OPENHALDET,
    CAP,
    SHROOM,
    VISIONS,
    MUSHROOM,
)
"""In the order in which they are recognized: records with claims or images have an answer too."""


def format_of(record: Record) -> PredictionFormat:
    """Return the format of predictions for a gold or unlabelled record. Raises `ItemError`."""
    for each in PREDICTION_FORMATS:
        if any(signature <= record.keys() for signature in each.signatures):
            return each
    raise ItemError(
        "It has no answer: model_output_text (Mu-SHROOM), hyp (SHROOM), output_text and index (CAP), "
        "sample_id (OpenHalDet), claims (MUCH) or answer and id (releases of tables)."
    )
