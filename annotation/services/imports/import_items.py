"""Items: which are new, which are here already, and which would change one that is."""

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
    Reference,
    Thread,
)
from annotation.models.item import seeded_rank
from annotation.queries.gold.gold_export import item_record
from annotation.queries.imports.import_log import only_language
from annotation.queries.projects.access import scheme_of
from annotation.services.imports.read_records import (
    BATCH,
    Problems,
    Repeats,
    Row,
    Source,
    check_mappings,
    rows,
)
from annotation.services.items.balanced_sample import count_sample, draw_sample
from annotation.services.projects.project_settings import touch
from foundation.bulk_insert import batches, insert
from foundation.jobs import Progress
from foundation.write_transaction import batch_transaction
from morelkit.formats.column_mapping import Problem
from morelkit.formats.item_records import ItemRecord, read_item
from morelkit.gold.check_gold import CheckGold, read_check_gold
from morelkit.scheme.schemes import Scheme
from morelkit.text.languages import canonical

# Attributes of a record that a second import of the same id must repeat; metadata is compared key by key.
_COMPARED = ("language", "question", "answer", "model_id", "prompt", "split", "kind", "reference_url")

_MADE_INTO_A_REFERENCE = ("reference_title", "reference_text")


def check(import_: Import, files: list[Source], problems: Problems, progress: Progress, total: int) -> None:
    """Read everything, change nothing. Sets the counts of what is new and what is here already."""
    project, language = import_.project, only_language(import_.project)
    check_mappings(files, problems, language)
    if problems.count:
        return
    allowed, scheme = _allowed_languages(project), scheme_of(project)
    repeats, odd = Repeats(files), Counter[str]()
    done = 0
    for batch in batches(rows(files, problems), BATCH):
        records = list(_read(batch, problems, language, import_.item_kind))
        for row, record in records:
            repeats.add(row, record.external_id)
            _check_record(row, record, allowed, problems)
            odd.update(_oddities(record))
            odd["without_gold"] += not _check_known(row, record, scheme, problems)
        known = _known(project, [record for _, record in records])
        for row, record in records:
            if record.external_id in known:
                import_.unchanged += 1
                _compare(row, record, known[record.external_id], problems)
            else:
                import_.added += 1
        done += len(batch)
        progress(done, max(total, done))
    repeats.report(problems, files[0].mapping.get("id", "id"))
    import_.warnings = dict(odd)


def write(import_: Import, files: list[Source], progress: Progress) -> None:
    """Write what is new, in batches that nobody sees until `publish`."""
    project, language = import_.project, only_language(import_.project)
    scheme = scheme_of(project)
    last = Item.objects.filter(project=project).aggregate(last=Max("ordinal"))["last"] or 0
    done = 0
    for batch in batches(rows(files), BATCH):
        records = [record for _, record in _read(batch, Problems(), language, import_.item_kind)]
        known = _known(project, records)
        new = [record for record in records if record.external_id not in known]
        items = [_row(project, scheme, record, last + place) for place, record in enumerate(new, start=1)]
        last += len(new)
        with batch_transaction():
            for item, record in zip(items, new, strict=True):
                item["reference_id"] = _reference(project, record)
            insert(Item, items, project_id=project.pk, imported_by_id=import_.pk)
        done += len(batch)
        progress(done, max(done, import_.added + import_.unchanged))


def publish(import_: Import) -> None:
    """Count the items in their languages. Called in the transaction that makes them visible."""
    project = import_.project
    for language, found in _languages(import_).items():
        spelling = Item.objects.values_list("spelling", flat=True).get(
            project=project, ordinal=found["first"]
        )
        row, _ = ProjectLanguage.objects.get_or_create(
            project=project, language=language, defaults={"spelling": spelling}
        )
        row.items += found["work"]
        row.save(update_fields=["items"])
    touch(project)


def settle(import_: Import, progress: Progress) -> None:
    """Offer the visible items to annotators, or those of them that a balanced sample takes."""
    if _is_balanced(import_.project):
        draw_sample(import_.project)
        touch(import_.project)
        return
    waiting = Item.objects.filter(
        imported_by=import_, kind=Item.Kind.WORK, reservable=False, archived_at__isnull=True
    )
    _in_batches(
        waiting.order_by("pk").values_list("pk", flat=True), lambda ids: _set_reservable(ids, True), progress
    )


