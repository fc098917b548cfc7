"""The long tables: a row an item, and a row a span and annotator. Offsets are code points, as they were stored."""

import csv
from collections.abc import Iterable, Mapping
from typing import Any, Final

from annotation.domain.agreement import ItemCount
from annotation.domain.release.labels import spans_of
from annotation.domain.scheme import Scheme
from annotation.domain.spreadsheets import plain

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
    """The columns of the table of items. `labels`: the types of the label fields."""
    types = dict(_ITEM_TYPES)
    for name, fields in labels.get("item_labels", {"struct": {}})["struct"].items():
        types |= {f"{name}.{part}": type_ for part, type_ in fields["struct"].items()}
    return types | ({"gold_source": "string"} if "gold" in labels else {})


def item_row(record: Mapping[str, Any], count: ItemCount, *, uses_spans: bool) -> Row:
    """`record`: the item with its labels. Figures of spans are empty where the scheme has none."""
    row: Row = {
        "id": str(record["id"]),
        "lang": record["lang"],
        "model_id": model if isinstance(model := record.get("model_id"), str) else "",
        "characters": len(record["model_output_text"]),
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
    return row | gold_source(record)


def gold_source(record: Mapping[str, Any]) -> Row:
    source = record.get("gold")
    return {"gold_source": source.get("source")} if isinstance(source, dict) else {}


def span_rows(scheme: Scheme, record: Mapping[str, Any], raw: Mapping[str, Any]) -> list[Row]:
    return [
        {
            "id": str(record["id"]),
            "lang": record["lang"],
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


def rows_text(rows: Iterable[Row], types: Mapping[str, Any]) -> str:
    """Text that a spreadsheet would take for a formula is escaped."""
    return _csv([_cell(row.get(name)) for name in types] for row in rows)


def _cell(value: object) -> object:
    return str(value).lower() if isinstance(value, bool) else plain(value)


def _csv(rows: Iterable[list[Any]]) -> str:
    written = _Rows()
    csv.writer(written, lineterminator=_QUOTED_END).writerows(rows)
    return "".join(written)


_QUOTED_END: Final = "\r\n"
"""Only what the end of a row holds is quoted within a cell; a lone carriage return would end a row for readers."""


class _Rows(list[str]):
    """As a file, it takes a row at a time; a line feed alone ends it."""

    def write(self, row: str, /) -> None:
        self.append(f"{row.removesuffix(_QUOTED_END)}\n")
