"""Import candidates: answers of several models to the same questions, one file a model.

Candidates are joined by language and question. An id that is stored already must come with an equal record.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from django.db.models import Exists, OuterRef, QuerySet

from annotation.models import Candidate, Import, Item, Project, ProjectLanguage, Question, Verdict
from annotation.models.item import seeded_rank
from annotation.queries.creation.candidate_records import (
    from_text,
    is_creation,
    record_with_reference,
    reference_parts,
    to_text,
)
from annotation.queries.imports.import_list import default_language
from annotation.queries.projects.access import scheme_of
from annotation.references.configured_provider import reference_provider
from annotation.services.imports.image_files import refuse_images
from annotation.services.imports.import_items import (
    allowed_languages,
    check_record,
    compared_fields,
    record_digest,
    store_reference,
    warning_codes,
)
from annotation.services.imports.read_records import (
    BATCH,
    DuplicateIds,
    ImportFile,
    Problems,
    Row,
    check_mappings,
    rows,
)
from annotation.services.projects.project_settings import touch
from annotation.services.references.wanted_pages import key_of, pages_of
from foundation.bulk_insert import batches, insert
from foundation.jobs import Progress
from foundation.write_transaction import batch_transaction
from morelkit.formats.claim_fields import read_claims
from morelkit.formats.column_mapping import Problem
from morelkit.formats.item_records import ItemRecord, read_item
from morelkit.scheme.link import LinkError
from morelkit.scheme.schemes import Scheme
from morelkit.text.languages import stored_language

Key = tuple[str, str]
"""Language and digest of the text, by which candidates are joined to a question."""


def check(
    import_: Import, files: list[ImportFile], problems: Problems, progress: Progress, total: int
) -> None:
    """Check all records without writing. Sets the counts of new and unchanged candidates."""
    project, language = import_.project, default_language(import_)
    check_mappings(files, problems, language)
    for file in files:
        if file.file_format.columns and "model_id" not in file.mapping:
            detail = "No column is named for the field “model_id”."
            problems.add(file, Problem(1, file.record_format.key("model_id"), "missing_column", detail))
    if problems.count:
        return
    allowed, scheme, warnings = allowed_languages(project), scheme_of(project), Counter[str]()
    ids, contents, references = DuplicateIds(files), DuplicateIds(files), _References(project, problems)
    done = 0
    for batch in batches(rows(files, problems), BATCH):
        records = list(_read(batch, problems, language))
        for row, record in records:
            ids.add(row, record.external_id)
            contents.add(row, f"{_key(record)}{_content(record)}")
            check_record(row, record, allowed, problems)
            refuse_images(row, record, problems)
            _check_candidate(row, record, scheme, problems)
            warnings.update(warning_codes(record))
        references.check(records)
        new = _check_stored(project, records, problems)
        import_.added += new
        import_.unchanged += len(records) - new
        done += len(batch)
        progress(done, max(total, done))
    ids.report(problems, files[0].mapping.get("id", "id"))
    contents.report(
        problems,
        files[0].mapping.get("answer", "answer"),
        "same_candidate",
        "This candidate is in {} already.",
    )
    import_.warnings = dict(warnings)


def write(import_: Import, files: list[ImportFile], progress: Callable[[int], object]) -> None:
    """Write new candidates and questions in batches. They are invisible until the import is published."""
    project, language = import_.project, default_language(import_)
    done = 0
    for batch in batches(rows(files), BATCH):
        records = [record for _, record in _read(batch, Problems(), language)]
        stored = _stored(project, records)
        new = [record for record in records if record.external_id not in stored]
        with batch_transaction():
            questions = _questions(project, new)
            candidates = [
                {
                    "question_id": questions[_key(record)],
                    "external_id": record.external_id,
                    "model_id": record.model_id,
                    "record": to_text(record),
                    "record_sha256": record_digest(record),
                    "content_sha256": _content(record),
                    "rank": seeded_rank(project.seed, f"candidate:{record.external_id}"),
                }
                for record in new
            ]
            insert(Candidate, candidates, project_id=project.pk, imported_by_id=import_.pk)
        done += len(batch)
        progress(done)


def publish(import_: Import) -> None:
    """Make the languages of the questions languages of the project. Call in the publishing transaction."""
    asked = Question.objects.filter(_has_candidate_of(import_)).order_by("language")
    for language in list(asked.values_list("language", flat=True).distinct()):
        first = Candidate.objects.filter(imported_by=import_, question__language=language).earliest("pk")
        spelling = from_text(first.record).language or language
        ProjectLanguage.objects.get_or_create(
            project=import_.project, language=language, defaults={"spelling": spelling}
        )
    touch(import_.project)


def settle(import_: Import, progress: Progress) -> None:
    """Give the questions of the import the reference that their candidates name."""
    _set_references(Question.objects.filter(_has_candidate_of(import_), reference=None, page=None), progress)
    touch(import_.project)


def withdraw(import_: Import) -> bool:
    """Return whether nobody has decided about a candidate of the import."""
    return is_untouched(import_)


def is_untouched(import_: Import) -> bool:
    """Return whether no candidate of the import has a verdict. A verdict locks the import."""
    return not Verdict.objects.filter(candidate__imported_by=import_).exists()


def unpublish(import_: Import) -> None:
    """Remove open languages that have neither items nor other questions."""
    project = import_.project
    if project.languages_open:
        others = Candidate.objects.visible().exclude(imported_by=import_)
        asked = Question.objects.filter(Exists(others.filter(question=OuterRef("pk"))), project=project)
        unused = ProjectLanguage.objects.filter(project=project, items=0)
        unused = unused.filter(
            ~Exists(Item.objects.filter(project=project, language=OuterRef("language"))),
            ~Exists(asked.filter(language=OuterRef("language"))),
            Exists(Question.objects.filter(_has_candidate_of(import_), language=OuterRef("language"))),
        )
        unused.delete()
    touch(project)


def remove(import_: Import, progress: Progress | None = None) -> None:
    """Delete the candidates of an unpublished import, and questions that have no others."""
    mine = Candidate.objects.filter(imported_by=import_).order_by("pk")
    done = 0
    while batch := list(mine.values_list("pk", "question")[:BATCH]):
        questions = {question for _, question in batch}
        with batch_transaction():
            Candidate.objects.filter(pk__in=[pk for pk, _ in batch]).delete()
            others = Candidate.objects.filter(question=OuterRef("pk"))
            Question.objects.filter(~Exists(others), pk__in=questions).delete()
        _set_references(Question.objects.filter(pk__in=questions))
        done += len(batch)
        if progress:
            progress(done, done)


def _read(batch: Iterable[Row], problems: Problems, language: str) -> Iterator[tuple[Row, ItemRecord]]:
    for row in batch:
        file = row.file
        values = {key: value for key, value in row.values.items() if not is_creation(key, value)}
        record, wrong = read_item(
            values, row.line, file.mapping, language, Item.Kind.WORK, file.record_format, row.row_id
        )
        for problem in wrong:
            problems.add(file, problem)
        if record is not None:
            yield row, record


def _check_candidate(row: Row, record: ItemRecord, scheme: Scheme, problems: Problems) -> None:
    if scheme.uses_claims:
        for fault in read_claims(record.metadata, record.answer, record.language)[1]:
            problems.add(row.file, Problem(row.line, *fault))
    column = row.file.mapping["model_id"]
    if not record.model_id.strip():
        detail = f"“{column}” is missing. A candidate names its model."
        problems.add(row.file, Problem(row.line, column, "missing", detail))
    if record.kind != Item.Kind.WORK:
        column = row.file.mapping["kind"]
        detail = f"“{column}” must be work: candidates become items to annotate."
        problems.add(row.file, Problem(row.line, column, "kind", detail))


class _References:
    """Compares what the candidates of a question say about its reference, in the files and in the database."""

    def __init__(self, project: Project, problems: Problems) -> None:
        self._project, self._problems = project, problems
        self._first: dict[Key, tuple[dict[str, bytes], str]] = {}  # digests of parts, and where they are

    def check(self, records: Sequence[tuple[Row, ItemRecord]]) -> None:
        unread = {_key(record) for _, record in records} - self._first.keys()
        for key, parts in _stored_references(self._project, unread):
            self._first[key] = _digests(parts), "an earlier import"
        for row, record in records:
            if parts := reference_parts(record):
                self._compare(row, _key(record), _digests(parts))

    def _compare(self, row: Row, key: Key, parts: dict[str, bytes]) -> None:
        first, where = self._first.setdefault(key, (parts, f"line {row.line} of {row.file.name}"))
        for name, digest in parts.items():
            if digest != first[name]:
                column = row.file.mapping.get(name, row.file.record_format.key(name))
                detail = (
                    f"“{column}” is another than in {where}. All candidates of a question have one reference."
                )
                self._problems.add(row.file, Problem(row.line, column, "other_reference", detail))


def _digests(parts: dict[str, str]) -> dict[str, bytes]:
    return {
        name: hashlib.blake2b(text.encode(), digest_size=8).digest() if text else b""
        for name, text in parts.items()
    }


def _stored_references(project: Project, keys: set[Key]) -> Iterator[tuple[Key, dict[str, str]]]:
    """Yield what stored candidates say about the reference of these questions."""
    for question in _stored_questions(project, keys):
        key = (question.language, question.text_sha256)
        if key in keys and (record := record_with_reference(question)):
            yield key, reference_parts(record)


def _check_stored(project: Project, records: Sequence[tuple[Row, ItemRecord]], problems: Problems) -> int:
    """Return the number of records that are not stored, and report those that contradict what is."""
    stored = _stored(project, [record for _, record in records])
    new = [record.external_id for _, record in records if record.external_id not in stored]
    items = set(
        Item.objects.filter(project=project, external_id__in=new).values_list("external_id", flat=True)
    )
    same = _same_content(project, [_content(record) for _, record in records])
    for row, record in records:
        column = row.file.mapping.get("id", row.file.record_format.key("id"))
        other = same.get((_key(record), _content(record)))
        if record.external_id in stored:
            if stored[record.external_id] != record_digest(record):
                _report_changes(project, row, record, problems)
        elif record.external_id in items:
            detail = f"{record.external_id} is the id of an item of the project."
            problems.add(row.file, Problem(row.line, column, "item_id", detail))
        elif other is not None:
            detail = f"This candidate is here already, with the id {other}."
            problems.add(row.file, Problem(row.line, column, "same_candidate", detail))
    return len(new)


def _same_content(project: Project, contents: Sequence[str]) -> dict[tuple[Key, str], str]:
    """Return the ids of stored candidates with one of these digests, by question and digest."""
    rows = Candidate.objects.filter(project=project, content_sha256__in=contents)
    columns = ("question__language", "question__text_sha256", "content_sha256", "external_id")
    return {((row[0], row[1]), row[2]): row[3] for row in rows.values_list(*columns)}


def _report_changes(project: Project, row: Row, record: ItemRecord, problems: Problems) -> None:
    stored = from_text(Candidate.objects.get(project=project, external_id=record.external_id).record)
    for field, there, here in compared_fields(stored, record):
        if there != here:
            column = row.file.mapping.get("lang" if field == "language" else field, field)
            detail = f"Candidate {record.external_id} is here already with another “{column}”. Candidates never change."
            problems.add(row.file, Problem(row.line, column, "changed", detail))


def _stored(project: Project, records: Sequence[ItemRecord]) -> dict[str, str]:
    """Return the digests of stored candidates with the ids of `records`, by external id."""
    ids = [record.external_id for record in records]
    found = Candidate.objects.filter(project=project, external_id__in=ids)
    return dict(found.values_list("external_id", "record_sha256"))


def _key(record: ItemRecord) -> Key:
    return stored_language(record.language), hashlib.sha256(record.question.encode()).hexdigest()


def _content(record: ItemRecord) -> str:
    """Return the SHA-256 of everything but the id and the question."""
    ids = {"id", *(key for key, attribute in record.key_attributes.items() if attribute == "external_id")}
    metadata = {key: value for key, value in record.metadata.items() if key not in ids}
    values = [record.model_id, record.prompt, record.split, record.answer, metadata, reference_parts(record)]
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()


def _stored_questions(project: Project, keys: Iterable[Key]) -> "QuerySet[Question]":
    keys = list(keys)
    return Question.objects.filter(
        project=project,
        language__in={language for language, _ in keys},
        text_sha256__in=[digest for _, digest in keys],
    )


def _questions(project: Project, records: Sequence[ItemRecord]) -> dict[Key, int]:
    """Return the primary keys of the records' questions, creating missing rows."""
    wanted = {_key(record): record.question for record in records}
    found = _keys_of(project, wanted)
    new = [
        {"language": key[0], "text": text, "text_sha256": key[1]}
        for key, text in wanted.items()
        if key not in found
    ]
    insert(Question, new, project_id=project.pk)
    return _keys_of(project, wanted) if new else found


