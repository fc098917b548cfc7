"""Language tags (BCP 47, RFC 5646), compared case-insensitively, and their reading direction.

English names of languages are read as their tags. Tags are checked for well-formedness only, not against a registry:
research groups work on languages that registries lack.
"""

import re
import unicodedata
from typing import Final, Literal

from morelkit.text.language_names import TAGS

Direction = Literal["ltr", "rtl"]

# RFC 5646, section 2.1, without irregular grandfathered tags such as i-klingon, which all have modern equivalents.
_WELL_FORMED: Final = re.compile(
    r"""
    (?: [a-z]{2,3} (?:-[a-z]{3}){0,3} | [a-z]{4,8} )    # language, extended language
    (?: -[a-z]{4} )?                                    # script
    (?: -(?: [a-z]{2} | [0-9]{3} ) )?                   # region
    (?: -(?: [a-z0-9]{5,8} | [0-9][a-z0-9]{3} ) )*      # variants
    (?: -[a-wyz0-9] (?: -[a-z0-9]{2,8} )+ )*            # extensions
    (?: -x (?: -[a-z0-9]{1,8} )+ )?                     # private use
    | x (?: -[a-z0-9]{1,8} )+
    """,
    re.VERBOSE,
)

MAX_LENGTH: Final = 64

NO_LANGUAGE: Final = "und"
"""The tag of items whose record has no language: undetermined."""

# Right-to-left scripts, and languages whose usual script is one of them. Source: CLDR script metadata and likely
# subtags.
_RTL_SCRIPT: Final = re.compile(
    "adlm|arab|aran|armi|avst|hebr|khar|mand|mani|mend|nbat|nkoo|orkh|palm|phnx|prti|rohg|samr|sarb|sogd|sogo"
    "|syrc|syre|syrj|syrn|thaa|yezi"
)
_RTL_LANGUAGE: Final = re.compile(
    "acm|aeb|afb|ajp|apc|apd|ar|arc|arq|ars|ary|arz|azb|bal|bgn|bqi|brh|ckb|dv|fa|glk|haz|he|iw|ji|ks|lrc|mzn"
    "|nqo|pbt|pes|pnb|prs|ps|sam|sd|sdh|skr|syc|syr|ug|ur|yi"
)


class LanguageError(ValueError):
    """Not a well-formed language tag; the message is a sentence for users."""


def canonical(tag: str) -> str:
    """Return `tag` as it is stored and compared: in lower case, with hyphens for underscores (`pt_BR`).

    An English name (`malayalam`) is replaced by its tag. Raises `LanguageError` if the tag is not well-formed.
    """
    folded = fold_tag(tag)
    if tag.lower().replace(" ", "-") in TAGS:
        return folded
    # Python maps a few non-ASCII letters to ASCII in lower case (KELVIN SIGN → k).
    if not tag.isascii() or len(tag) > MAX_LENGTH or not _WELL_FORMED.fullmatch(folded):
        raise LanguageError(
            f"“{tag[:MAX_LENGTH]}” is not a language tag such as en, zh or pt-BR (BCP 47), nor a language's name."
        )
    return folded


def stored_language(spelling: str) -> str:
    """Return the tag of an item whose record has this language, which may be ""."""
    return canonical(spelling) if spelling else NO_LANGUAGE


def fold_tag(tag: str) -> str:
    """Return `tag` as `canonical` does, without checking it."""
    folded = tag.lower().replace("_", "-")
    return TAGS.get(folded.replace(" ", "-"), folded)


def direction(tag: str, text: str = "") -> Direction:
    """Return the reading direction of a canonical tag, by its script if it names one, else by its language.

    Without a language it is that of `text`: the direction of its first letter.
    """
    if tag == NO_LANGUAGE:
        return _direction_of_text(text)
    language, *rest = tag.lower().split("-")
    for subtag in rest:
        if len(subtag) == 1:
            break
        if len(subtag) == 4 and subtag.isalpha():
            return "rtl" if _RTL_SCRIPT.fullmatch(subtag) else "ltr"
    return "rtl" if _RTL_LANGUAGE.fullmatch(language) else "ltr"


def _direction_of_text(text: str) -> Direction:
    for character in text:
        if (found := unicodedata.bidirectional(character)) in ("L", "R", "AL"):
            return "ltr" if found == "L" else "rtl"
    return "ltr"
