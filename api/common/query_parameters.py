"""Reading and validation of query parameters."""

import re
from collections.abc import Mapping
from datetime import date

from rest_framework.request import Request

from foundation.errors import FieldError, InvalidError
from morelkit.text.languages import fold_tag

_KEY = re.compile(r"[0-9]{1,18}")
_ONCE = "Give this parameter once."
_FLAGS = {"": False, "0": False, "false": False, "1": True, "true": True}


def text(request: Request, name: str) -> str:
    """Return the parameter, or "". U+0000 is replaced, because PostgreSQL refuses it in a query.

    Raises InvalidError if it is there more than once.
    """
    if len(request.query_params.getlist(name)) > 1:
        raise InvalidError(f"{name}: {_ONCE}", errors=[FieldError(f"/{name}", "repeated", _ONCE)])
    return request.query_params.get(name, "").replace("\x00", "\ufffd")


def texts(request: Request, name: str) -> list[str]:
    """Return all values of a repeated parameter in order, without empty ones."""
    return [each.replace("\x00", "\ufffd") for each in request.query_params.getlist(name) if each]


def flag(request: Request, name: str) -> bool:
    """Return a boolean (1, 0, true, false), False if it is absent. Raises InvalidError."""
    value = text(request, name)
    if value not in _FLAGS:
        raise unknown(name, value, "1, 0, true, false")
    return _FLAGS[value]


def choice(request: Request, name: str, known: tuple[str, ...], default: str = "") -> str:
    """Return one of `known`, or `default` if it is absent. Raises InvalidError."""
    value = text(request, name) or default
    if value != default and value not in known:
        raise unknown(name, value, ", ".join(known))
    return value


def choices(request: Request, name: str, known: tuple[str, ...]) -> list[str]:
    """Return all values of a repeated parameter, each one of `known`. Raises InvalidError."""
    found = texts(request, name)
    for value in found:
        if value not in known:
            raise unknown(name, value, ", ".join(known))
    return found


def key(request: Request, name: str) -> int | None:
    """Return a primary key, or None if it is absent. Raises InvalidError."""
    value = text(request, name)
    if value and not _KEY.fullmatch(value):
        raise unknown(name, value, "the number of something")
    return int(value) if value else None


def number(request: Request, name: str, least: int, most: int, default: int) -> int:
    """Return an integer from `least` to `most`, or `default` if it is absent. Raises InvalidError."""
    value = text(request, name)
    if value and not (_KEY.fullmatch(value) and least <= int(value) <= most):
        raise unknown(name, value, f"{least} … {most}")
    return int(value) if value else default


def is_day(value: str) -> bool:
    """Return whether the text is a date as 2026-01-31 that has a next day, which the last date of Python lacks."""
    try:
        return date.fromisoformat(value).isoformat() == value < date.max.isoformat()
    except ValueError:
        return False


def check_length(name: str, value: str, most: int) -> None:
    """Raise InvalidError if the text has more than `most` characters."""
    if len(value) > most:
        detail = f"At most {most:,} characters."
        raise InvalidError(f"{name}: {detail}", errors=[FieldError(f"/{name}", "max_length", detail)])


def language(request: Request, known: Mapping[str, str]) -> str:
    """Return a language of `known` (spelling by tag), or "" if it is absent. Raises InvalidError."""
    asked = text(request, "language")
    if asked and fold_tag(asked) not in known:
        raise unknown("language", asked, ", ".join(known.values()))
    return fold_tag(asked)


def unknown(name: str, value: str, known: str) -> InvalidError:
    """Return the error for a parameter whose value is not among the known ones."""
    detail = f"“{value[:80]}” is not one of: {known}."
    return InvalidError(f"{name}: {detail}", errors=[FieldError(f"/{name}", "unknown", detail)])
