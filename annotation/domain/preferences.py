"""What a person may set for themselves, and what holds until they do."""

import re
import zoneinfo
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from annotation.domain.languages import LanguageError, canonical

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
MAX_STROKE: Final = 40

_COMMAND: Final = re.compile(r"[A-Za-z][A-Za-z0-9:._-]{0,39}")
# Modifiers, each at most once, then a key by its place or its sign: Ctrl+Shift+KeyZ, Escape, ?
_STROKE: Final = re.compile(
    r"(?!.*(Ctrl|Alt|Shift|Meta)\+.*\1\+)(?:(?:Ctrl|Alt|Shift|Meta)\+)*"
    r"(?:[A-Za-z][A-Za-z0-9]*|[!-~])"
)


def problems(value: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """(JSON pointer, code, sentence) of all that keeps untrusted JSON from being somebody's preferences."""
    for name in value.keys() - DEFAULTS.keys():
        yield f"/{_escaped(name)}", "unknown", "There is no such preference."
    for name in DEFAULTS.keys() - value.keys():
        yield f"/{name}", "required", "Preferences are sent whole."
    known = {**DEFAULTS, **value}
    if not _is_language(known["locale"]):
        yield "/locale", "language", "A locale is a language tag, or empty for the browser's."
    if known["theme"] not in THEMES:
        yield "/theme", "unknown", f"A theme is one of {', '.join(THEMES)}."
    for name, (least, most) in {"text_size": TEXT_SIZE, "line_height": LINE_HEIGHT}.items():
        if type(known[name]) not in (int, float) or not least <= known[name] <= most:
            yield f"/{name}", "range", f"A number from {least} to {most}."
    yield from _snap_problems(known["snap"])
    yield from _key_problems(known["keys"])
    if not is_time_zone(known["time_zone"]):
        yield "/time_zone", "unknown", "A time zone of the IANA database, or empty for UTC."


def is_time_zone(name: object) -> bool:
    return name == "" or (isinstance(name, str) and name in known_zones())


@cache
def known_zones() -> frozenset[str]:
    return frozenset(zoneinfo.available_timezones())


def _snap_problems(snap: object) -> Iterator[tuple[str, str, str]]:
    if not isinstance(snap, Mapping) or len(snap) > MAX_ENTRIES:
        yield "/snap", "type", f"An object of at most {MAX_ENTRIES} languages."
        return
    for language, choice in snap.items():
        if not language or not _is_language(language):
            yield f"/snap/{_escaped(language)}", "language", "Not a language tag."
        elif choice not in SNAPS:
            yield f"/snap/{language}", "unknown", f"One of {', '.join(SNAPS)}."


def _key_problems(keys: object) -> Iterator[tuple[str, str, str]]:
    if not isinstance(keys, Mapping) or len(keys) > MAX_ENTRIES:
        yield "/keys", "type", f"An object of at most {MAX_ENTRIES} commands."
        return
    for command, stroke in keys.items():
        if not _COMMAND.fullmatch(command):
            yield f"/keys/{_escaped(command)}", "command", "Not the name of a command."
        elif not _is_stroke(stroke):
            yield f"/keys/{command}", "stroke", "Not a key such as Ctrl+Enter or KeyN, or empty for none."


def _is_stroke(text: object) -> bool:
    if not isinstance(text, str) or len(text) > MAX_STROKE:
        return False
    return not text or _STROKE.fullmatch(text) is not None


def _is_language(tag: object) -> bool:
    """Well-formed, or empty."""
    try:
        return isinstance(tag, str) and (not tag or bool(canonical(tag)))
    except LanguageError:
        return False


def _escaped(name: str) -> str:
    """A name within a JSON pointer (RFC 6901); of what nobody knows, its beginning is enough."""
    return name[:80].replace("~", "~0").replace("/", "~1")
