"""Imported annotations of projects whose unit is claims: their spans are claims, or are projected onto claims."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from morelkit.formats.claim_fields import CLAIMS
from morelkit.formats.raw_annotations import AnnotationsRecord
from morelkit.formats.record_format import literal
from morelkit.scheme.content import claim_problems
from morelkit.scheme.schemes import Scheme
from morelkit.text.claims.answer_claims import AnswerClaims
from morelkit.text.spans import Span

Fault = tuple[str, str, str]
"""Column, code and a sentence."""


def claim_faults(
    row: Mapping[str, Any], record: AnnotationsRecord, claims: AnswerClaims, scheme: Scheme, *, project: bool
) -> Iterator[Fault]:
    """Yield what keeps the annotations from being imported. `project`: spans are to be projected onto claims."""
    given = literal(row.get(CLAIMS))
    if (
        given is not None
        and given != ""
        and [list(each) for each in given] != [list(each) for each in claims.ranges]
    ):
        yield CLAIMS, "other_claims", f"“{CLAIMS}” are not those of the item {record.external_id} here."
    for key, spans in record.annotations.items():
        if not project:
            for problem in claim_problems(_spans(spans, scheme), claims.ranges):
                detail = f"{key}: {problem.detail} Import with projection to mark the claims that it covers."
                yield "annotations", problem.code, detail
        elif record.annotation_evidence.get(key):
            detail = f"{key} has evidence for spans. Spans with evidence are not projected onto claims."
            yield "annotation_evidence", "projected", detail


def project_onto_claims(record: AnnotationsRecord, claims: AnswerClaims, scheme: Scheme) -> None:
    """Replace the spans of each annotator by the claims that they cover, if only by one character outside W.

    A claim with spans of several labels gets the first of these in the order of the scheme.
    """
    names = [label.name for label in scheme.span_labels]
    for key, raw in record.annotations.items():
        found = claims.labelled(_spans(raw, scheme), names)
        record.annotations[key] = [
            [each.start, each.end, *([each.label] if len(names) > 1 else [])] for each in found
        ]


def _spans(raw: Sequence[Sequence[Any]], scheme: Scheme) -> list[Span]:
    default = scheme.span_labels[0].name
    return [Span(start, end, label[0] if label else default) for start, end, *label in raw]
