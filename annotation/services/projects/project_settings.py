"""Create projects and change their settings."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import F, QuerySet
from django.utils import timezone

from annotation.models import Guidelines, NamesShownPeriod, Project, ProjectLanguage
from annotation.queries.projects.guidelines import newest_guidelines
from annotation.queries.projects.scheme_usage import with_evidence, with_other_sources
from annotation.services.items.assignees import store_assignees
from annotation.services.items.balanced_sample import draw_sample
from annotation.services.items.item_lock import lock_policy_to_change
from annotation.services.projects.assignment_change import (
    check_redundancy_of_policy,
    set_assignment,
    set_languages,
)
from annotation.services.projects.guidelines_images import copy_images
from annotation.services.projects.normalization_change import start_policy_change
from foundation.audit import AuditKind, record
from foundation.change_events import publish_change
from foundation.errors import ConflictError, FieldError, InvalidError, wrong_field
from foundation.free_text import check_text
from foundation.prepared_statements import prepared_update
from foundation.write_transaction import write_transaction
from morelkit.formats.mushroom import MUSHROOM
from morelkit.formats.registry import BY_NAME
from morelkit.scheme.schemes import DEFAULT_PRESET, PRESETS, Scheme, SchemeError, from_json, to_json
from morelkit.text.languages import canonical
from morelkit.text.normalization import CLAIMS_POLICY

MAX_REDUNDANCY = 1_000
MAX_NOTICE_SECONDS = 3_600
MAX_QUESTION_CAP = 1_000
MAX_NAME_LENGTH = 200


def create_project(
    slug: str,
    *,
    preset: str = "",
    records: str = "",
    like: Project | None = None,
    name: str = "",
    description: str = "",
    languages: Sequence[str] = (),
    redundancy: int | None = None,
    assignment: str = "",
    quota: int | None = None,
    sample: int | None = None,
    question_cap: int | None = None,
    assignment_field: str = "",
    guidelines: str = "",
) -> Project:
    """Create a project. Settings that are not given are copied from `like`, or have their defaults.

    `records`: its record format; without it, that of the preset.
    Without `languages`, imports add languages. `sample`: items per question, prompt and model of a balanced sample,
    `question_cap`: per question, 0 for any number. `assignment_field`: the field that names an item's annotator.
    `guidelines`: an English text that is used if `like` brings no guidelines. Raises InvalidError.
    """
    check_slug(slug)
    if preset and preset not in PRESETS:
        raise wrong_field("preset", f"There is no preset “{preset}”. Known: {', '.join(PRESETS)}.")
    if records and records not in BY_NAME:
        raise wrong_field("records", f"There is no record format “{records}”. Known: {', '.join(BY_NAME)}.")
    if assignment and assignment not in Project.AssignmentPolicy.values:
        raise wrong_field("assignment", f"There is no policy “{assignment}”.")
    _check_redundancy(redundancy)
    _check_sample(sample, question_cap)
    _check_name(name)
    spelled = _spelled_languages(languages)
    with write_transaction():
        if Project.objects.filter(slug=slug).exists():
            raise wrong_field("slug", f"There is a project “{slug}” already.", "exists")
        project = _copy_settings(like) if like else Project(redundancy=3)
        project.slug, project.name, project.description = slug, name or slug, description
        if preset or not like:
            project.scheme = to_json(PRESETS[preset or DEFAULT_PRESET])
            project.record_format = preset if preset in BY_NAME else MUSHROOM.name
        if from_json(project.scheme).uses_claims:
            project.policy = CLAIMS_POLICY
        project.record_format = records or project.record_format
        check_record_format(project.record_format, from_json(project.scheme))
        project.redundancy = redundancy or project.redundancy
        set_assignment(project, assignment or None, assignment_field or None)
        check_redundancy_of_policy(project.assignment, redundancy)
        project.quota = project.quota if quota is None else quota
        project.sample = sample or project.sample
        project.question_cap = project.question_cap if question_cap is None else question_cap
        if languages or not like:
            project.languages_open = not languages
        project.save(force_insert=True)
        ProjectLanguage.objects.bulk_create(
            ProjectLanguage(project=project, language=language, spelling=spelling)
            for language, spelling in spelled.items()
        )
        if like:
            _copy_languages(project, like, spelled)
        _add_default_guidelines(project, guidelines)
        record(AuditKind.PROJECT_CREATED, project.scope, project=slug, like=like.slug if like else "")
    return project


def _spelled_languages(languages: Sequence[str]) -> dict[str, str]:
    """Return the spelling of each language by its stored tag. Raises InvalidError, which names each wrong one."""
    spelled: dict[str, str] = {}
    errors = []
    for place, each in enumerate(languages):
        try:
            spelled[canonical(each)] = each
        except ValueError as problem:
            errors.append(FieldError(f"/languages/{place}", "language", str(problem)))
    if errors:
        raise InvalidError(errors[0].detail, code="language", errors=errors)
    return spelled


def check_record_format(name: str, scheme: Scheme) -> None:
    """Raise InvalidError if the label fields of the format do not follow from the labels of the scheme."""
    for fault in BY_NAME[name].scheme_faults(scheme):
        raise wrong_field("records", fault, "record_format")


def _add_default_guidelines(project: Project, text: str) -> None:
    """Create English guidelines, unless some were copied from another project."""
    if text and not Guidelines.objects.filter(project=project).exists():
        Guidelines.objects.create(project=project, language="en", version=1, text=text)


_NOT_COPIED = {
    "id",
    "slug",
    "name",
    "description",
    "scheme_version",
    "seed",
    "secret",
    "version",
    "created_at",
    "archived_at",
    "next_policy",
    "questionnaire_open",
    "uses_suggestions",
}


def check_slug(slug: str) -> None:
    """Raise InvalidError if `slug` cannot be a project's."""
    if not re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,49}", slug):
        raise wrong_field("slug", f"“{slug}” is no slug: lower-case letters, digits, - and _, at most 50.")