def _keys_of(project: Project, keys: Iterable[Key]) -> dict[Key, int]:
    columns = ("language", "text_sha256", "pk")
    return {(row[0], row[1]): row[2] for row in _stored_questions(project, keys).values_list(*columns)}


def _has_candidate_of(import_: Import) -> Exists:
    return Exists(Candidate.objects.filter(imported_by=import_, question=OuterRef("pk")))


def _set_references(questions: "QuerySet[Question]", progress: Progress | None = None) -> None:
    """Give each of the questions the reference that its candidates name, in batches."""
    done = last = 0
    while batch := list(questions.filter(pk__gt=last).select_related("project").order_by("pk")[:BATCH]):
        last = batch[-1].pk
        with batch_transaction():
            for question in batch:
                _set_reference(question, record_with_reference(question))
            Question.objects.bulk_update(batch, ["reference", "reference_url", "page"])
        done += len(batch)
        if progress:
            progress(done, done)


def _set_reference(question: Question, record: ItemRecord | None) -> None:
    question.reference_url = record.reference_url if record else ""
    question.reference_id = store_reference(question.project, record) if record else None
    question.page = None
    if question.reference_id is None and question.reference_url:
        try:
            link = reference_provider.read_link(question.reference_url)
        except LinkError:
            return
        question.page = pages_of(question.project, [link])[key_of(link)]
        question.reference_id = question.page.reference_id
