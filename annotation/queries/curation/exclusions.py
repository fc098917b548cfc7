"""Reads for exclusions: selected annotations, the effect of excluding them, and past exclusions."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, Final

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from annotation.models import (
    Annotation,
    Annotator,
    ExcludedAnnotation,
    Exclusion,
    Item,
    ItemOfExclusion,
    Project,
)
from annotation.queries.curation.adjudications import Decision, decisions
from annotation.queries.learning.training_results import training_results
from annotation.queries.projects.access import languages_of, minimum_by_language, scheme_of
from annotation.queries.statistics.rollups import stored_agreement, totals_by_language
from foundation.accounts.names import display_name
from foundation.bulk_insert import batches
from foundation.models import Job
from morelkit.agreement.character_counts import AGREEMENT_SCALE, ItemCount, count_item
from morelkit.gold.votes import curated_item_labels, curated_labels, hard_labels
from morelkit.scheme.schemes import Scheme
from morelkit.scheme.validity_rules import RULES, ValidityRules
from morelkit.text.languages import Direction, direction
from morelkit.text.spans import Span

MAX_PREVIEWED_ITEMS: Final = 20_000  # the effect on more items takes too long for a request
_MAX_SHOWN: Final = 20
_MAX_LISTED: Final = 100  # annotations
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
    marks_before: Annotated[int, "Gold spans."]
    marks_after: int
    characters_before: int
    characters_after: int
    gold_lost: Annotated[bool, "The item would have too few annotations for gold."]


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
    """Effects of an exclusion. `looked_at`: items that were compared. `threshold`: the current one of the rule."""

    annotations: int
    items: int
    annotators: int
    looked_at: int
    policy: str
    languages: list[EffectOnLanguage]
    gold_changed: Annotated[int, "Items whose gold would change or be lost."]
    without_gold: Annotated[int, "Of these, items that would have too few annotations for gold."]
    shown: Annotated[list[EffectOnItem], "The first of the changed items; or the only item."]
    listed: Annotated[list[ListedAnnotation], "The first annotations."]
    threshold: int


@dataclass(frozen=True)
class ExclusionData:
    """An exclusion. `out`: how many of its `annotations` are still excluded.

    `state`, `done`, `total` and `message` are those of the job of a large exclusion, or of undoing it.
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
    """Validity rules. `empty`: no spans and not flagged as nothing to mark. `unsure`: no spans and unsure.

    `fast`: active time below this number of seconds. `checks`: author passed less than this percentage of hidden
    checks. 0: off.
    """

    empty: bool
    unsure: bool
    fast: int
    checks: int


@dataclass(frozen=True, slots=True)
class Selection:
    """Counted annotations of an annotator, found by a rule, or of chosen items; `languages` limits them.

    `item`: only of this item. `chosen`: only of these items, of one annotator or of all.
    `exclusion`: only of the items that were chosen for this exclusion. `threshold`: of the rule. `failed`: annotators
    who failed their checks, if they are already known.
    """

    annotator: str = ""
    languages: tuple[str, ...] = ()
    item: int | None = None
    rule: str = ""
    threshold: int = 0
    failed: tuple[int, ...] | None = None
    chosen: "QuerySet[Item] | None" = None
    exclusion: int | None = None

    def annotations(self, project: Project) -> "QuerySet[Annotation]":
        rows = Annotation.objects.counted().filter(
            annotator__project=project, item__kind=Item.Kind.WORK, item__archived_at__isnull=True
        )
        if self.rule:
            rows = rows.filter(self._violates_rule(project), ~Exists(_included_again(self.rule)))
        elif self.annotator or (self.chosen is None and self.exclusion is None):
            rows = rows.filter(annotator__key=self.annotator)
        if self.languages:
            rows = rows.filter(item__language__in=self.languages)
        if self.chosen is not None:
            rows = rows.filter(item__in=self.chosen)
        if self.exclusion is not None:
            rows = rows.filter(
                item__in=ItemOfExclusion.objects.filter(exclusion=self.exclusion).values("item")
            )
        return rows if self.item is None else rows.filter(item=self.item)

    def _violates_rule(self, project: Project) -> Q:
        """Condition for annotations that violate the rule; nothing if the rule is off."""
        nothing = Q(submitted__spans=[])
        if not self.threshold or (self.rule in {"empty", "unsure"} and not scheme_of(project).uses_spans):
            return Q(pk__in=[])
        if self.rule == "empty":
            return nothing & Q(submitted__nothing_to_mark=False)
        if self.rule == "unsure":
            return nothing & Q(submitted__unsure=True)
        if self.rule == "fast":
            return Q(imported_by__isnull=True, submitted__active_seconds__lt=self.threshold)
        failed = failed_annotators(project, self.threshold) if self.failed is None else self.failed
        return Q(annotator__in=failed)


