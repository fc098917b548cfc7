"""Append events to the audit log, in the transaction of the change that they record.

The user, the request id and the source of an event come from the request, the command or the job that is running.
"""

from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum
from typing import Any, Final

from django.contrib.auth.models import User
from django.db import connection
from django.db.transaction import TransactionManagementError
from django.utils import timezone

from foundation.audit_context import current_context
from foundation.models import AuditEvent, AuditPerson
from foundation.write_transaction import write_transaction

SITE: Final = "site"
"""Scope of events that belong to no project."""

MAX_TEXT: Final = 500  # characters of a text in `details`

Source = AuditEvent.Source


class AuditKind(StrEnum):
    LOGIN = "login"
    LOGIN_FAILED = "login_failed"
    LOGIN_LOCKED = "login_locked"
    LOGIN_THROTTLED = "login_throttled"
    PASSWORD_CHANGED = "password_changed"  # noqa: S105 — no password
    EMAIL_CHANGED = "email_changed"
    SECOND_FACTOR_ON = "second_factor_on"
    SECOND_FACTOR_OFF = "second_factor_off"
    SECOND_FACTOR_RESET = "second_factor_reset"
    RECOVERY_CODES_RENEWED = "recovery_codes_renewed"
    TOKEN_CREATED = "token_created"  # noqa: S105 — no password
    TOKEN_REVOKED = "token_revoked"  # noqa: S105 — no password
    TOKEN_THROTTLED = "token_throttled"  # noqa: S105 — no password
    ADMINISTRATOR_CREATED = "administrator_created"
    PROJECT_CREATION_ALLOWED = "project_creation_allowed"
    PROJECT_CREATION_WITHDRAWN = "project_creation_withdrawn"
    ACCOUNT_CLOSED = "account_closed"
    ACCOUNT_OPENED = "account_opened"
    PERSON_ERASED = "person_erased"
    MEMBER_ADDED = "member_added"
    MEMBER_CHANGED = "member_changed"
    INVITATION_CREATED = "invitation_created"
    INVITATION_REVOKED = "invitation_revoked"
    CROWD_STUDY_CREATED = "crowd_study_created"
    CROWD_STUDY_REVOKED = "crowd_study_revoked"
    SETTINGS_CHANGED = "settings_changed"
    IMAGE_UPLOADED = "image_uploaded"
    IMAGE_DELETED = "image_deleted"
    ANONYMITY_CHANGED = "anonymity_changed"
    EXCLUSION_CREATED = "exclusion_created"
    EXCLUSION_UNDONE = "exclusion_undone"
    ANNOTATION_INCLUDED = "annotation_included"
    SURPLUS_DECIDED = "surplus_decided"
    ANNOTATIONS_REOPENED = "annotations_reopened"
    REOPENING_UNDONE = "reopening_undone"
    DECISION_MADE = "decision_made"
    DECISION_WITHDRAWN = "decision_withdrawn"
    IMPORT_STARTED = "import_started"
    IMPORT_FINISHED = "import_finished"
    IMPORT_UNDONE = "import_undone"
    SOURCE_ARCHIVED = "source_archived"
    SOURCE_RESTORED = "source_restored"
    QUOTE_SETTLED = "quote_settled"
    QUOTE_REOPENED = "quote_reopened"
    SAMPLE_DRAWN = "sample_drawn"
    SELECTION_SAVED = "selection_saved"
    SELECTION_ARCHIVED = "selection_archived"
    SELECTION_RESTORED = "selection_restored"
    DUPLICATES_REMOVED = "duplicates_removed"
    DUPLICATES_RESTORED = "duplicates_restored"
    ITEMS_ASSIGNED = "items_assigned"
    ITEMS_UNASSIGNED = "items_unassigned"
    ITEMS_CHANGED = "items_changed"
    ITEMS_CHANGE_UNDONE = "items_change_undone"
    DATA_EXPORTED = "data_exported"
    RELEASE_REQUESTED = "release_requested"
    RELEASE_BUILT = "release_built"
    RELEASE_OPENED = "release_opened"
    RELEASE_PUBLISHED = "release_published"
    RELEASE_UNPUBLISHED = "release_unpublished"
    RELEASE_LINK_CREATED = "release_link_created"
    RELEASE_LINK_REVOKED = "release_link_revoked"
    RELEASE_WITHDRAWN = "release_withdrawn"
    RELEASE_DOWNLOADED = "release_downloaded"
    PROJECT_CREATED = "project_created"
    PROJECT_ARCHIVED = "project_archived"
    PROJECT_REOPENED = "project_reopened"
    PROJECT_EXPORTED = "project_exported"
    PROJECT_IMPORTED = "project_imported"
    PROJECT_DELETED = "project_deleted"
    TASK_CREATED = "task_created"
    TASK_CHANGED = "task_changed"
    TASK_PUBLISHED = "task_published"
    TASK_UNPUBLISHED = "task_unpublished"
    TASK_GOLD_ATTACHED = "task_gold_attached"
    PHASE_CREATED = "phase_created"
    PHASE_CHANGED = "phase_changed"
    PHASE_DELETED = "phase_deleted"
    PHASE_PAUSED = "phase_paused"
    PHASE_RESUMED = "phase_resumed"
    TRACK_CREATED = "track_created"
    TRACK_CHANGED = "track_changed"
    TRACK_DELETED = "track_deleted"
    ORGANIZER_ADDED = "organizer_added"
    ORGANIZER_REMOVED = "organizer_removed"
    BUNDLE_REQUESTED = "bundle_requested"
    BUNDLE_PUBLISHED = "bundle_published"
    BUNDLE_UNPUBLISHED = "bundle_unpublished"
    SUBMISSION_WITHDRAWN = "submission_withdrawn"
    SUBMISSION_CHOSEN = "submission_chosen"
    SUBMISSION_DISQUALIFIED = "submission_disqualified"
    SUBMISSION_RESTORED = "submission_restored"
    SUBMISSION_RESCORED = "submission_rescored"
    BASELINES_RUN = "baselines_run"
    TEAM_REGISTERED = "team_registered"
    TEAM_CHANGED = "team_changed"
    TEAM_JOINED = "team_joined"
    TEAM_LEFT = "team_left"
    TEAM_MERGED = "team_merged"
    TEAM_SEPARATED = "team_separated"
    FACT_SHEET_CHANGED = "fact_sheet_changed"
    ANNOUNCEMENT_CREATED = "announcement_created"
    DRY_RUN_CREATED = "dry_run_created"
    DRY_RUN_REMOVED = "dry_run_removed"
    BACKUP_CREATED = "backup_created"
    BACKUP_RESTORED = "backup_restored"


