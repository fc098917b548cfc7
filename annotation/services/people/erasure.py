"""Erase a person on request (right to be forgotten).

Account, e-mail address, sessions and free text of the person are deleted. Their annotations stay under their pseudonym,
which can no longer be traced to them.
"""

from datetime import datetime

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db.models import Q

from annotation.models import (
    Adjudication,
    Annotation,
    AnnotationRevision,
    Annotator,
    Assignment,
    Erasure,
    Exclusion,
    Invitation,
    Membership,
    Message,
    Project,
    QuestionnaireAnswer,
    Reopening,
)
from annotation.services.annotate.reservations import release_all
from annotation.services.projects.project_settings import touch
from annotation.services.releases.lifecycle import reissue
from foundation.accounts.account_links import erase_links, has_links
from foundation.audit import SITE, AuditKind, record
from foundation.errors import ConflictError, ForbiddenError, NotFoundError, wrong_field
from foundation.write_transaction import write_transaction

TOMBSTONE = "[erased]"


def erase_member(project: Project, by: User, key: str, confirmed: str, now: datetime) -> None:
    """Erase a person who belongs to no other project, as its lead.

    `confirmed` is the user name, or the pseudonym if the project hides names from its leads.

    Raises NotFoundError, InvalidError, ConflictError, and ForbiddenError if only a site administrator may erase them.
    """
    with write_transaction():
        annotator = Annotator.objects.filter(project=project, key=key, user__isnull=False).first()
        if annotator is None or annotator.user is None:
            raise NotFoundError("This person was never a member.", code="no_person")
        user = annotator.user
        if user == by:
            raise ForbiddenError("You cannot erase yourself. Ask another lead or the site administrator.")
        _check_confirmation(key if project.anonymous else user.username, confirmed)
        elsewhere = Annotator.objects.filter(user=user).exclude(project=project).exists()
        if elsewhere or has_links(user) or user.is_staff or user.is_superuser:
            raise ForbiddenError(
                "They belong to other projects or to shared tasks too. The site administrator can erase them "
                "(manage.py erase_person).",
                code="not_only_here",
            )
        _erase(user, by, now)


def erase_person(username: str, confirmed: str, now: datetime, by: User | None = None) -> list[Erasure]:
    """Erase a person from all projects, as a site administrator. Return one log row per project.

    `username` may be the pseudonym that the leads of an anonymous project see. Raises NotFoundError, InvalidError,
    ConflictError.
    """
    with write_transaction():
        user = User.objects.filter(username=username).first() or _user_of_pseudonym(username)
        if user is None:
            raise NotFoundError(f"There is no account “{username}”.", code="unknown_user")
        _check_confirmation(username, confirmed)
        return _erase(user, by, now)


def _user_of_pseudonym(pseudonym: str) -> User | None:
    annotator = Annotator.objects.filter(key=pseudonym, user__isnull=False).select_related("user").first()
    return annotator.user if annotator else None


def _check_confirmation(name: str, confirmed: str) -> None:
    if confirmed != name:
        raise wrong_field("username", "Type the name of who is to be erased.", "confirm")


def _erase(user: User, by: User | None, now: datetime) -> list[Erasure]:
    _refuse_last_lead(user)
    log = [_erase_from_project(annotator, by, now) for annotator in Annotator.objects.filter(user=user)]
    of_person = Q(memberships__user=user, max_uses=1)
    if user.email:
        of_person |= Q(email__iexact=user.email)
    invitations = list(Invitation.objects.filter(of_person).values_list("pk", flat=True))
    Invitation.objects.filter(pk__in=invitations).update(note="", email="", mail_error="")
    erase_links(user, now)
    _delete_login_logs(user)
    record(AuditKind.PERSON_ERASED, SITE, actor=by, target=user)
    user.delete()  # The audit log keeps the pseudonyms.
    return log


def _refuse_last_lead(user: User) -> None:
    for led in Membership.objects.filter(user=user, role=Membership.Role.LEAD, ended_at__isnull=True):
        others = Membership.objects.filter(project=led.project_id, role=led.role, ended_at__isnull=True)
        if not others.exclude(user=user).exists():
            raise ConflictError(
                f"“{led.project.slug}” needs a lead, and there is no other. Make another member a lead first.",
                code="last_lead",
            )


def _erase_from_project(annotator: Annotator, by: User | None, now: datetime) -> Erasure:
    """Replace the person's free text in one project, and detach their annotations from their account."""
    release_all(annotator)
    revisions = AnnotationRevision.objects.filter(annotation__annotator=annotator).exclude(comment="")
    messages = Message.objects.filter(thread__project=annotator.project_id, author=annotator.user_id)
    Assignment.objects.filter(annotator=annotator).exclude(reason="").update(reason=TOMBSTONE)
    Exclusion.objects.filter(project=annotator.project_id, by=annotator.user_id).update(reason=TOMBSTONE)
    notes = Adjudication.objects.filter(item__project=annotator.project_id, by=annotator.user_id)
    notes.exclude(note="").update(note=TOMBSTONE)
    excluded = Annotation.objects.filter(item__project=annotator.project_id, excluded_by=annotator.user_id)
    excluded.exclude(excluded_reason="").update(excluded_reason=TOMBSTONE)
    reopened = Reopening.objects.filter(annotation__item__project=annotator.project_id, by=annotator.user_id)
    reopened.exclude(reason="").update(reason=TOMBSTONE)
    QuestionnaireAnswer.objects.filter(project=annotator.project_id, user=annotator.user_id).delete()
    logged = Erasure.objects.create(
        project_id=annotator.project_id,
        annotator=annotator,
        comments=revisions.update(comment=TOMBSTONE),
        messages=messages.update(text=TOMBSTONE),
        erased_by=by,
        erased_at=now,
    )
    record(AuditKind.PERSON_ERASED, annotator.project.scope, actor=by, annotator=annotator.key)
    annotator.user = None
    annotator.save(update_fields=["user"])
    reissue(annotator)
    touch(annotator.project)
    return logged


def _delete_login_logs(user: User) -> None:
    """Delete rows that other apps store by user name or id: login attempts and the log of the admin site."""
    for log in (AccessAttempt, AccessFailureLog, AccessLog):
        log.objects.filter(username=user.username).delete()
    LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(User), object_id=str(user.pk)
    ).delete()
