"""Mu-SHROOM records (Vázquez et al., SemEval-2025 Task 3), with Morel's additions: Morel writes this format."""

from typing import Final

from morelkit.formats.record_format import RecordFormat

MUSHROOM: Final = RecordFormat(
    name="mushroom",
    keys={
        "id": "id",
        "lang": "lang",
        "question": "model_input",
        "answer": "model_output_text",
        "model_id": "model_id",
        "reference_url": "wikipedia_url",
    },
    gold_fields={
        "soft_labels": ("model_output_text", "model_id"),
        "hard_labels": ("model_output_text", "model_id", "soft_labels"),
        "annotations": (),
        "annotation_labels": ("annotations",),
        "span_labels": (),
        "item_labels": (),
        "dawid_skene": (),
    },
    renames=True,
    needs_language=True,
)