def withdraw(import_: Import) -> bool:
    """Close the items to annotators, and say whether nobody has worked on them. Must precede taking them away."""
    if _is_worked_on(import_):
        return False
    open_ = Item.objects.filter(imported_by=import_, reservable=True).order_by("pk")
    _in_batches(open_.values_list("pk", flat=True), lambda ids: _set_reservable(ids, False))
    left = Item.objects.filter(imported_by=import_, assignment__isnull=False).order_by("pk").distinct()
    _in_batches(left.values_list("pk", flat=True), _forget_idle_places)
    return not Item.objects.filter(imported_by=import_, assignment__isnull=False).exists()


def is_untouched(import_: Import) -> bool:
    """Once they are withdrawn, whether nobody was quicker."""
    return not _is_worked_on(import_)


def _is_worked_on(import_: Import) -> bool:
    """Whether somebody holds an item, has said anything of one, or decided on one. A mere skip is no work."""
    mine = Item.objects.filter(imported_by=import_)
    return (
        mine.filter(assignment__isnull=False).exclude(assignment__state__in=_IDLE).exists()
        or mine.filter(annotation__isnull=False).exists()
        or mine.filter(thread__isnull=False).exists()
        or mine.filter(adjudications__isnull=False).exists()
    )


_IDLE = (Assignment.State.SKIPPED, Assignment.State.EXPIRED)


def _forget_idle_places(items: list[int]) -> None:
    """Without a place nobody can save, or ask. Whoever does so at this moment holds the item, and comes first."""
    list(Item.objects.select_for_update().filter(pk__in=items).order_by("pk").values_list("pk"))
    said = Annotation.objects.filter(item=OuterRef("item"), annotator=OuterRef("annotator"))
    asked = Thread.objects.filter(item=OuterRef("item"), annotator=OuterRef("annotator"))
    Assignment.objects.filter(~Exists(said), ~Exists(asked), item__in=items, state__in=_IDLE).delete()


def unpublish(import_: Import) -> None:
    """Take the items out of the count of their languages; a language that only they brought goes with them."""
    project = import_.project
    for language, found in _languages(import_).items():
        row = ProjectLanguage.objects.get(project=project, language=language)
        others = Item.objects.filter(project=project, language=language).exclude(imported_by=import_)
        if project.languages_open and not others.exists():
            row.delete()
        else:
            row.items = max(0, row.items - found["work"])
            row.save(update_fields=["items"])
    if _is_balanced(project):
        count_sample(project)
    touch(project)


def remove(import_: Import, progress: Progress | None = None) -> None:
    """Delete the rows of an import that is not published."""
    mine = Item.objects.filter(imported_by=import_).order_by("pk").values_list("pk", flat=True)
    if not mine.exists():
        return
    _in_batches(mine, lambda ids: Item.objects.filter(pk__in=ids).delete(), progress)
    if _is_balanced(import_.project):  # others take their places in the sample
        draw_sample(import_.project)


def _read(
    batch: Iterable[Row], problems: Problems, language: str, kind: str
) -> Iterator[tuple[Row, ItemRecord]]:
    for row in batch:
        record, wrong = read_item(row.values, row.line, row.source.mapping, language, kind)
        for problem in wrong:
            problems.add(row.source, problem)
        if record is not None:
            yield row, record


def _allowed_languages(project: Project) -> set[str] | None:
    """None: any."""
    if project.languages_open:
        return None
    return set(ProjectLanguage.objects.filter(project=project).values_list("language", flat=True))


def _check_record(row: Row, record: ItemRecord, allowed: set[str] | None, problems: Problems) -> None:
    if allowed is not None and canonical(record.language) not in allowed:
        detail = f"“{record.language}” is not one of the project's languages: {', '.join(sorted(allowed))}."
        problems.add(row.source, Problem(row.line, _column(row, "lang"), "other_language", detail))
    if len(record.answer) > settings.MAX_ANSWER_CHARACTERS:
        most = settings.MAX_ANSWER_CHARACTERS
        detail = f"The answer has {len(record.answer)} characters; at most {most} are accepted."
        problems.add(row.source, Problem(row.line, _column(row, "answer"), "too_long", detail))


def _known_gold(record: ItemRecord, scheme: Scheme) -> tuple[CheckGold | None, list[str]]:
    if record.kind == Item.Kind.WORK:
        return None, []
    return read_check_gold(record.labels, len(record.answer), scheme, record.explanation)