SITE_KINDS: Final = frozenset(
    {
        AuditKind.LOGIN,
        AuditKind.LOGIN_FAILED,
        AuditKind.LOGIN_LOCKED,
        AuditKind.LOGIN_THROTTLED,
        AuditKind.PASSWORD_CHANGED,
        AuditKind.EMAIL_CHANGED,
        AuditKind.SECOND_FACTOR_ON,
        AuditKind.SECOND_FACTOR_OFF,
        AuditKind.SECOND_FACTOR_RESET,
        AuditKind.RECOVERY_CODES_RENEWED,
        AuditKind.TOKEN_CREATED,
        AuditKind.TOKEN_REVOKED,
        AuditKind.TOKEN_THROTTLED,
        AuditKind.ADMINISTRATOR_CREATED,
        AuditKind.PROJECT_CREATION_ALLOWED,
        AuditKind.PROJECT_CREATION_WITHDRAWN,
        AuditKind.ACCOUNT_CLOSED,
        AuditKind.ACCOUNT_OPENED,
        AuditKind.PROJECT_DELETED,
        AuditKind.BACKUP_CREATED,
        AuditKind.BACKUP_RESTORED,
    }
)
"""Kinds of events that no project's log has."""

TASK_KINDS: Final = frozenset(
    {
        AuditKind.TASK_CREATED,
        AuditKind.TASK_CHANGED,
        AuditKind.TASK_PUBLISHED,
        AuditKind.TASK_UNPUBLISHED,
        AuditKind.TASK_GOLD_ATTACHED,
        AuditKind.PHASE_CREATED,
        AuditKind.PHASE_CHANGED,
        AuditKind.PHASE_DELETED,
        AuditKind.PHASE_PAUSED,
        AuditKind.PHASE_RESUMED,
        AuditKind.TRACK_CREATED,
        AuditKind.TRACK_CHANGED,
        AuditKind.TRACK_DELETED,
        AuditKind.ORGANIZER_ADDED,
        AuditKind.ORGANIZER_REMOVED,
        AuditKind.BUNDLE_REQUESTED,
        AuditKind.BUNDLE_PUBLISHED,
        AuditKind.BUNDLE_UNPUBLISHED,
        AuditKind.SUBMISSION_WITHDRAWN,
        AuditKind.SUBMISSION_CHOSEN,
        AuditKind.SUBMISSION_DISQUALIFIED,
        AuditKind.SUBMISSION_RESTORED,
        AuditKind.SUBMISSION_RESCORED,
        AuditKind.BASELINES_RUN,
        AuditKind.TEAM_REGISTERED,
        AuditKind.TEAM_CHANGED,
        AuditKind.TEAM_JOINED,
        AuditKind.TEAM_LEFT,
        AuditKind.TEAM_MERGED,
        AuditKind.TEAM_SEPARATED,
        AuditKind.FACT_SHEET_CHANGED,
        AuditKind.ANNOUNCEMENT_CREATED,
        AuditKind.DRY_RUN_CREATED,
        AuditKind.DRY_RUN_REMOVED,
    }
)
"""Kinds of events that only the log of a shared task has. Its invitations are of the same kinds as a project's."""


