"""Announcements of a task, and messages between teams and organizers."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.contrib.auth.models import User
from django.db.models import Count, Max, Q, QuerySet

from evaluation.models import Announcement, MessagesRead, TaskMessage, Team, TeamMember
from evaluation.queries.tasks.access import TaskAccess
from evaluation.queries.tasks.task_details import WaitingCounts
from evaluation.queries.teams.merged_teams import family, surviving_teams
from foundation.accounts.names import display_name
from foundation.errors import ForbiddenError, NotFoundError


@dataclass(frozen=True)
class AnnouncementData:
    id: int
    title: str
    text: Annotated[str, "Markdown."]
    html: Annotated[str, "Safe: rendered from Markdown and sanitized here."]
    by: str
    at: datetime
    emailed: Annotated[int | None, "Addresses that it is sent to; null: only organizers know."]
    unread: bool


@dataclass(frozen=True)
class TaskMessageData:
    """A message. `by`: the writer; participants see of an organizer only that it is one."""

    id: int
    by: str
    by_organizer: bool
    own: Annotated[bool, "The reader has written it."]
    text: str
    at: datetime
    unread: bool


@dataclass(frozen=True)
class TaskThread:
    """The messages of a team, for organizers. `waiting`: the team wrote the latest one."""

    team: int
    name: str
    messages: int
    unread: int
    waiting: bool
    last: Annotated[str, "The beginning of the latest message."]
    last_at: datetime


def announcements_of(here: TaskAccess) -> QuerySet[Announcement]:
    """Return the announcements of the task, the latest first."""
    return Announcement.objects.filter(task=here.task).select_related("by").order_by("-pk")


def announcement_data(
    here: TaskAccess, row: Announcement, html: str, read_until: datetime | None
) -> AnnouncementData:
    return AnnouncementData(
        id=row.pk,
        title=row.title,
        text=row.text,
        html=html,
        by=display_name(row.by),
        at=row.at,
        emailed=row.emailed if here.organizes else None,
        unread=here.team is not None and (read_until is None or row.at > read_until),
    )


def messages_read_until(here: TaskAccess) -> datetime | None:
    """Return until when the user has read the messages of the task."""
    row = _read(here)
    return row.at if row else None


def announcements_read_until(here: TaskAccess) -> datetime | None:
    """Return until when the user has read the announcements of the task."""
    row = _read(here)
    return row.announcements_at if row else None


def waiting_counts(here: TaskAccess) -> WaitingCounts:
    if here.organizes:
        return WaitingCounts(0, sum(thread.waiting for thread in threads_of(here)))
    if here.user is None or here.team is None:
        return WaitingCounts(0, 0)
    row = _read(here)
    messages = messages_of(here, thread_team(here, None)).filter(by_organizer=True)
    if row and row.at:
        messages = messages.filter(at__gt=row.at)
    announcements = Announcement.objects.filter(task=here.task)
    if row and row.announcements_at:
        announcements = announcements.filter(at__gt=row.announcements_at)
    return WaitingCounts(announcements.count(), messages.count())


def thread_team(here: TaskAccess, asked: int | None) -> Team:
    """Return the team of a thread: for organizers the one that they ask for, for members their own.

    A team that was merged has the thread of the one it was merged into. Raises NotFoundError, ForbiddenError.
    """
    if here.organizes:
        if asked is None:
            raise NotFoundError("Say which team: ?team=12.", code="no_team_given")
        key = asked
    else:
        if here.team is None:
            raise ForbiddenError("Register a team first, or follow an invitation to one.", code="no_team")
        if asked is not None and asked != here.team.pk:
            raise NotFoundError("The task has no such team.", code="unknown_team")
        key = here.team.pk
    last = surviving_teams(here.task).get(key)
    if last is None:
        raise NotFoundError("The task has no such team.", code="unknown_team")
    return Team.objects.get(pk=last)


def messages_of(here: TaskAccess, team: Team) -> QuerySet[TaskMessage]:
    """Return the messages of a team, those of merged teams included, oldest first."""
    rows = TaskMessage.objects.filter(task=here.task, team__in=_teams(here, team))
    return rows.select_related("by").order_by("pk")


def message_data(here: TaskAccess, row: TaskMessage, until: datetime | None) -> TaskMessageData:
    theirs = row.by_organizer != here.organizes
    return TaskMessageData(
        id=row.pk,
        by=display_name(row.by),
        by_organizer=row.by_organizer,
        own=here.user is not None and row.by_id == here.user.pk,
        text=row.text,
        at=row.at,
        unread=theirs and (until is None or row.at > until),
    )


def threads_of(here: TaskAccess) -> list[TaskThread]:
    """Return the threads of all teams, the latest message first."""
    until = messages_read_until(here)
    unread = Q(by_organizer=False) & (Q(at__gt=until) if until else Q())
    surviving = surviving_teams(here.task)
    names = dict(Team.objects.filter(task=here.task).values_list("pk", "name"))
    counts: dict[int, list[int]] = {}
    rows = (
        TaskMessage.objects.filter(task=here.task)
        .values("team")
        .annotate(all=Count("pk"), unread=Count("pk", filter=unread), last=Max("pk"))
    )
    for row in rows:
        known = counts.setdefault(surviving[row["team"]], [0, 0, 0])
        known[0] += row["all"]
        known[1] += row["unread"]
        known[2] = max(known[2], row["last"])
    latest = TaskMessage.objects.in_bulk([each[2] for each in counts.values()])
    threads = [
        TaskThread(
            team=team,
            name=names[team],
            messages=messages,
            unread=new,
            waiting=not latest[last].by_organizer,
            last=latest[last].text[:200],
            last_at=latest[last].at,
        )
        for team, (messages, new, last) in counts.items()
    ]
    return sorted(threads, key=lambda each: each.last_at, reverse=True)


def team_emails(here: TaskAccess) -> list[User]:
    """Return the members of teams that have not been refused and have an address."""
    rows = TeamMember.objects.filter(task=here.task, left_at=None, user__is_active=True)
    members = rows.exclude(team__state=Team.State.REFUSED).select_related("user").order_by("pk")
    return [each.user for each in members if each.user.email]


def _read(here: TaskAccess) -> MessagesRead | None:
    if here.user is None:
        return None
    return MessagesRead.objects.filter(task=here.task, user=here.user).first()


def _teams(here: TaskAccess, team: Team) -> list[int]:
    return family(here.task, team.pk)
