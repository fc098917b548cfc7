"""Items, people's annotations and the results of sources, as `morelkit.judges` compares them."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from annotation.models import Annotator, Project, Source, SourceQuote
from annotation.models.item import ItemQuerySet
from annotation.queries.annotate.counted_items import (
    CountedAnnotation,
    ItemValues,
    claims_of,
    counted_items,
    work_items,
)
from annotation.queries.items.tags import has_tag
from annotation.queries.projects.access import scheme_of
from morelkit.annotated import AnnotatedItem
from morelkit.formats.item_records import ItemRecord
from morelkit.formats.source_records import Status
from morelkit.judges.comparison import Comparison
from morelkit.judges.judgements import Judgement
from morelkit.text.normalization import Range


def comparison_of(
    project: Project,
    sources: Sequence[Source],
    tag: str = "",
    watch: Callable[[int], object] = lambda done: None,
    read: Callable[[Mapping[int, AnnotatedItem]], object] = lambda items: None,
) -> Comparison:
    """Return the comparison of sources, by their keys, on all work items or on those with a tag.

    `watch` is called often with the number of items read, `read` with the items of a batch by key.
    """
    items = work_items(project)
    if tag:
        items = items.filter(has_tag(project, tag))
    found: list[AnnotatedItem] = []
    for batch in _annotated_batches(project, items):
        found += [item for _, item in batch]
        read(dict(batch))
        watch(len(found))
    return Comparison(found, scheme_of(project), project.policy, judges_of(sources))


def compared_batches(project: Project, sources: Sequence[Source]) -> Iterator[Comparison]:
    """Yield comparisons of all work items, batch by batch. Their judges are the keys of the sources."""
    scheme = scheme_of(project)
    for batch in _annotated_batches(project, work_items(project)):
        judges = judges_of(sources, [pk for pk, _ in batch])
        yield Comparison([item for _, item in batch], scheme, project.policy, judges)


def _annotated_batches(project: Project, items: ItemQuerySet) -> Iterator[list[tuple[int, AnnotatedItem]]]:
    """Yield the items with their keys."""
    keys = dict(Annotator.objects.filter(project=project).values_list("pk", "key"))
    typed = len(scheme_of(project).span_labels) > 1
    for batch in counted_items(items, content="labels"):
        yield [(item.pk, _annotated(item, annotations, keys, typed=typed)) for item, annotations in batch]


def judges_of(
    sources: Sequence[Source], items: Sequence[int] | None = None
) -> dict[str, dict[str, Judgement]]:
    """Return what the sources say, by key of the source and external id. `items`: only of these."""
    return {str(source.pk): judgements(source, items) for source in sources}


def _annotated(
    item: ItemValues, annotations: Sequence[CountedAnnotation], keys: dict[int, str], *, typed: bool
) -> AnnotatedItem:
    record = ItemRecord(
        external_id=item.external_id,
        language=item.spelling,
        question="",
        answer=item.answer,
        model_id=item.model_id,
        claims=claims_of(item),
    )
    return annotated_item(record, [(keys[each.annotator], each) for each in annotations], typed=typed)


def annotated_item(
    record: ItemRecord, annotations: Iterable[tuple[str, CountedAnnotation]], *, typed: bool
) -> AnnotatedItem:
    """Return the item with its annotations by key of the annotator. `typed`: the scheme has several span labels."""
    return AnnotatedItem(
        record,
        {
            key: [[span["start"], span["end"], *([span["label"]] * typed)] for span in each.spans]
            for key, each in annotations
        },
        {key: dict(each.labels) for key, each in annotations},
    )


def judgements(source: Source, items: Sequence[int] | None = None) -> dict[str, Judgement]:
    """Return what the source says of each item, by external id, as an export of it is read. `items`: only of these."""
    placed: dict[int, list[Range]] = defaultdict(list)
    open_: Counter[int] = Counter()
    quotes = SourceQuote.objects.filter(record__source=source).exclude(state=SourceQuote.State.LEFT_OUT)
    records = source.records.all()
    if items is not None:
        quotes, records = quotes.filter(record__item__in=items), records.filter(item__in=items)
    for record, start, exact in quotes.values_list("record", "start", "exact"):
        if start is None:
            open_[record] += 1
        else:
            placed[record].append((start, start + len(exact)))
    rows = records.values_list("pk", "item__external_id", "status", "labels", "spans", "marks_spans")
    found = {}
    for pk, id_, status, labels, spans, marks_spans in rows.iterator():
        ranges = sorted([*((span["start"], span["end"]) for span in spans), *placed[pk]])
        marked = tuple(ranges) if marks_spans and not open_[pk] else None
        found[id_] = Judgement(Status(status), labels, marked, open_[pk])
    return found
