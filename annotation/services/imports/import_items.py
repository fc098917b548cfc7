"""Import items. An id that is stored already must come with an equal record."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.conf import settings
from django.db.models import Count, Exists, Max, Min, OuterRef, Q, QuerySet

from annotation.models import (
    Annotation,
    Assignment,
    Import,
    Item,
    Project,
    ProjectLanguage,
    Question,
    Reference,
    Thread,
)
from annotation.models.item import seeded_rank
from annotation.queries.annotate.counted_items import item_record
from annotation.queries.imports.import_list import default_language
from annotation.queries.projects.access import record_format_of, scheme_of
from annotation.queries.references.item_images import image_digests
from annotation.services.imports.image_files import imported_images
from annotation.services.imports.read_records import (
    BATCH,
    DuplicateIds,
    ImportFile,
    Problems,
    Row,
    check_mappings,
    rows,
)
from annotation.services.items.assignees import store_assignees
from annotation.services.items.balanced_sample import count_sample, draw_sample
from annotation.services.projects.project_settings import touch
from annotation.services.references.item_images import remove_unused_images, show_images
from foundation.bulk_insert import batches, insert
from foundation.jobs import Progress
from foundation.write_transaction import batch_transaction
from morelkit.formats.claim_fields import CLAIM_LABELS
from morelkit.formats.column_mapping import Problem
from morelkit.formats.item_records import ItemRecord, read_item, set_claims
from morelkit.formats.record_format import RecordFormat, literal
from morelkit.formats.registry import OTHER_LABELS
from morelkit.gold.check_gold import CheckGold, read_check_gold
from morelkit.scheme.schemes import Scheme
from morelkit.text.claims.projection import spans_of_claims
from morelkit.text.languages import stored_language

# Attributes that must be equal when an id is imported again. Metadata is compared key by key.
_COMPARED = ("language", "question", "answer", "model_id", "prompt", "split", "kind", "reference_url")

_REFERENCE_FIELDS = ("reference_title", "reference_text")


def check(
    import_: Import, files: list[ImportFile], problems: Problems, progress: Progress, total: int
) -> None:
    """Check all records without writing. Sets the counts of new and unchanged items."""
    project, language = import_.project, default_language(import_)
    check_mappings(files, problems, language)
    if problems.count:
        return
    allowed, scheme = allowed_languages(project), scheme_of(project)
    duplicates, warnings = DuplicateIds(files), Counter[str]()
    done = 0
    with imported_images(import_, files[0], problems) as images:
        if problems.count:
            return
        for batch in batches(rows(files, problems), BATCH):
            records = list(_read(batch, problems, language, import_.item_kind, scheme))
            for row, record in records:
                duplicates.add(row, record.external_id)
                check_record(row, record, allowed, problems)
                warnings.update(warning_codes(record))
                warnings["without_gold"] += not _check_gold(row, record, scheme, problems)
            stored = _stored(project, [record for _, record in records])
            shown = image_digests(stored.values()) if images.given else {}
            for row, record in records:
                if item := stored.get(record.external_id):
                    import_.unchanged += 1
                    _compare(row, record, item, problems)
                    if images.given:
                        images.compare(row, record, shown.get(item.pk, []), problems)
                else:
                    import_.added += 1
                    if images.of(row, record, problems):
                        progress(done, max(total, done) if total else 0)
            done += len(batch)
            progress(done, max(total, done) if total else 0)
    duplicates.report(problems, files[0].mapping.get("id", "id"))
    import_.warnings = dict(warnings)


def write(import_: Import, files: list[ImportFile], progress: Callable[[int], object]) -> None:
    """Write new items in batches. They are invisible until `publish`."""
    project, language = import_.project, default_language(import_)
    scheme = scheme_of(project)
    done = 0
    with imported_images(import_, files[0], Problems()) as images:
        for batch in batches(rows(files), BATCH):
            read = list(_read(batch, Problems(), language, import_.item_kind, scheme))
            records = [record for _, record in read]
            items = [item_row(project, scheme, record) for record in records]
            shown = {}
            for row, record in read:
                if found := images.of(row, record, Problems()):
                    shown[record.external_id] = found
                    progress(done)
            with batch_transaction():
                last = lock_ordinals(project)
                stored = _stored(project, records)
                new = [pair for pair in zip(items, records, strict=True) if pair[1].external_id not in stored]
                for ordinal, (item, record) in enumerate(new, start=last + 1):
                    item |= {"ordinal": ordinal, "reference_id": store_reference(project, record)}
                insert(Item, [item for item, _ in new], project_id=project.pk, imported_by_id=import_.pk)
                show_images(project, {key: found for key, found in shown.items() if key not in stored})
            done += len(batch)
            progress(done)


def lock_ordinals(project: Project) -> int:
    """Return the highest ordinal of an item. Until the transaction ends, nobody else adds items to the project."""
    list(Project.objects.select_for_update(no_key=True).filter(pk=project.pk).values_list("pk"))
    return Item.objects.filter(project=project).aggregate(last=Max("ordinal"))["last"] or 0


def publish(import_: Import) -> None:
    """Add the items to the counts of their languages. Call in the transaction that publishes the import."""
    project = import_.project
    for language, found in _languages(import_).items():
        spelling = Item.objects.values_list("spelling", flat=True).get(
            project=project, ordinal=found["first"]
        )
        row, _ = ProjectLanguage.objects.get_or_create(
            project=project, language=language, defaults={"spelling": spelling or language}
        )
        row.items += found["work"]
        row.save(update_fields=["items"])
    touch(project)


def settle(import_: Import, progress: Progress) -> None:
    """Make the published items reservable, or draw the balanced sample again."""
    import_.project.refresh_from_db(fields=["assignment", "assignment_field"])
    if import_.project.assignment_field:
        store_assignees(import_.project)
    if _is_balanced(import_.project):
        draw_sample(import_.project)
        touch(import_.project)
        return
    waiting = Item.objects.filter(
        imported_by=import_, kind=Item.Kind.WORK, reservable=False, archived_at__isnull=True
    ).for_annotators()
    _in_batches(
        waiting.order_by("pk").values_list("pk", flat=True), lambda ids: _set_reservable(ids, True), progress
    )


def withdraw(import_: Import) -> bool:
    """Close the items to annotators, and return whether nobody has worked on them. Call before removal."""
    if _is_worked_on(import_):
        return False
    open_ = Item.objects.filter(imported_by=import_, reservable=True).order_by("pk")
    _in_batches(open_.values_list("pk", flat=True), lambda ids: _set_reservable(ids, False))
    left = Item.objects.filter(imported_by=import_, assignment__isnull=False).order_by("pk").distinct()
    _in_batches(left.values_list("pk", flat=True), _delete_unused_assignments)
    return not Item.objects.filter(imported_by=import_, assignment__isnull=False).exists()


def is_untouched(import_: Import) -> bool:
    """Return whether nobody started to work on the items before `withdraw` closed them."""
    return not _is_worked_on(import_)


def _is_worked_on(import_: Import) -> bool:
    """Return whether an item has a reservation, an annotation, a thread, a decision or a source's record.

    A skip is no work.
    """
    mine = Item.objects.filter(imported_by=import_)
    return (
        mine.filter(assignment__isnull=False).exclude(assignment__state__in=_IDLE).exists()
        or mine.filter(annotation__isnull=False).exists()
        or mine.filter(thread__isnull=False).exists()
        or mine.filter(adjudications__isnull=False).exists()
        or mine.filter(sourcerecord__isnull=False).exists()
    )


_IDLE = (Assignment.State.SKIPPED, Assignment.State.EXPIRED)


def _delete_unused_assignments(items: list[int]) -> None:
    """Delete skipped and expired assignments without an annotation or a thread.

    Saving and asking need an assignment and lock the item, so neither can happen in between.
    """
    list(Item.objects.select_for_update().filter(pk__in=items).order_by("pk").values_list("pk"))
    annotated = Annotation.objects.filter(item=OuterRef("item"), annotator=OuterRef("annotator"))
    asked = Thread.objects.filter(item=OuterRef("item"), annotator=OuterRef("annotator"))
    Assignment.objects.filter(~Exists(annotated), ~Exists(asked), item__in=items, state__in=_IDLE).delete()


def unpublish(import_: Import) -> None:
    """Subtract the items from the counts of their languages. Deletes an open language that has no other items."""
    project = import_.project
    for language, found in _languages(import_).items():
        row = ProjectLanguage.objects.get(project=project, language=language)
        others = Item.objects.filter(project=project, language=language).exclude(imported_by=import_)
        asked = Question.objects.visible(project).filter(language=language)
        if project.languages_open and not others.exists() and not asked.exists():
            row.delete()
        else:
            row.items = max(0, row.items - found["work"])
            row.save(update_fields=["items"])
    if _is_balanced(project):
        count_sample(project)
    touch(project)


def remove(import_: Import, progress: Progress | None = None) -> None:
    """Delete the items of an unpublished import."""
    mine = Item.objects.filter(imported_by=import_).order_by("pk").values_list("pk", flat=True)
    if not mine.exists():
        return
    _in_batches(mine, lambda ids: Item.objects.filter(pk__in=ids).delete(), progress)
    remove_unused_images(import_.project)
    if _is_balanced(import_.project):  # other items replace them in the sample
        draw_sample(import_.project)


def _read(
    batch: Iterable[Row], problems: Problems, language: str, kind: str, scheme: Scheme
) -> Iterator[tuple[Row, ItemRecord]]:
    for row in batch:
        file = row.file
        record, wrong = read_item(
            row.values, row.line, file.mapping, language, kind, file.record_format, row.row_id
        )
        for problem in wrong:
            problems.add(row.file, problem)
        if record is not None:
            faults = set_claims(record) if scheme.uses_claims else []
            for fault in faults:
                problems.add(row.file, Problem(row.line, *fault))
            if not faults:
                yield row, record


def allowed_languages(project: Project) -> set[str] | None:
    """Return the language tags that items may have; None for any."""
    if project.languages_open:
        return None
    return set(ProjectLanguage.objects.filter(project=project).values_list("language", flat=True))


def check_record(row: Row, record: ItemRecord, allowed: set[str] | None, problems: Problems) -> None:
    if allowed is not None and stored_language(record.language) not in allowed:
        what = f"“{record.language}” is" if record.language else "The item has no language, which is"
        detail = f"{what} not one of the project's languages: {', '.join(sorted(allowed))}."
        problems.add(row.file, Problem(row.line, _column(row, "lang"), "other_language", detail))
    if len(record.answer) > settings.MAX_ANSWER_CHARACTERS:
        most = settings.MAX_ANSWER_CHARACTERS
        detail = f"The answer has {len(record.answer)} characters; at most {most} are accepted."
        problems.add(row.file, Problem(row.line, _column(row, "answer"), "too_long", detail))


def _read_gold(
    record: ItemRecord, scheme: Scheme, record_format: RecordFormat
) -> tuple[CheckGold | None, list[str]]:
    if record.kind == Item.Kind.WORK:
        return None, []
    labels = record.labels
    if record_format.choices and "item_labels" not in labels:
        labels = labels | {"item_labels": record_format.choices(labels)}
    if record.claims and labels.get(CLAIM_LABELS) not in (None, ""):
        incorrect = [label == 1 for label in literal(labels[CLAIM_LABELS])]
        labels = labels | {"hard_labels": spans_of_claims(record.claims.ranges, incorrect)}
    return read_check_gold(labels, len(record.answer), scheme, record.explanation)


def _check_gold(row: Row, record: ItemRecord, scheme: Scheme, problems: Problems) -> bool:
    """Report invalid gold, and return False if a training or check item has none."""
    gold, wrong = _read_gold(record, scheme, row.file.record_format)
    for detail in wrong:
        problems.add(row.file, Problem(row.line, "hard_labels", "bad_gold", detail))
    return gold is not None or bool(wrong) or record.kind == Item.Kind.WORK


def warning_codes(record: ItemRecord) -> Iterator[str]:
    """Yield codes of warnings, which do not reject the record."""
    if not record.answer.strip():
        yield "blank_answer"
    votes = (record.labels.get(key) for key in OTHER_LABELS if record.kind == Item.Kind.WORK)
    if record.annotations is not None or any(each not in (None, "") for each in votes):
        yield "with_annotations"


def _column(row: Row, field: str) -> str:
    return row.file.mapping.get(field, field)


def _stored(project: Project, records: list[ItemRecord]) -> dict[str, Item]:
    """Return stored items with the ids of `records`, by external id."""
    ids = [record.external_id for record in records]
    items = Item.objects.filter(project=project, external_id__in=ids).with_imported_reference()
    return {item.external_id: item for item in items}


def _compare(row: Row, record: ItemRecord, item: Item, problems: Problems) -> None:
    if item.record_sha256 == record_digest(record):
        return
    stored = item_record(item, item.reference)
    stored.split = item.split if item.imported_split is None else item.imported_split
    for field, there, here in compared_fields(stored, record):
        # A text in another column is metadata, and `_fields` compares it there.
        if there != here and not (field in _REFERENCE_FIELDS and field not in record.key_order):
            column = row.file.mapping.get("lang" if field == "language" else field, field)
            detail = f"Item {record.external_id} is here already with another “{column}”. Items never change."
            problems.add(row.file, Problem(row.line, column, "changed", detail))


def compared_fields(stored: ItemRecord, record: ItemRecord) -> Iterator[tuple[str, Any, Any]]:
    """Yield the fields that must be equal when an id is imported again, with both values."""
    for name in (*_COMPARED, *_REFERENCE_FIELDS):
        yield name, getattr(stored, name), getattr(record, name)
    for key in sorted({*stored.metadata, *record.metadata}):
        yield key, stored.metadata.get(key), record.metadata.get(key)


def record_digest(record: ItemRecord) -> str:
    """Return the SHA-256 of the fields that must not change: not of labels, nor of the order of keys."""
    values = {name: value for name, value, _ in compared_fields(record, record)}
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()


def item_row(project: Project, scheme: Scheme, record: ItemRecord) -> dict[str, Any]:
    """Return the columns of an item that its record gives: all but its ordinal and reference.

    If the unit of the scheme is claims, those of the record are set.
    """
    record_format = record_format_of(project)
    implied = record.kind == Item.Kind.WORK and bool(record_format.implied_labels(record.answer))
    return {
        "external_id": record.external_id,
        "kind": record.kind,
        "language": stored_language(record.language),
        "spelling": record.language,
        "question": record.question,
        "answer": record.answer,
        "answer_sha256": hashlib.sha256(record.answer.encode()).hexdigest(),
        "model_id": record.model_id,
        "prompt": record.prompt,
        "split": record.split,
        "reference_url": record.reference_url,
        "metadata": json.dumps(record.metadata, ensure_ascii=False),
        "key_order": json.dumps(record.key_order, ensure_ascii=False),
        "key_attributes": json.dumps(record.key_attributes, ensure_ascii=False),
        "imported_labels": json.dumps(record.labels, ensure_ascii=False),
        "check_gold": json.dumps(gold.to_storage())
        if (gold := _read_gold(record, scheme, record_format)[0])
        else None,
        "claims": json.dumps(record.claims.ranges) if record.claims else None,
        "segmenter": record.claims.segmenter if record.claims else "",
        "labels_implied": implied,
        "record_sha256": record_digest(record),
        "rank": seeded_rank(project.seed, record.external_id),
    }


def store_reference(project: Project, record: ItemRecord) -> int | None:
    """Store the text or publication in the record, and return its primary key; None if it has neither."""
    publication = record.reference_doi or record.reference_authors
    if not publication and not record.extract:
        return None
    reference, _ = Reference.objects.get_or_create(
        project=project,
        kind=Reference.Kind.PUBLICATION if publication else Reference.Kind.TEXT,
        language=stored_language(record.language),
        title=record.reference_title,
        revision_id="",
        doi=record.reference_doi,
        sha256=hashlib.sha256(record.extract.encode()).hexdigest(),
        defaults={
            "extract": record.extract,
            "url": record.reference_url,
            "authors": list(record.reference_authors),
        },
    )
    return reference.pk


def _languages(import_: Import) -> dict[str, dict[str, int]]:
    """Return the number of items for annotators and the first ordinal of each language of the import."""
    work = Q(kind=Item.Kind.WORK, archived_at=None, labels_implied=False)
    rows = (
        Item.objects.filter(imported_by=import_)
        .order_by()
        .values("language")
        .annotate(first=Min("ordinal"), work=Count("pk", filter=work))
    )
    return {row["language"]: {"first": row["first"], "work": row["work"]} for row in rows}


def _is_balanced(project: Project) -> bool:
    return project.assignment == Project.AssignmentPolicy.BALANCED


def _set_reservable(ids: list[int], value: bool) -> None:
    Item.objects.filter(pk__in=ids).update(reservable=value)


def _in_batches(
    ids: "QuerySet[Item, int]", change: Callable[[list[int]], object], progress: Progress | None = None
) -> None:
    """Apply `change` to ordered `ids` in batches. Rows that `change` deletes or alters are not read again."""
    done = last = 0
    total = ids.count() if progress else 0
    while batch := list(ids.filter(pk__gt=last)[:BATCH]):
        with batch_transaction():
            change(batch)
        done, last = done + len(batch), batch[-1]
        if progress:
            progress(done, total)
