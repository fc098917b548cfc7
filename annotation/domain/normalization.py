"""Normalization: from the ranges that were stored to the ranges that are counted.

Annotators differ in whether they take the full stop or the blank after a word; without a clean-up such
differences drown the ones of substance. A policy is a named, versioned clean-up, and every number names its
policy. Ranges are normalized exactly once: `mushroom-2025` is not idempotent.

Source: the released data of Mu-SHROOM (Vázquez et al., SemEval-2025 Task 3), which `mushroom-2025` gives
again bit for bit.
"""

import string
import unicodedata
from collections.abc import Callable, Sequence
from typing import Final

Range = tuple[int, int]
"""Half-open, in code points."""


class _Separators(dict[str, bool]):
    """Is a character punctuation or white space (W)? Looked up once per character, then remembered.

    `str.isspace` would not do: it takes U+001C–U+001F and U+0085 too, which the released data does not.
    """

    def __missing__(self, character: str) -> bool:
        known = self[character] = (
            character in string.punctuation
            or character in string.whitespace
            or unicodedata.category(character)[0] in "PZ"
        )
        return known


_SEPARATOR: Final = _Separators()


def normalize(policy: str, text: str, spans: Sequence[Range]) -> list[Range]:
    """The ranges of one annotator (and one label) that are counted under `policy`.

    `spans` stand in stored order, 0 ≤ start ≤ end; what lies past the text is cut off first. Only under
    `mushroom-2025` does their order matter, and may the result overlap or stand out of order.
    Raises `ValueError` for a policy that does not exist.
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
    joined: list[Range] = []
    remembered = -1
    for start, end in _move_past_separators(text, spans):
        if start == remembered:
            # A quirk of the script that made the release, kept because its labels depend on it: the
            # remembered end stays that of the span that was opened, so a third in a chain is not joined.
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
            remembered = end
    return _strip_trailing_separators(text, joined)


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


def unite_ranges(spans: Sequence[Range]) -> list[Range]:
    """Sorted, overlapping ranges joined, touching ones left apart."""
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
    """Both ends go right, over W, so that spans with nothing but W between them become adjacent.

    A start may pass its end, but then the end comes to the same place, and the span is dropped as empty.
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
    """No span is lost here: each starts with a character outside W."""
    stripped: list[Range] = []
    for start, end in spans:
        while _SEPARATOR[text[end - 1]]:
            end -= 1
        stripped.append((start, end))
    return stripped
