"""What a record says of a publication: who wrote it, and its DOI, in the shapes in which files give them."""

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
    """The DOI in `value`, which may be a link to it, or "" where there is none."""
    if not isinstance(value, str):
        return ""
    doi = _PREFIX.sub("", value.strip(), count=1)
    return doi if len(doi) <= _MAX_DOI and _DOI.fullmatch(doi) else ""


def read_authors(value: object) -> tuple[dict[str, str], ...]:
    """[{first, last}]: of objects or of names, in a list, in JSON that holds one, or separated by semicolons."""
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
