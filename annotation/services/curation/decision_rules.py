"""Decide on many items at once by a stated rule, and undo it.

All decisions of one application are one transaction, which is why their number is limited. They are rows as those of
a curator and name the application. Undoing withdraws those that nobody has changed since.
"""

from collections.abc import Sequence
from datetime import datetime
from itertools import islice

from django.db.models import F, Max

from annotation.models import Adjudication, Item, RuleApplication
from annotation.queries.curation.adjudications import counted_revisions
from annotation.queries.curation.decision_rules import (
    MAX_ITEMS,
    Ruling,
    in_force_still,
    open_items,
    rule_json,
    rulings,
)
from annotation.queries.projects.access import Access
from annotation.services.projects.project_settings import touch
from foundation.audit import AuditKind, record
from foundation.errors import ConflictError, InvalidError, NotFoundError
from foundation.write_transaction import write_transaction
from morelkit.gold.decision_rules import DecisionRule, describe


def apply_rule(
    here: Access, rule: DecisionRule, language: str, expected: int, now: datetime
) -> RuleApplication:
    """Decide on the open items that the rule settles, at most `MAX_ITEMS`, in the order of import.

    `expected`: number of items in the preview. Raises InvalidError if there are none, ConflictError if adjudication is
    off or the items have changed since the preview.
    """
    project = here.project
    with write_transaction():
        project.refresh_from_db(fields=["adjudication", "scheme", "scheme_version", "policy"])
        if not project.adjudication:
            raise ConflictError("Majority vote decides gold in this project.", code="adjudication_off")
        before = _settled(here, rule, language)
        _lock_items([each.item for each in before])
        found = _settled(here, rule, language)
        if len(found) != expected or found != before:
            raise ConflictError(
                f"The rule decides on {len(found)} items now, and did on {expected}: look at them again.",
                code="other_by_now",
            )
        if not found:
            raise InvalidError("The rule decides on none of the open items.", code="nothing_there")
        application = RuleApplication.objects.create(
            project=project, rule=rule_json(rule), language=language, by=here.user, at=now, items=len(found)
        )
        numbers = _last_numbers([each.item for each in found])
        Adjudication.objects.bulk_create(
            Adjudication(
                item_id=each.item,
                number=numbers.get(each.item, 0) + 1,
                curator=here.annotator,
                by=here.user,
                at=now,
                spans=[
                    {"id": f"rule-{place}", "start": span.start, "end": span.end, "label": span.label}
                    for place, span in enumerate(each.spans)
                ],
                labels=each.labels,
                note=describe(rule),
                source=Adjudication.Source.RULE,
                application=application,
                revisions=each.revisions,
            )
            for each in found
        )
        record(
            AuditKind.DECISION_MADE,
            project.scope,
            actor=here.user,
            rule=describe(rule),
            items=len(found),
            application=application.pk,
        )
        touch(project)
    return application


def undo_application(here: Access, key: int, now: datetime) -> RuleApplication:
    """Withdraw the decisions of an application that nobody has changed since.

    Raises NotFoundError, and ConflictError if there is none left.
    """
    project = here.project
    with write_transaction():
        application = RuleApplication.objects.filter(project=project, pk=key).first()
        if application is None:
            raise NotFoundError("There is no such application of a rule in this project.")
        _lock_items(list(in_force_still(application).values_list("item_id", flat=True)))
        rows = list(in_force_still(application))
        if not rows:
            raise ConflictError("None of its decisions is in force any more.", code="undone_before")
        counting = counted_revisions([row.item_id for row in rows])
        Adjudication.objects.bulk_create(
            Adjudication(
                item_id=row.item_id,
                number=row.number + 1,
                curator=here.annotator,
                by=here.user,
                at=now,
                source=Adjudication.Source.NOTHING,
                application=application,
                withdrawn=True,
                revisions=sorted(counting[row.item_id]),
            )
            for row in rows
        )
        RuleApplication.objects.filter(pk=key).update(
            undone_by=here.user, undone_at=now, withdrawn=F("withdrawn") + len(rows)
        )
        record(
            AuditKind.DECISION_WITHDRAWN,
            project.scope,
            actor=here.user,
            items=len(rows),
            application=application.pk,
        )
        touch(project)
    application.refresh_from_db()
    return application


def _settled(here: Access, rule: DecisionRule, language: str) -> list[Ruling]:
    found = (
        ruling for _, ruling in rulings(here.project, rule, open_items(here.project, language)) if ruling
    )
    return list(islice(found, MAX_ITEMS))


def _lock_items(keys: Sequence[int]) -> None:
    list(Item.objects.select_for_update(of=("self",)).filter(pk__in=keys).order_by("pk").values_list("pk"))


def _last_numbers(items: Sequence[int]) -> dict[int, int]:
    rows = Adjudication.objects.filter(item__in=items).order_by()
    return dict(rows.values_list("item").annotate(Max("number")))
