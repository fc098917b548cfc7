"""What a rule would decide: the open items that it settles, with their marks before and after. Nothing is changed."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final, Literal

from django.db.models import Exists, OuterRef, QuerySet

from annotation.models import Adjudication, ItemStatistic, Project, RuleApplication
from annotation.models.item import ItemQuerySet
from annotation.queries.annotate.counted_items import (
    CountedAnnotation,
    CountedItem,
    answer_claims,
    counted_items,
    work_items,
)
from annotation.queries.curation.adjudications import decided
from annotation.queries.projects.access import scheme_of
from foundation.accounts.names import display_name
from morelkit.agreement.character_counts import count_runs, label_blind_ranges, label_ranges
from morelkit.gold.decision_rules import (
    BOUNDARIES,
    Boundaries,
    BoundaryRule,
    DecisionRule,
    TieRule,
    decide_by_rule,
)
from morelkit.gold.votes import hard_labels, item_label_gold
from morelkit.scheme.schemes import Scheme
from morelkit.text.claims.answer_claims import AnswerClaims
from morelkit.text.spans import Span

MAX_ITEMS: Final = 500
"""Most items that one application of a rule decides on."""

_MAX_EXAMINED: Final = 20_000  # open items that one request looks at
_SHOWN: Final = 50

RuleKind = Literal["ties", "boundaries"]


@dataclass(frozen=True)
class RuleData:
    """`gold`: of ties. `characters`, `take`: of boundaries."""

    kind: RuleKind
    gold: bool
    characters: int
    take: Boundaries


@dataclass(frozen=True)
class MarkedRange:
    start: int
    end: int


@dataclass(frozen=True)
class RuledItem:
    """An item that the rule settles. `before`: gold by majority vote. Both are label-blind."""

    id: int
    external_id: str
    language: str
    answer: str
    n: int
    before: list[MarkedRange]
    after: list[MarkedRange]


@dataclass(frozen=True)
class RulePreview:
    items: Annotated[int, "Open items that the rule decides on: at most as many as one application takes."]
    more: Annotated[bool, "There may be further items, because not all open ones were examined."]
    examined: Annotated[int, "Open items examined."]
    policy: str
    results: Annotated[list[RuledItem], "The first of them."]


@dataclass(frozen=True)
class RuleApplicationData:
    """`changed`: items whose decision is another by now, so that undoing leaves them; the first of their ids."""

    id: int
    rule: RuleData
    language: str
    by: str
    at: datetime
    items: int
    undone_by: str
    undone_at: datetime | None
    withdrawn: int
    changed: list[str]


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision that follows from a rule. `revisions`: ids of the counted revisions."""

    item: int
    spans: tuple[Span, ...]
    labels: dict[str, str]
    revisions: list[int]


def rule_from(data: RuleData) -> DecisionRule:
    if data.kind == "ties":
        return TieRule(data.gold)
    return BoundaryRule(data.characters, data.take)


def rule_json(rule: DecisionRule) -> dict[str, Any]:
    """Return the rule as stored, with the fields of its kind."""
    if isinstance(rule, TieRule):
        return {"kind": "ties", "gold": rule.gold}
    return {"kind": "boundaries", "characters": rule.characters, "take": rule.take}


def rulings(
    project: Project, rule: DecisionRule, items: ItemQuerySet
) -> Iterator[tuple[CountedItem, Ruling | None]]:
    """Yield each item with the decision that follows from the rule, or None."""
    scheme = scheme_of(project)
    for batch in counted_items(items, content="labels"):
        for each in batch:
            yield each, _ruling(project, scheme, rule, each)


def open_items(project: Project, language: str) -> ItemQuerySet:
    """Items that wait for a decision."""
    differing = ItemStatistic.objects.filter(item=OuterRef("pk"), policy=project.policy, differs=True)
    return work_items(project, language).filter(Exists(differing)).exclude(decided())


def preview_rule(project: Project, rule: DecisionRule, language: str) -> RulePreview:
    results: list[RuledItem] = []
    found = examined = 0
    more = False
    for each, ruling in rulings(project, rule, open_items(project, language)):
        if found == MAX_ITEMS or examined == _MAX_EXAMINED:
            more = True
            break
        examined += 1
        if ruling is None:
            continue
        found += 1
        if len(results) < _SHOWN:
            results.append(_shown(project, each, ruling))
    return RulePreview(found, more, examined, project.policy, results)


