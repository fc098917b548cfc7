"""Change labels and questions, unless annotations, gold or decisions would lose content."""

from collections.abc import Iterator, Mapping
from typing import Any

from annotation.models import Annotation, Candidate, Import, Item, Project
from annotation.models.project import job_scope
from annotation.queries.annotate.broken_rules import RULES_JOB
from annotation.queries.projects.access import record_format_of, scheme_of
from annotation.queries.projects.scheme_usage import (
    NOTHING_TO_MARK,
    decided_choices,
    gold_choices,
    used_choices,
)
from annotation.services.projects.normalization_change import start_policy_change
from annotation.services.projects.project_settings import record_changes, touch
from foundation.errors import ConflictError, FieldError, InvalidError, wrong_field
from foundation.models import Job
from foundation.write_transaction import write_transaction
from morelkit.scheme.schemes import Scheme, SchemeError, from_json, to_json
from morelkit.text.normalization import CLAIMS_POLICY


def set_scheme(project: Project, base_version: int, labels: Mapping[str, Any]) -> Project:
    """Create a version of the scheme with these labels, unless they are unchanged. Evidence stays as it is.

    Without `consistency_rules` or `unit`, these stay as they are. The unit changes only before anything is imported.
    Changed rules are checked on all annotations by a job. Annotations keep the version they were made under. Raises
    InvalidError. Raises ConflictError if the unit cannot change, if `base_version` is outdated, or with the numbers of
    annotations, gold items and decisions that would lose content.
    """
    with write_transaction():
        project = Project.objects.select_for_update().get(pk=project.pk)
        if base_version != project.scheme_version:
            raise ConflictError(
                f"Someone else has changed the scheme: you started from version {base_version}, the "
                f"present one is {project.scheme_version}.",
                code="stale_scheme",
            )
        before = scheme_of(project)
        after = _read(labels, before)
        if to_json(after) == to_json(before) | {"version": after.version}:
            return project
        for fault in record_format_of(project).scheme_faults(after):
            raise wrong_field("item_labels", fault, "record_format")
        if after.unit != before.unit:
            _change_unit(project, after)
        if losses := list(_losses(project, before, after)):
            raise ConflictError(" ".join(each.detail for each in losses), code="would_lose", errors=losses)
        if after.uses_spans and not before.uses_spans:
            _refuse_if_annotations_had_no_spans(project)
        project.scheme, project.scheme_version = to_json(after), after.version
        project.save(update_fields=["scheme", "scheme_version", "next_policy"])
        record_changes(project, {"scheme_version": (base_version, after.version)})
        if after.consistency_rules != before.consistency_rules:
            _start_rule_check(project)
        touch(project)
    return project


def _read(labels: Mapping[str, Any], before: Scheme) -> Scheme:
    spans = labels["span_labels"]
    value = {
        "span_labels": spans,
        "item_labels": labels["item_labels"],
        "evidence": before.evidence if spans else "off",
        "version": before.version + 1,
        "consistency_rules": labels.get("consistency_rules", to_json(before).get("consistency_rules", [])),
        "unit": labels.get("unit", before.unit),
    }
    try:
        return from_json(value)
    except SchemeError as error:
        errors = [
            FieldError(pointer, "scheme", f"{detail[0].upper()}{detail[1:]}.")
            for pointer, detail in error.problems
        ]
        raise InvalidError(errors[0].detail, code="scheme", errors=errors) from error


def _start_rule_check(project: Project) -> None:
    """Queue a check of all annotations; a check under earlier rules stops."""
    jobs = Job.objects.filter(scope=job_scope(project.pk), kind=RULES_JOB, state__in=Job.OPEN)
    jobs.update(state=Job.State.STOPPED, message="The rules have changed.")
    total = Item.objects.filter(project=project).count()
    Job.objects.create(scope=job_scope(project.pk), kind=RULES_JOB, total=total)


def _losses(project: Project, before: Scheme, after: Scheme) -> Iterator[FieldError]:
    gone = _choices(before).keys() - _choices(after).keys()
    if not gone:
        return
    holders = (
        ("{} annotations", used_choices(project)),
        ("the gold of {} training or check items", gold_choices(project)),
        ("the decisions on {} items", decided_choices(project)),
    )
    for choice_key, (pointer, what) in _choices(before).items():
        holder_texts = [
            words.format(holding[choice_key]) for words, holding in holders if holding[choice_key]
        ]
        if choice_key in gone and holder_texts:
            detail = f"{' and '.join(holder_texts)} hold {what}."
            yield FieldError(pointer, "would_lose", f"{detail[0].upper()}{detail[1:]}")


def _choices(scheme: Scheme) -> dict[tuple[str, str], tuple[str, str]]:
    """Return each choice that an annotation can store, with its JSON pointer and description."""
    choices = {}
    if scheme.uses_spans:
        choices[NOTHING_TO_MARK] = "/span_labels", "that there is nothing to mark"
    for span in scheme.span_labels:
        choices["", span.name] = "/span_labels", f"marks labelled “{span.text}” ({span.name})"
    for label in scheme.item_labels:
        for choice in label.choices:
            what = f"“{choice.text}” ({choice.name}) as “{label.text}” ({label.name})"
            choices[label.name, choice.name] = "/item_labels", what
    return choices


def _change_unit(project: Project, after: Scheme) -> None:
    """Start the change to the policy that the new unit needs. Raises ConflictError if something was imported."""
    open_imports = Import.objects.filter(project=project, state__in=Import.RUNNING)
    stored = Item.objects.filter(project=project), Candidate.objects.filter(project=project), open_imports
    if any(rows.exists() for rows in stored):
        raise ConflictError(
            "The unit cannot change any more: claims are cut when items are imported. Make a new project.",
            code="unit",
        )
    if after.uses_claims:
        start_policy_change(project, CLAIMS_POLICY)


def _refuse_if_annotations_had_no_spans(project: Project) -> None:
    submitted = Annotation.objects.filter(annotator__project=project, submitted__isnull=False).count()
    if submitted:
        raise ConflictError(
            f"{submitted} annotations were submitted without being asked for marks: they would count as if there "
            "was nothing to mark. Make a new project like this one.",
            code="would_miscount",
        )