def project_validity(project: Project) -> ValidityRules:
    return ValidityRules.from_storage(project.validity)


def validity(rules: ValidityRules) -> Validity:
    return Validity(rules.empty, rules.unsure, rules.fast, rules.checks)


def failed_annotators(project: Project, threshold: int) -> list[int]:
    """Ids of annotators who passed less than `threshold` percent of their hidden checks."""
    users = [
        user
        for user, results in training_results(project).items()
        if results["checks"] and 100 * results["checks_passed"] < threshold * results["checks"]
    ]
    return list(Annotator.objects.filter(project=project, user__in=users).values_list("pk", flat=True))


def _included_again(rule: str) -> "QuerySet[ExcludedAnnotation]":
    """Exclusions by the rule that a lead reverted for a single annotation: the rule does not find it again.

    Exclusions that were undone as a whole do not protect their annotations.
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
class _LanguageTotals:
    annotations: int = 0
    items: int = 0
    gold_changed: int = 0
    without_gold: int = 0
    agreement: int = 0  # scaled; change of the sum
    counted: int = 0  # change of the number of items with n ≥ 2


@dataclass(frozen=True, slots=True)
class _Gold:
    """Gold of an item, by majority vote or by a curator's decision, and the counts that are displayed."""

    count: ItemCount
    agreement: int | None  # as stored
    hard: list[list[int]]
    rest: Any  # gold spans by label, and item labels


@dataclass
class _Effects:
    languages: dict[str, _LanguageTotals] = field(default_factory=lambda: defaultdict(_LanguageTotals))
    shown: list[EffectOnItem] = field(default_factory=list)


def preview(project: Project, selection: Selection) -> Effects:
    """Change of agreement and gold if the selected annotations no longer counted. Nothing is written.

    `shown` has items whose gold changes, or the only item.
    """
    annotations = selection.annotations(project)
    by_item = annotations.order_by("item").values_list("item", flat=True).distinct()
    scheme, effects = scheme_of(project), _Effects()
    minimum = minimum_by_language(project, "", None)
    out = annotations.order_by()
    totals = out.aggregate(
        annotations=Count("pk"),
        items=Count("item", distinct=True),
        annotators=Count("annotator", distinct=True),
    )
    for chunk in batches(list(by_item[:MAX_PREVIEWED_ITEMS]), _CHUNK):
        gone = set(out.filter(item__in=chunk).values_list("pk", flat=True))
        _add(project, scheme, effects, chunk, gone, minimum, alone=totals["items"] == 1)
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
        for row in rows[:_MAX_LISTED]
        if row.submitted
    ]


