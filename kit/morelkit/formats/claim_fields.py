"""Claims in records.

    "claims": [[0, 21], [21, 40]]            half-open ranges of the answer, in code points
    "segmenter": "punctuation-1"             the segmenter that has cut them, if one has
    "tokens": ["The", " moon", …]            texts that make up the answer, perhaps with one that ends the sequence
    "claim_tokens": [[0, 5], [5, 9]]         of each claim, a half-open range of indices of tokens
    "claim_labels": [0, 1]                   of each claim: 1 if it is incorrect

A record without claims gets those of the segmenter of its language.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from morelkit.formats.record_format import literal
from morelkit.text.claims.claim_tokens import claim_tokens, token_ranges
from morelkit.text.claims.segmenters import SEGMENTERS, segmenter_of
from morelkit.text.normalization import Range
from morelkit.text.spans import is_offset

CLAIMS: Final = "claims"
SEGMENTER: Final = "segmenter"
TOKENS: Final = "tokens"
CLAIM_TOKENS: Final = "claim_tokens"
CLAIM_LABELS: Final = "claim_labels"

RECORD: Final = "record"
"""In the place of a segmenter's name: the claims came with the record."""

Fault = tuple[str, str, str]
"""Field, code, and a sentence."""


@dataclass(frozen=True, slots=True)
class Claims:
    """The claims of an answer, and the name of the segmenter that has cut them."""

    ranges: tuple[Range, ...]
    segmenter: str


def cut_claims(answer: str, language: str) -> Claims:
    """Return the claims of an answer by the segmenter of its language."""
    segmenter = segmenter_of(language)
    return Claims(tuple(segmenter.segment(answer)), segmenter.name)


def read_claims(record: Mapping[str, Any], answer: str, language: str) -> tuple[Claims | None, list[Fault]]:
    """Return the claims of a record, or None and every problem.

    If the record names a segmenter, its claims must be those of the segmenter.
    """
    faults: list[Fault] = []
    named, value = record.get(SEGMENTER), literal(record.get(CLAIMS))
    segmenter = SEGMENTERS.get(named) if isinstance(named, str) else None
    if record.get(CLAIMS) in (None, ""):
        if named not in (None, "") and segmenter is None:
            faults.append((SEGMENTER, "unknown_segmenter", _unknown(named)))
        claims = Claims(tuple(segmenter.segment(answer)), segmenter.name) if segmenter else None
        claims = claims or cut_claims(answer, language)
    else:
        faults += _range_faults(value, answer)
        ranges = () if faults else tuple((start, end) for start, end in value)
        claims = Claims(ranges, segmenter.name if segmenter else RECORD)
        if named not in (None, "", RECORD) and segmenter is None:
            faults.append((SEGMENTER, "unknown_segmenter", _unknown(named)))
        if segmenter and not faults and ranges != tuple(segmenter.segment(answer)):
            detail = f"“{CLAIMS}” are not those of the segmenter {segmenter.name} for this answer."
            faults.append((CLAIMS, "other_claims", detail))
    if not faults:
        faults += _token_faults(record, answer, claims.ranges)
    return (None if faults else claims), faults


def ranges_of_tokens(tokens: Sequence[str], answer: str, claims: Sequence[Range]) -> list[Range] | None:
    """Return the tokens of each claim; None if the tokens do not make up the answer.

    A last token that the answer lacks ends the sequence and belongs to no claim.
    """
    if (ranges := token_ranges(answer, tokens)) is not None:
        return claim_tokens(claims, ranges)
    if tokens and (ranges := token_ranges(answer, tokens[:-1])) is not None:
        return claim_tokens(claims, [*ranges, (len(answer), len(answer))], ends_sequence=True)
    return None


def claim_label_faults(labels: object, claims: int) -> Iterator[Fault]:
    """Yield what is wrong with the labels of this number of claims."""
    if not isinstance(labels, list | tuple):
        yield CLAIM_LABELS, "not_a_list", f"“{CLAIM_LABELS}” must be a list of 0 and 1."
    elif len(labels) != claims:
        detail = f"“{CLAIM_LABELS}” has {len(labels)} labels for {claims} claims."
        yield CLAIM_LABELS, "wrong_length", detail
    else:
        for index, label in enumerate(labels):
            if type(label) is not int or label not in (0, 1):
                yield CLAIM_LABELS, "unknown_label", f"“{CLAIM_LABELS}”, claim {index}: a label is 0 or 1."


