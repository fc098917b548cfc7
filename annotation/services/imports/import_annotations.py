"""Import raw annotations, unchanged, as submitted annotations of annotators without an account."""

import hashlib
import uuid
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import orjson
from django.db.models import Count, Exists, F, OuterRef, QuerySet, Subquery
from django.utils import timezone

from annotation.models import (
    Adjudication,
    Annotation,
    AnnotationRevision,
    Annotator,
    Assignment,
    Import,
    Item,
    Project,
    Reference,
)
from annotation.models.item import ItemQuerySet
from annotation.queries.annotate.counted_items import answer_claims, revision_contents
from annotation.queries.gold.raw_evidence import evidence_records
from annotation.queries.projects.access import scheme_of
from annotation.services.annotate.broken_rules import refresh_broken_rules
from annotation.services.annotate.slots import lowest_free_slot, redundancy_of
from annotation.services.imports.claim_spans import claim_faults, project_onto_claims
from annotation.services.imports.imported_fields import changed_fields, link_problems, revision_fields
from annotation.services.imports.imported_labels import add_labels, differs, remove_labels
from annotation.services.imports.read_records import BATCH, DuplicateIds, ImportFile, Problems, Row, rows
from annotation.services.items.item_lock import lock_policy_to_assign
from annotation.services.projects.project_settings import touch
from annotation.services.statistics.rollups import refresh_items
from foundation.bulk_insert import batches, insert
from foundation.jobs import Progress
from foundation.write_transaction import batch_transaction
from morelkit.formats.column_mapping import Problem
from morelkit.formats.raw_annotations import AnnotationsRecord, read_annotations
from morelkit.formats.raw_evidence import read_evidence_entry, span_id
from morelkit.scheme.evidence import Evidence
from morelkit.scheme.schemes import Scheme
from morelkit.text.spans import Span

RowRecord = tuple[Row, AnnotationsRecord]


class _New(NamedTuple):
    """An annotation to be written."""

    item: int
    key: str
    spans: list[list[Any]]
    labels: dict[str, str]
    evidence: list[Evidence]
    fields: dict[str, Any]


# Most annotations and items of one transaction. Saves wait while it runs.
_ANNOTATIONS = 900
_ITEMS = 200


def check(
    import_: Import, files: list[ImportFile], problems: Problems, progress: Progress, total: int
) -> None:
    """Check all records without writing. Sets the counts of new, unchanged and differing annotations."""
    project, scheme = import_.project, scheme_of(import_.project)
    duplicates = DuplicateIds(files)
    done = 0
    for batch in batches(rows(files, problems), BATCH):
        found = list(_read(batch, scheme, problems))
        items = _items(project, found)
        present = _submitted(item.pk for item in items.values())
        for row, record in found:
            duplicates.add(row, record.external_id)
            for problem in link_problems(record, row.line):
                problems.add(row.file, problem)
            item = items.get(record.external_id)
            if item is None:
                problems.add(row.file, _unknown_item(project, row, record.external_id))
                continue
            if claims := answer_claims(item):
                faults = list(claim_faults(row.values, record, claims, scheme, project=import_.project_spans))
                for fault in faults:
                    problems.add(row.file, Problem(row.line, *fault))
                if faults:
                    continue
                if import_.project_spans:
                    project_onto_claims(record, claims, scheme)
            _compare(import_, row, record, present.get(item.pk, {}), scheme, problems)
            spans = [_spans(each, scheme) for each in record.annotations.values()]
            import_.differing += differs(project, item, record, spans)
        done += len(batch)
        progress(done, max(total, done) if total else 0)
    duplicates.report(problems, _id_column(files[0]))


def write(import_: Import, files: list[ImportFile], progress: Callable[[int], object]) -> None:
    """Write new annotations in batches. They are neither visible nor counted until `publish`."""
    project, scheme = import_.project, scheme_of(import_.project)
    annotators = dict(Annotator.objects.filter(project=project).values_list("key", "pk"))
    done = 0
    for batch in batches(rows(files), BATCH):
        found = list(_read(batch, scheme, Problems()))
        items = _item_ids(project, found)
        if import_.project_spans and scheme.uses_claims:
            _project(project, found, scheme)
        present = _submitted(items.values())
        new = [
            _New(
                items[record.external_id],
                key,
                spans,
                record.annotation_labels.get(key, {}),
                [read_evidence_entry(each, spans) for each in record.annotation_evidence.get(key, [])],
                revision_fields(record, key, scheme),
            )
            for _, record in found
            for key, spans in record.annotations.items()
            if key not in present.get(items[record.external_id], {})
        ]
        add_labels(import_, items, [record for _, record in found])
        with batch_transaction():
            _add_annotators(project, annotators, {each.key for each in new})
        for part in batches(new, _ANNOTATIONS):
            with batch_transaction():
                _add(import_, scheme, annotators, part)
        done += len(batch)
        progress(done)


