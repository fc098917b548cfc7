"""The progress of annotators through training, and the settings of training and checks."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from django.db.models import Exists, OuterRef, QuerySet

from annotation.models import Annotation, Assignment, Item, Project, Training, Trial
from annotation.queries.annotate.annotation_content import content_of
from annotation.queries.projects.access import Access
from annotation.queries.shapes import LabeledSpan
from morelkit.gold.check_gold import CheckGold
from morelkit.text.languages import Direction, direction
from morelkit.text.spans import Span

TrainingState = Literal["none", "begin", "at_work", "lesson", "failed", "barred", "passed"]


@dataclass(frozen=True)
class TrainingContent:
    """Spans in code points, half-open, and item labels by name."""

    spans: list[LabeledSpan]
    labels: Mapping[str, str]


@dataclass(frozen=True)
class Lesson:
    item: int
    language: str
    direction: Direction
    question: str
    answer: str
    agreement: Annotated[float, "Multiset IoU of the two, where the scheme has spans."]
    explanation: str
    mine: TrainingContent
    gold: TrainingContent


@dataclass(frozen=True)
class TrainingData:
    """`done` of `items` in this round. `mean`: mean agreement of the round, once it is done.

    `pass_mark`: per cent that the mean must reach; null if there is no pass mark.
    """

    state: TrainingState
    items: int
    done: int
    tries_left: int
    pass_mark: int | None
    mean: float | None
    lesson: Lesson | None


@dataclass(frozen=True)
class Learning:
    """`tries` 0: the pass mark does not apply. `check_every` 0: no checks.

    `items`, `checks`: number of training items and hidden checks in all languages.
    """

    pass_mark: Annotated[int, "Per cent of agreement with known gold."]
    tries: int
    check_every: int
    items: int
    checks: int


@dataclass(frozen=True, slots=True)
class Progress:
    """An annotator's progress in the present round of `items` training items."""

    state: TrainingState
    items: int = 0
    done: int = 0
    tries_left: int = 0
    mean: float | None = None  # agreement of the round, once it is done
    lesson: Trial | None = None


def training_items(here: Access) -> QuerySet[Item]:
    """The annotator's training items, in order. Leads have none."""
    items = (
        Item.objects.visible(here.project)
        .with_gold(Item.Kind.TRAINING)
        .filter(language__in=here.my_languages)
    )
    return items.none() if here.is_lead else items.order_by("language", "ordinal")


def progress(here: Access) -> Progress:
    """The annotator's progress in the present round of training."""
    items = training_items(here)
    total = items.count()
    if not total:
        return Progress("none")
    training = Training.objects.filter(annotator=here.annotator).first()
    if training and training.passed_at:
        return Progress("passed", total, total)
    if training is None or not training.round:
        return Progress("begin", total)
    trials = Trial.objects.filter(annotator=here.annotator, round=training.round, item__in=items)
    results = dict(trials.values_list("item", "agreement"))
    left = max(0, here.project.tries + training.extra_tries - training.round)
    if lesson := trials.filter(seen_at=None).select_related("item", "revision").first():
        return Progress("lesson", total, len(results), left, None, lesson)
    if len(results) < total:
        return Progress("at_work" if open_training_item(here) else "begin", total, len(results), left)
    mean = sum(results.values()) / total
    if reaches_pass_mark(here, mean):
        return Progress("passed", total, total, left, mean)
    return Progress("failed" if left else "barred", total, total, left, mean)


def open_training_item(here: Access) -> int | None:
    """Key of the training item that the annotator has reserved."""
    reserved = Assignment.objects.filter(
        annotator=here.annotator, state=Assignment.State.RESERVED, item__kind=Item.Kind.TRAINING
    )
    return reserved.filter(item__in=training_items(here)).values_list("item", flat=True).first()


def next_training_item(here: Access, round_: int) -> Item | None:
    tried = Trial.objects.filter(annotator=here.annotator, item=OuterRef("pk"), round=round_)
    return training_items(here).filter(~Exists(tried)).first()


def reaches_pass_mark(here: Access, mean: float) -> bool:
    return not here.project.tries or mean * 100 >= here.project.pass_mark


def training_data(here: Access) -> TrainingData:
    found = progress(here)
    return TrainingData(
        state=found.state,
        items=found.items,
        done=found.done,
        tries_left=found.tries_left,
        pass_mark=here.project.pass_mark if here.project.tries else None,
        mean=found.mean,
        lesson=_lesson(found.lesson) if found.lesson else None,
    )


def _lesson(trial: Trial) -> Lesson:
    item, mine = trial.item, content_of(trial.revision)
    gold = CheckGold.from_storage(item.check_gold or {})
    return Lesson(
        item=item.pk,
        language=item.language,
        direction=direction(item.language, item.answer),
        question=item.question,
        answer=item.answer,
        agreement=trial.agreement,
        explanation=gold.explanation,
        mine=TrainingContent(_spans(mine.spans), mine.labels),
        gold=TrainingContent(_spans(gold.spans), gold.labels),
    )


def _spans(spans: Iterable[Span]) -> list[LabeledSpan]:
    return [LabeledSpan(each.start, each.end, each.label) for each in spans]


def own_annotation(here: Access, item: Item) -> Annotation | None:
    rows = Annotation.objects.filter(annotator=here.annotator, item=item)
    return rows.select_related("head").first()


def learning_settings(project: Project) -> Learning:
    """How the project trains and checks its annotators, and how many items it has for both."""
    items = Item.objects.visible(project)
    return Learning(
        pass_mark=project.pass_mark,
        tries=project.tries,
        check_every=project.check_every,
        items=items.with_gold(Item.Kind.TRAINING).count(),
        checks=items.with_gold(Item.Kind.CHECK).count(),
    )
