"""The items of a list as CSV or JSON Lines, written page by page to keep memory constant."""

import csv
import io
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from annotation.models import Project, ProjectLanguage
from annotation.queries.annotate.counted_items import CountedAnnotation, ItemValues, counted_annotations
from annotation.queries.gold.gold_export import raw_annotations
from annotation.queries.gold.raw_fields import raw_fields
from annotation.queries.items.item_filters import ItemFilter
from annotation.queries.items.item_lists import ItemRow, item_page, item_rows
from annotation.queries.projects.access import scheme_of
from morelkit.formats.annotation_fields import NAMES, column
from morelkit.formats.formula_escaping import escape_formula
from morelkit.formats.item_records import dumps
from morelkit.gold.votes import hard_labels

_CHUNK: Final = 500
ANNOTATIONS: Final = "annotations"
INCLUDED: Final = (ANNOTATIONS, *NAMES)
"""What exports of items have on request: everyone's marks and item labels, and other fields of annotations."""

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
    "tags",
)


def csv_lines(
    project: Project,
    chosen: ItemFilter,
    languages: Mapping[str, ProjectLanguage],
    included: Collection[str] = (),
    columns: Sequence[str] = (),
) -> Iterator[str]:
    """A header line and a row per item. Text that a spreadsheet would read as a formula is escaped.

    `included`: names of `INCLUDED`, each of which adds a column of JSON. `columns`: fields of the metadata, each of
    which adds a column after its own name.
    """
    written = io.StringIO()
    table = csv.DictWriter(
        written,
        (*_COLUMNS, *map(metadata_column, columns), *_columns(project, included)),
        extrasaction="ignore",
    )
    table.writeheader()
    for record in _records(project, chosen, languages, included, columns):
        table.writerow({name: escape_formula(_cell(value)) for name, value in record.items()})
        yield written.getvalue()
        written.seek(0)
        written.truncate()
    yield written.getvalue()


def json_lines(
    project: Project,
    chosen: ItemFilter,
    languages: Mapping[str, ProjectLanguage],
    included: Collection[str] = (),
    columns: Sequence[str] = (),
) -> Iterator[str]:
    """A JSON object per item, with the columns of the CSV and the `hard_labels` of its counted annotations."""
    for record in _records(project, chosen, languages, included, columns):
        yield f"{dumps(record)}\n"


def metadata_column(name: str) -> str:
    """The column of a field of the metadata in exports, which no other column can have."""
    return f"metadata.{name}"


def _columns(project: Project, included: Collection[str]) -> list[str]:
    labels = ["annotation_labels"] if scheme_of(project).item_labels else []
    annotations = [ANNOTATIONS, *labels] if ANNOTATIONS in included else []
    return annotations + [column(name) for name in NAMES if name in included]


def _cell(value: Any) -> Any:
    if isinstance(value, list) and not value:
        return ""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else value


def _records(
    project: Project,
    chosen: ItemFilter,
    languages: Mapping[str, ProjectLanguage],
    included: Collection[str],
    columns: Sequence[str],
) -> Iterator[dict[str, Any]]:
    after = None
    while True:
        items, after = item_page(project, chosen, after, _CHUNK)
        keys = [item.pk for item in items]
        annotations = counted_annotations(keys, content="whole") if included else {}
        for item, row in zip(items, item_rows(project, items, languages, columns), strict=True):
            own = {metadata_column(name): row.metadata.get(name, "") for name in columns}
            yield _record(item, row) | own | _included(project, annotations.get(item.pk, []), included)
        if after is None:
            return


def _included(
    project: Project, annotations: Sequence[CountedAnnotation], included: Collection[str]
) -> dict[str, Any]:
    scheme = scheme_of(project)
    raw = raw_annotations(scheme, annotations) if ANNOTATIONS in included else {}
    return raw | raw_fields(scheme, annotations, included)


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