def _copy_settings(like: Project) -> Project:
    """Return an unsaved project with the settings of `like`. New settings are copied unless listed above."""
    fields = [field.attname for field in Project._meta.concrete_fields if field.name not in _NOT_COPIED]
    project = Project(**{name: getattr(like, name) for name in fields})
    project.scheme = like.scheme | {"version": 1}
    return project


def _copy_languages(project: Project, like: Project, spelled: Mapping[str, str]) -> None:
    """Copy redundancy and latest guidelines of each language; without `spelled`, copy the languages too."""
    rows = ProjectLanguage.objects.filter(project=like)
    if spelled:
        for row in rows.filter(language__in=spelled):
            ProjectLanguage.objects.filter(project=project, language=row.language).update(
                redundancy=row.redundancy
            )
    else:
        ProjectLanguage.objects.bulk_create(
            ProjectLanguage(
                project=project, language=row.language, spelling=row.spelling, redundancy=row.redundancy
            )
            for row in rows
        )
    wanted = set(spelled) or set(rows.values_list("language", flat=True))
    for language, newest in newest_guidelines(like).items():
        if language in wanted | {"en"}:  # the fallback of languages without guidelines
            copy = Guidelines.objects.create(project=project, language=language, version=1, text=newest.text)
            copy_images(newest, copy)


def set_language(
    project: Project, language: str, *, closed: bool | None = None, redundancy: int | None = None
) -> ProjectLanguage:
    """Change the given settings of a language. Redundancy 0 restores that of the project.

    In a closed language nothing is assigned or submitted: an item that is assigned in the same instant is assigned
    before. Raises InvalidError.
    """
    if redundancy:
        _check_redundancy(redundancy)
        check_redundancy_of_policy(project.assignment, redundancy)
    with write_transaction():
        if closed is not None:
            lock_policy_to_change(project)
        row = ProjectLanguage.objects.filter(project=project, language=language_tag(language)).first()
        if row is None:
            raise InvalidError(f"The project has no language “{language}”.", code="unknown_language")
        changes: dict[str, tuple[Any, Any]] = {}
        if closed is not None:
            changes[f"closed ({row.language})"] = (row.closed, closed)
            row.closed = closed
        if redundancy is not None:
            changes[f"redundancy ({row.language})"] = (row.redundancy, redundancy or None)
            row.redundancy = redundancy or None
        record_changes(project, changes)
        row.save(update_fields=["closed", "redundancy"])
        touch(project)
    return row


