"""Compare judges with people, and with each other, on item labels, spans and claims.

People's side is gold: the most frequent choice of an item label (none in a tie), and the characters that more than half
marked, or the claims if the unit of the scheme is claims. The spans of people and judges are normalized under the same
policy.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np

from morelkit.agreement.arrays import Floats
from morelkit.agreement.character_counts import ItemCount, count_item
from morelkit.annotated import AnnotatedItem
from morelkit.formats.source_records import Status
from morelkit.gold.claim_votes import claim_labels
from morelkit.gold.votes import MAJORITY, hard_labels, item_label_gold, soft_labels
from morelkit.judges.alternative_annotator import AlternativeAnnotatorTest, alternative_annotator_test
from morelkit.judges.confusion import ABSTAINED, Confusion, confusion
from morelkit.judges.judgements import NOT_RUN, Judgement
from morelkit.scheme.schemes import Scheme
from morelkit.scoring.character_spearman import CHARACTER_SPEARMAN
from morelkit.scoring.held_out import held_out_results
from morelkit.scoring.metric_declaration import LabelPairs
from morelkit.scoring.span_iou import SPAN_IOU
from morelkit.scoring.span_labels import Lengths, read_span_labels
from morelkit.text.claims.projection import claims_of_spans
from morelkit.text.claims.segmenters import segmenter_of
from morelkit.text.normalization import Range
from morelkit.text.spans import Span

CLAIMS: Final = "claims"
CLAIM_CHOICES: Final = ("correct", "incorrect")
METRICS: Final = (SPAN_IOU, CHARACTER_SPEARMAN)

Choices = Sequence[int | None]
"""Index of the choice of each unit of an item; None for undecided people, and for a judge that said nothing of it."""


@dataclass(frozen=True, slots=True)
class Question:
    """An item label, or the claims of answers, with its choices."""

    name: str
    choices: tuple[str, ...]

    def index(self, choice: str | None) -> int | None:
        """Return the index of a choice; None without one, and for one that was since removed from the scheme."""
        return self.choices.index(choice) if choice in self.choices else None


def questions_of(scheme: Scheme) -> list[Question]:
    """Return the item labels of the scheme, and claims if it has spans."""
    found = [
        Question(label.name, tuple(choice.name for choice in label.choices)) for label in scheme.item_labels
    ]
    return [*found, Question(CLAIMS, CLAIM_CHOICES)] if scheme.uses_spans else found


@dataclass(frozen=True, slots=True)
class SpanScores:
    """Means over items. `human`: the same of a held-out annotator on the `human_n` items that two people annotated."""

    n: int
    judge: Mapping[str, float]
    human_n: int
    human: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Group:
    """Items of one value of a field; `by` is "" for all items."""

    by: str
    value: str
    items: tuple[AnnotatedItem, ...] = field(repr=False)


@dataclass(frozen=True)
class Comparison:
    """`judges`: the judgements of each judge by id of the item."""

    items: Sequence[AnnotatedItem]
    scheme: Scheme
    policy: str
    judges: Mapping[str, Mapping[str, Judgement]]
    _counts: dict[str, ItemCount] = field(default_factory=dict)
    _segments: dict[str, list[Range]] = field(default_factory=dict)
    _ranges: dict[tuple[str, str], tuple[Range, ...]] = field(default_factory=dict)

    @cached_property
    def questions(self) -> list[Question]:
        return questions_of(self.scheme)

    def groups(self, by: str) -> Iterator[Group]:
        """Yield all items, then those of each language or model."""
        yield Group("", "", tuple(self.items))
        value_of: dict[str, Callable[[AnnotatedItem], str]] = {
            "language": lambda item: item.language,
            "model": lambda item: item.record.model_id,
        }
        if by:
            for value in sorted({value_of[by](item) for item in self.items}):
                yield Group(by, value, tuple(item for item in self.items if value_of[by](item) == value))

    def judgement(self, judge: str, item: AnnotatedItem) -> Judgement:
        return self.judges[judge].get(item.id, NOT_RUN)

    def statuses(self, judge: str) -> dict[str, int]:
        """Return the number of items by status, and of those with quotes that have no one place."""
        found = [self.judgement(judge, item) for item in self.items]
        counts = Counter(each.status for each in found)
        return {
            **{status.value: counts[status] for status in Status},
            "unsettled": sum(each.unsettled > 0 for each in found),
        }

    def with_people(self, judge: str, question: Question, group: Group) -> Confusion:
        """Return the choices of people against those of the judge, with abstentions apart."""
        return self._confusion(
            group,
            question,
            lambda item: self.people(question, item),
            lambda item: self.choices(judge, question, item),
        )

    def of_judges(self, first: str, second: str, question: Question, group: Group) -> Confusion:
        """Return the choices of two judges on the units that both answered."""

        def answered(judge: str, item: AnnotatedItem) -> Choices:
            found = self.choices(judge, question, item) or []
            return [None if each == ABSTAINED else each for each in found]

        return self._confusion(
            group,
            question,
            lambda item: answered(first, item),
            lambda item: answered(second, item),
        )

    def _confusion(
        self,
        group: Group,
        question: Question,
        left: Callable[[AnnotatedItem], Choices | None],
        right: Callable[[AnnotatedItem], Choices | None],
    ) -> Confusion:
        units = [
            (place, a, b)
            for place, item in enumerate(group.items)
            for a, b in zip(left(item) or [], right(item) or [], strict=False)
            if a is not None and b is not None
        ]
        index, a, b = np.array(units, dtype=np.int64).reshape(-1, 3).T
        return confusion(index, a, b, len(question.choices))

    def people(self, question: Question, item: AnnotatedItem) -> Choices | None:
        """Return gold of a question; None without annotations."""
        if question.name == CLAIMS:
            if not item.annotations:
                return None
            count = self._count(item)
            if item.claims:
                return claim_labels(item.claims, count.normalized, MAJORITY)
            gold = [(start, end) for start, end in hard_labels(count.runs, count.n)]
            return self._labels_of_claims(item, gold)
        votes = [chosen[question.name] for chosen in item.choices() if question.name in chosen]
        value = item_label_gold(votes)["value"]
        return [question.index(value)]

    def choices(self, judge: str, question: Question, item: AnnotatedItem) -> Choices | None:
        """Return what the judge says of the units of a question; None if it says nothing."""
        found = self.judgement(judge, item)
        if question.name != CLAIMS:
            if found.status == Status.ABSTAINED:
                return [ABSTAINED]
            choice = question.index(found.labels.get(question.name))
            return None if choice is None else [choice]
        if found.status == Status.ABSTAINED:
            return [ABSTAINED] * len(self.claims(item))
        return None if found.spans is None else self._labels_of_claims(item, self.ranges(judge, item))

    def claim_choices(self, item: AnnotatedItem, ranges: Sequence[Range]) -> Choices:
        """Return the claims that normalized spans of one annotator call incorrect."""
        return (
            claim_labels(item.claims, [ranges], MAJORITY)
            if item.claims
            else self._labels_of_claims(item, ranges)
        )

    def _labels_of_claims(self, item: AnnotatedItem, ranges: Sequence[Range]) -> Choices:
        return [int(label) for label in claims_of_spans(item.record.answer, self.claims(item), ranges)]

    def claims(self, item: AnnotatedItem) -> Sequence[Range]:
        """Return the claims of the item, or of its answer by the segmenter of its language."""
        if item.claims:
            return item.claims.ranges
        if item.id not in self._segments:
            segmenter = segmenter_of(item.record.language)
            self._segments[item.id] = segmenter.segment(item.record.answer)
        return self._segments[item.id]

    def _count(self, item: AnnotatedItem) -> ItemCount:
        if item.id not in self._counts:
            self._counts[item.id] = item.count(self.scheme, self.policy)
        return self._counts[item.id]

    def ranges(self, judge: str, item: AnnotatedItem) -> tuple[Range, ...]:
        """Return the normalized spans of the judge, without labels."""
        key = (judge, item.id)
        if key not in self._ranges:
            spans = [Span(start, end) for start, end in self.judgement(judge, item).spans or ()]
            self._ranges[key] = count_item(self.policy, item.record.answer, [spans]).normalized[0]
        return self._ranges[key]

    def spans_with_people(self, judge: str, group: Group) -> SpanScores | None:
        """Return IoU and ρ of the judge's spans, and of a held-out annotator; None if the judge marked no items."""
        items = [
            item for item in group.items if item.annotations and self.judgement(judge, item).spans is not None
        ]
        if not items:
            return None
        counts = [self._count(item) for item in items]
        gold = [
            {"soft_labels": soft_labels(count.runs, count.n), "hard_labels": hard_labels(count.runs, count.n)}
            for count in counts
        ]
        pairs = LabelPairs(
            [Lengths.of(item.record.answer) for item in items],
            [read_span_labels(each) for each in gold],
            [
                read_span_labels({"hard_labels": [list(each) for each in self.ranges(judge, item)]})
                for item in items
            ],
        )
        judged = {metric.name: float(metric.scores(pairs).mean()) for metric in METRICS}
        shared = [item for item in items if len(item.annotations) >= 2]
        people: dict[str, float] = {}
        if shared:
            results = held_out_results(shared, self.scheme, self.policy)
            for metric in METRICS:
                scores = [each.item_scores[metric.name] for each in results]
                people[metric.name] = float(np.concatenate(scores).mean())
        return SpanScores(len(items), judged, len(shared), people)

    def spans_of_judges(self, first: str, second: str, group: Group) -> tuple[int, float | None]:
        """Return the number of items that both judges marked, and the mean IoU of their spans."""
        items = [
            item
            for item in group.items
            if all(self.judgement(judge, item).spans is not None for judge in (first, second))
        ]
        if not items:
            return 0, None
        scores = [iou(self.ranges(first, item), self.ranges(second, item)) for item in items]
        return len(items), float(np.mean(scores))

    def stand_in(self, judge: str, question: Question, epsilon: float) -> AlternativeAnnotatorTest:
        """Return the alternative-annotator test on an item label.

        The agreement with the remaining annotators is the share of them that made the same choice.
        """
        agreement: dict[str, tuple[list[float], list[float]]] = {}
        for item in self.items:
            model = self.judgement(judge, item).labels.get(question.name)
            chosen = {
                name: labels[question.name]
                for name, labels in item.annotation_labels.items()
                if question.name in labels
            }
            if model is None or len(chosen) < 2:
                continue
            for name, own in chosen.items():
                others = [choice for other, choice in chosen.items() if other != name]
                pair = agreement.setdefault(name, ([], []))
                pair[0].append(others.count(model) / len(others))
                pair[1].append(others.count(own) / len(others))
        return alternative_annotator_test(_arrays(agreement), epsilon)

    def spans_stand_in(self, judge: str, epsilon: float) -> AlternativeAnnotatorTest:
        """Return the alternative-annotator test on spans: mean IoU with the spans of the remaining annotators."""
        agreement: dict[str, tuple[list[float], list[float]]] = {}
        for item in self.items:
            if self.judgement(judge, item).spans is None or len(item.annotations) < 2:
                continue
            model = self.ranges(judge, item)
            marked = dict(zip(item.annotations, self._count(item).normalized, strict=True))
            for name, own in marked.items():
                others = [ranges for other, ranges in marked.items() if other != name]
                pair = agreement.setdefault(name, ([], []))
                pair[0].append(float(np.mean([iou(model, each) for each in others])))
                pair[1].append(float(np.mean([iou(own, each) for each in others])))
        return alternative_annotator_test(_arrays(agreement), epsilon)


def _arrays(agreement: Mapping[str, tuple[list[float], list[float]]]) -> dict[str, tuple[Floats, Floats]]:
    return {name: (np.array(model), np.array(human)) for name, (model, human) in agreement.items()}


def iou(first: Sequence[Range], second: Sequence[Range]) -> float:
    """Return |A ∩ B| / |A ∪ B| of the characters, 1.0 if both are empty. The ranges of each do not overlap."""
    size = sum(end - start for start, end in (*first, *second))
    shared = sum(max(0, min(a[1], b[1]) - max(a[0], b[0])) for a in first for b in second)
    return shared / (size - shared) if size else 1.0
