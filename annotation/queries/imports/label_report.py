"""Compare the label fields that items were imported with to those that follow from their annotations."""

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from annotation.models import Project
from annotation.queries.annotate.counted_items import count_items, counted_items, item_records, work_items
from annotation.queries.projects.access import record_format_of, scheme_of
from morelkit.formats.formula_escaping import escape_formula
from morelkit.gold.policy import GoldPolicy
from morelkit.release.compared_labels import ComparedLabels


@dataclass(frozen=True)
class DifferingLabel:
    """A label field of an item whose value does not follow from the counted annotations."""

    id: str
    lang: str
    field: str
    imported: Any
    computed: Any


def differing_labels(project: Project) -> Iterator[DifferingLabel]:
    """Yield the differing label fields in the order of import. Items without annotations are left out."""
    policy = GoldPolicy(normalization=project.policy)
    compared = ComparedLabels(scheme_of(project), policy, record_format_of(project))
    labelled = work_items(project).exclude(imported_labels="{}")
    for batch in counted_items(labelled, content="labels"):
        items = [each for each in batch if each.annotations]
        records = item_records([each.item for each in items])
        counts = count_items(items, policy).items()
        for (item, annotations), record, count in zip(items, records, counts, strict=True):
            found = compared.differing(record.labels, count, [row.labels for row in annotations])
            for field, (imported, computed) in found.items():
                yield DifferingLabel(item.external_id, item.spelling, field, imported, computed)


def csv_lines(rows: Iterator[DifferingLabel]) -> Iterator[str]:
    """Yield a CSV table, line by line. Values are JSON, as in a record."""
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\n")
    table.writerow(["id", "lang", "field", "imported", "computed"])
    for row in rows:
        values = [json.dumps(each, ensure_ascii=False) for each in (row.imported, row.computed)]
        table.writerow([escape_formula(cell) for cell in (row.id, row.lang, row.field, *values)])
        yield written.getvalue()
        written.seek(0)
        written.truncate()
    yield written.getvalue()
