"""Who belongs to a project: add people, change what they do, let them go. What they have said stays."""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from datetime import datetime

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from annotation.models import Annotator, Membership, Project, ProjectLanguage
from annotation.services.annotate.reservations import release_all
from annotation.services.projects.project_settings import language_tag, touch
from foundation.errors import ConflictError, FieldError, InvalidError, NotFoundError
from foundation.write_transaction import writing

Role = Membership.Role


def add_member(
    project: Project, username: str, role: str, *, languages: Sequence[str] = (), password: str = ""
) -> tuple[Membership, str]:
    """Membership of the person, whose account is made where it is new. Returns it and the new account's password.

    An existing account keeps its password, and "" is returned, unless `password` is given. An existing membership
    takes the new role and languages.
    """
    wanted = [language_tag(each) for each in languages]
    users = get_user_model().objects
    with writing():
        user = users.filter(username=username).first()
        if user is None:
            check_username(username)
            password = password or secrets.token_urlsafe(9)
            user = users.create_user(username, password=password)
        elif password:
            user.set_password(password)
            user.save(update_fields=["password"])
        membership, _ = Membership.objects.update_or_create(
            project=project, user=user, defaults={"role": role, "languages": wanted, "ended_at": None}
        )
        annotator_of(project, user)
    return membership, password


def change_member(
    project: Project,
    key: str,
    now: datetime,
    *,
    role: str | None = None,
    languages: Sequence[str] | None = None,
    paused: bool | None = None,
    ended: bool | None = None,
) -> Membership:
    """Change what is given. Who is paused keeps what they hold, and is given nothing new; who has ended gives it back.

    What they have submitted stays and counts. Raises NotFoundError, InvalidError where a language is not the
    project's, ConflictError where no lead would be left.
    """
    with writing():
        membership = _locked(project, key)
        if languages is not None:
            membership.languages = languages_of_project(project, languages)
        membership.role = role or membership.role
        membership.paused_at = _since(membership.paused_at, paused, now)
        membership.ended_at = _since(membership.ended_at, ended, now)
        membership.save(update_fields=["role", "languages", "paused_at", "ended_at"])
        if not Membership.objects.filter(project=project, role=Role.LEAD, ended_at__isnull=True).exists():
            raise ConflictError(
                "A project needs a lead, and there is no other: make somebody else one first.",
                code="last_lead",
            )
        if ended:
            release_all(Annotator.objects.get(project=project, key=key))
        touch(project)
    return membership


def annotator_of(project: Project, user: User) -> Annotator:
    """The person as an author of annotations in this project, under a pseudonym."""
    key = f"annotator_{pseudonym(project, user.pk)}"
    annotator, _ = Annotator.objects.get_or_create(project=project, user=user, defaults={"key": key})
    return annotator


def pseudonym(project: Project, user_id: int) -> str:
    """16 hex digits that only the project's secret leads back to a person."""
    return hmac.new(project.secret.encode(), f"user:{user_id}".encode(), hashlib.sha256).hexdigest()[:16]


def check_username(username: str) -> None:
    try:
        get_user_model()._meta.get_field("username").clean(username, None)
    except ValidationError as error:
        detail = f"“{username}” is no name for an account: {' '.join(error.messages)}"
        raise InvalidError(detail, errors=[FieldError("/username", "username", detail)]) from error


def languages_of_project(project: Project, tags: Sequence[str]) -> list[str]:
    """The tags as they are stored. Raises InvalidError for one that the project has not."""
    known = set(ProjectLanguage.objects.filter(project=project).values_list("language", flat=True))
    wanted = list(dict.fromkeys(language_tag(each) for each in tags))
    errors = [
        FieldError(f"/languages/{place}", "unknown_language", f"The project has no language “{tag}”.")
        for place, tag in enumerate(wanted)
        if tag not in known
    ]
    if errors:
        raise InvalidError(errors[0].detail, code="unknown_language", errors=errors)
    return wanted


def _locked(project: Project, key: str) -> Membership:
    """The membership, and with it everybody's: two leads who leave at once must not leave none."""
    rows = list(Membership.objects.select_for_update().filter(project=project).order_by("pk"))
    annotator = Annotator.objects.filter(project=project, key=key, user__isnull=False).first()
    membership = next((each for each in rows if annotator and each.user_id == annotator.user_id), None)
    if membership is None:
        raise NotFoundError("They never were a member.", code="no_person")
    return membership


def _since(moment: datetime | None, wanted: bool | None, now: datetime) -> datetime | None:
    """Since when something is so, if it is to be so."""
    return moment if wanted is None else (moment or now) if wanted else None
