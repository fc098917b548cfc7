"""Change what annotators may say, where nothing that they, or curators, have said is lost by it."""

from collections.abc import Iterator, Mapping
from typing import Any

from annotation.models import Annotation, Project
from annotation.queries.projects.access import scheme_of
from annotation.queries.projects.scheme_usage import (
    NOTHING_TO_MARK,
    decided_places,
    held_places,
    taught_places,
)
from annotation.services.projects.project_settings import touch
from foundation.errors import ConflictError, FieldError, InvalidError
from foundation.write_transaction import write_transaction
from morelkit.scheme.schemes import Scheme, SchemeError, from_json, to_json


def set_scheme(project: Project, base_version: int, labels: Mapping[str, Any]) -> Project:
    """The span labels and item labels of a new version; evidence stays as it is. What is the same makes none.

    Annotations keep the version they were made under. Raises InvalidError; ConflictError
    where `base_version` is not the present one, and with the number of annotations, of items with known gold, and of
    those with a decision, that hold what would have no place.
    """
    with write_transaction():
        project = Project.objects.select_for_update().get(pk=project.pk)
        if base_version != project.scheme_version:
            raise ConflictError(
                f"Somebody else has changed the scheme meanwhile: you started from version {base_version}, the "
                f"present one is {project.scheme_version}.",
                code="stale_scheme",
            )
        before = scheme_of(project)
        after = _read(labels, before)
        if to_json(after) == to_json(before) | {"version": after.version}:
            return project
        if losses := list(_losses(project, before, after)):
            raise ConflictError(" ".join(each.detail for each in losses), code="would_lose", errors=losses)
        if after.uses_spans and not before.uses_spans:
            _refuse_where_marks_were_not_asked_for(project)
        project.scheme, project.scheme_version = to_json(after), after.version
        project.save(update_fields=["scheme", "scheme_version"])
        touch(project)
    return project


def _read(labels: Mapping[str, Any], before: Scheme) -> Scheme:
    spans = labels["span_labels"]
    value = {
        "span_labels": spans,
        "item_labels": labels["item_labels"],
        "evidence": before.evidence if spans else "off",
        "version": before.version + 1,
    }
    try:
        return from_json(value)
    except SchemeError as error:
        errors = [
            FieldError(pointer, "scheme", f"{detail[0].upper()}{detail[1:]}.")
            for pointer, detail in error.problems
        ]
        raise InvalidError(errors[0].detail, code="scheme", errors=errors) from error


def _losses(project: Project, before: Scheme, after: Scheme) -> Iterator[FieldError]:
    gone = _places(before).keys() - _places(after).keys()
    if not gone:
        return
    holders = (
        ("{} annotations", held_places(project)),
        ("the gold of {} training or check items", taught_places(project)),
        ("the decisions on {} items", decided_places(project)),
    )
    for place, (pointer, what) in _places(before).items():
        who = [words.format(holding[place]) for words, holding in holders if holding[place]]
        if place in gone and who:
            detail = f"{' and '.join(who)} hold {what}."
            yield FieldError(pointer, "would_lose", f"{detail[0].upper()}{detail[1:]}")


def _places(scheme: Scheme) -> dict[tuple[str, str], tuple[str, str]]:
    """Where an annotation can say something, with the pointer and the words for it."""
    places = {}
    if scheme.uses_spans:
        places[NOTHING_TO_MARK] = "/span_labels", "that there is nothing to mark"
    for span in scheme.span_labels:
        places["", span.name] = "/span_labels", f"marks labelled “{span.text}” ({span.name})"
    for label in scheme.item_labels:
        for choice in label.choices:
            what = f"“{choice.text}” ({choice.name}) as “{label.text}” ({label.name})"
            places[label.name, choice.name] = "/item_labels", what
    return places


def _refuse_where_marks_were_not_asked_for(project: Project) -> None:
    submitted = Annotation.objects.filter(annotator__project=project, submitted__isnull=False).count()
    if submitted:
        raise ConflictError(
            f"{submitted} annotations were submitted without being asked for marks: they would count as if there "
            "was nothing to mark. Make a new project like this one.",
            code="would_miscount",
        )
