"""Names of teams: what they may contain, and which count as equal."""

import unicodedata
from typing import Final

from foundation.errors import wrong_field

MAX_NAME: Final = 100
MAX_KEY: Final = 200

_HIDDEN: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and symbols without ink, beyond those of the categories below."""

_REFUSED_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
JOINERS: Final = "\u200c\u200d"
"""Characters without ink that Persian words, Indic words and emoji need."""

_MAX_MARKS: Final = 4  # combining characters in a row: more cover the lines above and below


def name_key(name: str) -> str:
    """Return what equal names share: NFKC, case folding, single spaces, no variation selectors."""
    shown = "".join(each for each in name if not _is_variation_selector(each))
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", shown).casefold())
    return " ".join(folded.split())


def require_visible(text: str, field: str, subject: str, allowed: str = "") -> None:
    """Raise InvalidError if `text` has an invisible character, such as one that reverses what follows it."""
    for each in text:
        invisible = each in _HIDDEN or unicodedata.category(each) in _REFUSED_CATEGORIES
        if invisible and each not in allowed:
            raise wrong_field(
                field,
                f"{subject} has only visible characters. Remove U+{ord(each):04X}.",
                "invisible_character",
            )


def checked_name(name: str, field: str = "name") -> tuple[str, str]:
    """Return a name as it is stored (NFC, single spaces) and its key. Raises InvalidError, which names the field."""
    require_visible(name, field, "A name")
    stored = " ".join(unicodedata.normalize("NFC", name).split())
    if not any(unicodedata.category(each)[0] in "LN" for each in stored):
        raise wrong_field(field, "A name has at least one letter or digit.", "blank")
    key = name_key(stored)
    if len(stored) > MAX_NAME or len(key) > MAX_KEY:
        raise wrong_field(field, f"A name has at most {MAX_NAME} characters.", "too_long")
    if _most_marks(stored) > _MAX_MARKS:
        raise wrong_field(
            field, f"At most {_MAX_MARKS} combining characters can follow each other.", "too_many_marks"
        )
    return stored, key


def _is_variation_selector(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def _most_marks(name: str) -> int:
    most = run = 0
    for each in unicodedata.normalize("NFD", name):
        run = run + 1 if unicodedata.category(each) in {"Mn", "Me"} else 0
        most = max(most, run)
    return most