def publish(import_: Import) -> None:
    touch(import_.project)


def settle(import_: Import, progress: Progress) -> None:
    """Create assignments for the published annotations and count them, all annotations of an item together."""
    waiting = _without_assignment(import_)
    _item_batches(waiting, lambda items: _settle_items(import_, items), progress)


def withdraw(import_: Import) -> bool:
    return is_untouched(import_)


def is_untouched(import_: Import) -> bool:
    """Return whether no annotation was edited or excluded, and no item was adjudicated after the import.

    A decision may depend on these annotations.
    """
    if import_.worked_on:
        return False
    mine = Annotation.objects.filter(imported_by=import_)
    edited = mine.annotate(revisions_made=Count("revisions")).filter(revisions_made__gt=1)
    excluded = mine.filter(exclusions__isnull=False)
    decided_since = mine.filter(item__adjudications__at__gte=F("saved_at"))
    return not (edited.exists() or excluded.exists() or decided_since.exists())


def unpublish(import_: Import) -> None:
    touch(import_.project)


def remove(import_: Import, progress: Progress | None = None) -> None:
    """Delete the annotations of an unpublished import, free their slots, and count their items again."""
    mine = Annotation.objects.filter(imported_by=import_)
    _item_batches(mine, lambda items: _remove_from(import_, items), progress)
    remove_labels(import_)
    _unused_annotators(import_.project).delete()


def _unused_annotators(project: Project) -> QuerySet[Annotator]:
    """Return imported annotators without work. Erased people and curators are kept: records refer to them."""
    lone = Annotator.objects.filter(project=project, user=None, annotation=None, assignment=None)
    decided = Adjudication.objects.filter(curator=OuterRef("pk"))
    return lone.filter(~Exists(decided), erasure=None, exclusion=None)


def _read(batch: Iterable[Row], scheme: Scheme, problems: Problems) -> Iterator[RowRecord]:
    for row in batch:
        file = row.file
        record, wrong = read_annotations(
            row.values, row.line, file.mapping, scheme, file.record_format, row.row_id
        )
        for problem in wrong:
            problems.add(row.file, problem)
        if record is not None:
            yield row, record


def _unknown_item(project: Project, row: Row, external_id: str) -> Problem:
    detail = f"The project has no item “{external_id}”. Import the items first."
    if Item.objects.filter(project=project, external_id=external_id, archived_at__isnull=False).exists():
        detail = f"The item “{external_id}” was removed as a duplicate. Restore duplicates, or leave it out."
    return Problem(row.line, _id_column(row.file), "unknown_item", detail)


def _id_column(file: ImportFile) -> str:
    return file.mapping.get("id", file.record_format.key("id"))


def _items_of(project: Project, found: list[RowRecord]) -> ItemQuerySet:
    return Item.objects.visible(project).filter(external_id__in=[record.external_id for _, record in found])


def _items(project: Project, found: list[RowRecord]) -> dict[str, Item]:
    return {item.external_id: item for item in _items_of(project, found).with_imported_reference()}


def _project(project: Project, found: list[RowRecord], scheme: Scheme) -> None:
    items = {item.external_id: item for item in _items_of(project, found)}
    for _, record in found:
        if claims := answer_claims(items[record.external_id]):
            project_onto_claims(record, claims, scheme)


def _item_ids(project: Project, found: list[RowRecord]) -> dict[str, int]:
    return dict(_items_of(project, found).values_list("external_id", "pk"))


def _submitted(items: Iterable[int]) -> dict[int, dict[str, Annotation]]:
    """Return stored submitted annotations by item and by key of the annotator."""
    present: dict[int, dict[str, Annotation]] = {}
    stored = Annotation.objects.published().filter(item__in=list(items))
    for annotation in stored.select_related("submitted", "annotator"):
        present.setdefault(annotation.item_id, {})[annotation.annotator.key] = annotation
    return present