def applications(project: Project) -> list[RuleApplicationData]:
    """The latest applications of rules, latest first."""
    rows = RuleApplication.objects.filter(project=project).select_related("by", "undone_by").order_by("-pk")
    return [application_data(row) for row in rows[:50]]


def application_data(row: RuleApplication) -> RuleApplicationData:
    changed = changed_since(row).values_list("item__external_id", flat=True).order_by("item__ordinal")
    return RuleApplicationData(
        id=row.pk,
        rule=RuleData(
            kind=row.rule["kind"],
            gold=row.rule.get("gold", False),
            characters=row.rule.get("characters", 0),
            take=row.rule.get("take", BOUNDARIES[0]),
        ),
        language=row.language,
        by=display_name(row.by),
        at=row.at,
        items=row.items,
        undone_by=display_name(row.undone_by),
        undone_at=row.undone_at,
        withdrawn=row.withdrawn,
        changed=list(changed[:_SHOWN]),
    )


def in_force_still(application: RuleApplication) -> "QuerySet[Adjudication]":
    """Decisions of the application that nobody has replaced or withdrawn."""
    return application.decisions.filter(~Exists(_later()), withdrawn=False)


def changed_since(application: RuleApplication) -> "QuerySet[Adjudication]":
    """Decisions of the application that somebody replaced or withdrew, other than by undoing it."""
    undone = application.decisions.filter(item=OuterRef("item"), withdrawn=True)
    return application.decisions.filter(Exists(_later()), ~Exists(undone), withdrawn=False)


def _later() -> "QuerySet[Adjudication]":
    return Adjudication.objects.filter(item=OuterRef("item"), number__gt=OuterRef("number"))


def _ruling(project: Project, scheme: Scheme, rule: DecisionRule, each: CountedItem) -> Ruling | None:
    answer, annotations = each.item.answer, each.annotations
    spans = decide_by_rule(
        rule, [label_ranges(project.policy, answer, row.read_spans()) for row in annotations]
    )
    if spans is not None and (claims := answer_claims(each.item)):
        spans = _spans_of_claims(claims, spans)
    labels = _majority_labels(scheme, annotations)
    if spans is None or labels is None:
        return None
    return Ruling(each.item.pk, tuple(spans), labels, sorted(row.revision for row in annotations))


def _spans_of_claims(claims: AnswerClaims, spans: Sequence[Span]) -> list[Span] | None:
    """The claims that the spans mark, or None if one has several labels."""
    names = dict.fromkeys(span.label for span in spans)
    found = [
        Span(start, end, name)
        for name in names
        for start, end in claims.covered((span.start, span.end) for span in spans if span.label == name)
    ]
    if len({span.start for span in found}) < len(found):
        return None
    return sorted(found, key=lambda span: span.start)


def _majority_labels(scheme: Scheme, annotations: Sequence[CountedAnnotation]) -> dict[str, str] | None:
    """The most frequent choice of each item label, or None if one is tied or a required one lacks."""
    found: dict[str, str] = {}
    for label in scheme.item_labels:
        choices = [row.labels[label.name] for row in annotations if label.name in row.labels]
        value = item_label_gold(choices)["value"] if choices else None
        if value is not None:
            found[label.name] = value
        elif choices or label.required:
            return None
    return found


def _shown(project: Project, each: CountedItem, ruling: Ruling) -> RuledItem:
    item, annotations = each
    n = len(annotations)
    marked = [
        range_
        for row in annotations
        for range_ in label_blind_ranges(label_ranges(project.policy, item.answer, row.read_spans()))
    ]
    after: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for span in ruling.spans:
        after[span.label].append((span.start, span.end))
    return RuledItem(
        id=item.pk,
        external_id=item.external_id,
        language=item.language,
        answer=item.answer,
        n=n,
        before=[MarkedRange(start, end) for start, end in hard_labels(count_runs(marked), n)],
        after=[MarkedRange(start, end) for start, end in label_blind_ranges(after)],
    )
