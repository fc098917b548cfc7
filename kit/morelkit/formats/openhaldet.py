"""OpenHalDet records: a response as a whole is correct, a hallucination or an abstention.

The question and what it is judged by are inside `structured_data`, which stays with the item as it is.
"""

from collections.abc import Mapping
from typing import Any, Final

from morelkit.formats.cap import ANNOTATOR
from morelkit.formats.record_format import LabelVotes, RecordFormat, Votes
from morelkit.gold.votes import item_label_gold

_LABEL: Final = "category"
_FIELD: Final = "eval_category"
_CATEGORIES: Final = ("correct", "hallucination", "abstention")


def read_votes(row: Mapping[str, Any]) -> Votes:
    """Return the category of the response as one annotator's choice."""
    votes, category = Votes(), row.get(_FIELD)
    if category in _CATEGORIES:
        votes.add(ANNOTATOR, {_LABEL: category})
    elif category in (None, ""):
        votes.faults.append((_FIELD, "missing", f"“{_FIELD}” is missing."))
    else:
        detail = f"“{_FIELD}” must be one of {', '.join(_CATEGORIES)}."
        votes.faults.append((_FIELD, "unknown_vote", detail))
    return votes


def write_labels(votes: LabelVotes) -> dict[str, Any]:
    """Return the curator's category, or the most frequent one; None in a tie for it."""
    if _LABEL in votes.decided:
        return {_FIELD: votes.decided[_LABEL]}
    return {_FIELD: item_label_gold(votes.of(_LABEL))["value"]}


def read_choices(row: Mapping[str, Any]) -> dict[str, str]:
    """Return the category."""
    return read_votes(row).annotation_labels.get(ANNOTATOR, {})


def implied_labels(answer: str) -> dict[str, str]:
    """Return the category of an empty answer: it is an abstention."""
    return {} if answer else {_LABEL: "abstention"}


def read_reference(row: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return acceptable answers, known incorrect answers, choices and context, each if there are any."""
    data = row.get("structured_data")
    data = data if isinstance(data, Mapping) else {}
    lists = [
        ("Acceptable answers", data.get("ground_truths")),
        ("Known incorrect answers", data.get("incorrect_answers")),
        ("Choices", data.get("choices")),
    ]
    sections = [
        (title, "\n".join(f"• {each}" for each in found)) for title, found in lists if isinstance(found, list)
    ]
    context = data.get("context")
    sections.append(("Context", context if isinstance(context, str) else ""))
    return [(title, text) for title, text in sections if text]


OPENHALDET: Final = RecordFormat(
    name="openhaldet",
    keys={
        "id": "sample_id",
        "question": "structured_data.question",
        "answer": "model_output_text",
        "prompt": "prompt",
        "reference_text": "structured_data.context",
    },
    signature=frozenset({"structured_data", _FIELD}),
    label_fields={_FIELD: "string"},
    gold_fields={_FIELD: ("model_output_text",)},
    reasons=("eval_reasoning",),
    item_labels={_LABEL: _CATEGORIES},
    votes=read_votes,
    labels=write_labels,
    choices=read_choices,
    implied_labels=implied_labels,
    reference=read_reference,
    split_shares={"train": 60, "validation": 20, "test": 20},
    only_reference=True,
    needs_answer=False,
    order=(
        *("sample_id", "structured_data", "original_doc", "prompt", "model_output_text"),
        *(_FIELD, "eval_reasoning"),
    ),
)
