"""User preferences: their defaults and their validation."""

import re
import zoneinfo
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from foundation.errors import pointer_part
from morelkit.text.languages import LanguageError, canonical

DEFAULTS: Final[Mapping[str, Any]] = {
    "locale": "",  # the browser's
    "theme": "system",
    "text_size": 1,
    "line_height": 1,
    "snap": {},
    "keys": {},
    "time_zone": "",  # UTC
}

THEMES: Final = ("system", "light", "dark")
SNAPS: Final = ("words", "characters")
TEXT_SIZE: Final = (0.85, 1.6)
LINE_HEIGHT: Final = (0.9, 1.5)
MAX_ENTRIES: Final = 100
MAX_SHORTCUT_LENGTH: Final = 40

_COMMAND: Final = re.compile(r"[A-Za-z][A-Za-z0-9:._-]{0,39}")
# Modifiers, each at most once, then a key by its code or its character: Ctrl+Shift+KeyZ, Escape, ?
_SHORTCUT: Final = re.compile(
    r"(?!.*(Ctrl|Alt|Shift|Meta)\+.*\1\+)(?:(?:Ctrl|Alt|Shift|Meta)\+)*"
    r"(?:[A-Za-z][A-Za-z0-9]*|[!-~])"
)


def problems(value: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield (JSON pointer, code, sentence) for every problem in untrusted preferences."""
    for name in value.keys() - DEFAULTS.keys():
        yield f"/{pointer_part(name)}", "unknown", "There is no such preference."
    for name in DEFAULTS.keys() - value.keys():
        yield f"/{name}", "required", "Preferences are sent whole."
    complete = {**DEFAULTS, **value}
    if not _is_language(complete["locale"]):
        yield "/locale", "language", "A locale is a language tag, or empty for the browser's."
    if complete["theme"] not in THEMES:
        yield "/theme", "unknown", f"A theme is one of {', '.join(THEMES)}."
    for name, (minimum, maximum) in {"text_size": TEXT_SIZE, "line_height": LINE_HEIGHT}.items():
        if type(complete[name]) not in (int, float) or not minimum <= complete[name] <= maximum:
            yield f"/{name}", "range", f"A number from {minimum} to {maximum}."
    yield from _snap_problems(complete["snap"])
    yield from _key_problems(complete["keys"])
    if not is_time_zone(complete["time_zone"]):
        yield "/time_zone", "unknown", "A time zone of the IANA database, or empty for UTC."


def is_time_zone(name: object) -> bool:
    return name == "" or (isinstance(name, str) and name in time_zones())


@cache
def time_zones() -> frozenset[str]:
    return frozenset(zoneinfo.available_timezones())


def _snap_problems(snap: object) -> Iterator[tuple[str, str, str]]:
    if not isinstance(snap, Mapping) or len(snap) > MAX_ENTRIES:
        yield "/snap", "type", f"An object of at most {MAX_ENTRIES} languages."
        return
    for language, choice in snap.items():
        if not language or not _is_language(language):
            yield f"/snap/{pointer_part(language)}", "language", "Not a language tag."
        elif choice not in SNAPS:
            yield f"/snap/{language}", "unknown", f"One of {', '.join(SNAPS)}."


def _key_problems(keys: object) -> Iterator[tuple[str, str, str]]:
    if not isinstance(keys, Mapping) or len(keys) > MAX_ENTRIES:
        yield "/keys", "type", f"An object of at most {MAX_ENTRIES} commands."
        return
    for command, shortcut in keys.items():
        if not _COMMAND.fullmatch(command):
            yield f"/keys/{pointer_part(command)}", "command", "Not the name of a command."
        elif not _is_shortcut(shortcut):
            yield f"/keys/{command}", "stroke", "Not a key such as Ctrl+Enter or KeyN, or empty for none."


def _is_shortcut(text: object) -> bool:
    if not isinstance(text, str) or len(text) > MAX_SHORTCUT_LENGTH:
        return False
    return not text or _SHORTCUT.fullmatch(text) is not None


def _is_language(tag: object) -> bool:
    """Return whether the value is a well-formed tag or empty."""
    try:
        return isinstance(tag, str) and (not tag or bool(canonical(tag)))
    except LanguageError:
        return False