def set_project(
    project: Project,
    *,
    name: str | None = None,
    description: str | None = None,
    redundancy: int | None = None,
    quota: int | None = None,
    sample: int | None = None,
    question_cap: int | None = None,
    evidence: str | None = None,
    other_sources: bool | None = None,
    anonymous: bool | None = None,
    anonymity_reason: str = "",
    adjudication: bool | None = None,
    notice_after: int | None = None,
    notice_repeats: bool | None = None,
    policy: str | None = None,
    assignment: str | None = None,
    assignment_field: str | None = None,
    languages: Sequence[str] | None = None,
) -> Project:
    """Change the given settings. A change of evidence creates a new version of the scheme; quota 0 is no quota.

    A job recomputes all statistics before another policy takes effect. A higher redundancy or a larger sample opens
    items; lower ones remove no annotations. `question_cap`: of a balanced sample. `notice_repeats`: the notice appears
    again each time `notice_after` seconds have passed. Showing names again needs an `anonymity_reason`, which members
    see.

    The assignment and its field change only while no item was assigned. `languages`: all of them; none, so that imports
    add theirs. A language with items stays.

    Raises InvalidError; raises ConflictError, with the number of annotations, assigned items or items concerned, if
    they depend on what would change.
    """
    plain = {
        "name": name,
        "description": description,
        "redundancy": redundancy,
        "quota": quota,
        "sample": sample,
        "question_cap": question_cap,
        "adjudication": adjudication,
        "notice_after": notice_after,
        "notice_repeats": notice_repeats,
    }
    _check_name(name, required=True)
    _check_redundancy(redundancy)
    _check_notice(notice_after)
    _require_balanced(assignment or project.assignment, sample=sample, question_cap=question_cap)
    _check_sample(sample, question_cap)
    with write_transaction():
        if assignment is not None or assignment_field is not None:
            lock_policy_to_change(project)
        project = Project.objects.select_for_update().get(pk=project.pk)
        before = _auditable(project)
        if evidence is not None and evidence != project.scheme.get("evidence", "off"):
            _set_evidence(project, evidence)
        if other_sources is False and project.other_sources:
            _refuse_loss(with_other_sources(project), "links to other sources")
        for field, value in (plain | {"other_sources": other_sources}).items():
            if value is not None:
                setattr(project, field, value)
        if policy is not None:
            _check_policy(project, policy)
            start_policy_change(project, policy)
        _set_anonymity(project, anonymous, anonymity_reason)
        policy_changed = set_assignment(project, assignment, assignment_field)
        check_redundancy_of_policy(project.assignment, redundancy)
        set_languages(project, languages)
        project.save(
            update_fields=[
                "scheme",
                "scheme_version",
                "other_sources",
                "next_policy",
                "anonymous",
                "assignment",
                "assignment_field",
                "languages_open",
                *plain,
            ]
        )
        after = _auditable(project)
        record_changes(project, {field: (before[field], after[field]) for field in after})
        if policy_changed:  # Nothing is assigned under the new policy before its sample is drawn.
            store_assignees(project)
            draw_sample(project)
        touch(project)
    if (sample, question_cap) != (None, None) and not policy_changed:
        draw_sample(project)
        touch(project)
    return project


_AUDITED = (
    "name",
    "description",
    "redundancy",
    "quota",
    "sample",
    "question_cap",
    "adjudication",
    "notice_after",
    "notice_repeats",
    "other_sources",
    "next_policy",
    "assignment",
    "assignment_field",
    "languages_open",
)


_TEXTS = {"name", "description", "consent"}


def _auditable(project: Project) -> dict[str, Any]:
    fields = {field: getattr(project, field) for field in _AUDITED}
    spelled = ProjectLanguage.objects.filter(project=project).order_by("language")
    fields["languages"] = list(spelled.values_list("spelling", flat=True))
    return fields | {"evidence": project.scheme.get("evidence", "off")}


