"""Words of a text by the Penn Treebank's tokenization, as ranges.

The rules are those of the tokenizer of the Penn Treebank (McIntyre, 1995) in the variant of NLTK's
`TreebankWordTokenizer`. They expect one sentence: only the period at the end of the text is a word of its own.
"""

import re
from collections.abc import Iterator
from typing import Final

from morelkit.text.normalization import Range

# A comma or colon stands alone unless a digit follows. The character after it is consumed, so that of two in a row the
# second stays with what follows it: a peculiarity of the variant.
_COMMA: Final = re.compile(r"([,:])(\D|\Z)")
_ALONE: Final = re.compile(r"``|\.\.\.|[;@#$%&?!]")
_BRACKET: Final = re.compile(r"""[]\[(){}<>"]|--|''""")
_CLOSING: Final = "])}>\"'"

# These need a space after them, which a rule before may have put there; a line break is none.
_QUOTE: Final = re.compile(r"(?<=[^'])'(?= )")
_POSSESSIVE: Final = re.compile(r"(?<=[^' ])'[sSmMdD]?(?= )")
_CLITIC: Final = re.compile(r"(?<=[^' ])(?:'(?:ll|LL|re|RE|ve|VE)|n't|N'T)(?= )")

_CONTRACTED: Final = (
    "cannot",
    "d'ye",
    "gimme",
    "gonna",
    "gotta",
    "lemme",
    "more'n",
    "wanna",
    "'tis",
    "'twas",
)
_CONTRACTION: Final = re.compile(
    r"\b(can(?=not\b)|d(?='ye\b)|gim(?=me\b)|gon(?=na\b)|got(?=ta\b)|lem(?=me\b)|more(?='n\b)|wan(?=na\s))"
    r"(not|'ye|me|na|ta|'n)",
    re.IGNORECASE,
)
_TIS: Final = re.compile(r" ('t)(is)\b", re.IGNORECASE)
_TWAS: Final = re.compile(r" ('t)(was)\b", re.IGNORECASE)


def treebank_words(text: str) -> Iterator[Range]:
    """Yield the words in order, in code points. They hold every character of the text except white space."""
    end = 0
    for word in _spaced(text).split():
        start = text.index(word, end)
        end = start + len(word)
        yield start, end


def _spaced(text: str) -> str:
    """Return the text with spaces between its words."""
    before = text.rstrip().rstrip(_CLOSING)
    if before.endswith(".") and len(before) > 1 and before[-2] != ".":
        text = f"{before[:-1]} . {text[len(before) :]}"
    text = _ALONE.sub(r" \g<0> ", _COMMA.sub(r" \1 \2", text))
    has_quote = "'" in text
    if has_quote:
        text = _QUOTE.sub(r" \g<0> ", text)
    text = " " + _BRACKET.sub(r" \g<0> ", text) + " "
    if has_quote:
        text = _CLITIC.sub(r" \g<0> ", _POSSESSIVE.sub(r" \g<0> ", text))
    folded = text.lower()
    if any(each in folded for each in _CONTRACTED):
        for contraction in (_CONTRACTION, _TIS, _TWAS):
            text = contraction.sub(r" \1 \2 ", text)
    return text
