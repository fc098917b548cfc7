"""The items of a list as CSV or JSON Lines, written page by page to keep memory constant."""

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any, Final

from annotation.models import Project, ProjectLanguage
from annotation.queries.annotate.counted_items import ItemValues
from annotation.queries.items.item_filters import ItemFilter
from annotation.queries.items.item_lists import ItemRow, item_page, item_rows
from morelkit.formats.formula_escaping import escape_formula
from morelkit.formats.item_records import dumps
from morelkit.gold.votes import hard_labels

_CHUNK: Final = 500
_COLUMNS: Final = (
    "id",
    "lang",
    "model_id",
    "split",
    "model_input",
    "model_output_text",
    "status",
    "n",
    "redundancy",
    "agreement",
    "gold_characters",
    "disputed_characters",
    "tie_characters",
    "single_characters",
    "unsure",
    "comments",
    "drafts",
    "surplus",
    "held",
)


def csv_lines(
    project: Project, chosen: ItemFilter, languages: Mapping[str, ProjectLanguage]
) -> Iterator[str]:
    """A header line and a row per item. Text that a spreadsheet would read as a formula is escaped."""
    written = io.StringIO()
    table = csv.DictWriter(written, _COLUMNS, extrasaction="ignore")
    table.writeheader()
    for record in _records(project, chosen, languages):
        table.writerow({name: escape_formula(value) for name, value in record.items()})
        yield written.getvalue()
        written.seek(0)
        written.truncate()
    yield written.getvalue()


def json_lines(
    project: Project, chosen: ItemFilter, languages: Mapping[str, ProjectLanguage]
) -> Iterator[str]:
    """A JSON object per item, with the columns of the CSV and the `hard_labels` of its counted annotations."""
    for record in _records(project, chosen, languages):
        yield f"{dumps(record)}\n"


def _records(
    project: Project, chosen: ItemFilter, languages: Mapping[str, ProjectLanguage]
) -> Iterator[dict[str, Any]]:
    after = None
    while True:
        items, after = item_page(project, chosen, after, _CHUNK)
        for item, row in zip(items, item_rows(project, items, languages), strict=True):
            yield _record(item, row)
        if after is None:
            return


def _record(item: ItemValues, row: ItemRow) -> dict[str, Any]:
    own = {
        "id": item.external_id,
        "lang": item.spelling,
        "model_input": item.question,
        "model_output_text": item.answer,
        "tie_characters": row.ties,
    }
    record = {name: own[name] if name in own else getattr(row, name) for name in _COLUMNS}
    return record | {"hard_labels": hard_labels(row.runs, row.n)}
