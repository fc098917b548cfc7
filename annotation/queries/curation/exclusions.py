"""Exclusions: which annotations a lead means, what their exclusion would do, and what has been excluded."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, Final

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from annotation.models import Annotation, Annotator, ExcludedAnnotation, Exclusion, Item, Project
from annotation.queries.curation.adjudications import Decision, decisions
from annotation.queries.learning.training_results import training_results
from annotation.queries.projects.access import languages_of, minimum_by_language, scheme_of
from annotation.queries.statistics.rollups import figures_by_language
from foundation.accounts.names import display_name
from foundation.bulk_insert import batches
from foundation.models import Job
from morelkit.agreement.character_counts import AGREEMENT_SCALE, ItemCount, count_item
from morelkit.gold.votes import curated_item_labels, curated_labels, hard_labels
from morelkit.scheme.schemes import Scheme
from morelkit.scheme.validity_rules import RULES, ValidityRules
from morelkit.text.languages import Direction, direction
from morelkit.text.spans import Span

LOOKED_AT: Final = 20_000  # items of which the effect is worked out while somebody waits
_SHOWN: Final = 20
_LISTED: Final = 100  # annotations
_CHUNK: Final = 500


@dataclass(frozen=True)
class EffectOnItem:
    id: int
    external_id: str
    language: str
    direction: Direction
    question: str
    n_before: int
    n_after: int
    agreement_before: float | None
    agreement_after: float | None
    marks_before: Annotated[int, "Of the gold."]
    marks_after: int
    characters_before: int
    characters_after: int


@dataclass(frozen=True)
class EffectOnLanguage:
    """`counted`: items with n ≥ 2, over which agreement is the mean."""

    language: str
    annotations: int
    items: int
    gold_changed: int
    agreement_before: float | None
    agreement_after: float | None
    counted_before: int
    counted_after: int


@dataclass(frozen=True)
class ListedAnnotation:
    item: int
    external_id: str
    annotator: str
    name: str
    marks: int
    active_seconds: int


@dataclass(frozen=True)
class Effects:
    """`looked_at`: items of which it was computed. `threshold`: the rule's, as it is now."""

    annotations: int
    items: int
    looked_at: int
    policy: str
    languages: list[EffectOnLanguage]
    gold_changed: Annotated[int, "Items whose marks or labels would change, or that would have none."]
    without_gold: Annotated[int, "Of these, those that would have fewer annotations than gold needs."]
    shown: Annotated[list[EffectOnItem], "Of these, the first; or the only item."]
    listed: Annotated[list[ListedAnnotation], "The first of the annotations."]
    threshold: int


@dataclass(frozen=True)
class ExclusionData:
    """`out`: of the `annotations` that it took out of the count, those that have not come back.

    `state` and what follows: where it is too much for a request, the job that carries it out or takes it back.
    """

    id: int
    kind: Exclusion.Kind
    at: datetime
    by: str
    reason: str
    annotator: str
    name: str
    rule: Annotated[str, {"enum": ["", *RULES]}]
    threshold: int
    languages: list[str]
    item: int | None
    external_id: str
    annotations: int
    out: int
    undone_at: datetime | None
    undone_by: str
    state: Job.State
    done: int
    total: int
    message: str


@dataclass(frozen=True)
class Validity:
    """`empty`: nothing marked, and not said that there is nothing to mark. `unsure`: nothing marked, and unsure.

    `fast`: in fewer seconds. `checks`: by those who have passed fewer per cent of their hidden checks. 0: off.
    """

    empty: bool
    unsure: bool
    fast: int
    checks: int


@dataclass(frozen=True, slots=True)
class Selection:
    """Annotations that count: all of an annotator, or those that a rule finds, in some languages or in all; or the one
    of an item and annotator. `threshold`: of the rule. `failed`: annotators, where who failed the checks is known.
    """

    annotator: str = ""
    languages: tuple[str, ...] = ()
    item: int | None = None
    rule: str = ""
    threshold: int = 0
    failed: tuple[int, ...] | None = None

    def annotations(self, project: Project) -> "QuerySet[Annotation]":
        rows = Annotation.objects.counted().filter(
            annotator__project=project, item__kind=Item.Kind.WORK, item__archived_at__isnull=True
        )
        if self.rule:
            rows = rows.filter(self._broken(project), ~Exists(_let_pass(self.rule)))
        else:
            rows = rows.filter(annotator__key=self.annotator)
        if self.languages:
            rows = rows.filter(item__language__in=self.languages)
        return rows if self.item is None else rows.filter(item=self.item)

    def _broken(self, project: Project) -> Q:
        """What is not valid by the rule; nothing where it is off."""
        nothing = Q(submitted__spans=[])
        if not self.threshold or (self.rule in {"empty", "unsure"} and not scheme_of(project).uses_spans):
            return Q(pk__in=[])
        if self.rule == "empty":
            return nothing & Q(submitted__nothing_to_mark=False)
        if self.rule == "unsure":
            return nothing & Q(submitted__unsure=True)
        if self.rule == "fast":
            return Q(imported_by__isnull=True, submitted__active_seconds__lt=self.threshold)
        failed = who_failed(project, self.threshold) if self.failed is None else self.failed
        return Q(annotator__in=failed)