def _check_known(row: Row, record: ItemRecord, scheme: Scheme, problems: Problems) -> bool:
    """False where an item is to teach or to check people, and does not say what is right."""
    known, wrong = _known_gold(record, scheme)
    for detail in wrong:
        problems.add(row.source, Problem(row.line, "hard_labels", "bad_gold", detail))
    return known is not None or bool(wrong) or record.kind == Item.Kind.WORK


def _oddities(record: ItemRecord) -> Iterator[str]:
    """Codes of what a lead should know of, and what keeps no record out."""
    if not record.answer.strip():
        yield "blank_answer"
    if record.annotations is not None:
        yield "with_annotations"


def _column(row: Row, field: str) -> str:
    return row.source.mapping.get(field, field)


def _known(project: Project, records: list[ItemRecord]) -> dict[str, Item]:
    """The items of the project that have the ids of `records`, by id."""
    ids = [record.external_id for record in records]
    items = Item.objects.filter(project=project, external_id__in=ids).with_imported_reference()
    return {item.external_id: item for item in items}


def _compare(row: Row, record: ItemRecord, item: Item, problems: Problems) -> None:
    if item.record_sha256 == _digest(record):
        return
    stored = item_record(item)
    for field, there, here in _fields(stored, record):
        # Under another name than the usual one a text is part of the metadata, and compared there.
        if there != here and not (field in _MADE_INTO_A_REFERENCE and field not in record.key_order):
            column = row.source.mapping.get("lang" if field == "language" else field, field)
            detail = f"Item {record.external_id} is here already with another “{column}”. Items never change."
            problems.add(row.source, Problem(row.line, column, "changed", detail))


def _fields(stored: ItemRecord, record: ItemRecord) -> Iterator[tuple[str, Any, Any]]:
    for name in (*_COMPARED, *_MADE_INTO_A_REFERENCE):
        yield name, getattr(stored, name), getattr(record, name)
    for key in sorted({*stored.metadata, *record.metadata}):
        yield key, stored.metadata.get(key), record.metadata.get(key)


def _digest(record: ItemRecord) -> str:
    """Of all that must not change. Labels and the order of keys may: they are no part of the item."""
    values = {name: value for name, value, _ in _fields(record, record)}
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()


def _row(project: Project, scheme: Scheme, record: ItemRecord, ordinal: int) -> dict[str, Any]:
    return {
        "external_id": record.external_id,
        "ordinal": ordinal,
        "kind": record.kind,
        "language": canonical(record.language),
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
        "imported_labels": json.dumps(record.labels, ensure_ascii=False),
        "check_gold": json.dumps(gold.to_storage()) if (gold := _known_gold(record, scheme)[0]) else None,
        "record_sha256": _digest(record),
        "rank": seeded_rank(project.seed, record.external_id),
    }


def _reference(project: Project, record: ItemRecord) -> int | None:
    """The key of what came along to check the answer against. Pages are fetched later."""
    publication = record.reference_doi or record.reference_authors
    if not publication and not record.extract:
        return None
    reference, _ = Reference.objects.get_or_create(
        project=project,
        kind=Reference.Kind.PUBLICATION if publication else Reference.Kind.TEXT,
        language=canonical(record.language),
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
    """Of each language of the import: its number of work items, and the first ordinal."""
    rows = (
        Item.objects.filter(imported_by=import_)
        .order_by()
        .values("language")
        .annotate(first=Min("ordinal"), work=Count("pk", filter=Q(kind=Item.Kind.WORK)))
    )
    return {row["language"]: {"first": row["first"], "work": row["work"]} for row in rows}


def _is_balanced(project: Project) -> bool:
    return project.assignment == Project.AssignmentPolicy.BALANCED


def _set_reservable(ids: list[int], value: bool) -> None:
    Item.objects.filter(pk__in=ids).update(reservable=value)


def _in_batches(
    ids: "QuerySet[Item, int]", change: Callable[[list[int]], object], progress: Progress | None = None
) -> None:
    """Apply `change` to all of `ids`, which are in order, by key: each batch begins where the last one ended."""
    done = last = 0
    while batch := list(ids.filter(pk__gt=last)[:BATCH]):
        with batch_transaction():
            change(batch)
        done, last = done + len(batch), batch[-1]
        if progress:
            progress(done, done)
