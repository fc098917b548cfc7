"""Span normalization: from stored ranges to counted ranges.

Some annotators include the full stop or the space after a word and some do not; without normalization such differences
hide real ones. A policy is a named, versioned normalization, and every number names its policy. Normalize ranges
exactly once: `mushroom-2025` is not idempotent.

Source: the released data of Mu-SHROOM (Vázquez et al., SemEval-2025 Task 3), which `mushroom-2025` reproduces bit for
bit.
"""

import string
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Final

Range = tuple[int, int]
"""Half-open, in code points."""


class _Separators(dict[str, bool]):
    """Cache of whether a character is punctuation or white space (the set W).

    `str.isspace` differs: it includes U+001C–U+001F and U+0085, which the released data does not.
    """

    def __missing__(self, character: str) -> bool:
        is_separator = self[character] = (
            character in string.punctuation
            or character in string.whitespace
            or unicodedata.category(character)[0] in "PZ"
        )
        return is_separator


_SEPARATOR: Final = _Separators()


def is_separator(character: str) -> bool:
    """Return whether the character is in W: punctuation or white space."""
    return _SEPARATOR[character]


def normalize(policy: str, text: str, spans: Sequence[Range]) -> list[Range]:
    """Return the ranges of one annotator and label that are counted under `policy`.

    `spans`, in stored order with 0 ≤ start ≤ end, are cut to the text first. Only under `mushroom-2025` does their
    order matter, and only there can the result overlap or be unsorted. Raises `ValueError` for an unknown policy.
    """
    try:
        rule = _RULES[policy]
    except KeyError:
        raise ValueError(f"No normalization policy {policy!r}: there are {', '.join(POLICIES)}.") from None
    length = len(text)
    if any(end > length for _, end in spans):
        spans = [(min(start, length), min(end, length)) for start, end in spans]
    return rule(text, spans)


def _mushroom_2025(text: str, spans: Sequence[Range]) -> list[Range]:
    return _strip_trailing_separators(text, join_mushroom_2025(_move_past_separators(text, spans)))


def join_mushroom_2025(spans: Iterable[Range]) -> list[Range]:
    """Return the spans with adjacent ones joined, in stored order."""
    joined: list[Range] = []
    remembered_end = -1
    for start, end in spans:
        if start == remembered_end:
            # A quirk of the script behind the release, kept because the released labels depend on it: joining does not
            # update the remembered end, so the third span of a chain is not joined.
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
            remembered_end = end
    return joined


def _merged(text: str, spans: Sequence[Range]) -> list[Range]:
    joined: list[Range] = []
    for start, end in _move_past_separators(text, unite_ranges(spans)):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return _strip_trailing_separators(text, joined)


def _raw(_text: str, spans: Sequence[Range]) -> list[Range]:
    return unite_ranges([span for span in spans if span[0] < span[1]])


_RULES: Final[dict[str, Callable[[str, Sequence[Range]], list[Range]]]] = {
    "mushroom-2025": _mushroom_2025,
    "merged": _merged,
    "raw": _raw,
}
POLICIES: Final[tuple[str, ...]] = tuple(_RULES)
DEFAULT_POLICY: Final = "mushroom-2025"
CLAIMS_POLICY: Final = "raw"
"""The policy of schemes whose unit is claims: marks keep their boundaries, and adjacent claims stay apart."""


def unite_ranges(spans: Sequence[Range]) -> list[Range]:
    """Return the ranges sorted, with overlapping ranges joined and touching ranges left apart."""
    united: list[Range] = []
    reach = -1
    for span in sorted(spans):
        if span[0] < reach:
            if span[1] > reach:
                reach = span[1]
                united[-1] = (united[-1][0], reach)
        else:
            united.append(span)
            reach = span[1]
    return united


def _move_past_separators(text: str, spans: Sequence[Range]) -> list[Range]:
    """Move both boundaries right over W, so that spans separated only by W become adjacent.

    If the start passes the end, the end moves to the same offset and the span is dropped as empty.
    """
    moved: list[Range] = []
    length = len(text)
    for start, end in spans:
        while start < length and _SEPARATOR[text[start]]:
            start += 1
        while end < length and _SEPARATOR[text[end]]:
            end += 1
        if start != end:
            moved.append((start, end))
    return moved


def _strip_trailing_separators(text: str, spans: Sequence[Range]) -> list[Range]:
    """Move ends left over W. No span becomes empty, because each starts with a character outside W."""
    stripped: list[Range] = []
    for start, end in spans:
        while _SEPARATOR[text[end - 1]]:
            end -= 1
        stripped.append((start, end))
    return stripped
