"""Label fields in files of annotations: compared with those that follow from the annotations, and kept."""

import json
from collections.abc import Mapping, Sequence

from annotation.models import Import, ImportedLabels, Item, Project
from annotation.queries.annotate.counted_items import answer_claims
from annotation.queries.projects.access import record_format_of, scheme_of
from foundation.bulk_insert import insert
from foundation.write_transaction import batch_transaction
from morelkit.agreement.character_counts import count_item
from morelkit.formats.raw_annotations import AnnotationsRecord
from morelkit.gold.policy import GoldPolicy
from morelkit.release.compared_labels import ComparedLabels
from morelkit.text.spans import Span


def differs(
    project: Project, item: Item, record: AnnotationsRecord, annotations: Sequence[Sequence[Span]]
) -> bool:
    """Return whether the imported labels of the item, from either file, differ from those computed here."""
    labels = record.labels or json.loads(item.imported_labels)
    compared = _compared(project)
    if not compared.names & labels.keys():
        return False
    chosen = [record.annotation_labels.get(key, {}) for key in record.annotations]
    count = count_item(project.policy, item.answer, annotations)
    implied = compared.record_format.implied_labels(item.answer)
    return bool(compared.differing(labels, count, chosen, answer_claims(item), implied))


def add_labels(import_: Import, items: Mapping[str, int], records: Sequence[AnnotationsRecord]) -> None:
    """Keep label fields that are not those that the items came with. `items`: the key of each external id."""
    with_labels = {items[record.external_id]: record for record in records if record.labels}
    if not with_labels:
        return
    names = _compared(import_.project).names
    own = dict(Item.objects.filter(pk__in=with_labels).values_list("pk", "imported_labels"))
    rows = []
    for item, record in with_labels.items():
        labels = {name: value for name, value in record.labels.items() if name in names}
        stored = json.loads(own[item])
        if any(name not in stored or stored[name] != value for name, value in labels.items()):
            rows.append({"item_id": item, "labels": json.dumps(labels, ensure_ascii=False)})
    with batch_transaction():
        insert(ImportedLabels, rows, imported_by_id=import_.pk)


def remove_labels(import_: Import) -> None:
    """Delete the labels that an unpublished import has kept."""
    with batch_transaction():
        ImportedLabels.objects.filter(imported_by=import_).delete()


def _compared(project: Project) -> ComparedLabels:
    return ComparedLabels(
        scheme_of(project), GoldPolicy(normalization=project.policy), record_format_of(project)
    )
