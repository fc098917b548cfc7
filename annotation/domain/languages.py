"""Language tags: BCP 47 (RFC 5646), compared without regard to case, and the direction they are read in.

Only well-formedness is asked for. Whether a language exists is the project's business: research groups work
on languages that no registry of ours would know.
"""

import re
from typing import Final, Literal

Direction = Literal["ltr", "rtl"]

# RFC 5646, section 2.1, without the irregular grandfathered tags (i-klingon): all have modern equivalents.
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

# Scripts written right to left, and languages whose usual script is one of them, after CLDR's script metadata
# and likely subtags.
_RTL_SCRIPT: Final = re.compile(
    "adlm|arab|aran|armi|avst|hebr|khar|mand|mani|mend|nbat|nkoo|orkh|palm|phnx|prti|rohg|samr|sarb|sogd|sogo"
    "|syrc|syre|syrj|syrn|thaa|yezi"
)
_RTL_LANGUAGE: Final = re.compile(
    "acm|aeb|afb|ajp|apc|apd|ar|arc|arq|ars|ary|arz|azb|bal|bgn|bqi|brh|ckb|dv|fa|glk|haz|he|iw|ji|ks|lrc|mzn"
    "|nqo|pbt|pes|pnb|prs|ps|sam|sd|sdh|skr|syc|syr|ug|ur|yi"
)


class LanguageError(ValueError):
    """Not a well-formed language tag; the message says so to a person."""


def canonical(tag: str) -> str:
    """`tag` in lower case, as it is stored and compared; an underscore counts as a hyphen (`pt_BR`).

    Raises `LanguageError` where it is not well-formed.
    """
    lower = folded(tag)
    # Python lower-cases a few non-ASCII letters into ASCII ones (KELVIN SIGN → k).
    if not tag.isascii() or len(tag) > MAX_LENGTH or not _WELL_FORMED.fullmatch(lower):
        raise LanguageError(f"“{tag[:MAX_LENGTH]}” is not a language tag such as en, zh or pt-BR (BCP 47).")
    return lower


def folded(tag: str) -> str:
    """As languages are compared: without regard to case, an underscore as a hyphen."""
    return tag.lower().replace("_", "-")


def direction(tag: str) -> Direction:
    """The reading direction of a canonical tag: by its script where it names one, else by its language."""
    language, *rest = tag.lower().split("-")
    for subtag in rest:
        if len(subtag) == 1:
            break
        if len(subtag) == 4 and subtag.isalpha():
            return "rtl" if _RTL_SCRIPT.fullmatch(subtag) else "ltr"
    return "rtl" if _RTL_LANGUAGE.fullmatch(language) else "ltr"
