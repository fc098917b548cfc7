"""Fields of raw annotations beside spans and item labels, by annotator. Exports have them on request.

    "annotation_nothing_to_mark": {"annotator_a": true}    of annotations without spans: whether the annotator said so
    "annotation_unsure": {"annotator_b": true}             of annotators who were
    "annotation_links": {"annotator_a": [{"url": …, "language": …, "title": …}]}
    "annotation_active_seconds": {"annotator_a": 73}
    "annotation_comments": {"annotator_b": "…"}

Releases have comments in files of their own, so that they can be replaced when a person is erased.

One field is there whenever it is true: what annotators saw of a model or judge.

    "annotation_exposure": {"annotator_a": {"mode": "shown", "source": "judge", "version": "1", "visible": true,
                            "suggestions": ["5-10-error"], "accepted": ["5-10-error"], "dismissed": []}}
"""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any, Final

from morelkit.scheme.content import MAX_ACTIVE_SECONDS, Limits
from morelkit.scheme.link import Link

NAMES: Final = ("nothing_to_mark", "unsure", "links", "active_seconds", "comments")
IN_RELEASES: Final = ("nothing_to_mark", "unsure", "links", "active_seconds")
"""Those in the raw annotations of a release, if it includes them."""
EXPOSURE: Final = "exposure"
RELEASED: Final = (*IN_RELEASES, EXPOSURE)
EXPOSURE_MODES: Final = ("blind_then_reveal", "shown")

_LINK_FIELDS: Final = tuple(each.name for each in fields(Link))
_LIMITS: Final = Limits()


def column(name: str) -> str:
    """Return the key of a field in raw records."""
    return f"annotation_{name}"


IMPORTED: Final = (*NAMES, EXPOSURE)
COLUMNS: Final = tuple(map(column, IMPORTED))


def field_faults(
    name: str, values: Mapping[Any, Any], annotations: Mapping[Any, Any]
) -> Iterator[tuple[str, str]]:
    """Yield (code, sentence) for every problem with untrusted values of a field. `annotations`: spans by annotator."""
    for key, value in values.items():
        if key not in annotations:
            yield "unknown_annotator", f"“{key}” has no spans in “annotations”."
        elif fault := _FAULTS[name](value):
            yield "bad_value", f"{key}: {fault}"
        elif name == "nothing_to_mark" and value and annotations[key]:
            yield "contradiction", f"{key} has spans and “nothing to mark”."


def _flag_fault(value: object) -> str:
    return "" if isinstance(value, bool) else "it must be true or false."


def _seconds_fault(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_ACTIVE_SECONDS:
        return ""
    return "seconds are a whole number, 0 or more."


def _comment_fault(value: object) -> str:
    short = isinstance(value, str) and len(value) <= _LIMITS.comment
    return "" if short else f"a comment is a text of at most {_LIMITS.comment:,} characters."


def _links_fault(value: object) -> str:
    if not isinstance(value, list) or len(value) > _LIMITS.links:
        return f"links are a list of at most {_LIMITS.links}."
    for index, link in enumerate(value):
        known = isinstance(link, dict) and "url" in link and not link.keys() - set(_LINK_FIELDS)
        if not known or not all(isinstance(each, str) and each for each in link.values()):
            return f"link {index} is not an object of texts: url and perhaps {', '.join(_LINK_FIELDS[1:])}."
    return ""


def _exposure_fault(value: object) -> str:
    if not isinstance(value, dict) or value.keys() != EXPOSURE_FIELDS.keys():
        return f"an exposure is an object with {', '.join(EXPOSURE_FIELDS)}."
    if any(not isinstance(value[name], type_) for name, type_ in EXPOSURE_FIELDS.items()):
        return "a field of the exposure has another type."
    if value["mode"] not in EXPOSURE_MODES:
        return f"the mode is one of {', '.join(EXPOSURE_MODES)}."
    shown = value["suggestions"]
    ids = (each for name in ("suggestions", "accepted", "dismissed") for each in value[name])
    if not all(isinstance(each, str) for each in ids) or (shown and not value["visible"]):
        return "suggestions are ids, and only there if they were visible."
    if {*value["accepted"], *value["dismissed"]} - {*shown}:
        return "only suggestions that were shown are accepted or dismissed."
    return ""


EXPOSURE_FIELDS: Final[Mapping[str, type]] = {
    "mode": str,
    "source": str,
    "version": str,
    "visible": bool,
    "suggestions": list,
    "accepted": list,
    "dismissed": list,
}


def exposed(raw: Mapping[str, Any]) -> int:
    """The number of annotations of a raw record whose annotators saw suggestions."""
    return sum(bool(each["visible"]) for each in raw.get(column(EXPOSURE), {}).values())


_FAULTS: Final = {
    "nothing_to_mark": _flag_fault,
    "unsure": _flag_fault,
    "links": _links_fault,
    "active_seconds": _seconds_fault,
    "comments": _comment_fault,
    EXPOSURE: _exposure_fault,
}
