"""MUCH records (Dentan et al., 2025): each claim of an answer is correct (0) or incorrect (1)."""

from collections.abc import Mapping
from typing import Any, Final

from morelkit.formats.cap import ANNOTATOR
from morelkit.formats.claim_fields import (
    CLAIM_LABELS,
    CLAIM_TOKENS,
    CLAIMS,
    SEGMENTER,
    TOKENS,
    claim_label_faults,
)
from morelkit.formats.record_format import RecordFormat, Votes, literal
from morelkit.text.claims.projection import spans_of_claims


def read_votes(row: Mapping[str, Any]) -> Votes:
    """Return the labels of the claims as the spans of one annotator. They need the claims beside them."""
    votes, claims = Votes(), literal(row.get(CLAIMS))
    if row.get(CLAIM_LABELS) in (None, ""):
        votes.faults.append((CLAIM_LABELS, "missing", f"“{CLAIM_LABELS}” is missing."))
    elif not isinstance(claims, list | tuple):
        detail = f"“{CLAIM_LABELS}” need the “{CLAIMS}” that they are about."
        votes.faults.append((CLAIMS, "missing", detail))
    else:
        labels = literal(row[CLAIM_LABELS])
        votes.faults += claim_label_faults(labels, len(claims))
        if not votes.faults:
            incorrect = [label == 1 for label in labels]
            votes.annotations[ANNOTATOR] = [list(span) for span in spans_of_claims(claims, incorrect)]
    return votes


MUCH: Final = RecordFormat(
    name="much",
    keys={
        "id": "id",
        "lang": "lang",
        "question": "question",
        "answer": "model_output_text",
        "model_id": "model_id",
        "reference_url": "wikipedia_url",
    },
    signature=frozenset({CLAIM_LABELS}),
    label_fields={CLAIM_LABELS: {"list": "int64"}},
    votes=read_votes,
    needs_claims=True,
    needs_language=True,
    order=(
        *("id", "lang", "question", "model_id", "model_output_text", CLAIMS, CLAIM_LABELS, "wikipedia_url"),
        *(TOKENS, CLAIM_TOKENS, SEGMENTER),
    ),
)
