"""A random sample of items for people to check, stratified by language and by what a source says of the items."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Annotated

from django.db.models import Exists, OuterRef, QuerySet

from annotation.models import Exposure, Item, Project, Source, SourceQuote
from annotation.models.item import seeded_rank
from annotation.queries.annotate.counted_items import work_items
from annotation.queries.items.tags import has_all_tags
from annotation.queries.projects.access import scheme_of
from foundation.errors import NotFoundError, wrong_field
from morelkit.formats.source_records import Status

MARKED, UNMARKED = "marked", "unmarked"


@dataclass(frozen=True)
class SampleRequest:
    """`size`: items of each stratum. `source_id`: whose results make strata; None: languages only. `item_label`:
    whose choices they are; "": whether the source marked a span.
    """

    size: int
    seed: int
    source_id: int | None = None
    item_label: str = ""


@dataclass(frozen=True)
class SampleStratum:
    """`value`: a choice of the item label, `marked` or `unmarked`; "" without a source."""

    language: str
    value: str
    items: int
    drawn: Annotated[int, "Fewer than asked for if the stratum has fewer items."]


@dataclass(frozen=True)
class SampleStrata:
    """What a draw would give. The same seed draws the same items."""

    seed: int
    items: Annotated[int, "Drawn items of all strata."]
    left_out: Annotated[int, "Items that the source has no result for."]
    strata: list[SampleStratum]


def draw(project: Project, asked: SampleRequest) -> tuple[SampleStrata, list[int]]:
    """Return the strata and the keys of the drawn items. Raises InvalidError, NotFoundError."""
    values = _values(project, asked)
    strata: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    left_out = 0
    for pk, external_id, language in _drawable(project).values_list("pk", "external_id", "language"):
        value = "" if values is None else values.get(pk)
        if value is None:
            left_out += 1
        else:
            strata[language, value].append((seeded_rank(asked.seed, external_id), pk))
    found: list[SampleStratum] = []
    drawn: list[int] = []
    for (language, value), items in sorted(strata.items()):
        chosen = [pk for _, pk in sorted(items)[: asked.size]]
        found.append(SampleStratum(language, value, len(items), len(chosen)))
        drawn += chosen
    return SampleStrata(asked.seed, len(drawn), left_out, found), drawn


def _drawable(project: Project) -> QuerySet[Item]:
    """The items that annotators get and that can have a tag more, except those opened with suggestions: people check
    a sample blind.
    """
    exposures = Exposure.objects.filter(item=OuterRef("pk"))
    items = work_items(project).for_annotators().filter(~Exists(exposures), ~has_all_tags())
    return items.filter(reservable=True) if project.assignment == Project.AssignmentPolicy.BALANCED else items


def _values(project: Project, asked: SampleRequest) -> dict[int, str] | None:
    """Return what the source says of each item that it has a result for; None without a source."""
    if asked.source_id is None:
        if asked.item_label:
            raise wrong_field("item_label", "Choose the source whose labels are meant.", "no_source")
        return None
    source = Source.objects.current(project).filter(pk=asked.source_id).first()
    if source is None:
        raise NotFoundError("There is no such source in use in this project.")
    answered = source.records.filter(status=Status.ANSWERED)
    if asked.item_label:
        if asked.item_label not in {label.name for label in scheme_of(project).item_labels}:
            raise wrong_field("item_label", f"There is no item label “{asked.item_label[:80]}”.", "unknown")
        rows = answered.values_list("item", "labels")
        return {item: labels[asked.item_label] for item, labels in rows if asked.item_label in labels}
    quotes = SourceQuote.objects.filter(record__source=source).exclude(state=SourceQuote.State.LEFT_OUT)
    quoted = set(quotes.values_list("record__item", flat=True))
    rows = answered.filter(marks_spans=True).values_list("item", "spans")
    return {item: MARKED if spans or item in quoted else UNMARKED for item, spans in rows}
