"""Builders of OpenHalDet records: three categories by the number of the record, empty answers in places."""

from typing import Any

from tests.kit.formats.test_openhaldet import RECORD


def response(
    number: int, *, answer: str = "In 1889.", category: str = "correct", **more: Any
) -> dict[str, Any]:
    """Return the record of a response with an id, a question and a prompt of its own."""
    question = f"When was tower {number} finished?"
    return {
        **RECORD,
        "sample_id": f"qa-{number}",
        "structured_data": {**RECORD["structured_data"], "question": question},
        "prompt": f"Answer briefly.\n{question}",
        "model_output_text": answer,
        "eval_category": category,
        **more,
    }


def unlabelled(*records: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the records without the labels of the format."""
    left_out = ("eval_category", "eval_reasoning")
    return [{name: value for name, value in each.items() if name not in left_out} for each in records]