def _compare(
    import_: Import,
    row: Row,
    record: AnnotationsRecord,
    present: dict[str, Annotation],
    scheme: Scheme,
    problems: Problems,
) -> None:
    evidence = _stored_evidence(scheme, {key: present[key] for key in record.annotations if key in present})
    for key, spans in record.annotations.items():
        if key not in present:
            import_.added += 1
            continue
        import_.unchanged += 1
        stored = present[key].submitted
        here = [(span.start, span.end, span.label) for span in _spans(spans, scheme)]
        there = [(span["start"], span["end"], span["label"]) for span in stored.spans] if stored else None
        labels = record.annotation_labels.get(key, {})
        same_evidence = evidence.get(key, []) == record.annotation_evidence.get(key, [])
        if here != there or (stored and stored.labels != labels) or not same_evidence:
            detail = f"{key} has another annotation of item {record.external_id} here already."
            problems.add(row.file, Problem(row.line, "annotations", "changed", detail))
        for column in changed_fields(record, key, stored) if stored else ():
            detail = f"{key} has another “{column}” of item {record.external_id} here already."
            problems.add(row.file, Problem(row.line, column, "changed", detail))


def _stored_evidence(scheme: Scheme, present: dict[str, Annotation]) -> dict[str, list[dict[str, Any]]]:
    """Evidence records by annotator key, for annotators who gave evidence."""
    given = {
        key: each.submitted_id for key, each in present.items() if each.submitted and each.submitted.evidence
    }
    if not given:
        return {}
    rows = revision_contents([revision for revision in given.values() if revision is not None])
    return {rows[pk].key: records for pk, records in evidence_records(scheme, rows.values()).items()}


def _spans(raw: list[list[Any]], scheme: Scheme, *, with_ids: bool = False) -> list[Span]:
    """Return the spans unchanged, with the scheme's first label for spans without one."""
    default = scheme.span_labels[0].name if scheme.span_labels else ""
    return [
        Span(span[0], span[1], span[2] if len(span) > 2 else default, span_id(index) if with_ids else "")
        for index, span in enumerate(raw)
    ]


def _snapshots(project: Project, new: list[_New]) -> dict[str, tuple[int, str]]:
    """Return the primary key and text of stored snapshots that imported evidence names, by SHA-256 of the text."""
    named = {(evidence.source or {}).get("sha256", "") for each in new for evidence in each.evidence}
    if not named:
        return {}
    rows = Reference.objects.filter(project=project, sha256__in=named).order_by("-pk")
    return {sha256: (pk, extract) for sha256, pk, extract in rows.values_list("sha256", "pk", "extract")}


def _with_snapshot(evidence: Evidence, snapshots: dict[str, tuple[int, str]]) -> Evidence:
    """Return the evidence with its stored snapshot, if the snapshot contains the quote at the same offsets."""
    pk, extract = snapshots.get((evidence.source or {}).get("sha256", ""), (None, ""))
    fits = extract[evidence.start : evidence.end] == evidence.exact
    return replace(evidence, snapshot=pk if fits else None)


def _add_annotators(project: Project, known: dict[str, int], keys: set[str]) -> None:
    made = Annotator.objects.bulk_create(
        Annotator(project=project, key=key) for key in sorted(keys) if key not in known
    )
    known.update((annotator.key, annotator.pk) for annotator in made)


def _add(
    import_: Import,
    scheme: Scheme,
    annotators: dict[str, int],
    new: list[_New],
) -> None:
    now = timezone.now()
    insert(
        Annotation,
        [{"item_id": each.item, "annotator_id": annotators[each.key]} for each in new],
        imported_by_id=import_.pk,
        saved_at=now,
    )
    written = Annotation.objects.filter(imported_by=import_, item__in={each.item for each in new})
    keys = {(item, annotator): pk for pk, item, annotator in written.values_list("pk", "item", "annotator")}
    annotations = [keys[each.item, annotators[each.key]] for each in new]
    snapshots = _snapshots(import_.project, new)
    insert(
        AnnotationRevision,
        [
            {
                "annotation_id": annotation,
                "save_id": uuid.uuid4(),
                "body_sha256": hashlib.sha256(orjson.dumps([each.spans, each.labels])).hexdigest(),
                "spans": [
                    {"start": span.start, "end": span.end, "label": span.label, "id": span.id}
                    for span in _spans(each.spans, scheme, with_ids=bool(each.evidence))
                ],
                "labels": each.labels,
                **each.fields,
                "evidence": [_with_snapshot(evidence, snapshots).to_storage() for evidence in each.evidence],
            }
            for annotation, each in zip(annotations, new, strict=True)
        ],
        number=1,
        submit=True,
        scheme_version=import_.project.scheme_version,
        saved_at=now,
    )
    only = AnnotationRevision.objects.filter(annotation=OuterRef("pk")).values("pk")[:1]
    Annotation.objects.filter(pk__in=annotations).update(head=Subquery(only), submitted=Subquery(only))


