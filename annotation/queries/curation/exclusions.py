"""Exclusions: which annotations a lead means, what their exclusion would do, and what has been excluded."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from annotation.models import Annotation, Annotator, ExcludedAnnotation, Exclusion, Item, Project
from annotation.queries.curation.adjudications import Decision, decisions
from annotation.queries.learning.training_results import learning_figures
from annotation.queries.projects.access import languages_of, minimum_by_language, scheme_of
from annotation.queries.statistics.rollups import figures_by_language
from foundation.accounts.names import display_name
from foundation.bulk_insert import batches
from foundation.models import Job
from morelkit.agreement.character_counts import AGREEMENT_SCALE, ItemCount, count_item
from morelkit.gold.votes import curated_item_labels, curated_labels, hard_labels
from morelkit.scheme.schemes import Scheme
from morelkit.scheme.validity_rules import ValidityRules
from morelkit.text.languages import direction
from morelkit.text.spans import Span

LOOKED_AT: Final = 20_000  # items of which the effect is worked out while somebody waits
_SHOWN: Final = 20
_LISTED: Final = 100  # annotations
_CHUNK: Final = 500


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


def who_failed(project: Project, threshold: int) -> list[int]:
    """The annotators who passed fewer per cent of their hidden checks."""
    users = [
        user
        for user, figures in learning_figures(project).items()
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
    shown: list[dict[str, Any]] = field(default_factory=list)


def preview(project: Project, annotations: "QuerySet[Annotation]") -> dict[str, Any]:
    """What becomes of agreement and gold if these do not count any more. Nothing is written.

    Items are shown whose gold changes, or the one that there is.
    """
    by_item = annotations.order_by("item").values_list("item", flat=True).distinct()
    scheme, effects = scheme_of(project), _Effects()
    least = minimum_by_language(project, "", None)
    out = annotations.order_by()
    totals = out.aggregate(annotations=Count("pk"), items=Count("item", distinct=True))
    for chunk in batches(list(by_item[:LOOKED_AT]), _CHUNK):
        gone = set(out.filter(item__in=chunk).values_list("pk", flat=True))
        _add(project, scheme, effects, chunk, gone, least, alone=totals["items"] == 1)
    by_language = effects.languages.values()
    return {
        **totals,
        "looked_at": sum(each.items for each in by_language),
        "policy": project.policy,
        "languages": _languages(project, effects.languages),
        "gold_changed": sum(each.gold_changed for each in by_language),
        "without_gold": sum(each.without_gold for each in by_language),
        "shown": effects.shown,
        "listed": _listed(project, annotations),
    }


def _listed(project: Project, annotations: "QuerySet[Annotation]") -> list[dict[str, Any]]:
    rows = annotations.select_related("item", "annotator__user", "submitted").order_by("item", "pk")
    return [
        {
            "item": row.item_id,
            "external_id": row.item.external_id,
            "annotator": row.annotator.key,
            "name": row.annotator.author_name(project),
            "marks": len(row.submitted.spans),
            "active_seconds": row.submitted.active_seconds,
        }
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


def _shown(scheme: Scheme, item: Item, before: _Gold, after: _Gold) -> dict[str, Any]:
    return {
        "id": item.pk,
        "external_id": item.external_id,
        "language": item.language,
        "direction": direction(item.language),
        "question": item.question,
        **_sides("n", before.count.n, after.count.n),
        **_sides("agreement", *(_agreement(scheme, each.count) for each in (before, after))),
        **_sides("marks", len(before.hard), len(after.hard)),
        **_sides("characters", *(sum(end - start for start, end in each.hard) for each in (before, after))),
    }


def _agreement(scheme: Scheme, count: ItemCount) -> float | None:
    return count.agreement if scheme.uses_spans else None


def _sides(name: str, before: Any, after: Any) -> dict[str, Any]:
    return {f"{name}_before": before, f"{name}_after": after}


def _languages(project: Project, effects: Mapping[str, _OfLanguage]) -> list[dict[str, Any]]:
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
            {
                "language": row.language,
                "annotations": of.annotations,
                "items": of.items,
                "gold_changed": of.gold_changed,
                **_sides("agreement", figures.agreement, after if figures.uses_spans else None),
                **_sides("counted", figures.counted, counted_after),
            }
        )
    return shown


def exclusions_of(project: Project) -> "QuerySet[Exclusion]":
    """The latest first."""
    rows = Exclusion.objects.filter(project=project).order_by("-pk")
    return rows.select_related("annotator__user", "item", "by", "undone_by", "job")


def exclusion_json(project: Project, row: Exclusion) -> dict[str, Any]:
    job = row.job
    return {
        "id": row.pk,
        "kind": row.kind,
        "at": row.at,
        "by": display_name(row.by),
        "reason": row.reason,
        "annotator": row.annotator.key if row.annotator else "",
        "name": row.annotator.author_name(project) if row.annotator else "",
        "rule": row.rule,
        "threshold": row.threshold,
        "languages": row.languages,
        "item": row.item_id,
        "external_id": row.item.external_id if row.item else "",
        "annotations": row.annotations,
        "out": row.out,
        "undone_at": row.undone_at,
        "undone_by": display_name(row.undone_by),
        "state": job.state if job else Job.State.DONE,
        "done": job.done if job else 0,
        "total": job.total if job else 0,
        "message": job.message if job else "",
    }
