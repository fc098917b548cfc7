"""Cut an answer into claims, the same way on every machine.

A claim is a stretch of text that can be true or false. The claims of a text are ranges in code points that cover it and
do not overlap. A published segmenter never changes, because stored claims name it; a correction is a new one.
"""

import re
import string
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

from morelkit.text.claims.stop_words import LISTS, read_stop_words
from morelkit.text.claims.treebank_words import treebank_words
from morelkit.text.languages import fold_tag
from morelkit.text.normalization import Range, is_separator


@dataclass(frozen=True, slots=True)
class Segmenter:
    """A named way to cut texts into claims. The name says algorithm, version and word lists."""

    name: str
    segment: Callable[[str], list[Range]]


# Words that consist of punctuation, besides ASCII's.
_MARKS: Final = (
    frozenset(string.punctuation) | frozenset("،؛؟，。、？！：；（）《》“”¿¡«»…") | {"``", "''", "\n"}
)


def segment_by_stop_words(text: str) -> list[Range]:
    """Return the claims of a text in English, French, Spanish or German.

    Source: MUCH (Dentan et al., 2025). A word of the Treebank's tokenization is a stop if it is a stop word or a
    punctuation mark, or if the word before it ends with a period. A claim starts at a stop whose previous word is none,
    unless the stop ends the text. If the last claim is exactly one punctuation mark, without white space after it, it
    joins the one before it.
    """
    stop_words = _stop_words()
    length = len(text)
    starts = [0] if text else []
    after_stop = after_period = False
    for start, end in treebank_words(text):
        word = text[start:end]
        is_stop = after_period or word.lower().strip() in stop_words
        if is_stop and not after_stop and start > 0 and end < length:
            starts.append(start)
        after_stop, after_period = is_stop, word[-1] == "."
    if len(starts) > 1 and text[starts[-1] :] in _MARKS:
        starts.pop()
    return _ranges(starts, length)


@cache
def _stop_words() -> frozenset[str]:
    return read_stop_words() | _MARKS


# Marks that end a clause or sentence. Those of the first row also occur inside of numbers, times and names, so white
# space must follow them. Those of the second row only stay inside between digits.
_NARROW: Final = ".,;:!?"
_WIDE: Final = "…‽،؛؟۔।॥，。、？！：；．｡､።፣፤፥፧՝՞։׃၊။។៕"
_CLOSERS: Final = "\"')]}’”»›）］｝》〉」』】〕"
_MARK: Final = re.escape(_NARROW + _WIDE)
_END: Final = re.compile(rf"(?<![{_MARK}])(?P<marks>[{_MARK}]+)[{re.escape(_CLOSERS)}]*(?P<space>\s*)|\n\s*")


def segment_by_punctuation(text: str) -> list[Range]:
    """Return the claims of a text in any language: its sentences and the clauses that punctuation separates.

    A claim ends after marks such as , ; : . ! ? and those of other scripts, with the quotes and brackets that close
    after them and the white space that follows, and at a line break. Each claim has a character that is neither
    punctuation nor white space, unless the whole text has none.
    """
    starts = [0] if text else []
    end, has_word = 0, False
    for found in _END.finditer(text):
        has_word = has_word or _has_word(text, end, found.start())
        end = found.end()
        if has_word and end < len(text) and _is_end(text, found):
            starts.append(end)
            has_word = False
    if len(starts) > 1 and not has_word and not _has_word(text, end, len(text)):
        starts.pop()
    return _ranges(starts, len(text))


def _is_end(text: str, found: re.Match[str]) -> bool:
    marks = found["marks"]
    if marks is None or found["space"]:
        return True
    start, end = found.start(), found.end()
    between_digits = start > 0 and text[start - 1].isdigit() and text[end].isdigit()
    return not between_digits and not set(marks).issubset(_NARROW)


def _has_word(text: str, start: int, end: int) -> bool:
    return any(not is_separator(text[at]) for at in range(start, end))


def _ranges(starts: list[int], length: int) -> list[Range]:
    return list(zip(starts, [*starts[1:], length], strict=False))


STOP_WORDS: Final = Segmenter("much-1+snowball-postgresql-15-de-en-es-fr", segment_by_stop_words)
PUNCTUATION: Final = Segmenter("punctuation-1", segment_by_punctuation)
SEGMENTERS: Final = {each.name: each for each in (STOP_WORDS, PUNCTUATION)}


def segmenter_of(language: str) -> Segmenter:
    """Return the segmenter of a language tag: by stop words for those that have a list, else by punctuation."""
    return STOP_WORDS if fold_tag(language).partition("-")[0] in LISTS else PUNCTUATION