def record(
    kind: AuditKind,
    scope: str,
    *,
    actor: User | None = None,
    target: User | None = None,
    changes: Mapping[str, tuple[Any, Any]] | None = None,
    **details: Any,
) -> None:
    """Append an event. `actor` is the logged-in user unless given. `changes`: (old, new) by field.

    Texts in `details` are cut to `MAX_TEXT` characters. They must hold no name and no address of a person and no text
    that somebody wrote, because events cannot be changed when a person is erased: name people as `actor`, `target` or
    by annotator key.

    Raises TransactionManagementError outside of a transaction, ValueError for one of `SITE_KINDS` in a project.
    """
    if kind in SITE_KINDS and scope != SITE:
        raise ValueError(f"{kind} is an event of the site, not of {scope}.")
    if not connection.in_atomic_block:
        raise TransactionManagementError("An event is recorded in the transaction of its change.")
    context = current_context()
    user = actor or context.user()
    by = _person(scope, user) if isinstance(user, User) else None
    if changes:
        details["changes"] = {field: [_cut(old), _cut(new)] for field, (old, new) in changes.items()}
    AuditEvent.objects.create(
        at=timezone.now(),
        scope=scope,
        kind=kind,
        actor=by,
        target=_person(scope, target) if target else None,
        source=context.source,
        request_id=context.request_id,
        details={name: _cut(value) for name, value in details.items()},
    )


def record_and_commit(kind: AuditKind, scope: str, **details: Any) -> None:
    """Append an event that changes nothing else, such as an export, in a transaction of its own.

    Call it before the first byte leaves: what cannot be recorded is not given out.
    """
    with write_transaction():
        record(kind, scope, **details)


def record_once(
    kind: AuditKind, scope: str, within: timedelta, *, target: User | None = None, **details: Any
) -> None:
    """Append an event as `record_and_commit` does, unless an event with these details was recorded `within` this time.

    For what anybody can cause without a login, so that nobody can fill the log.
    """
    same = {f"details__{name}": value for name, value in details.items()}
    recent = AuditEvent.objects.filter(kind=kind, scope=scope, at__gt=timezone.now() - within, **same)
    if not recent.filter(target__user=target).exists():
        with write_transaction():
            record(kind, scope, target=target, **details)


def _person(scope: str, user: User) -> AuditPerson:
    return AuditPerson.objects.get_or_create(scope=scope, user=user)[0]


def _cut(value: Any) -> Any:
    return f"{value[: MAX_TEXT - 1]}…" if isinstance(value, str) and len(value) > MAX_TEXT else value
