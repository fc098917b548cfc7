"""Decide on the gold of items, withdraw and undo decisions, in projects with adjudication.

Decisions are appended and never changed: a withdrawal is a row, and undoing appends the decision before. Annotations
and statistics are unchanged.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.conf import settings

from annotation.models import Adjudication, Annotation, Item, Project
from annotation.queries.annotate.workspace_item import work_item
from annotation.queries.curation.adjudications import counted_revisions
from annotation.queries.projects.access import Access, scheme_of
from annotation.services.projects.project_settings import touch
from foundation.audit import AuditKind, record
from foundation.errors import ConflictError, FieldError, InvalidError, wrong_field
from foundation.write_transaction import write_transaction
from morelkit.scheme.content import Content, Limits, missing_for_submit, read_content
from morelkit.scheme.schemes import Scheme

_QUOTED: Final = 60
"""Most characters of a span that a message quotes."""


@dataclass(frozen=True, slots=True)
class DecisionRequest:
    """A decision sent by a curator. `spans` and `labels` are untrusted JSON.

    `revision`: number of the latest decision the curator has seen; 0: none. `annotator`: author of the annotation it
    starts from. `seen`: number of the counted revision that the curator has seen, by annotator.
    """

    revision: int
    spans: Any
    labels: Any
    note: str
    source: str
    annotator: str = ""
    seen: Mapping[str, int] | None = None


def adjudicate(here: Access, item_id: int, decision: DecisionRequest, now: datetime) -> Item:
    """Append a decision. Raises NotFoundError, InvalidError, ConflictError (it is off, or data has changed)."""
    with write_transaction():
        item = _lock_item(here.project, item_id)
        _check_seen(item, decision.seen)
        content = _read_content(here.project, item, decision)
        based_on = _based_on(item, decision)
        _append(
            here,
            item,
            decision.revision,
            now,
            spans=content.to_storage()["spans"],
            labels=dict(content.labels),
            note=decision.note,
            source=decision.source,
            based_on=based_on,
        )
    return item


def withdraw(here: Access, item_id: int, revision: int, now: datetime) -> Item:
    """Withdraw the decision of an item: majority vote decides its gold again. Raises as `adjudicate`."""
    with write_transaction():
        item = _lock_item(here.project, item_id)
        last = _last(item)
        if last is None or last.withdrawn:
            raise ConflictError("Nothing is decided on this item.", code="not_decided")
        _append(here, item, revision, now, source=Adjudication.Source.NOTHING, withdrawn=True)
    return item


def undo_decision(here: Access, item_id: int, revision: int, now: datetime) -> Item:
    """Append the decision before the last one again, with the revisions that counted then. Raises as `adjudicate`."""
    with write_transaction():
        item = _lock_item(here.project, item_id)
        before = Adjudication.objects.filter(item=item, number=revision - 1, withdrawn=False).first()
        if before is None:
            raise ConflictError("Nothing was decided on this item before.", code="not_decided")
        earlier = DecisionRequest(revision, before.spans, before.labels, before.note, before.source)
        content = _read_content(here.project, item, earlier)
        _append(
            here,
            item,
            revision,
            now,
            spans=content.to_storage()["spans"],
            labels=dict(content.labels),
            note=before.note,
            source=before.source,
            based_on=before.based_on,
            revisions=before.revisions,
        )
    return item


def _lock_item(project: Project, item_id: int) -> Item:
    item = Item.objects.select_for_update(of=("self",)).get(pk=work_item(project, item_id).pk)
    project.refresh_from_db(fields=["adjudication", "scheme", "scheme_version"])
    if not project.adjudication:
        raise ConflictError("Majority vote decides gold in this project.", code="adjudication_off")
    return item


def _check_seen(item: Item, seen: Mapping[str, int] | None) -> None:
    if seen is None:
        return
    counting = dict(
        Annotation.objects.counted().filter(item=item).values_list("annotator__key", "submitted__number")
    )
    if counting != seen:
        raise ConflictError("The annotations that count have changed. Check them first.", code="other_by_now")


def _read_content(project: Project, item: Item, decision: DecisionRequest) -> Content:
    scheme = replace(scheme_of(project), evidence="off")
    sent: Mapping[str, Any] = {
        "spans": decision.spans,
        "labels": decision.labels,
        "comment": decision.note,
        "nothing_to_mark": scheme.uses_spans and not decision.spans,
    }
    limits = Limits(spans=settings.MAX_SPANS, comment=settings.MAX_COMMENT_CHARACTERS)
    content, problems = read_content(sent, len(item.answer), scheme, limits, claims=item.claims)
    if not problems and (overlaps := list(_overlaps(decision.spans, scheme, item.answer))):
        raise InvalidError(overlaps[0].detail, code="overlapping", errors=overlaps)
    if problems := problems or missing_for_submit(content, scheme):
        errors = [
            FieldError(each.pointer.replace("/comment", "/note"), each.code, each.detail) for each in problems
        ]
        raise InvalidError(problems[0].detail, errors=errors)
    return content


def _overlaps(spans: Any, scheme: Scheme, answer: str) -> Iterator[FieldError]:
    """Yield an error for each span that overlaps an earlier one of its label, because gold would join them unseen.

    `spans`: valid.
    """

    def named(index: int) -> str:
        start, end = spans[index]["start"], spans[index]["end"]
        text = answer[start:end]
        text = text if len(text) <= _QUOTED else f"{text[:_QUOTED]}…"
        return f"“{text}” (characters {start:,} to {end:,})"

    default = scheme.span_labels[0].name if scheme.span_labels else ""
    last: dict[str, tuple[int, int]] = {}  # label → index and end of the span that reaches farthest
    for index, span in sorted(enumerate(spans), key=lambda each: each[1]["start"]):
        label = span.get("label", default)
        other, end = last.get(label, (index, 0))
        if span["start"] < end:
            detail = f"{named(index)} overlaps {named(other)}, which has the same label. Join them, or move an edge."
            yield FieldError(f"/spans/{index}", "overlapping", detail)
        if span["end"] > end:
            last[label] = index, span["end"]


def _based_on(item: Item, decision: DecisionRequest) -> Annotation | None:
    """Annotation that the decision starts from; None for other sources and for decisions based on earlier ones."""
    if decision.source != Adjudication.Source.ANNOTATOR or not decision.annotator:
        return None
    annotation = Annotation.objects.counted().filter(item=item, annotator__key=decision.annotator).first()
    if annotation is None:
        raise wrong_field("annotator", "No annotation of this person counts on this item.", "no_person")
    return annotation


def _last(item: Item) -> Adjudication | None:
    return Adjudication.objects.filter(item=item).order_by("-number").first()


def _append(here: Access, item: Item, revision: int, now: datetime, **fields: Any) -> None:
    """Append a row. `revisions` are the currently counted ones unless given."""
    last = _last(item)
    current = last.number if last else 0
    if revision != current:
        raise ConflictError(
            f"Someone else has decided on this item: you started from decision {revision}, the present one is "
            f"{current}.",
            code="stale_decision",
        )
    Adjudication.objects.create(
        item=item,
        number=current + 1,
        curator=here.annotator,
        by=here.user,
        at=now,
        **{"revisions": sorted(counted_revisions([item.pk])[item.pk]), **fields},
    )
    kind = AuditKind.DECISION_WITHDRAWN if fields.get("withdrawn") else AuditKind.DECISION_MADE
    record(kind, here.project.scope, actor=here.user, item=item.external_id, decision=current + 1)
    touch(here.project)