def validity_of(project: Project) -> ValidityRules:
    return ValidityRules.from_storage(project.validity)


def validity(rules: ValidityRules) -> Validity:
    return Validity(rules.empty, rules.unsure, rules.fast, rules.checks)


def who_failed(project: Project, threshold: int) -> list[int]:
    """The annotators who passed fewer per cent of their hidden checks."""
    users = [
        user
        for user, figures in training_results(project).items()
        if figures["checks"] and 100 * figures["checks_passed"] < threshold * figures["checks"]
    ]
    return list(Annotator.objects.filter(project=project, user__in=users).values_list("pk", flat=True))


def _let_pass(rule: str) -> "QuerySet[ExcludedAnnotation]":
    """What a lead let count again by itself, as it stands, the rule does not find a second time.

    An act that was undone as a whole is as if it had not been.
    """
    returned = Q(exclusion__undone_at__isnull=True) | Q(returned_at__lt=F("exclusion__undone_at"))
    return ExcludedAnnotation.objects.filter(
        returned,
        annotation=OuterRef("pk"),
        revision=OuterRef("submitted"),
        exclusion__rule=rule,
        returned_at__isnull=False,
    )


@dataclass
class _OfLanguage:
    annotations: int = 0
    items: int = 0
    gold_changed: int = 0
    without_gold: int = 0
    agreement: int = 0  # scaled, what the sum gains
    counted: int = 0  # what the number of items with n ≥ 2 gains


@dataclass(frozen=True, slots=True)
class _Gold:
    """What an item's gold says, the votes', or a curator's where one has decided; and what it is shown by."""

    count: ItemCount
    hard: list[list[int]]
    rest: Any  # by label, and of the item


@dataclass
class _Effects:
    languages: dict[str, _OfLanguage] = field(default_factory=lambda: defaultdict(_OfLanguage))
    shown: list[EffectOnItem] = field(default_factory=list)


def preview(project: Project, selection: Selection) -> Effects:
    """The change of agreement and gold if these annotations no longer count. Nothing is written.

    Items are shown whose gold changes, or the one that there is.
    """
    annotations = selection.annotations(project)
    by_item = annotations.order_by("item").values_list("item", flat=True).distinct()
    scheme, effects = scheme_of(project), _Effects()
    least = minimum_by_language(project, "", None)
    out = annotations.order_by()
    totals = out.aggregate(annotations=Count("pk"), items=Count("item", distinct=True))
    for chunk in batches(list(by_item[:LOOKED_AT]), _CHUNK):
        gone = set(out.filter(item__in=chunk).values_list("pk", flat=True))
        _add(project, scheme, effects, chunk, gone, least, alone=totals["items"] == 1)
    by_language = effects.languages.values()
    return Effects(
        **totals,
        looked_at=sum(each.items for each in by_language),
        policy=project.policy,
        languages=_languages(project, effects.languages),
        gold_changed=sum(each.gold_changed for each in by_language),
        without_gold=sum(each.without_gold for each in by_language),
        shown=effects.shown,
        listed=_listed(project, annotations),
        threshold=selection.threshold,
    )


def _listed(project: Project, annotations: "QuerySet[Annotation]") -> list[ListedAnnotation]:
    rows = annotations.select_related("item", "annotator__user", "submitted").order_by("item", "pk")
    return [
        ListedAnnotation(
            item=row.item_id,
            external_id=row.item.external_id,
            annotator=row.annotator.key,
            name=row.annotator.author_name(project),
            marks=len(row.submitted.spans),
            active_seconds=row.submitted.active_seconds,
        )
        for row in rows[:_LISTED]
        if row.submitted
    ]


