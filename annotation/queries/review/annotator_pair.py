"""Two annotators side by side: their counted annotations of the items that both submitted, most different first."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from annotation.models import Annotation, AnnotationRevision, Annotator, Item, Project
from annotation.queries.annotate.counted_items import stored_spans, work_items
from annotation.queries.annotate.workspace_item import item_head
from annotation.queries.projects.access import scheme_of
from annotation.queries.shapes import GoldSpan, ItemHead, NamedAnnotator, SpanContent
from foundation.errors import NotFoundError, wrong_field
from morelkit.gold.answer_counts import count_answers
from morelkit.gold.policy import GoldPolicy

WINDOW = 2_000  # items


@dataclass(frozen=True)
class PairSide:
    """One annotator's annotation of an item. `marked`: its spans under the project's policy, without labels."""

    marked: list[GoldSpan]
    spans: list[SpanContent]
    labels: dict[str, str]
    nothing_to_mark: bool
    unsure: bool
    comment: str


@dataclass(frozen=True)
class PairRow(ItemHead):
    answer: str
    agreement: Annotated[float | None, "Of the two (eq. 1 with n = 2); null without span labels."]
    differing: Annotated[list[str], "Names of the item labels for which they chose differently."]
    left: PairSide
    right: PairSide


@dataclass(frozen=True)
class AnnotatorPair:
    """`items`: how many are compared. `agreement`: the mean over them. `same`: items without any difference."""

    left: NamedAnnotator
    right: NamedAnnotator
    policy: str
    items: int
    agreement: float | None
    same: int
    results: list[PairRow]


@dataclass(frozen=True, slots=True)
class _Compared:
    item: Item
    revisions: tuple[AnnotationRevision, AnnotationRevision]
    agreement: float | None
    marked: tuple[list[GoldSpan], list[GoldSpan]]
    differing: list[str]

    @property
    def same(self) -> bool:
        return not self.differing and self.agreement in {None, 1.0}


def annotator_pair(project: Project, left: str, right: str, language: str, n: int) -> AnnotatorPair:
    """Compare the counted annotations of two annotators, given by key, and return the `n` most different items.

    Covers the `WINDOW` items that the first annotator submitted last, so that its cost does not grow with the project.
    Raises NotFoundError for an unknown annotator, and InvalidError if one is missing or both are the same.
    """
    for name, key in (("annotator", left), ("beside", right)):
        if not key:
            raise wrong_field(name, "Choose an annotator.")
    pair = _annotator(project, left), _annotator(project, right)
    if pair[0] == pair[1]:
        raise wrong_field("beside", "Choose two different annotators.", "same_annotator")
    compared = _compare(project, _shared(project, pair, language))
    agreement = [each.agreement for each in compared if each.agreement is not None]
    compared.sort(
        key=lambda each: (
            1.0 if each.agreement is None else each.agreement,
            -len(each.differing),
            each.item.ordinal,
        )
    )
    names = [NamedAnnotator(each.key, each.author_name(project)) for each in pair]
    return AnnotatorPair(
        left=names[0],
        right=names[1],
        policy=project.policy,
        items=len(compared),
        agreement=sum(agreement) / len(agreement) if agreement else None,
        same=sum(each.same for each in compared),
        results=[_row(each) for each in compared[:n]],
    )


def _annotator(project: Project, key: str) -> Annotator:
    found = Annotator.objects.select_related("user").filter(project=project, key=key).first()
    if found is None:
        raise NotFoundError("There is no such annotator in this project.")
    return found


_Shared = tuple[Item, tuple[AnnotationRevision, AnnotationRevision]]
"""An item, and what each of the two has submitted of it."""


def _shared(project: Project, pair: tuple[Annotator, Annotator], language: str) -> list[_Shared]:
    counted = Annotation.objects.counted().filter(item__in=work_items(project, language))
    theirs = counted.filter(annotator=pair[1])
    shared = counted.filter(annotator=pair[0], item__in=theirs.values("item")).order_by("-pk")
    ours = {each.item_id: each for each in shared.select_related("item", "submitted")[:WINDOW]}
    others = theirs.filter(item__in=list(ours)).select_related("submitted")
    both = ((ours[each.item_id], each) for each in others)
    return [
        (left.item, (left.submitted, right.submitted))
        for left, right in both
        if left.submitted and right.submitted  # as all that count
    ]


def _compare(project: Project, shared: Sequence[_Shared]) -> list[_Compared]:
    scheme = scheme_of(project)
    counts = count_answers(
        [item.answer for item, _ in shared],
        [2] * len(shared),
        (stored_spans(each.spans) for _, revisions in shared for each in revisions),
        GoldPolicy(normalization=project.policy),
    )
    marked: list[list[GoldSpan]] = [[] for _ in range(2 * len(shared))]
    for annotation, start, end in zip(*(column.tolist() for column in counts.normalized), strict=True):
        marked[annotation].append(GoldSpan(start, end))
    names = [label.name for label in scheme.item_labels]
    return [
        _Compared(
            item=item,
            revisions=revisions,
            agreement=agreement if scheme.uses_spans else None,
            marked=(marked[2 * place], marked[2 * place + 1]),
            differing=[name for name in names if len({each.labels.get(name) for each in revisions}) > 1],
        )
        for place, ((item, revisions), agreement) in enumerate(zip(shared, counts.agreement(), strict=True))
    ]


def _row(compared: _Compared) -> PairRow:
    left, right = map(_side, compared.revisions, compared.marked)
    return PairRow(
        **item_head(compared.item),
        answer=compared.item.answer,
        agreement=compared.agreement,
        differing=compared.differing,
        left=left,
        right=right,
    )


def _side(revision: AnnotationRevision, marked: list[GoldSpan]) -> PairSide:
    return PairSide(
        marked=marked,
        spans=revision.spans,
        labels=revision.labels,
        nothing_to_mark=revision.nothing_to_mark,
        unsure=revision.unsure,
        comment=revision.comment,
    )
