"""Change which items show annotators suggestions of a source."""

from typing import Any

from django.utils import timezone

from annotation.models import ExposurePolicy, Project, Source
from annotation.models.exposure import MIN_BLIND_SHARE
from annotation.queries.projects.access import scheme_of
from annotation.queries.sources.exposure import ExposureMode
from annotation.services.projects.project_settings import record_changes, touch
from foundation.errors import wrong_field
from foundation.write_transaction import write_transaction


def set_exposure_policy(
    project: Project, *, mode: str | None = None, source: int | None = None, blind_share: int | None = None
) -> None:
    """Change what is given of the policy. It applies to items that an annotator gets from then on.

    `source`: the primary key of a source in use. Raises InvalidError.
    """
    if blind_share is not None and not MIN_BLIND_SHARE <= blind_share <= 100:
        raise wrong_field(
            "blind_share", f"The blind share is a whole number from {MIN_BLIND_SHARE} to 100 %."
        )
    with write_transaction():
        stored = Project.objects.select_for_update().get(pk=project.pk)
        policy = ExposurePolicy.objects.filter(project=project).first()
        before = _auditable(policy)
        if policy is None:
            if source is None:
                raise wrong_field("source", "Choose the source whose suggestions are shown.", "required")
            policy = ExposurePolicy(project=project)
        if source is not None:
            policy.source = _source_in_use(project, source)
        policy.mode = mode or policy.mode
        policy.blind_share = policy.blind_share if blind_share is None else blind_share
        _check_mode(stored, policy)
        after = _auditable(policy)
        if after != before:
            policy.changed_at = timezone.now()
        policy.save()
        if policy.mode != ExposureMode.BLIND and not stored.uses_suggestions:
            stored.uses_suggestions = True
            stored.save(update_fields=["uses_suggestions"])
        record_changes(project, {field: (before[field], after[field]) for field in after})
        touch(project)


def _source_in_use(project: Project, source: int) -> Source:
    found = Source.objects.current(project).filter(pk=source).first()
    if found is None:
        raise wrong_field("source", "There is no such source in use in this project.", "unknown_source")
    return found


def _check_mode(project: Project, policy: ExposurePolicy) -> None:
    if policy.mode == ExposureMode.BLIND:
        return
    if not scheme_of(project).uses_spans:
        raise wrong_field("mode", "Suggestions are marks, and this project's scheme has none.", "no_spans")
    if policy.source.archived_at:
        raise wrong_field("source", "This source is archived. Choose one in use.", "archived")


def _auditable(policy: ExposurePolicy | None) -> dict[str, Any]:
    return {
        "exposure": policy.mode if policy else ExposureMode.BLIND.value,
        "exposure_source": policy.source_id if policy else None,
        "blind_share": policy.blind_share if policy else MIN_BLIND_SHARE,
    }