def _add(
    project: Project,
    scheme: Scheme,
    effects: _Effects,
    items: Sequence[int],
    gone: set[int],
    minimum: Mapping[str, int],
    *,
    alone: bool,
) -> None:
    """Add the effects on `items`. `minimum`: annotations that gold needs, by language."""
    annotations: dict[int, list[tuple[int, list[Span], dict[str, str]]]] = defaultdict(list)
    rows = Annotation.objects.counted().filter(item__in=items)
    for key, pk, spans, labels in rows.values_list("item_id", "pk", "submitted__spans", "submitted__labels"):
        annotations[key].append((pk, [Span(**span) for span in spans], labels))
    curated = decisions(items) if project.adjudication else {}
    for item in Item.objects.filter(pk__in=items).order_by("ordinal"):
        counted = annotations[item.pk]
        kept = [each for each in counted if each[0] not in gone]
        decision = curated.get(item.pk)
        before, after = (_gold(project, scheme, item, each, decision) for each in (counted, kept))
        totals = effects.languages[item.language]
        totals.annotations += len(counted) - len(kept)
        totals.items += 1
        needed = 0 if item.labels_implied else minimum[item.language]
        leaves = len(counted) >= needed > len(kept)
        totals.without_gold += leaves
        totals.agreement += (after.agreement or 0) - (before.agreement or 0)
        totals.counted += (after.agreement is not None) - (before.agreement is not None)
        differs = (before.hard, before.rest) != (after.hard, after.rest)
        stays = len(kept) >= needed
        changes = leaves or (stays and differs)
        totals.gold_changed += changes
        if (changes or alone) and len(effects.shown) < _MAX_SHOWN:
            effects.shown.append(_shown(item, before, after, lost=leaves))


def _gold(
    project: Project,
    scheme: Scheme,
    item: Item,
    annotations: Sequence[tuple[int, list[Span], dict[str, str]]],
    decision: Decision | None,
) -> _Gold:
    count = count_item(project.policy, item.answer, [spans for _, spans, _ in annotations])
    if decision:
        hard, by_label = curated_labels(decision.spans), {}  # independent of annotations
    else:
        hard = hard_labels(count.runs, count.n)
        labelled = {label: hard_labels(runs, count.n) for label, runs in count.by_label.items()}
        by_label = {label: ranges for label, ranges in labelled.items() if ranges}
    of_item = curated_item_labels(
        [label.name for label in scheme.item_labels],
        [labels for *_, labels in annotations],
        decision.labels if decision else {},
    )
    agreement = stored_agreement(scheme, count, [labels for *_, labels in annotations])
    return _Gold(count, agreement, hard, (by_label, {name: gold["value"] for name, gold in of_item.items()}))


def _shown(item: Item, before: _Gold, after: _Gold, *, lost: bool) -> EffectOnItem:
    return EffectOnItem(
        id=item.pk,
        external_id=item.external_id,
        language=item.language,
        direction=direction(item.language),
        question=item.question,
        n_before=before.count.n,
        n_after=after.count.n,
        agreement_before=_share(before.agreement),
        agreement_after=_share(after.agreement),
        marks_before=len(before.hard),
        marks_after=len(after.hard),
        characters_before=sum(end - start for start, end in before.hard),
        characters_after=sum(end - start for start, end in after.hard),
        gold_lost=lost,
    )


def _share(agreement: int | None) -> float | None:
    return None if agreement is None else agreement / AGREEMENT_SCALE


def _languages(project: Project, effects: Mapping[str, _LanguageTotals]) -> list[EffectOnLanguage]:
    rows = [row for row in languages_of(project) if row.language in effects]
    shown = []
    for row, totals in totals_by_language(project, rows):
        change = effects[row.language]
        counted_after = totals.counted + change.counted
        after = (
            (totals.agreement_sum + change.agreement) / (counted_after * AGREEMENT_SCALE)
            if counted_after
            else None
        )
        shown.append(
            EffectOnLanguage(
                language=row.language,
                annotations=change.annotations,
                items=change.items,
                gold_changed=change.gold_changed,
                agreement_before=totals.agreement,
                agreement_after=after,
                counted_before=totals.counted,
                counted_after=counted_after,
            )
        )
    return shown


def exclusions_of(project: Project) -> "QuerySet[Exclusion]":
    """Exclusions of a project, latest first."""
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
