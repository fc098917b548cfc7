"""Read a publication's authors and DOI in the forms that files use."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

_DOI: Final = re.compile(r"10\.[0-9]{4,9}/[!-~]+")
_PREFIX: Final = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:)\s*", re.IGNORECASE)
_MAX_DOI: Final = 200
_MAX_AUTHORS: Final = 500
_MAX_NAME: Final = 200  # characters


def read_doi(value: object) -> str:
    """Return the DOI in `value`, which may be a link to it, or ""."""
    if not isinstance(value, str):
        return ""
    doi = _PREFIX.sub("", value.strip(), count=1)
    return doi if len(doi) <= _MAX_DOI and _DOI.fullmatch(doi) else ""


def read_authors(value: object) -> tuple[dict[str, str], ...]:
    """Return {first, last} of each author, from a list of objects or names, JSON of such a list, or names separated by
    semicolons.
    """
    if isinstance(value, str):
        value = _listed(value)
    found = _authors(value if isinstance(value, list) else [])
    return tuple(each for each, _ in zip(found, range(_MAX_AUTHORS), strict=False))


def _listed(text: str) -> object:
    if text.lstrip().startswith("["):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return []
    return text.split(";")


def _authors(values: list[Any]) -> Iterator[dict[str, str]]:
    for value in values:
        if isinstance(value, dict):
            first, last = _name(value.get("first")), _name(value.get("last") or value.get("name"))
        else:
            first, last = "", _name(value)
        if first or last:
            yield {"first": first, "last": last}


def _name(value: object) -> str:
    return value.strip()[:_MAX_NAME] if isinstance(value, str) else ""
