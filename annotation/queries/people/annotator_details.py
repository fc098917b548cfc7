"""One annotator of a project over time, as its leads see them."""

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from statistics import median
from typing import Annotated, Any, Final, Literal

from django.db.models import Count

from annotation.models import Annotation, Annotator, Assignment, Erasure, Item, Membership, Project
from annotation.queries.annotate.workspace_item import item_head
from annotation.queries.learning.training_results import NO_RESULTS, training_results
from annotation.queries.learning.trial_results import (
    CheckResult,
    TrainingRound,
    check_results,
    checks_of,
    training_rounds,
)
from annotation.queries.shapes import ItemHead
from annotation.queries.statistics.annotator_statistics import (
    AgreementDetails,
    LatestAnnotatorStatistics,
    annotator_statistics,
)
from annotation.queries.statistics.work_periods import (
    OwnLanguage,
    PeriodLength,
    Submission,
    WorkPeriod,
    chosen_length,
    seconds_by_language,
    work_periods,
)
from foundation.errors import NotFoundError
from morelkit.agreement.character_counts import AGREEMENT_SCALE

_LISTED: Final = 20  # latest items and exclusions


@dataclass(frozen=True)
class WorkLanguage(OwnLanguage):
    agreement: float | None
    shared: int


@dataclass(frozen=True)
class AnnotatedItem(ItemHead):
    submitted_at: datetime
    seconds: int
    spans: int
    nothing_to_mark: bool
    excluded: bool
    surplus: bool


@dataclass(frozen=True)
class ExcludedItem:
    item: int
    external_id: str
    language: str
    excluded_at: datetime
    reason: str


@dataclass(frozen=True)
class AnnotatorDetails:
    """All numbers are of work items. Agreement is of the latest computation, `as_of`, under `policy`; the rest of now.

    If the project hides names from its leads, `name` and `username` are the key.
    """

    key: str
    name: str
    username: Annotated[str, "Empty: no account."]
    role: Literal["annotator", "lead", "imported", "erased"]
    languages: Annotated[list[str], "Languages they work in; empty: all of the project's."]
    paused: bool
    ended: bool
    policy: str
    as_of: Annotated[datetime | None, "Null: agreement is not computed yet."]
    stale: Annotated[bool, "The project has changed since the computation."]
    submitted: Annotated[int, "Submitted items; excluded and surplus annotations are among them."]
    empty: Annotated[int, "Of these, with nothing to mark."]
    excluded: int
    surplus: Annotated[int, "Late submissions that do not count."]
    open: int
    skipped: int
    timed: Annotated[int, "Submitted in Morel: the annotations that have a time. Periods consist of these."]
    seconds: Annotated[float | None, "Median active time of an item."]
    active_seconds: int
    others_seconds: Annotated[float | None, "Median of the medians of the other annotators."]
    others: Annotated[int, "Number of these annotators."]
    agreement: Annotated[float | None, "Mean agreement (multiset IoU) with the others of the shared items."]
    shared: int
    by_language: list[WorkLanguage]
    period: PeriodLength
    periods: Annotated[list[WorkPeriod], "Periods with a submission, UTC."]
    pass_mark: Annotated[int, "Per cent that training and checks must reach."]
    training: Annotated[Literal["", "open", "passed", "failed"], "Empty: no training, or not started."]
    rounds: list[TrainingRound]
    checks: Annotated[list[CheckResult], "The latest, in order."]
    checks_of: Annotated[int, "Hidden checks submitted in all."]
    exclusions: Annotated[list[ExcludedItem], "The latest first."]
    latest: Annotated[list[AnnotatedItem], "The items submitted last."]


def annotator_details(project: Project, key: str, length: str) -> AnnotatorDetails:
    """The annotator's work. `length` of periods: one of `LENGTHS`, or "" for either. Raises NotFoundError."""
    annotator = Annotator.objects.filter(project=project, key=key).select_related("user").first()
    if annotator is None:
        raise NotFoundError("There is no such annotator in this project.", code="no_person")
    rows = _submitted(annotator)
    timed = [
        Submission(row["at"].astimezone(UTC).date(), row["seconds"], row["language"])
        for row in rows
        if row["imported"] is None
    ]
    computed = annotator_statistics(project)
    details: AgreementDetails = computed.details.get(str(annotator.pk), {"languages": [], "days": []})
    period = chosen_length(length, (row.day for row in timed))
    others = [each["seconds"] for pk, each in computed.rows.items() if pk != annotator.pk and each["seconds"]]
    learning: dict[str, Any] = NO_RESULTS
    if annotator.user_id is not None:
        learning = training_results(project).get(annotator.user_id, NO_RESULTS)
    return AnnotatorDetails(
        **_person(project, annotator),
        **_assignments(annotator),
        **_agreement(computed, annotator.pk),
        policy=project.policy,
        submitted=len(rows),
        empty=sum(row["nothing"] for row in rows),
        excluded=sum(row["excluded"] is not None for row in rows),
        surplus=sum(row["surplus"] for row in rows),
        timed=len(timed),
        seconds=median(row.seconds for row in timed) if timed else None,
        active_seconds=sum(row.seconds for row in timed),
        others_seconds=median(others) if others else None,
        others=len(others),
        by_language=_languages(rows, timed, details),
        period=period,
        periods=work_periods(timed, details["days"], period),
        pass_mark=project.pass_mark,
        training=learning["training"],
        rounds=training_rounds(annotator),
        checks=check_results(project, annotator),
        checks_of=checks_of(annotator).count(),
        exclusions=_exclusions(annotator),
        latest=_latest(annotator),
    )


