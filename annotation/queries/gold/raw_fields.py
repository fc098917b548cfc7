"""Fields of annotations that exports have on request, as `morelkit.formats.annotation_fields` describes them."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final, Protocol

from morelkit.formats.annotation_fields import EXPOSURE, EXPOSURE_FIELDS, IMPORTED, column
from morelkit.scheme.schemes import Scheme


class _Content(Protocol):
    """A counted annotation or a revision."""

    @property
    def spans(self) -> Any: ...
    @property
    def nothing_to_mark(self) -> bool: ...
    @property
    def unsure(self) -> bool: ...
    @property
    def links(self) -> Any: ...
    @property
    def active_seconds(self) -> int: ...
    @property
    def comment(self) -> str: ...
    @property
    def exposure(self) -> Any: ...


class _Keyed(_Content, Protocol):
    @property
    def key(self) -> str: ...


def raw_fields(scheme: Scheme, annotations: Iterable[_Keyed], names: Collection[str]) -> dict[str, Any]:
    """Return the fields `names` of an item's raw record, by annotator key. A field that no annotation has is left out.

    Whether there was nothing to mark is no question of a scheme without spans.
    """
    written = [
        name for name in IMPORTED if name in names and (name != "nothing_to_mark" or scheme.uses_spans)
    ]
    rows = list(annotations)
    values = {
        column(name): {row.key: value for row in rows if (value := written_value(name, row)) is not None}
        for name in written
    }
    return {name: each for name, each in values.items() if each}


def written_value(name: str, content: _Content) -> Any:
    """Return the value that a field has in raw records; None if it has none."""
    return _WRITTEN[name](content)


def _links(stored: Iterable[Mapping[str, str]]) -> list[dict[str, str]]:
    return [{name: value for name, value in link.items() if value} for link in stored]


_WRITTEN: Final[Mapping[str, Callable[[_Content], Any]]] = {
    "nothing_to_mark": lambda row: None if row.spans else row.nothing_to_mark,
    "unsure": lambda row: row.unsure or None,
    "links": lambda row: _links(row.links) or None,
    "active_seconds": lambda row: row.active_seconds or None,
    "comments": lambda row: row.comment or None,
    EXPOSURE: lambda row: row.exposure and {name: row.exposure[name] for name in EXPOSURE_FIELDS},
}
