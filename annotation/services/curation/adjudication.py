"""A curator decides what the gold of an item is, where the project wants that, and takes it back.

Decisions are appended, so that nothing is lost: taking one back appends that there is none, and an earlier one is
decided anew. Annotations, and whatever is counted of them, stay as they are.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.conf import settings

from annotation.models import Adjudication, Annotation, Item, Project
from annotation.queries.annotate.workspace_item import work_item
from annotation.queries.curation.adjudications import counting_revisions
from annotation.queries.projects.access import Access, scheme_of
from annotation.services.projects.project_settings import touch
from foundation.errors import ConflictError, FieldError, InvalidError, wrong_field
from foundation.write_transaction import write_transaction
from morelkit.scheme.content import Content, Limits, missing_for_submit, read_content


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a curator sends. `spans` and `labels` are untrusted JSON.

    `revision`: the decision they have seen, 0: none. `annotator`: whose annotation it starts from. `seen`: of all that
    counts the number of the revision before them, by annotator.
    """

    revision: int
    spans: Any
    labels: Any
    note: str
    source: str
    annotator: str = ""
    seen: Mapping[str, int] | None = None


def adjudicate(here: Access, item_id: int, ruling: Ruling, now: datetime) -> Item:
    """Raises NotFoundError, InvalidError, and ConflictError where it is off, or not what the curator has seen."""
    with write_transaction():
        item = _held(here.project, item_id)
        _as_seen(item, ruling.seen)
        content = _checked(here.project, item, ruling)
        begun_from = _begun_from(item, ruling)
        _append(
            here,
            item,
            ruling.revision,
            now,
            spans=content.to_storage()["spans"],
            labels=dict(content.labels),
            note=ruling.note,
            source=ruling.source,
            begun_from=begun_from,
        )
    return item


def withdraw(here: Access, item_id: int, revision: int, now: datetime) -> Item:
    """The item has no decision any more: its gold is the majority's again. Raises as `adjudicate`."""
    with write_transaction():
        item = _held(here.project, item_id)
        last = _last(item)
        if last is None or last.withdrawn:
            raise ConflictError("Nothing is decided on this item.", code="not_decided")
        _append(here, item, revision, now, source=Adjudication.Source.NOTHING, withdrawn=True)
    return item


def decide_again(here: Access, item_id: int, revision: int, now: datetime) -> Item:
    """The decision before the last one holds again, as it was: over what counted then. Raises as `adjudicate`."""
    with write_transaction():
        item = _held(here.project, item_id)
        before = Adjudication.objects.filter(item=item, number=revision - 1, withdrawn=False).first()
        if before is None:
            raise ConflictError("Nothing was decided on this item before.", code="not_decided")
        was = Ruling(revision, before.spans, before.labels, before.note, before.source)
        content = _checked(here.project, item, was)
        _append(
            here,
            item,
            revision,
            now,
            spans=content.to_storage()["spans"],
            labels=dict(content.labels),
            note=before.note,
            source=before.source,
            begun_from=before.begun_from,
            revisions=before.revisions,
        )
    return item


def _held(project: Project, item_id: int) -> Item:
    item = Item.objects.select_for_update(of=("self",)).get(pk=work_item(project, item_id).pk)
    project.refresh_from_db(fields=["adjudication", "scheme", "scheme_version"])
    if not project.adjudication:
        raise ConflictError("This project takes gold from the majority alone.", code="adjudication_off")
    return item


def _as_seen(item: Item, seen: Mapping[str, int] | None) -> None:
    if seen is None:
        return
    counting = dict(
        Annotation.objects.counted().filter(item=item).values_list("annotator__key", "submitted__number")
    )
    if counting != seen:
        raise ConflictError("Other annotations count by now: look at them first.", code="other_by_now")


def _checked(project: Project, item: Item, ruling: Ruling) -> Content:
    scheme = replace(scheme_of(project), evidence="off")
    given: Mapping[str, Any] = {
        "spans": ruling.spans,
        "labels": ruling.labels,
        "comment": ruling.note,
        "nothing_to_mark": scheme.uses_spans and not ruling.spans,
    }
    limits = Limits(spans=settings.MAX_SPANS, comment=settings.MAX_COMMENT_CHARACTERS)
    content, problems = read_content(given, len(item.answer), scheme, limits)
    if problems := problems or missing_for_submit(content, scheme):
        errors = [
            FieldError(each.pointer.replace("/comment", "/note"), each.code, each.detail) for each in problems
        ]
        raise InvalidError(problems[0].detail, errors=errors)
    return content


def _begun_from(item: Item, ruling: Ruling) -> Annotation | None:
    """Without a key the annotation is named by an earlier decision, from which this one goes on."""
    if ruling.source != Adjudication.Source.ANNOTATOR or not ruling.annotator:
        return None
    annotation = Annotation.objects.counted().filter(item=item, annotator__key=ruling.annotator).first()
    if annotation is None:
        raise wrong_field("annotator", "Nothing of theirs counts on this item.", "no_person")
    return annotation


def _last(item: Item) -> Adjudication | None:
    return Adjudication.objects.filter(item=item).order_by("-number").first()


def _append(here: Access, item: Item, revision: int, now: datetime, **fields: Any) -> None:
    """`revisions`, among the fields, are those that count now if none are given."""
    last = _last(item)
    present = last.number if last else 0
    if revision != present:
        raise ConflictError(
            f"Somebody has decided on this item meanwhile: you started from decision {revision}, the present one is "
            f"{present}.",
            code="stale_decision",
        )
    Adjudication.objects.create(
        item=item,
        number=present + 1,
        curator=here.annotator,
        by=here.user,
        at=now,
        **{"revisions": sorted(counting_revisions([item.pk])[item.pk]), **fields},
    )
    touch(here.project)
