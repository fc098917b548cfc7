"""Marked spans as labels of claims, and labels of claims as spans."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from morelkit.text.normalization import Range, is_separator, unite_ranges


def claims_of_spans(
    text: str, claims: Sequence[Range], spans: Iterable[Range], share: Fraction | None = None
) -> list[bool]:
    """Return whether each claim is marked.

    A claim is marked if the spans cover at least one of its characters, or with a `share` at least that share of them.
    Punctuation and white space do not count, except in a claim that has nothing else. `claims` are sorted and do not
    overlap.
    """
    if share is not None and not 0 < share <= 1:
        raise ValueError("The share of marked characters is above 0 and at most 1.")
    united = unite_ranges([span for span in spans if span[0] < span[1]])
    marked: list[bool] = []
    first = 0
    for start, end in claims:
        while first < len(united) and united[first][1] <= start:
            first += 1
        at = first
        covered: list[int] = []
        while at < len(united) and united[at][0] < end:
            covered += range(max(start, united[at][0]), min(end, united[at][1]))
            at += 1
        counting = [place for place in range(start, end) if not is_separator(text[place])] if covered else []
        if counting:
            covered = [place for place in covered if not is_separator(text[place])]
        total = len(counting) or end - start
        marked.append(bool(covered) if share is None else len(covered) >= share * total)
    return marked


def spans_of_claims(claims: Sequence[Range], incorrect: Sequence[bool]) -> list[Range]:
    """Return the whole range of each incorrect claim. Adjacent claims stay apart."""
    return [claim for claim, marked in zip(claims, incorrect, strict=True) if marked]
