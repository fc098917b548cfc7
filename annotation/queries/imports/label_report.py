"""Compare the label fields that items were imported with to those that follow from their annotations."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from annotation.models import ImportedLabels, Project
from annotation.queries.annotate.counted_items import (
    answer_claims,
    count_items,
    counted_items,
    item_records,
    work_items,
)
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
    """Yield the differing label fields in the order of import. Items without annotations are left out.

    Labels come with items, with annotations, or with both: each value is listed once.
    """
    policy = GoldPolicy(normalization=project.policy)
    compared = ComparedLabels(scheme_of(project), policy, record_format_of(project))
    published = ImportedLabels.objects.filter(imported_by__published_at__isnull=False)
    labelled = work_items(project).filter(~Q(imported_labels="{}") | Q(pk__in=published.values("item")))
    for batch in counted_items(labelled, content="labels"):
        items = [each for each in batch if each.annotations]
        records = item_records([each.item for each in items])
        with_annotations = _labels_with_annotations([each.item.pk for each in items], published)
        counts = count_items(items, policy).items()
        for (item, annotations), record, count in zip(items, records, counts, strict=True):
            chosen = [row.labels for row in annotations]
            listed: list[tuple[str, Any]] = []
            for labels in (record.labels, *with_annotations.get(item.pk, ())):
                for field, (imported, computed) in compared.differing(
                    labels, count, chosen, answer_claims(item)
                ).items():
                    if (field, imported) not in listed:
                        listed.append((field, imported))
                        yield DifferingLabel(item.external_id, item.spelling, field, imported, computed)


def _labels_with_annotations(
    items: Sequence[int], published: "QuerySet[ImportedLabels]"
) -> dict[int, list[dict[str, Any]]]:
    """Return the labels in files of annotations by item, in the order of their import."""
    found: dict[int, list[dict[str, Any]]] = {}
    for item, labels in published.filter(item__in=items).order_by("pk").values_list("item", "labels"):
        found.setdefault(item, []).append(json.loads(labels))
    return found


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
