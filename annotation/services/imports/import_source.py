"""Import the records of a source: check all, write them unseen, and publish the source when it is complete."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Count
from django.utils import timezone

from annotation.models import Import, Item, Project, Source, SourceQuote, SourceRecord
from annotation.queries.projects.access import scheme_of
from annotation.services.imports.read_records import BATCH, DuplicateIds, ImportFile, Problems, Row, rows
from foundation.bulk_insert import batches, insert
from foundation.errors import ConflictError
from foundation.jobs import Progress
from foundation.write_transaction import batch_transaction
from morelkit.formats.column_mapping import Problem
from morelkit.formats.item_records import dumps
from morelkit.formats.source_header import HEADER
from morelkit.formats.source_records import (
    PlacedRecord,
    SourceSpan,
    place_record,
    read_source_record,
    source_record_values,
)
from morelkit.formats.source_records import SourceRecord as ReadRecord
from morelkit.scheme.schemes import Scheme
from morelkit.text.normalization import Range

Found = tuple[Row, ReadRecord]


class _ItemOfRecord(NamedTuple):
    pk: int
    kind: str
    answer: str
    answer_sha256: str
    archived: bool
    claims: list[Range] | None


def check(
    import_: Import, files: list[ImportFile], problems: Problems, progress: Progress, total: int
) -> None:
    """Check all records without writing. Sets the number of records, and the digest of the source."""
    source = Source.objects.get(imported_by=import_)
    scheme, ids = scheme_of(import_.project), DuplicateIds(files)
    digest = hashlib.sha256(dumps([source.name, source.prompt_sha256, source.parameters]).encode())
    done = 0
    for batch in batches(rows(files, problems), BATCH):
        found = list(_read(batch, scheme, problems))
        items = _items(import_.project, found)
        for row, each in found:
            ids.add(row, each.external_id)
            item = items.get(each.external_id)
            if fault := _item_fault(each, item):
                problems.add(row.file, Problem(row.line, *fault))
            elif item:
                placed, wrong = place_record(each, item.answer, item.claims, scheme, row.line)
                digest.update(dumps(source_record_values(placed.record)).encode())
                for problem in wrong:
                    problems.add(row.file, problem)
        import_.added += len(found)
        done += len(batch)
        progress(done, max(total, done))
    ids.report(problems, "id")
    if not import_.added and not problems.count:
        problems.add(files[0], Problem(1, "", "no_records", "The file holds no records."))
    source.digest = digest.hexdigest()
    if twin := Source.objects.current(import_.project).filter(digest=source.digest).first():
        detail = f"This run is here already, as {twin.name}, version {twin.version}."
        problems.add(files[0], Problem(1, "", "same_run", detail))
    Source.objects.filter(pk=source.pk).update(digest=source.digest)


def write(import_: Import, files: list[ImportFile], progress: Callable[[int], object]) -> None:
    """Write the records in batches. They are invisible until the source is published."""
    source, scheme = Source.objects.get(imported_by=import_), scheme_of(import_.project)
    done = 0
    for batch in batches(rows(files), BATCH):
        found = list(_read(batch, scheme, Problems()))
        items = _items(import_.project, found)
        placed = [
            (item.pk, place_record(each, item.answer, item.claims, scheme, row.line)[0])
            for row, each in found
            if (item := items.get(each.external_id))
        ]
        with batch_transaction():
            insert(
                SourceRecord,
                [_record_row(item, each) for item, each in placed],
                source_id=source.pk,
            )
            _insert_quotes(source, placed)
        done += len(batch)
        progress(done)


def publish(import_: Import) -> None:
    """Make the complete source visible. Call in the publishing transaction. Raises ConflictError."""
    source = Source.objects.get(imported_by=import_)
    # An undo of their import locks the same rows and then looks for records.
    locked = Import.objects.select_for_update().filter(project=import_.project, kind=Import.Kind.ITEMS)
    list(locked.order_by("pk").values_list("pk"))
    records = SourceRecord.objects.filter(source=source)
    if records.filter(item__in=Item.objects.visible(import_.project)).count() != import_.added:
        raise ConflictError(
            "Items of this run were taken away during the import. Import the source again.", code="items_gone"
        )
    refuse_same_version(import_.project, source.name, source.version, source.prompt_sha256)
    source.counts = dict(records.order_by().values_list("status").annotate(Count("pk")))
    source.published_at = timezone.now()
    source.save(update_fields=["counts", "published_at"])


def settle(import_: Import, progress: Progress) -> None:
    """Do nothing: a source counts nowhere."""
    del import_, progress


def remove(import_: Import, progress: Progress | None = None) -> None:
    """Delete the records of a source that was not published."""
    mine = SourceRecord.objects.filter(source__imported_by=import_, source__published_at__isnull=True)
    done = 0
    while batch := list(mine.order_by("pk").values_list("pk", flat=True)[:BATCH]):
        with batch_transaction():
            SourceRecord.objects.filter(pk__in=batch).delete()
        done += len(batch)
        if progress:
            progress(done, done)


def refuse_same_version(project: Project, name: str, version: str, prompt_sha256: str) -> None:
    """Raise ConflictError if a source in use has this name and version."""
    present = Source.objects.current(project).filter(name=name, version=version).first()
    if present is None:
        return
    why = (
        "This version is here already. Sources never change: give another version, or archive this one first."
        if present.prompt_sha256 == prompt_sha256
        else "This version has another prompt. Another prompt is another version: give it one of its own."
    )
    raise ConflictError(f"{name}, version {version}: {why}", code="same_version")


def _read(batch: Iterable[Row], scheme: Scheme, problems: Problems) -> Iterator[Found]:
    for row in batch:
        if row.number == 1 and row.values.keys() == {HEADER}:
            continue
        found, wrong = read_source_record(row.values, row.line, scheme, settings.MAX_SPANS)
        for problem in wrong:
            problems.add(row.file, problem)
        if found is not None:
            yield row, found


def _items(project: Project, found: list[Found]) -> dict[str, _ItemOfRecord]:
    """Return the published items that the records name, archived ones included, by external id."""
    rows = Item.objects.filter(
        project=project,
        external_id__in=[each.external_id for _, each in found],
        imported_by__published_at__isnull=False,
    )
    columns = ("external_id", "pk", "kind", "answer", "answer_sha256", "archived_at", "claims")
    return {
        name: _ItemOfRecord(
            pk, kind, answer, digest, archived is not None, claims and [(start, end) for start, end in claims]
        )
        for name, pk, kind, answer, digest, archived, claims in rows.values_list(*columns)
    }


def _item_fault(found: ReadRecord, item: _ItemOfRecord | None) -> tuple[str, str, str] | None:
    """Return field, code and sentence of what keeps the record from its item."""
    name = found.external_id
    if item is None:
        return "id", "unknown_item", f"The project has no item “{name}”. Import the items first."
    if item.archived:
        return "id", "archived_item", f"The item “{name}” is archived. Restore it, or leave it out."
    if item.kind != Item.Kind.WORK:
        return "id", "kind", f"“{name}” is a {item.kind} item. Sources have records of work items only."
    if found.answer_sha256 not in ("", item.answer_sha256):
        detail = f"The item “{name}” has another answer than this record: the SHA-256 differs."
        return "answer_sha256", "other_answer", detail
    return None


def _record_row(item: int, placed: PlacedRecord) -> dict[str, Any]:
    found = placed.record
    return {
        "item_id": item,
        "status": found.status.value,
        "labels": found.labels,
        "spans": [{"start": span.start, "end": span.end, "label": span.label} for span in placed.spans],
        "marks_spans": found.spans is not None,
        "score": found.score,
        "reasoning": found.reasoning,
        "reason": found.reason,
        "output": found.output,
    }


def _insert_quotes(source: Source, placed: list[tuple[int, PlacedRecord]]) -> None:
    with_quotes = [(item, each.unsettled) for item, each in placed if each.unsettled]
    stored = SourceRecord.objects.filter(source=source, item__in=[item for item, _ in with_quotes])
    records = dict(stored.values_list("item", "pk"))
    quotes = [
        _quote_row(records[item], span, unsettled.reason.value)
        for item, several in with_quotes
        for span, unsettled in several
    ]
    insert(SourceQuote, quotes)


def _quote_row(record: int, span: SourceSpan, fault: str) -> dict[str, Any]:
    return {
        "record_id": record,
        "label": span.label,
        "exact": span.quote,
        "prefix": span.prefix,
        "suffix": span.suffix,
        "fault": fault,
    }
