"""A task as a page shows it: settings, phases with their files, tracks."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final, Literal

from django.conf import settings
from django.db.models import Q

from evaluation.models import (
    GoldPart,
    GoldRevision,
    Organizer,
    Phase,
    PhaseChange,
    Task,
    Team,
    TeamMember,
    Track,
)
from evaluation.queries.tasks.access import TaskAccess
from evaluation.queries.tasks.phase_rules import (
    PhaseState,
    board_is_visible,
    gold_is_visible,
    own_scores_are_visible,
    phase_state,
)
from foundation.errors import NotFoundError
from morelkit.scoring.registry import METRICS

TaskRole = Literal["organizer", "team", "visitor", "anonymous"]
Render = Callable[[str], str]


UPLOAD_ENDINGS: Final = (".jsonl", ".json", ".gz", ".zip")


@dataclass(frozen=True)
class TaskCard:
    """A task in a list. `phase`: the open one, or the next one, or the last one."""

    slug: str
    name: str
    summary: Annotated[str, "The first line of the description."]
    phase: str | None
    phase_state: PhaseState | None
    starts_at: datetime | None
    ends_at: datetime | None
    role: TaskRole
    published: bool
    synthetic: bool


@dataclass(frozen=True)
class TeamSummary:
    id: int
    name: str
    alias: str
    state: Team.State
    disqualified: bool


@dataclass(frozen=True)
class FileDigest:
    bytes: int
    sha256: str


@dataclass(frozen=True)
class TaskFile:
    """The items of a language and split. `gold`: null while the reader may not see it."""

    language: str
    split: str
    items: int
    bytes: int
    sha256: str
    gold: FileDigest | None
    images: Annotated[int, "Image files that the items name, as a zip."]
    images_bytes: int


@dataclass(frozen=True)
class PhaseChangeData:
    kind: PhaseChange.Kind
    old_end: datetime | None
    new_end: datetime | None
    reason: str
    at: datetime


@dataclass(frozen=True)
class PhaseDetails:
    """A phase. It contains its start and not its end.

    `board_visible`, `own_scores_visible`, `gold_visible`: for the reader, now. `files`: empty before the start, except
    for organizers.
    """

    id: int
    slug: str
    name: str
    kind: Phase.Kind
    split: str
    starts_at: datetime
    ends_at: Annotated[datetime | None, "Null: the phase does not end."]
    zone: Annotated[str, "In which the dates were entered: an IANA name, or AoE."]
    state: PhaseState
    paused_reason: str
    visibility: Phase.Visibility
    results_at: Annotated[datetime | None, "The board opens; null: at the end."]
    names_at: Annotated[datetime | None, "Until then boards show pseudonyms; null: always names."]
    gold_at: Annotated[datetime | None, "From then on participants see gold; null: never."]
    daily_cap: Annotated[int, "Scored submissions of a team by track and day (UTC); 0: any number."]
    total_cap: Annotated[int, "Scored submissions of a team by track; 0: any number."]
    daily_attempts: Annotated[int, "Submissions of a team on a day (UTC), invalid and failed ones included."]
    board_rule: Phase.BoardRule
    version: int
    changes: list[PhaseChangeData]
    board_visible: bool
    own_scores_visible: bool
    gold_visible: bool
    files: list[TaskFile]


@dataclass(frozen=True)
class TrackDetails:
    """What is ranked. `language` empty: items of all languages. The first metric ranks, the second decides ties."""

    id: int
    slug: str
    name: str
    language: str
    metrics: list[str]
    confidence: bool


@dataclass(frozen=True)
class GoldSummary:
    """The current revision of the gold."""

    number: int
    source: str
    digest: str
    note: str
    created_at: datetime


@dataclass(frozen=True)
class WaitingCounts:
    """What waits for the reader. `messages`: for organizers the teams whose latest message has no answer."""

    announcements: Annotated[int, "Announcements that a member of a team has not read."]
    messages: Annotated[int, "Messages of organizers that a member of a team has not read."]


@dataclass(frozen=True)
class UploadLimits:
    max_bytes: Annotated[int, "Of the files of an upload together, also after unpacking."]
    endings: Annotated[list[str], "Of files with predictions and of archives of them."]


@dataclass(frozen=True)
class TaskDetails:
    """A task as its reader sees it."""

    slug: str
    name: str
    description: Annotated[str, "Markdown."]
    description_html: Annotated[str, "Safe: rendered from Markdown and sanitized here."]
    terms: Annotated[str, "Markdown."]
    terms_html: Annotated[str, "Safe: rendered from Markdown and sanitized here."]
    terms_version: int
    registration: Task.Registration
    published: bool
    synthetic: bool
    format: Annotated[str, "Format of predictions."]
    project: Annotated[
        str, "Slug of the project that the release is from; empty unless the reader organizes the task."
    ]
    role: TaskRole
    team: TeamSummary | None
    phases: list[PhaseDetails]
    tracks: list[TrackDetails]
    metrics: Annotated[list[str], "All of the format, in their order."]
    languages: Annotated[list[str], "Of the gold; empty unless the reader organizes the task."]
    splits: Annotated[list[str], "Of the gold; empty unless the reader organizes the task."]
    waiting: WaitingCounts
    uploads: UploadLimits
    gold_revision: GoldSummary
    version: int


def role_of(here: TaskAccess) -> TaskRole:
    if here.user is None:
        return "anonymous"
    return "organizer" if here.organizes else "team" if here.team is not None else "visitor"


def current_revision(task: Task) -> GoldRevision:
    """Return the revision of the gold that scores count on. Raises NotFoundError."""
    found = GoldRevision.objects.filter(task=task).order_by("-number").first()
    if found is None:
        raise NotFoundError("The task has no gold.", code="no_gold")
    return found


def task_details(here: TaskAccess, now: datetime, render: Render, waiting: WaitingCounts) -> TaskDetails:
    """Return the task. `render` turns Markdown into safe HTML."""
    task = here.task
    revision = current_revision(task)
    parts = GoldPart.objects.filter(revision=revision).order_by("language", "split")
    return TaskDetails(
        slug=task.slug,
        name=task.name,
        description=task.description,
        description_html=render(task.description),
        terms=task.terms,
        terms_html=render(task.terms),
        terms_version=task.terms_version,
        registration=Task.Registration(task.registration),
        published=task.published_at is not None,
        synthetic=task.synthetic,
        format=task.format,
        project=task.project if here.organizes else "",
        role=role_of(here),
        team=team_summary(here.team) if here.team else None,
        phases=phases_of(here, list(parts), now),
        tracks=[track_details(each) for each in Track.objects.filter(task=task)],
        metrics=[metric.name for metric in METRICS[task.format]],
        languages=sorted({each.language for each in parts}) if here.organizes else [],
        splits=sorted({each.split for each in parts}) if here.organizes else [],
        waiting=waiting,
        uploads=UploadLimits(settings.MAX_SUBMISSION_BYTES, list(UPLOAD_ENDINGS)),
        gold_revision=GoldSummary(
            revision.number, revision.source, revision.digest, revision.note, revision.created_at
        ),
        version=task.version,
    )


def team_summary(team: Team) -> TeamSummary:
    return TeamSummary(
        team.pk, team.name, team.alias, Team.State(team.state), team.disqualified_at is not None
    )


def track_details(track: Track) -> TrackDetails:
    return TrackDetails(
        track.pk, track.slug, track.name, track.language, list(track.metrics), track.confidence
    )


def phases_of(here: TaskAccess, parts: Sequence[GoldPart], now: datetime) -> list[PhaseDetails]:
    rows = Phase.objects.filter(task=here.task).prefetch_related("changes")
    return [phase_details(here, each, parts, now) for each in rows]


def phase_details(here: TaskAccess, phase: Phase, parts: Sequence[GoldPart], now: datetime) -> PhaseDetails:
    gold_visible = here.organizes or gold_is_visible(phase, now)
    state = phase_state(phase, now)
    started = here.organizes or state != PhaseState.UPCOMING
    return PhaseDetails(
        id=phase.pk,
        slug=phase.slug,
        name=phase.name,
        kind=Phase.Kind(phase.kind),
        split=phase.split,
        starts_at=phase.starts_at,
        ends_at=phase.ends_at,
        zone=phase.zone,
        state=state,
        paused_reason=phase.paused_reason,
        visibility=Phase.Visibility(phase.visibility),
        results_at=phase.results_at,
        names_at=phase.names_at,
        gold_at=phase.gold_at,
        daily_cap=phase.daily_cap,
        total_cap=phase.total_cap,
        daily_attempts=phase.daily_attempts,
        board_rule=Phase.BoardRule(phase.board_rule),
        version=phase.version,
        changes=[
            PhaseChangeData(PhaseChange.Kind(each.kind), each.old_end, each.new_end, each.reason, each.at)
            for each in sorted(phase.changes.all(), key=lambda each: each.pk)
        ],
        board_visible=here.organizes or board_is_visible(phase, now),
        own_scores_visible=here.organizes or own_scores_are_visible(phase, now),
        gold_visible=gold_visible,
        files=[
            TaskFile(
                each.language,
                each.split,
                each.items,
                each.items_bytes,
                each.items_sha256,
                FileDigest(each.gold_bytes, each.gold_sha256) if gold_visible else None,
                each.images,
                each.images_bytes,
            )
            for each in parts
            if started and each.split == phase.split
        ],
    )


def phase_by_key(here: TaskAccess, key: int, now: datetime) -> PhaseDetails:
    """Return the phase of the task with this id. Raises NotFoundError."""
    phase = Phase.objects.filter(task=here.task, pk=key).first()
    if phase is None:
        raise NotFoundError("The task has no such phase.", code="no_phase")
    parts = GoldPart.objects.filter(revision=current_revision(here.task)).order_by("language", "split")
    return phase_details(here, phase, list(parts), now)


def task_cards(user_id: int | None, now: datetime, project: str = "") -> list[TaskCard]:
    """Return published tasks, and those that the user organizes or takes part in, the latest first.

    `project`: the slug of the project that their releases are from; empty: any.
    """
    organized = (
        set(Organizer.objects.filter(user=user_id).values_list("task_id", flat=True)) if user_id else set()
    )
    member = (
        set(TeamMember.objects.filter(user=user_id, left_at=None).values_list("task_id", flat=True))
        if user_id
        else set()
    )
    shown = Task.objects.filter(Q(published_at__isnull=False) | Q(pk__in=organized | member)).order_by("-pk")
    if project:
        shown = shown.filter(project=project)
    cards = []
    for task in shown.prefetch_related("phases"):
        phase = _current_phase(task.phases.all(), now)
        role: TaskRole = (
            "organizer"
            if task.pk in organized
            else "team"
            if task.pk in member
            else "visitor"
            if user_id
            else "anonymous"
        )
        cards.append(
            TaskCard(
                slug=task.slug,
                name=task.name,
                summary=_first_line(task.description),
                phase=phase.name if phase else None,
                phase_state=phase_state(phase, now) if phase else None,
                starts_at=phase.starts_at if phase else None,
                ends_at=phase.ends_at if phase else None,
                role=role,
                published=task.published_at is not None,
                synthetic=task.synthetic,
            )
        )
    return cards


def _current_phase(phases: Iterable[Phase], now: datetime) -> Phase | None:
    """Return the phase that is open and ends first, else the next one, else the last one."""
    rows = sorted(phases, key=lambda each: (each.starts_at, each.pk))
    begun = [each for each in rows if each.starts_at <= now]
    running = [each for each in begun if each.ends_at is None or now < each.ends_at]
    if running:
        return min(running, key=lambda each: (each.ends_at is None, each.ends_at or now))
    following = [each for each in rows if each.starts_at > now]
    return following[0] if following else begun[-1] if begun else None


def _first_line(text: str) -> str:
    line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    return line.lstrip("# ")[:200]
