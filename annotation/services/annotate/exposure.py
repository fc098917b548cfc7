"""Show an annotator suggestions of a source, as the project's exposure policy says, and record what they saw."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from annotation.models import Annotator, Assignment, Exposure, Project
from annotation.queries.projects.access import scheme_of
from annotation.queries.sources.exposure import (
    ExposureMode,
    exposure_of,
    exposure_to_create,
    suggested_ids,
    suggestions_of,
)
from foundation.errors import FieldError, InvalidError
from foundation.write_transaction import write_transaction
from morelkit.text.spans import Span

DECISIONS = ("accepted", "dismissed")


def expose(project: Project, assignment: Assignment, *, begun: bool, now: datetime) -> Exposure | None:
    """Return what the annotator sees of a source beside an item. Its first opening records it.

    `begun`: the annotation was begun before; then nothing new is shown. Nothing is recorded in an archived project.
    """
    found = exposure_of(assignment.annotator_id, assignment.item_id)
    if found or begun or project.archived_at:
        return found
    exposure = exposure_to_create(project, assignment)
    if exposure is None:
        return None
    shown = exposure.mode == ExposureMode.SHOWN
    with write_transaction():
        # The item may be open twice.
        return Exposure.objects.select_related("source").get_or_create(
            item=assignment.item,
            annotator_id=assignment.annotator_id,
            defaults={
                "source": exposure.source,
                "mode": exposure.mode,
                "spans": exposure.spans,
                "shown_at": now if shown else None,
            },
        )[0]


def reveal(exposure: Exposure, now: datetime) -> None:
    """Show the suggestions after the first answer, in the transaction that submits it."""
    if exposure.shown_at is None:
        exposure.shown_at = now
        exposure.save(update_fields=["shown_at"])


def exposure_in_save(project: Project, annotator: Annotator, item: int) -> Exposure | None:
    """Return the exposure of an item that is being saved. Makes no query if the project never had suggestions."""
    return exposure_of(annotator.pk, item) if project.uses_suggestions else None


def read_decisions(content: Mapping[str, Any], exposure: Exposure | None) -> dict[str, str]:
    """Return what the annotator did with each suggestion, from untrusted content. Raises InvalidError."""
    given = content.get("suggestions") or {}
    visible = exposure is not None and exposure.shown_at is not None
    # The page may have been loaded before the scheme lost a label.
    known = suggested_ids(exposure) if exposure and visible else set()
    if not isinstance(given, dict):
        raise _refused("", "type", "Suggestions are an object.")
    for id_, decision in given.items():
        if id_ not in known:
            raise _refused(f"/{id_}", "unknown_suggestion", "This item does not show such a suggestion.")
        if decision not in DECISIONS:
            raise _refused(f"/{id_}", "decision", "A suggestion is accepted or dismissed.")
    return given


def _refused(pointer: str, code: str, detail: str) -> InvalidError:
    return InvalidError(
        detail, code="invalid", errors=[FieldError(f"/content/suggestions{pointer}", code, detail)]
    )


def exposure_record(
    project: Project, exposure: Exposure | None, decisions: Mapping[str, str], spans: tuple[Span, ...]
) -> dict[str, Any] | None:
    """Return what a revision stores of the suggestions; None if the item has none.

    A suggestion counts as accepted while a mark of its label overlaps it.
    """
    if exposure is None:
        return None
    visible = exposure.shown_at is not None
    shown = suggestions_of(scheme_of(project), exposure) if visible else []
    kept = {
        each["id"]
        for each in shown
        if any(
            span.label == each["label"] and span.start < each["end"] and each["start"] < span.end
            for span in spans
        )
    }
    ids = [each["id"] for each in shown]
    return {
        "mode": exposure.mode,
        "source": exposure.source.name,
        "version": exposure.source.version,
        "visible": visible,
        "suggestions": ids,
        "accepted": [id_ for id_ in ids if decisions.get(id_) == "accepted" and id_ in kept],
        "dismissed": [id_ for id_ in ids if decisions.get(id_) == "dismissed"],
    }
