"""Items and their counted annotations in batches, read as values: model objects would take half of an export's time."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final, Literal, NamedTuple

from django.db.models import QuerySet, TextField, Value
from django.db.models.functions import Cast, Coalesce

from annotation.models import Annotation, AnnotationRevision, Item, Project, Reference
from annotation.models.item import ItemQuerySet
from morelkit.formats.claim_fields import Claims
from morelkit.formats.item_records import ItemRecord
from morelkit.gold.answer_counts import BATCH, AnswerCounts, StoredSpan, count_answers
from morelkit.gold.policy import GoldPolicy
from morelkit.gold.votes import MAJORITY
from morelkit.text.claims.answer_claims import AnswerClaims
from morelkit.text.normalization import Range
from morelkit.text.spans import Span


def work_items(project: Project, language: str = "") -> ItemQuerySet:
    """Visible work items of the project, or of one of its languages."""
    items = Item.objects.visible(project).filter(kind=Item.Kind.WORK)
    return items.filter(language=language) if language else items


class ItemValues(NamedTuple):
    """The columns of an item that exports write, with the names of `Item`."""

    pk: int
    ordinal: int
    imported_by_id: int
    external_id: str
    language: str
    spelling: str
    question: str
    answer: str
    model_id: str
    prompt: str
    split: str
    kind: str
    reference_url: str
    reference_id: int | None
    metadata: str
    key_order: str
    imported_labels: str
    key_attributes: str
    imported_split: str | None
    claims: list[Range] | None
    segmenter: str
    labels_implied: bool


_NOTHING: Final[Mapping[str, str]] = {}

Content = Literal["spans", "labels", "whole"]
"""What is read of annotations: spans (agreement), item labels as well (gold), or everything."""


class CountedAnnotation(NamedTuple):
    """An annotation that counts, with the content of its counted revision. `spans` are as stored.

    `labels` is empty if only spans are read; the fields below it are empty unless the annotations are read whole.
    """

    revision: int
    annotator: int
    spans: list[dict[str, Any]]
    labels: Mapping[str, str] = _NOTHING
    evidence: Sequence[dict[str, Any]] = ()
    key: str = ""
    number: int = 0
    comment: str = ""
    guidelines: tuple[str, int] | None = None
    """Language and version that the annotator had accepted."""
    nothing_to_mark: bool = False
    unsure: bool = False
    active_seconds: int = 0
    links: Sequence[dict[str, str]] = ()
    exposure: Mapping[str, Any] | None = None

    def read_spans(self) -> list[Span]:
        return [Span(**span) for span in self.spans]


def stored_spans(spans: Iterable[Mapping[str, Any]]) -> Iterator[StoredSpan]:
    """Start, end and label of stored spans."""
    return ((span["start"], span["end"], span.get("label", "")) for span in spans)


class CountedItem(NamedTuple):
    item: ItemValues
    annotations: list[CountedAnnotation]


def counted_items(items: ItemQuerySet, size: int = BATCH, *, content: Content) -> Iterator[list[CountedItem]]:
    """Yield the items in batches, in the order of import, with their counted annotations in order of creation."""
    for rows in item_batches(items, size):
        batch = items.filter(ordinal__range=(rows[0].ordinal, rows[-1].ordinal)).values("pk")
        annotations = counted_annotations([row.pk for row in rows], content=content, query=batch)
        yield [CountedItem(row, annotations[row.pk]) for row in rows]


def item_batches(items: ItemQuerySet, size: int = BATCH) -> Iterator[list[ItemValues]]:
    """Yield the items in batches, in the order of import."""
    last = -1
    while True:
        values = items.filter(ordinal__gt=last).order_by("ordinal").values_list(*ItemValues._fields)
        rows = list(map(ItemValues._make, values[:size]))
        if not rows:
            return
        last = rows[-1].ordinal
        yield rows


def counted_annotations(
    items: Sequence[int], *, content: Content, query: "QuerySet[Any] | None" = None
) -> dict[int, list[CountedAnnotation]]:
    """The counted annotations of each of the items, in order of creation.

    `query`: a query of the ids, if there is one; a list of a thousand takes longer to prepare and to parse. Items that
    it finds in addition, because they have just been published, are left out.
    """
    found: dict[int, list[CountedAnnotation]] = {item: [] for item in items}
    rows = Annotation.objects.counted().filter(item__in=items if query is None else query)
    for item, row in _content_rows(rows, "item", "submitted", "annotator", content):
        if item in found:
            found[item].append(row)
    return found


def revision_contents(revisions: Sequence[int]) -> dict[int, CountedAnnotation]:
    """The whole content of revisions, by id."""
    rows = AnnotationRevision.objects.filter(pk__in=revisions)
    return dict(_content_rows(rows, "pk", "", "annotation__annotator", "whole"))


def _content_rows(
    rows: "QuerySet[Any]", owner: str, revision: str, annotator: str, content: Content
) -> Iterator[tuple[int, CountedAnnotation]]:
    path = f"{revision}__" if revision else ""
    columns = [owner, revision or "pk", annotator]
    parsed = ["spans"] if content == "spans" else ["spans", "labels"]
    if content == "whole":
        columns += [f"{annotator}__key", f"{path}number", f"{path}comment"]
        columns += [f"{path}guidelines__language", f"{path}guidelines__version"]
        columns += [f"{path}nothing_to_mark", f"{path}unsure", f"{path}active_seconds"]
        parsed += ["evidence", "links"]
    texts: list[Cast | Coalesce] = [Cast(f"{path}{name}", TextField()) for name in parsed]
    if content == "whole":
        parsed.append("exposure")
        texts.append(Coalesce(Cast(f"{path}exposure", TextField()), Value("null", TextField())))
    values = list(rows.values_list(*columns, *texts))
    fields = [parsed_column(row[len(columns) + k] for row in values) for k in range(len(parsed))]
    if content != "whole":
        for (owner_id, pk, annotator_id, *_), *each in zip(values, *fields, strict=True):
            yield owner_id, CountedAnnotation(pk, annotator_id, *each)
        return
    for row, spans, labels, evidence, links, exposure in zip(values, *fields, strict=True):
        owner_id, pk, annotator_id, key, number, comment, language, version, *others = row
        read = (language, version) if version is not None else None
        whole = (
            spans,
            labels,
            evidence,
            key,
            number,
            comment,
            read,
            *others[: -len(parsed)],
            links,
            exposure,
        )
        yield owner_id, CountedAnnotation(pk, annotator_id, *whole)


def parsed_column(texts: Iterator[str]) -> list[Any]:
    """Parse a column of JSON in one call, which is several times faster than one call for each value."""
    parsed: list[Any] = json.loads(f"[{','.join(texts)}]")
    return parsed


def count_items(items: Sequence[CountedItem], policy: GoldPolicy = MAJORITY) -> AnswerCounts:
    """The counts of a batch of items under a policy."""
    return count_answers(
        [each.item.answer for each in items],
        [len(each.annotations) for each in items],
        (stored_spans(row.spans) for row in chain.from_iterable(each.annotations for each in items)),
        policy,
    )


class ImportedReference(NamedTuple):
    title: str
    extract: str


def _imported_references(items: Sequence[ItemValues]) -> dict[int, ImportedReference]:
    """References that were imported with the items, by id. Fetched pages are left out because they are long."""
    keys = {row.reference_id for row in items if row.reference_id is not None}
    if not keys:
        return {}
    rows = Reference.objects.filter(pk__in=keys).exclude(kind=Reference.Kind.WIKIPEDIA)
    return {pk: ImportedReference(*texts) for pk, *texts in rows.values_list("pk", "title", "extract")}


def item_records(items: Sequence[ItemValues]) -> list[ItemRecord]:
    """The records that the items were imported from."""
    references = _imported_references(items)
    metadata = parsed_column(item.metadata for item in items)
    labels = parsed_column(item.imported_labels for item in items)
    return [
        _record(item, references.get(item.reference_id or 0), *fields)
        for item, *fields in zip(items, metadata, labels, strict=True)
    ]


def item_record(item: Item, reference: Reference | None) -> ItemRecord:
    """The record that an item was imported from. `reference`: the one imported with it."""
    return _record(item, reference, json.loads(item.metadata), json.loads(item.imported_labels))


def _record(
    item: Item | ItemValues,
    reference: Reference | ImportedReference | None,
    metadata: dict[str, Any],
    labels: dict[str, Any],
) -> ItemRecord:
    return ItemRecord(
        external_id=item.external_id,
        language=item.spelling,
        question=item.question,
        answer=item.answer,
        model_id=item.model_id,
        prompt=item.prompt,
        split=item.split,
        kind=item.kind,
        reference_url=item.reference_url,
        reference_title=reference.title if reference else "",
        reference_text=reference.extract if reference else "",
        metadata=metadata,
        key_order=_key_order(item.key_order),
        key_attributes=_key_attributes(item.key_attributes),
        labels=labels,
        claims=claims_of(item),
        split_replaced=item.imported_split is not None,
    )


def claims_of(item: Item | ItemValues) -> Claims | None:
    """The claims of an item, if the unit of its scheme is claims."""
    if item.claims is None:
        return None
    return Claims(tuple((start, end) for start, end in item.claims), item.segmenter)


def answer_claims(item: Item | ItemValues) -> AnswerClaims | None:
    """The answer of an item with its claims, if the unit of its scheme is claims."""
    claims = claims_of(item)
    return AnswerClaims(item.answer, claims.ranges) if claims else None


@lru_cache(maxsize=1_000)
def _key_order(text: str) -> tuple[str, ...]:
    return tuple(json.loads(text))


@lru_cache(maxsize=1_000)
def _key_attributes(text: str) -> dict[str, str]:
    attributes: dict[str, str] = json.loads(text)
    return attributes
