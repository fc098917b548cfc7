"""SHROOM records (Mickus et al., SemEval-2024 Task 6): a hypothesis, its source and its target, with votes."""

from typing import Final

from morelkit.formats.record_format import RecordFormat

SHROOM: Final = RecordFormat(
    name="shroom",
    keys={"id": "id", "question": "src", "answer": "hyp", "reference_target": "tgt", "model_id": "model"},
    imported_labels=("label", "labels", "p(Hallucination)"),
    signature=frozenset({"tgt"}),
    not_fields=frozenset({"ref"}),  # whether the reference is src or tgt, not its text
)