def _person(project: Project, annotator: Annotator) -> dict[str, Any]:
    """Name, role and languages. An annotator without an account was imported or erased."""
    member = Membership.objects.filter(project=project, user=annotator.user_id).first()
    if annotator.user is None or member is None:
        erased = Erasure.objects.filter(annotator=annotator).exists()
        return {
            "key": annotator.key,
            "name": annotator.key,
            "username": "",
            "role": "erased" if erased else "imported",
            "languages": [],
            "paused": False,
            "ended": False,
        }
    return {
        "key": annotator.key,
        "name": annotator.author_name(project),
        "username": annotator.key if project.anonymous else annotator.user.username,
        "role": member.role,
        "languages": member.languages,
        "paused": member.paused_at is not None,
        "ended": member.ended_at is not None,
    }


def _assignments(annotator: Annotator) -> dict[str, Any]:
    """Numbers of reserved and skipped work items."""
    rows = Assignment.objects.filter(annotator=annotator, item__kind=Item.Kind.WORK).order_by()
    counts = Counter(dict(rows.values_list("state").annotate(Count("pk"))))
    return {"open": counts[Assignment.State.RESERVED], "skipped": counts[Assignment.State.SKIPPED]}


def _agreement(computed: LatestAnnotatorStatistics, annotator: int) -> dict[str, Any]:
    row = computed.rows.get(annotator)
    return {
        "as_of": computed.as_of,
        "stale": computed.stale,
        "agreement": row["agreement"] if row else None,
        "shared": row["items"] if row else 0,
    }


def _submitted(annotator: Annotator) -> list[dict[str, Any]]:
    found = (
        Annotation.objects.published()
        .filter(annotator=annotator, item__kind=Item.Kind.WORK, submitted__isnull=False)
        .order_by()
        .values_list(
            "submitted__saved_at",
            "submitted__active_seconds",
            "submitted__nothing_to_mark",
            "item__language",
            "imported_by",
            "excluded_at",
            "surplus",
        )
    )
    names = ("at", "seconds", "nothing", "language", "imported", "excluded", "surplus")
    return [dict(zip(names, row, strict=True)) for row in found.iterator()]


def _languages(
    rows: list[dict[str, Any]], timed: list[Submission], details: AgreementDetails
) -> list[WorkLanguage]:
    """Rows by language, the language with the most items first."""
    seconds = seconds_by_language(timed)
    agreement = {language: (scaled, items) for language, scaled, items in details["languages"]}
    found = []
    for language, number in Counter(row["language"] for row in rows).most_common():
        scaled, shared = agreement.get(language, (0, 0))
        found.append(
            WorkLanguage(
                language=language,
                submitted=number,
                seconds=median(seconds[language]) if language in seconds else None,
                agreement=scaled / (shared * AGREEMENT_SCALE) if shared else None,
                shared=shared,
            )
        )
    return found


def _exclusions(annotator: Annotator) -> list[ExcludedItem]:
    rows = Annotation.objects.filter(
        annotator=annotator, excluded_at__isnull=False, item__kind=Item.Kind.WORK
    )
    latest = rows.select_related("item").order_by("-excluded_at", "-pk")[:_LISTED]
    return [
        ExcludedItem(
            item=row.item.pk,
            external_id=row.item.external_id,
            language=row.item.language,
            excluded_at=row.excluded_at,
            reason=row.excluded_reason,
        )
        for row in latest
        if row.excluded_at is not None
    ]


def _latest(annotator: Annotator) -> list[AnnotatedItem]:
    rows = Annotation.objects.published().filter(
        annotator=annotator,
        item__kind=Item.Kind.WORK,
        item__archived_at__isnull=True,
        submitted__isnull=False,
    )
    latest = rows.select_related("item", "submitted").order_by("-saved_at", "-pk")[:_LISTED]
    return [
        AnnotatedItem(
            **item_head(row.item),
            submitted_at=row.submitted.saved_at,
            seconds=row.submitted.active_seconds,
            spans=len(row.submitted.spans),
            nothing_to_mark=row.submitted.nothing_to_mark,
            excluded=row.excluded_at is not None,
            surplus=row.surplus,
        )
        for row in latest
        if row.submitted is not None
    ]