def record_changes(project: Project, changes: Mapping[str, tuple[Any, Any]]) -> None:
    """Record the fields whose old and new value differ, if there are any; of texts, only that they differ."""
    changed = {field: each for field, each in changes.items() if each[0] != each[1]}
    if not changed:
        return
    values = {field: each for field, each in changed.items() if field not in _TEXTS}
    texts = ", ".join(field for field in changed if field in _TEXTS)
    details: dict[str, Any] = {"texts": texts} if texts else {}
    record(AuditKind.SETTINGS_CHANGED, project.scope, changes=values, **details)


def _set_anonymity(project: Project, anonymous: bool | None, reason: str) -> None:
    """Hide names, or show them for a reason, unless that is so already. Raises InvalidError without a reason."""
    if anonymous is None or anonymous == project.anonymous:
        return
    periods = NamesShownPeriod.objects.filter(project=project)
    if anonymous:
        periods.filter(until__isnull=True).update(until=timezone.now())
    else:
        if not reason.strip():
            raise wrong_field("anonymity_reason", "Say why names are shown: members see it.", "blank")
        check_text("anonymity_reason", reason)
        periods.create(project=project, since=timezone.now(), reason=reason.strip())
    project.anonymous = anonymous
    record(AuditKind.ANONYMITY_CHANGED, project.scope, anonymous=anonymous)


def _check_policy(project: Project, policy: str) -> None:
    if policy != CLAIMS_POLICY and from_json(project.scheme).uses_claims:
        raise wrong_field(
            "policy", f"Claims are counted as they are: under the policy {CLAIMS_POLICY}.", "claims"
        )


def _check_redundancy(redundancy: int | None) -> None:
    if redundancy is not None and not 1 <= redundancy <= MAX_REDUNDANCY:
        raise wrong_field("redundancy", f"Redundancy is a whole number from 1 to {MAX_REDUNDANCY}.")


def _check_sample(sample: int | None, question_cap: int | None) -> None:
    if sample is not None and sample < 1:
        raise wrong_field("sample", "A sample takes at least one item of each question, prompt and model.")
    if question_cap is not None and not 0 <= question_cap <= MAX_QUESTION_CAP:
        raise wrong_field(
            "question_cap",
            f"A sample takes 1 to {MAX_QUESTION_CAP:,} items of a question, or any number (0).",
        )


def _check_notice(seconds: int | None) -> None:
    if seconds is not None and not 0 <= seconds <= MAX_NOTICE_SECONDS:
        raise wrong_field(
            "notice_after", f"A notice comes after 1 to {MAX_NOTICE_SECONDS:,} seconds, or never (0)."
        )


def _require_balanced(assignment: str, **sizes: int | None) -> None:
    for field, size in sizes.items():
        if size and assignment != Project.AssignmentPolicy.BALANCED:
            raise wrong_field(field, "Only where the assignment is a balanced sample does it have a size.")


def _check_name(name: str | None, *, required: bool = False) -> None:
    if name is None:
        return
    if required and not name.strip():
        raise wrong_field("name", "A project needs a name.")
    if len(name) > MAX_NAME_LENGTH:
        raise wrong_field("name", f"A project's name has at most {MAX_NAME_LENGTH} characters.")


def _set_evidence(project: Project, evidence: str) -> None:
    try:
        scheme = from_json(project.scheme | {"evidence": evidence, "version": project.scheme_version + 1})
    except SchemeError as error:
        errors = [FieldError(pointer, "scheme", detail) for pointer, detail in error.problems]
        raise InvalidError(f"{error.problems[0][1]}.".capitalize(), code="scheme", errors=errors) from error
    if evidence == "off":
        _refuse_loss(with_evidence(project), "evidence")
    project.scheme, project.scheme_version = to_json(scheme), scheme.version


def _refuse_loss(annotations: int, what: str) -> None:
    if annotations:
        raise ConflictError(f"{annotations} annotations hold {what}, which would be lost.", code="would_lose")


def touch(project: Project) -> None:
    """Increment the project's version and notify its open pages."""
    _increment_version(project.pk)
    publish_change(project.pk)


@prepared_update
def _increment_version(project: int) -> tuple["QuerySet[Project]", dict[str, Any]]:
    return Project.objects.filter(pk=project), {"version": F("version") + 1}


def language_tag(tag: str) -> str:
    try:
        return canonical(tag)
    except ValueError as problem:
        raise InvalidError(str(problem), code="language") from problem
