"""The tables of a release: one row per item, and one row per span and annotator. Offsets are stored code points."""

import csv
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from morelkit.agreement.character_counts import ItemCount
from morelkit.formats.formula_escaping import escape_formula
from morelkit.formats.record_format import RecordFormat
from morelkit.release.item_labels import spans_of
from morelkit.scheme.schemes import Scheme

Row = dict[str, Any]

SPAN_TYPES = {
    "id": "string",
    "lang": "string",
    "annotator": "string",
    "start": "int64",
    "end": "int64",
    "label": "string",
}
_ITEM_TYPES = {
    "id": "string",
    "lang": "string",
    "model_id": "string",
    "characters": "int64",
    "n": "int64",
    "agreement": "float64",
    "marked_characters": "int64",
    "gold_characters": "int64",
    "gold_spans": "int64",
    "disputed_characters": "int64",
    "tie_characters": "int64",
}


def item_types(labels: Mapping[str, Any]) -> dict[str, str]:
    """Return the columns of the item table with their types. `labels`: the types of the label fields."""
    types = dict(_ITEM_TYPES)
    for name, fields in labels.get("item_labels", {"struct": {}})["struct"].items():
        types |= {f"{name}.{part}": type_ for part, type_ in fields["struct"].items()}
    types |= {name: type_ for name, type_ in labels.items() if isinstance(type_, str)}
    return types | ({"gold_source": "string"} if "gold" in labels else {})


def item_row(
    identity: Mapping[str, Any],
    record: Mapping[str, Any],
    count: ItemCount,
    record_format: RecordFormat,
    *,
    uses_spans: bool,
) -> Row:
    """Return an item's row. `record`: the item with its labels. Span measures are empty without spans in the scheme."""
    model = record.get(record_format.key("model_id"))
    row: Row = {
        "id": str(identity["id"]),
        "lang": identity.get("lang", ""),
        "model_id": model if isinstance(model, str) else "",
        "characters": len(record[record_format.key("answer")]),
        "n": count.n,
    }
    if uses_spans:
        gold = record["hard_labels"]
        row |= {
            "agreement": None if count.agreement is None else round(count.agreement, 10),
            "marked_characters": count.union,
            "gold_characters": sum(end - start for start, end in gold),
            "gold_spans": len(gold),
            "disputed_characters": count.disputed_characters,
            "tie_characters": count.tie_characters,
        }
    for name, parts in record.get("item_labels", {}).items():
        row |= {f"{name}.{part}": value for part, value in parts.items()}
    row |= {
        name: record[name] for name, type_ in record_format.label_fields.items() if isinstance(type_, str)
    }
    return row | gold_source(record)


def gold_source(record: Mapping[str, Any]) -> Row:
    source = record.get("gold")
    return {"gold_source": source.get("source")} if isinstance(source, dict) else {}


def span_rows(scheme: Scheme, identity: Mapping[str, Any], raw: Mapping[str, Any]) -> list[Row]:
    return [
        {
            "id": str(identity["id"]),
            "lang": identity.get("lang", ""),
            "annotator": annotator,
            "start": span.start,
            "end": span.end,
            "label": span.label,
        }
        for annotator, spans in zip(raw["annotations"], spans_of(scheme, raw), strict=True)
        for span in spans
    ]


def header(types: Mapping[str, Any]) -> str:
    return _csv([list(types)])


def rows_text(
    rows: Iterable[Row], types: Mapping[str, Any], escape: Callable[[Any], Any] = escape_formula
) -> str:
    """Return the rows as CSV. `escape`: of text that a spreadsheet would run as a formula."""
    return _csv([_cell(row.get(name), escape) for name in types] for row in rows)


def _cell(value: object, escape: Callable[[Any], Any]) -> object:
    return str(value).lower() if isinstance(value, bool) else escape(value)


def _csv(rows: Iterable[list[Any]]) -> str:
    lines = _Lines()
    csv.writer(lines, lineterminator=_TERMINATOR).writerows(rows)
    return "".join(lines)


_TERMINATOR: Final = "\r\n"
"""The csv module quotes cells with a character of the terminator, so this one gets lone carriage returns quoted."""


class _Lines(list[str]):
    """A file for `csv.writer` that collects rows and ends each with a line feed only."""

    def write(self, row: str, /) -> None:
        self.append(f"{row.removesuffix(_TERMINATOR)}\n")
