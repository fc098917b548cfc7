"""Guess which column of a file holds a field, from the cells of its first records."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from morelkit.formats.record_format import RecordFormat
from morelkit.formats.registry import FORMATS, OTHER_LABELS
from morelkit.text.language_names import TAGS

MOSTLY: Final = 0.8  # share of the cells that are not empty
_FEW_REPEATS: Final = 0.8  # share of different cells
_LEAST_ANSWER: Final = 20  # code points of an answer, on average
_RIVAL: Final = 8  # a column with an eighth of the length of the longest may be the answer as well
_LEAST_IDS: Final = 5  # records
_LONGEST_ID: Final = 64

_WIKIPEDIA_PAGE: Final = re.compile(r"\s*https?://([a-z-]+\.)(m\.)?wikipedia\.org/\S", re.IGNORECASE)
_ADDRESS: Final = re.compile(r"\s*https?://", re.IGNORECASE)
_QUESTION: Final = re.compile(r"[?？؟⁇՞፧]['\"”’»)\]]*\s*$")
_ID: Final = re.compile(r"(?=.*\d)[^\s\[{]+")
_DECIMAL: Final = re.compile(r"[-+]?\d*[.,]\d+(e[-+]?\d+)?", re.IGNORECASE)
_SUBTAG: Final = re.compile(r"[a-z]{4}|[a-z]{2}|[0-9]{3}")  # script or region
# Keys of records that have a meaning of their own: the task MT of SHROOM is no Maltese.
_OTHER_KEYS: Final = frozenset(
    key for each in FORMATS for following in each.gold_fields.values() for key in following
)
_KNOWN_LANGUAGES: Final = frozenset(TAGS.values())


def guess_by_content(
    columns: Sequence[str],
    named: Mapping[str, str],
    record_format: RecordFormat,
    rows: Sequence[Mapping[str, Any]],
) -> dict[str, str]:
    """Return field → column for fields that no name decides. `named`: the fields and columns that names decide.

    A column that is used already is not considered, nor one of labels. The order of the rules matters: addresses and
    languages would also be ids.
    """
    used = {*named.values(), *OTHER_LABELS, *record_format.label_fields, *_OTHER_KEYS}
    cells = {column: _texts(column, rows) for column in columns if column not in used}
    found: dict[str, str] = {}

    def look_for(field: str, choose: Callable[[Mapping[str, Sequence[str]]], str | None]) -> None:
        column = choose(cells) if field not in named else None
        if column is not None:
            found[field] = column
            del cells[column]

    look_for("reference_url", _first(lambda texts: _share(texts, _WIKIPEDIA_PAGE.match) >= MOSTLY))
    look_for("lang", _first(_are_languages))
    look_for("question", _first(lambda texts: _share(texts, _QUESTION.search) >= MOSTLY))
    look_for("answer", _longest_text)
    if not record_format.ids_by_row:
        look_for("id", _first(lambda texts: len(texts) == len(rows) and _are_ids(texts)))
    return found


def _texts(column: str, rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the texts of a column, without empty ones and lists."""
    values = (row.get(column) for row in rows)
    return [
        value
        for value in values
        if isinstance(value, str) and value.strip() and not value.lstrip().startswith(("[", "{"))
    ]


def _first(fits: Callable[[Sequence[str]], bool]) -> Callable[[Mapping[str, Sequence[str]]], str | None]:
    return lambda cells: next((column for column, texts in cells.items() if texts and fits(texts)), None)


def _share(texts: Sequence[str], matches: Callable[[str], object]) -> float:
    return sum(bool(matches(text)) for text in texts) / len(texts)


def _are_languages(texts: Sequence[str]) -> bool:
    """Return whether all texts are tags of known languages, or their English names. “no” alone is an answer."""
    return {text.lower() for text in texts} != {"no"} and all(map(_is_language, texts))


def _is_language(text: str) -> bool:
    folded = text.strip().lower().replace("_", "-")
    language, *rest = folded.split("-")
    return folded.replace(" ", "-") in TAGS or (language in _KNOWN_LANGUAGES and _are_subtags(rest))


def _are_subtags(rest: Sequence[str]) -> bool:
    return all(_SUBTAG.fullmatch(each) for each in rest)


def _longest_text(cells: Mapping[str, Sequence[str]]) -> str | None:
    """Return the column of long texts with few repeats; None if there are several that are not much shorter."""
    lengths = {
        column: sum(map(len, texts)) / len(texts)
        for column, texts in cells.items()
        if texts and len(set(texts)) >= _FEW_REPEATS * len(texts) and not _share(texts, _ADDRESS.match)
    }
    longest = max(lengths.values(), default=0)
    likely = [column for column, length in lengths.items() if length >= max(_LEAST_ANSWER, longest / _RIVAL)]
    return likely[0] if len(likely) == 1 else None


def _are_ids(texts: Sequence[str]) -> bool:
    """Return whether the texts are short, all different, and neither numbers with decimals nor a count of rows."""
    return (
        len(texts) >= _LEAST_IDS
        and len(set(texts)) == len(texts)
        and all(len(text) <= _LONGEST_ID and _ID.fullmatch(text) for text in texts)
        and not any(_DECIMAL.fullmatch(text) or _ADDRESS.match(text) for text in texts)
        and not _is_count(texts)
    )


def _is_count(texts: Sequence[str]) -> bool:
    """Return whether the texts count the rows. Another file of the same data set would have the same ids."""
    if not all(text.isascii() and text.isdigit() for text in texts):
        return False
    numbers = [int(text) for text in texts]
    return numbers == list(range(numbers[0], numbers[0] + len(numbers)))