def _unknown(name: object) -> str:
    return f"“{SEGMENTER}”: there is no segmenter “{name}”. Known: {', '.join(SEGMENTERS)}."


def _range_faults(value: object, answer: str) -> Iterator[Fault]:
    if not isinstance(value, list | tuple):
        yield CLAIMS, "not_a_list", f"“{CLAIMS}” must be a list of ranges [start, end]."
        return
    wrong = list(_each_range_faults(value, len(answer)))
    if wrong:
        yield from ((CLAIMS, code, f"“{CLAIMS}”, claim {index}: {detail}") for index, code, detail in wrong)
        return
    for index, ((start, end), (other, _)) in enumerate(pairwise(value), start=1):
        if other < start:
            detail = f"it starts at {other}, before claim {index - 1} ({start})."
            yield CLAIMS, "not_sorted", f"“{CLAIMS}”, claim {index}: {detail}"
        elif other < end:
            detail = f"it starts at {other}, inside claim {index - 1}, which ends at {end}."
            yield CLAIMS, "overlap", f"“{CLAIMS}”, claim {index}: {detail}"
    yield from _coverage_faults(sorted(value), answer)


def _coverage_faults(claims: Sequence[Range], answer: str) -> Iterator[Fault]:
    reach = 0
    for start, end in [*claims, (len(answer), len(answer))]:
        if answer[reach:start].strip():
            at = reach + len(answer[reach:start]) - len(answer[reach:start].lstrip())
            yield CLAIMS, "not_covered", f"“{CLAIMS}”: the character at {at} of the answer is in no claim."
            return
        reach = max(reach, end)


def _each_range_faults(value: Sequence[object], length: int) -> Iterator[tuple[int, str, str]]:
    for index, claim in enumerate(value):
        if not isinstance(claim, list | tuple) or len(claim) != 2 or not all(map(is_offset, claim)):
            yield index, "not_a_range", "a claim is a list of two whole numbers, start and end."
            continue
        start, end = claim
        if start < 0:
            yield index, "negative", f"start {start} is negative."
        elif end <= start:
            yield index, "empty", f"its end {end} is not after its start {start}."
        elif end > length:
            detail = f"end {end} is past the answer's end ({length}): the claims are of another answer."
            yield index, "past_the_end", detail


def _token_faults(record: Mapping[str, Any], answer: str, claims: Sequence[Range]) -> Iterator[Fault]:
    if record.get(TOKENS) in (None, ""):
        if record.get(CLAIM_TOKENS) not in (None, ""):
            yield CLAIM_TOKENS, "no_tokens", f"“{CLAIM_TOKENS}” needs “{TOKENS}”."
        return
    tokens = literal(record[TOKENS])
    if not isinstance(tokens, list | tuple) or not all(isinstance(token, str) for token in tokens):
        yield TOKENS, "not_a_list", f"“{TOKENS}” must be a list of texts."
        return
    if ranges_of_tokens(tokens, answer, claims) is None:
        yield TOKENS, "other_answer", f"“{TOKENS}” do not make up the answer."
        return
    if record.get(CLAIM_TOKENS) not in (None, ""):
        yield from _claim_token_faults(literal(record[CLAIM_TOKENS]), len(tokens), len(claims))


def _claim_token_faults(value: object, tokens: int, claims: int) -> Iterator[Fault]:
    if not isinstance(value, list | tuple) or len(value) != claims:
        yield (
            CLAIM_TOKENS,
            "wrong_length",
            f"“{CLAIM_TOKENS}” must be a list of {claims} ranges, one a claim.",
        )
        return
    reach = 0
    for index, each in enumerate(value):
        is_range = isinstance(each, list | tuple) and len(each) == 2 and all(map(is_offset, each))
        if not is_range or not reach <= each[0] <= each[1] <= tokens:
            detail = f"not a range of indices from {reach} to {tokens}."
            yield CLAIM_TOKENS, "not_a_range", f"“{CLAIM_TOKENS}”, claim {index}: {detail}"
            return
        reach = each[1]