def _add(
    project: Project,
    scheme: Scheme,
    effects: _Effects,
    items: Sequence[int],
    gone: set[int],
    least: Mapping[str, int],
    *,
    alone: bool,
) -> None:
    """`least`: by language, how many annotations an item needs to be in the gold at all."""
    said: dict[int, list[tuple[int, list[Span], dict[str, str]]]] = defaultdict(list)
    rows = Annotation.objects.counted().filter(item__in=items)
    for key, pk, spans, labels in rows.values_list("item_id", "pk", "submitted__spans", "submitted__labels"):
        said[key].append((pk, [Span(**span) for span in spans], labels))
    curated = decisions(items) if project.adjudication else {}
    for item in Item.objects.filter(pk__in=items).order_by("ordinal"):
        everything = said[item.pk]
        kept = [each for each in everything if each[0] not in gone]
        decision = curated.get(item.pk)
        before, after = (_gold(project, scheme, item, each, decision) for each in (everything, kept))
        of = effects.languages[item.language]
        of.annotations += len(everything) - len(kept)
        of.items += 1
        leaves = len(everything) >= least[item.language] > len(kept)
        of.without_gold += leaves
        of.agreement += (after.count.agreement_scaled or 0) - (before.count.agreement_scaled or 0)
        of.counted += (after.count.n >= 2) - (before.count.n >= 2)
        others = (before.hard, before.rest) != (after.hard, after.rest)
        stays = len(kept) >= least[item.language]
        changes = leaves or (stays and others)
        of.gold_changed += changes
        if (changes or alone) and len(effects.shown) < _SHOWN:
            effects.shown.append(_shown(scheme, item, before, after))


def _gold(
    project: Project,
    scheme: Scheme,
    item: Item,
    said: Sequence[tuple[int, list[Span], dict[str, str]]],
    decision: Decision | None,
) -> _Gold:
    count = count_item(project.policy, item.answer, [spans for _, spans, _ in said])
    if decision:
        hard, by_label = curated_labels(decision.spans), {}  # whatever counts
    else:
        hard = hard_labels(count.runs, count.n)
        labelled = {label: hard_labels(runs, count.n) for label, runs in count.by_label.items()}
        by_label = {label: ranges for label, ranges in labelled.items() if ranges}
    of_item = curated_item_labels(
        [label.name for label in scheme.item_labels],
        [labels for *_, labels in said],
        decision.labels if decision else {},
    )
    return _Gold(count, hard, (by_label, {name: gold["value"] for name, gold in of_item.items()}))


def _shown(scheme: Scheme, item: Item, before: _Gold, after: _Gold) -> EffectOnItem:
    return EffectOnItem(
        id=item.pk,
        external_id=item.external_id,
        language=item.language,
        direction=direction(item.language),
        question=item.question,
        n_before=before.count.n,
        n_after=after.count.n,
        agreement_before=_agreement(scheme, before.count),
        agreement_after=_agreement(scheme, after.count),
        marks_before=len(before.hard),
        marks_after=len(after.hard),
        characters_before=sum(end - start for start, end in before.hard),
        characters_after=sum(end - start for start, end in after.hard),
    )


def _agreement(scheme: Scheme, count: ItemCount) -> float | None:
    return count.agreement if scheme.uses_spans else None


def _languages(project: Project, effects: Mapping[str, _OfLanguage]) -> list[EffectOnLanguage]:
    rows = [row for row in languages_of(project) if row.language in effects]
    shown = []
    for row, figures in figures_by_language(project, rows):
        of = effects[row.language]
        counted_after = figures.counted + of.counted
        after = (
            (figures.agreement_sum + of.agreement) / (counted_after * AGREEMENT_SCALE)
            if counted_after
            else None
        )
        shown.append(
            EffectOnLanguage(
                language=row.language,
                annotations=of.annotations,
                items=of.items,
                gold_changed=of.gold_changed,
                agreement_before=figures.agreement,
                agreement_after=after if figures.uses_spans else None,
                counted_before=figures.counted,
                counted_after=counted_after,
            )
        )
    return shown


def exclusions_of(project: Project) -> "QuerySet[Exclusion]":
    """The latest first."""
    rows = Exclusion.objects.filter(project=project).order_by("-pk")
    return rows.select_related("annotator__user", "item", "by", "undone_by", "job")


def exclusion_data(project: Project, row: Exclusion) -> ExclusionData:
    job = row.job
    return ExclusionData(
        id=row.pk,
        kind=Exclusion.Kind(row.kind),
        at=row.at,
        by=display_name(row.by),
        reason=row.reason,
        annotator=row.annotator.key if row.annotator else "",
        name=row.annotator.author_name(project) if row.annotator else "",
        rule=row.rule,
        threshold=row.threshold,
        languages=row.languages,
        item=row.item_id,
        external_id=row.item.external_id if row.item else "",
        annotations=row.annotations,
        out=row.out,
        undone_at=row.undone_at,
        undone_by=display_name(row.undone_by),
        state=Job.State(job.state) if job else Job.State.DONE,
        done=job.done if job else 0,
        total=job.total if job else 0,
        message=job.message if job else "",
    )
