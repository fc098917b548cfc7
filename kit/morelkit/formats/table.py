"""Records with any columns, which keep their names. Gold has the label fields of Mu-SHROOM, after all columns."""

from typing import Final

from morelkit.formats.record_format import RecordFormat

TABLE: Final = RecordFormat(
    name="table",
    keys={
        "id": "id",
        "lang": "lang",
        "question": "question",
        "answer": "answer",
        "model_id": "model",
        "reference_url": "reference_url",
        "reference_text": "reference",
    },
)
