"""Which suggestions of a source an annotator sees, and the policy that decides it. No statistic reads any of this."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from django.db.models import Exists, OuterRef, Q, QuerySet

from annotation.models import (
    Annotation,
    AnnotationRevision,
    Assignment,
    ChangedItem,
    Exposure,
    ExposurePolicy,
    Item,
    Project,
    Source,
)
from annotation.models.exposure import MIN_BLIND_SHARE
from annotation.models.item import seeded_rank
from annotation.queries.annotate.annotation_content import AnnotationState, state_of
from annotation.queries.annotate.counted_items import answer_claims
from annotation.queries.projects.access import scheme_of
from annotation.queries.references.consulted_links import ContentData
from annotation.queries.sources.source_records import complete_records, placed_spans
from morelkit.scheme.schemes import Scheme
from morelkit.text.spans import Span, unite

ExposureMode = ExposurePolicy.Mode


class Suggestion(TypedDict):
    """A span of a source. Its id is `start-end-label`, in code points."""

    id: str
    start: int
    end: int
    label: str


@dataclass(frozen=True)
class SuggestionsData:
    """What the annotator of an item sees of a source."""

    mode: ExposureMode
    source: str
    version: str
    spans: list[Suggestion]


@dataclass(frozen=True)
class ExposedContentData(ContentData):
    suggestions: Annotated[
        dict[str, str], "`accepted` or `dismissed`, by the id of the suggestion. Absent if none are visible."
    ]


@dataclass(frozen=True)
class ExposedState(AnnotationState):
    suggestions: Annotated[SuggestionsData, "Absent if the annotator sees none."]


@dataclass(frozen=True)
class SourceChoice:
    id: int
    name: str
    version: str


@dataclass(frozen=True)
class ExposurePolicyData:
    mode: ExposureMode
    source: Annotated[int | None, "Whose suggestions are shown; null: none was ever chosen."]
    blind_share: Annotated[int, "Per cent of the items that stay blind."]
    sources: Annotated[list[SourceChoice], "Sources in use, latest first."]
    exposed: Annotated[int, "Annotators' items whose suggestions have been seen."]


def exposure_policy(project: Project) -> ExposurePolicyData:
    policy = ExposurePolicy.objects.filter(project=project).first()
    rows = Source.objects.current(project).order_by("-pk")
    return ExposurePolicyData(
        mode=ExposureMode(policy.mode) if policy else ExposureMode.BLIND,
        source=policy.source_id if policy else None,
        blind_share=policy.blind_share if policy else MIN_BLIND_SHARE,
        sources=[SourceChoice(each.pk, each.name, each.version) for each in rows],
        exposed=Exposure.objects.filter(source__project=project, shown_at__isnull=False).count(),
    )


def stays_blind(seed: int, external_id: str, blind_share: int) -> bool:
    """Whether an item is drawn as blind: for all annotators, and again with the same seed."""
    return seeded_rank(seed, f"exposure:{external_id}") % 100 < blind_share


def exposure_to_create(project: Project, assignment: Assignment) -> Exposure | None:
    """Return an unsaved exposure if the policy gives suggestions to the annotator's item.

    What was assigned before the policy was changed stays as it was: its annotator may have read it already.
    """
    item = assignment.item
    if item.kind != Item.Kind.WORK:
        return None
    policy = ExposurePolicy.objects.filter(project=project).select_related("source").first()
    if policy is None or policy.mode == ExposureMode.BLIND or policy.source.archived_at:
        return None
    if assignment.reserved_at < policy.changed_at:
        return None
    if (
        stays_blind(project.seed, item.external_id, policy.blind_share)
        or sampled().filter(item=item).exists()
    ):
        return None
    record = complete_records(policy.source).filter(item=item, marks_spans=True).first()
    if record is None:
        return None
    spans = _suggested(placed_spans(record), scheme_of(project), item)
    return Exposure(item=item, source=policy.source, mode=policy.mode, spans=spans)


def sampled() -> QuerySet[ChangedItem]:
    """Items that draws chose for people to check, which they do blind to all sources."""
    return ChangedItem.objects.filter(change__sample=True, change__undone_at__isnull=True)


def _suggested(spans: Sequence[dict[str, Any]], scheme: Scheme, item: Item) -> list[dict[str, Any]]:
    """Return the spans with labels of the scheme as an annotator can accept them; where claims are marked, claims."""
    known = [label.name for label in scheme.span_labels]
    found = unite(Span(**each, id="") for each in spans if each["label"] in known)
    if claims := answer_claims(item):
        found = claims.labelled(found, known)
    return [{"start": each.start, "end": each.end, "label": each.label} for each in found]


def exposure_of(annotator: int, item: int) -> Exposure | None:
    """What the annotator was shown of the item, or will be shown after the first answer.

    What was not shown before the item was drawn for people to check is shown no more.
    """
    rows = Exposure.objects.filter(annotator=annotator, item=item)
    kept = rows.filter(Q(shown_at__isnull=False) | ~Exists(sampled().filter(item=OuterRef("item"))))
    return kept.select_related("source").first()


def suggestions_of(scheme: Scheme, exposure: Exposure) -> list[Suggestion]:
    """The suggestions that can be accepted: with labels that the project's scheme still has."""
    known = {label.name for label in scheme.span_labels}
    return [
        Suggestion(id=suggestion_id(span), start=span["start"], end=span["end"], label=span["label"])
        for span in exposure.spans
        if span["label"] in known
    ]


def suggested_ids(exposure: Exposure) -> set[str]:
    """The ids of all suggestions that the item ever showed."""
    return {suggestion_id(span) for span in exposure.spans}


def suggestion_id(span: Mapping[str, Any]) -> str:
    return f"{span['start']}-{span['end']}-{span['label']}"


def exposed_state(
    project: Project, annotation: Annotation | None, exposure: Exposure | None
) -> AnnotationState:
    """The state of an annotation, with the suggestions if the annotator sees them."""
    state = state_of(annotation)
    if exposure is None or exposure.shown_at is None:
        return state
    head = annotation.head if annotation else None
    suggestions = suggestions_of(scheme_of(project), exposure)
    offered = {each["id"] for each in suggestions}
    decisions = {id_: decision for id_, decision in _decisions(head).items() if id_ in offered}
    content = ExposedContentData(**vars(state.content), suggestions=decisions)
    shown = SuggestionsData(
        mode=ExposureMode(exposure.mode),
        source=exposure.source.name,
        version=exposure.source.version,
        spans=suggestions,
    )
    return ExposedState(**vars(state) | {"content": content}, suggestions=shown)


def _decisions(revision: AnnotationRevision | None) -> dict[str, str]:
    stored = (revision.exposure if revision else None) or {}
    return {id_: state for state in ("accepted", "dismissed") for id_ in stored.get(state, [])}
