"""What stands behind the question mark of an address."""

import re
from collections.abc import Mapping

from rest_framework.request import Request

from foundation.errors import FieldError, InvalidError
from morelkit.text.languages import fold_tag

_KEY = re.compile(r"[0-9]{1,18}")
_FLAGS = {"": False, "0": False, "false": False, "1": True, "true": True}


def text(request: Request, name: str) -> str:
    """Without U+0000, which no text here holds and PostgreSQL cannot even be asked for."""
    return request.query_params.get(name, "").replace("\x00", "\ufffd")


def texts(request: Request, name: str) -> list[str]:
    """All that stand under the name, in order; empty ones are none."""
    return [each.replace("\x00", "\ufffd") for each in request.query_params.getlist(name) if each]


def flag(request: Request, name: str) -> bool:
    """True or false, as 1, 0, true or false; false where it is absent. Raises InvalidError."""
    value = text(request, name)
    if value not in _FLAGS:
        raise unknown(name, value, "1, 0, true, false")
    return _FLAGS[value]


def choice(request: Request, name: str, known: tuple[str, ...], default: str = "") -> str:
    """One of `known`, or `default` where it is absent. Raises InvalidError."""
    value = text(request, name) or default
    if value != default and value not in known:
        raise unknown(name, value, ", ".join(known))
    return value


def key(request: Request, name: str) -> int | None:
    """A primary key, or None where it is absent. Raises InvalidError."""
    value = text(request, name)
    if value and not _KEY.fullmatch(value):
        raise unknown(name, value, "the number of something")
    return int(value) if value else None


def number(request: Request, name: str, least: int, most: int, default: int) -> int:
    """A whole number in these bounds, or `default` where it is absent. Raises InvalidError."""
    value = text(request, name)
    if value and not (_KEY.fullmatch(value) and least <= int(value) <= most):
        raise unknown(name, value, f"{least} … {most}")
    return int(value) if value else default


def bounded(name: str, value: str, most: int) -> None:
    """Raises InvalidError where the text has more than `most` characters."""
    if len(value) > most:
        detail = f"At most {most:,} characters."
        raise InvalidError(f"{name}: {detail}", errors=[FieldError(f"/{name}", "max_length", detail)])


def language(request: Request, known: Mapping[str, str]) -> str:
    """One of `known`, which gives their spellings, or "" where it is absent. Raises InvalidError."""
    asked = text(request, "language")
    if asked and fold_tag(asked) not in known:
        raise unknown("language", asked, ", ".join(known.values()))
    return fold_tag(asked)


def unknown(name: str, value: str, known: str) -> InvalidError:
    detail = f"“{value[:80]}” is not one of: {known}."
    return InvalidError(f"{name}: {detail}", errors=[FieldError(f"/{name}", "unknown", detail)])