def _settle_items(import_: Import, ids: list[int]) -> None:
    project = lock_policy_to_assign(import_.project)
    items = {item.pk: item for item in _locked(ids)}
    taken: dict[int, set[int | None]] = defaultdict(set)
    reserved: dict[tuple[int, int], int | None] = {}
    held = Assignment.objects.filter(item__in=ids).values_list("item", "annotator", "slot", "state")
    for item, annotator, slot, state in held:
        taken[item].add(slot)
        if state == Assignment.State.RESERVED:
            reserved[item, annotator] = slot
    caps = {
        language: redundancy_of(project, language) for language in {each.language for each in items.values()}
    }
    assignments, covered = [], Counter[int]()
    waiting = _without_assignment(import_).filter(item__in=ids).order_by("pk")
    for item, annotator, excluded_at in waiting.values_list("item", "annotator", "excluded_at"):
        if excluded_at:  # after publication: an excluded annotation occupies no slot
            slot = None
            covered[item] -= (item, annotator) in reserved
        elif (item, annotator) in reserved:
            slot = reserved[item, annotator]
        else:
            cap, slots = caps[items[item].language], taken[item]
            slot = lowest_free_slot(cap, slots)
            slots.add(slot)
            covered[item] += 1
        assignments.append({"item_id": item, "annotator_id": annotator, "slot": slot})
    now = timezone.now()
    # A member may have reserved or skipped the item: then the row exists and is updated.
    insert(
        Assignment,
        assignments,
        unique=["item_id", "annotator_id"],
        update=["slot", "state", "submitted_at", "expires_at"],
        project_id=project.pk,
        state=Assignment.State.SUBMITTED,
        reserved_at=now,
        submitted_at=now,
    )
    _add_coverage(covered)
    refresh_items(project, list(items.values()))
    refresh_broken_rules(project, items)


def _without_assignment(import_: Import) -> QuerySet[Annotation]:
    placed = Assignment.objects.filter(
        item=OuterRef("item"), annotator=OuterRef("annotator"), state=Assignment.State.SUBMITTED
    )
    return Annotation.objects.filter(~Exists(placed), imported_by=import_)


def _locked(ids: list[int]) -> list[Item]:
    """Lock the items until the transaction ends, and return them with the fields that counting needs."""
    items = Item.objects.select_for_update().filter(pk__in=ids).order_by("pk")
    return list(items.only("kind", "language", "answer"))


def _add_coverage(change: Counter[int]) -> None:
    """Add these numbers to the coverage of the items."""
    for number in set(change.values()):
        chosen = [item for item, change_of_item in change.items() if change_of_item == number]
        Item.objects.filter(pk__in=chosen).update(coverage=F("coverage") + number)


def _remove_from(import_: Import, ids: list[int]) -> None:
    items = _locked(ids)
    mine = Annotation.objects.filter(item__in=ids, imported_by=import_)
    placed = Assignment.objects.filter(
        Exists(mine.filter(item=OuterRef("item"), annotator=OuterRef("annotator"))), item__in=ids
    )
    excluded = Annotation.objects.filter(
        item=OuterRef("item"), annotator=OuterRef("annotator"), excluded_at__isnull=False
    )
    taken = Counter(placed.filter(~Exists(excluded)).values_list("item_id", flat=True))
    _add_coverage(Counter({item: -count for item, count in taken.items()}))
    placed.delete()
    mine.update(head=None, submitted=None)
    mine.delete()
    refresh_items(import_.project, items)


def _item_batches(
    annotations: QuerySet[Annotation], change: Callable[[list[int]], None], progress: Progress | None
) -> None:
    """Apply `change` to the items of `annotations`, in batches in order of primary key."""
    done = last = 0
    items = annotations.order_by("item").values_list("item", flat=True).distinct()
    total = items.count() if progress else 0
    while batch := list(items.filter(item__gt=last)[:_ITEMS]):
        with batch_transaction():
            change(batch)
        done, last = done + len(batch), batch[-1]
        if progress:
            progress(done, total)
