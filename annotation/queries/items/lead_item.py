"""The lead's view of an item: all its annotations and the gold computed from them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import compress, count, product
from typing import Annotated, Literal, cast

from annotation.models import (
    Annotation,
    AnnotationRevision,
    ExcludedAnnotation,
    Item,
    Project,
    ProjectLanguage,
)
from annotation.queries.annotate.annotation_content import content_of
from annotation.queries.annotate.broken_rules import broken_codes
from annotation.queries.annotate.counted_items import answer_claims
from annotation.queries.annotate.reopenings import Reopened, reopenings_of
from annotation.queries.annotate.workspace_item import item_head
from annotation.queries.curation.adjudications import Decision, decisions
from annotation.queries.items.tags import tags_of
from annotation.queries.projects.access import scheme_of
from annotation.queries.references.consulted_links import ContentData, content_data
from annotation.queries.references.item_images import ItemImageData, images_of_item
from annotation.queries.references.snapshots import ReferenceData, item_reference
from annotation.queries.shapes import GoldSpan, ItemHead
from foundation.errors import NotFoundError
from morelkit.agreement.character_counts import Run, count_item
from morelkit.agreement.percentage import item_agreement
from morelkit.gold.answer_counts import count_answers, stored_spans
from morelkit.gold.claim_votes import claim_labels, decided_claim_labels
from morelkit.gold.policy import GoldPolicy
from morelkit.gold.votes import MAJORITY, ItemLabelGold, curated_item_labels, curated_labels, hard_labels
from morelkit.text.normalization import Range

ItemStatus = Literal["open", "complete", "over-full"]


AnnotationCount = Literal["counted", "draft", "surplus", "excluded"]


@dataclass(frozen=True)
class ItemAnnotation(ContentData):
    annotator: str
    name: str
    status: AnnotationCount
    normalized: list[GoldSpan]
    submitted_at: datetime | None
    revision: Annotated[int, "The number of what was submitted; 0: nothing was."]
    reason: str
    exclusion: Annotated[
        int | None, "The act that took it out of the count. What came late is left out by none."
    ]
    broken_rules: Annotated[list[str], "Codes of the consistency rules that it breaks."]
    reopened: Reopened | None


@dataclass(frozen=True)
class ClaimVotes:
    annotators: Annotated[list[str], "Those of the counted annotations that call the claim incorrect."]
    labels: Annotated[dict[str, int], "How many chose each span label, where the scheme has several."]
    gold: Annotated[bool, "Whether the claim is incorrect in gold."]


@dataclass(frozen=True)
class ItemDetails(ItemHead):
    answer: str
    claims: Annotated[list[list[int]] | None, "[start, end] of each, if the unit of the scheme is claims."]
    claim_votes: Annotated[list[ClaimVotes] | None, "Of each claim, in the same order."]
    segmenter: Annotated[str, "That has cut the claims; `record`: they came with the item."]
    model_id: str
    split: str
    reference: ReferenceData | None
    reference_url: str
    images: list[ItemImageData]
    policy: str
    n: int
    redundancy: int
    agreement: float | None
    status: ItemStatus
    labels_implied: Annotated[bool, "Whether its item labels follow from its answer: nobody annotates it."]
    runs: list[Run]
    gold: list[GoldSpan]
    label_gold: dict[
        str, list[GoldSpan]
    ]  # by span label, where the scheme has several; `gold` is of all labels
    gold_source: Literal["majority", "curated"]
    item_labels: dict[str, ItemLabelGold]
    annotations: list[ItemAnnotation]
    tags: list[str]
    archived: bool


def item_details(project: Project, item_id: int, languages: Mapping[str, ProjectLanguage]) -> ItemDetails:
    """An item with all its annotations and the gold computed from them. Raises NotFoundError."""
    published = Item.objects.filter(project=project, imported_by__published_at__isnull=False)
    item = published.select_related("reference", "page").filter(pk=item_id).first()
    if item is None:
        raise NotFoundError("There is no such item in this project.")
    scheme = scheme_of(project)
    annotations = list(
        Annotation.objects.published()
        .filter(item=item)
        .select_related("head", "submitted", "annotator__user")
        .order_by("id")
    )
    counted_by = {
        each.annotator.key: each.submitted
        for each in annotations
        if each.submitted and _annotation_status(each) == "counted"
    }
    counts = list(counted_by.values())
    spans = [stored_spans(revision.read_spans()) for revision in counts]
    counted = count_answers([item.answer], [len(spans)], spans, GoldPolicy(normalization=project.policy))
    [found] = counted.items()
    [agreement] = counted.agreement()
    if not scheme.uses_spans:
        agreement = label_agreement(revision.labels for revision in counts)
    decision = decisions([item.pk]).get(item.pk) if project.adjudication else None
    gold = curated_labels(decision.spans) if decision else hard_labels(found.runs, found.n)
    several = [label.name for label in scheme.span_labels] if len(scheme.span_labels) > 1 else []
    label_gold = {
        name: curated_labels([span for span in decision.spans if span.label == name])
        if decision
        else hard_labels(found.by_label.get(name, ()), found.n)
        for name in several
    }
    language = languages[item.language]
    out = ExcludedAnnotation.objects.filter(annotation__item=item, returned_at__isnull=True)
    reopenings = reopenings_of(annotations)
    acts = dict(out.values_list("annotation", "exclusion"))
    labels = curated_item_labels(
        [label.name for label in scheme.item_labels],
        [revision.labels for revision in counts],
        decision.labels if decision else {},
    )
    return ItemDetails(
        **item_head(item),
        answer=item.answer,
        claims=item.claims,
        claim_votes=_claim_votes(item, counted_by, found.normalized, several, decision),
        segmenter=item.segmenter,
        model_id=item.model_id,
        split=item.split,
        reference=item_reference(item),
        reference_url=item.reference_url,
        images=images_of_item(item),
        policy=project.policy,
        n=found.n,
        redundancy=language.redundancy or project.redundancy,
        agreement=agreement,
        status=item_status(project, language, found.n, implied=item.labels_implied),
        labels_implied=item.labels_implied,
        runs=list(found.runs),
        gold=[GoldSpan(start, end) for start, end in gold],
        label_gold={
            name: [GoldSpan(start, end) for start, end in ranges] for name, ranges in label_gold.items()
        },
        gold_source="curated" if decision else "majority",
        item_labels=cast("dict[str, ItemLabelGold]", labels),  # the majority derives no label
        annotations=[
            _annotation(project, item, each, acts.get(each.pk), reopenings.get(each.pk))
            for each in annotations
        ],
        tags=tags_of([item.pk]).get(item.pk, []),
        archived=item.archived_at is not None,
    )


def _claim_votes(
    item: Item,
    counted: Mapping[str, AnnotationRevision],
    normalized: Sequence[Sequence[Range]],
    labels: Sequence[str],
    decision: Decision | None,
) -> list[ClaimVotes] | None:
    """What the counted annotations, by annotator, and gold say of each claim. `labels`: span labels, if several."""
    claims = answer_claims(item)
    if claims is None:
        return None
    if decision:
        gold = decided_claim_labels(claims, [(each.start, each.end) for each in decision.spans])
    else:
        gold = claim_labels(claims, normalized, MAJORITY)
    annotators: list[list[str]] = [[] for _ in gold]
    for key, ranges in zip(counted, normalized, strict=True):
        for position in compress(count(), claims.marked(ranges)):
            annotators[position].append(key)
    chosen = [Counter[str]() for _ in gold]
    for name, revision in product(labels, counted.values()):
        own = [(each.start, each.end) for each in revision.read_spans() if each.label == name]
        for position in compress(count(), claims.marked(own)):
            chosen[position][name] += 1
    return [
        ClaimVotes(keys, dict(votes), bool(is_gold))
        for keys, votes, is_gold in zip(annotators, chosen, gold, strict=True)
    ]


def label_agreement(choices: Iterable[Mapping[str, str]]) -> float | None:
    """The agreement of an item in a scheme without spans. `choices`: of each counted annotation, by label."""
    share = item_agreement(choices)
    return None if share is None else float(share)


def item_status(project: Project, language: ProjectLanguage, n: int, *, implied: bool = False) -> ItemStatus:
    """Status of an item with `n` counted annotations. Without a redundancy, closing its language completes it.

    `implied`: whether its labels follow from the answer, so that it needs none.
    """
    if implied:
        return "complete"
    if project.assignment == Project.AssignmentPolicy.EVERYONE:
        return "complete" if language.closed else "open"
    redundancy = language.redundancy or project.redundancy
    if n < redundancy:
        return "open"
    return "complete" if n == redundancy else "over-full"


def _annotation_status(annotation: Annotation) -> AnnotationCount:
    if annotation.submitted_id is None:
        return "draft"
    if annotation.excluded_at:
        return "excluded"
    return "surplus" if annotation.surplus else "counted"


def _annotation(
    project: Project, item: Item, annotation: Annotation, exclusion: int | None, reopened: Reopened | None
) -> ItemAnnotation:
    """An annotation as leads see it: the submitted revision, and for a draft only that it exists."""
    revision = annotation.submitted
    own = count_item(project.policy, item.answer, [revision.read_spans()] if revision else [])
    normalized = own.normalized[0] if own.normalized else ()
    return ItemAnnotation(
        annotator=annotation.annotator.key,
        name=annotation.annotator.author_name(project),
        status=_annotation_status(annotation),
        normalized=[GoldSpan(start, end) for start, end in normalized],
        submitted_at=revision.saved_at if revision else None,
        revision=revision.number if revision else 0,
        reason=annotation.excluded_reason,
        **vars(content_data(content_of(revision), annotation.annotator_id)),
        exclusion=exclusion,
        broken_rules=broken_codes(annotation.broken_rules) if revision else [],
        reopened=reopened,
    )
