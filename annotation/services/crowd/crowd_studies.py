"""Let crowd workers in by a link, once each, and tell them when they are done.

Their accounts have no password and no name but one by chance: a worker is known by the id that their platform gives
them, a plain guest by their browser's session.
"""

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.validators import URLValidator

from annotation.models import Annotator, Assignment, EntryLink, Item, Membership, Participant, Project
from annotation.queries.crowd.crowd_studies import Completion, is_full, must_be_open
from annotation.queries.projects.access import Access
from annotation.services.annotate.reservations import has_more
from annotation.services.people.members import annotator_of, languages_of_project
from annotation.services.projects.project_settings import touch
from foundation.errors import (
    ConflictError,
    FieldError,
    ForbiddenError,
    InvalidError,
    NotFoundError,
    wrong_field,
)
from foundation.write_transaction import writing

MAX_QUOTA = 100_000
MAX_PEOPLE = 100_000

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_PLACES = (Assignment.State.RESERVED, Assignment.State.SUBMITTED)


@dataclass(frozen=True, slots=True)
class Arrival:
    """What the address of somebody who arrives says: Prolific's three parameters, or nothing."""

    pid: str = ""
    study: str = ""
    session: str = ""


def make_entry_link(
    project: Project,
    by: User,
    *,
    kind: str,
    quota: int,
    study: str = "",
    languages: Sequence[str] = (),
    completion_code: str = "",
    return_url: str = "",
    max_people: int | None = None,
) -> EntryLink:
    """Raises InvalidError."""
    if not 1 <= quota <= MAX_QUOTA:
        raise wrong_field("quota", f"A participant has 1 to {MAX_QUOTA:,} items.")
    if max_people is not None and not 1 <= max_people <= MAX_PEOPLE:
        raise wrong_field("max_people", f"A link is for 1 to {MAX_PEOPLE:,} people, or for any number.")
    if kind == EntryLink.Kind.PROLIFIC and not _ID.fullmatch(study):
        raise wrong_field("study", "Say the id of the study, as Prolific shows it in its address.")
    if return_url:
        try:
            URLValidator(["https", "http"])(return_url)
        except ValidationError as error:
            raise wrong_field("return_url", "The address to return to begins with https://.") from error
    with writing():
        return EntryLink.objects.create(
            project=project,
            created_by=by,
            kind=kind,
            quota=quota,
            study=study if kind == EntryLink.Kind.PROLIFIC else "",
            languages=languages_of_project(project, languages),
            completion_code=completion_code.strip(),
            return_url=return_url,
            max_people=max_people,
        )


def revoke_entry_link(project: Project, link_id: int, now: datetime) -> EntryLink:
    """Nobody enters by it any more, nor comes back by it; who is logged in goes on. Raises NotFoundError."""
    with writing():
        link = EntryLink.objects.select_for_update().filter(project=project, pk=link_id).first()
        if link is None:
            raise NotFoundError("The project has no such link.", code="no_entry")
        link.revoked_at = link.revoked_at or now
        link.save(update_fields=["revoked_at"])
    return link


def enter(
    code: str, arrival: Arrival, present: User | None, *, instead: bool = False
) -> tuple[User, Project]:
    """Who has arrived: the person of before, where they were here, else a new one, who is a member from then on.

    `present` is logged in already: another one takes their place only if `instead` says so. Raises ConflictError
    where it does not, InvalidError, NotFoundError, ForbiddenError.
    """
    with writing():
        link = must_be_open(EntryLink.objects.filter(code=code).first())
        _check(link, arrival)
        # Of several entries at once, by whichever of its links, the first makes the account.
        project = Project.objects.select_for_update().get(pk=link.project_id)
        known = _known(link, arrival, present, instead)
        if present and known != present and not instead:
            raise ConflictError("Somebody is logged in in this browser.", code="somebody_else")
        here = Participant.objects.filter(link=link, user=known).exists() if known else False
        if not here and is_full(link, link.participants.count()):
            raise ForbiddenError("All of its places are taken.", code="entry_used_up")
        user = known or _new_guest()
        if not here:
            _take_in(link, user, arrival)
        _must_be_welcome(project, user)
    return user, project


def completion(here: Access) -> Completion:
    """How far a participant is, and what they are given at the end: when they have submitted as many as the link says,
    or when there is nothing left for them. Raises NotFoundError for whoever came by no link.
    """
    entries = Participant.objects.filter(user=here.user, link__project=here.project)
    entry = entries.select_related("link").order_by("-pk").first()
    if entry is None:
        raise NotFoundError("You came by no link of a study.", code="no_entry")
    allowance = here.annotator.allowance or entry.link.quota
    submitted = _work(here.annotator, Assignment.State.SUBMITTED)
    before = max(0, allowance - entry.link.quota)
    done = submitted >= allowance or (
        submitted > before and not has_more(here.project, here.annotator, here.my_language_rows)
    )
    return Completion(
        done=done,
        submitted=max(0, submitted - before),
        quota=entry.link.quota,
        code=entry.link.completion_code if done else "",
        return_url=entry.link.return_url if done else "",
    )


def _check(link: EntryLink, arrival: Arrival) -> None:
    if link.kind != EntryLink.Kind.PROLIFIC:
        return
    names = {"pid": "PROLIFIC_PID", "study": "STUDY_ID", "session": "SESSION_ID"}
    errors = [
        FieldError(f"/{field}", "parameter", f"{name} is missing from the address, or is no id.")
        for field, name in names.items()
        if not _ID.fullmatch(getattr(arrival, field))
    ]
    if errors:
        raise InvalidError(
            "The address lacks what says who you are. Open the study from Prolific.",
            code="entry_parameters",
            errors=errors,
        )
    if arrival.study != link.study:
        raise ForbiddenError(
            "The address belongs to another study. Open yours from Prolific.", code="entry_study"
        )


def _known(link: EntryLink, arrival: Arrival, present: User | None, instead: bool) -> User | None:
    rows = Participant.objects.select_related("user").order_by("pk")
    if link.kind == EntryLink.Kind.PROLIFIC:
        row = rows.filter(link__project=link.project_id, pid=arrival.pid).first()
    else:
        row = rows.filter(link=link, user=present).first() if present and not instead else None
    return row.user if row else None


def _new_guest() -> User:
    user = User(username=f"guest-{secrets.token_hex(5)}")
    user.set_unusable_password()
    user.save()
    return user


def _take_in(link: EntryLink, user: User, arrival: Arrival) -> None:
    Participant.objects.create(link=link, user=user, pid=arrival.pid)
    annotator = annotator_of(link.project, user)
    before = _work(annotator, *_PLACES)
    Annotator.objects.filter(pk=annotator.pk).update(allowance=before + link.quota)
    membership, made = Membership.objects.get_or_create(
        project=link.project,
        user=user,
        defaults={"role": Membership.Role.ANNOTATOR, "languages": link.languages},
    )
    if not made:
        membership.languages = link.languages
        membership.save(update_fields=["languages"])
    touch(link.project)


def _work(annotator: Annotator, *states: str) -> int:
    """Items of the person in these states, without what they learned by."""
    return Assignment.objects.filter(annotator=annotator, item__kind=Item.Kind.WORK, state__in=states).count()


def _must_be_welcome(project: Project, user: User) -> None:
    """Whom a lead has taken out does not come back by the link."""
    if (
        not user.is_active
        or Membership.objects.filter(project=project, user=user, ended_at__isnull=False).exists()
    ):
        raise ForbiddenError("Your part in it was ended by its leads.", code="entry_ended")
