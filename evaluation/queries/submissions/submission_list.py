"""Submissions as their team and the organizers see them. Scores are left out while the phase hides them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal

from django.db.models import Prefetch, QuerySet

from evaluation.models import Phase, Score, Submission, Task, Upload
from evaluation.queries.boards.board_rule import Eligible, on_board, rank_keys
from evaluation.queries.stored_files import submission_file
from evaluation.queries.submissions.check_report import PredictionProblem, stored_problem
from evaluation.queries.tasks.access import TaskAccess
from evaluation.queries.tasks.phase_rules import own_scores_are_visible
from evaluation.queries.teams.merged_teams import families_of, family, surviving_teams
from evaluation.queries.track_items import current_revision, file_name, items_digest, parts_of_track
from foundation.accounts.names import display_name
from foundation.errors import NotFoundError
from foundation.models import Job

SubmissionState = Literal["invalid", "waiting", "scoring", "scored", "failed"]
UploadKind = Literal["team", "trial", "baseline"]

_SCORES = "current_scores"
"""Attribute with the scores under the current gold, as they are prefetched."""
_BLOCK = 1 << 16
_LISTED = 20
"""Problems of a submission in a list. Its own page has all that are stored."""


@dataclass(frozen=True)
class SubmissionTeam:
    id: int
    name: str


@dataclass(frozen=True)
class Withdrawal:
    at: datetime
    by: Annotated[str, "Empty if the account was erased."]


@dataclass(frozen=True)
class Disqualification:
    at: datetime
    reason: str


@dataclass(frozen=True)
class SubmissionData:
    """The predictions of an upload for a track."""

    id: int
    number: Annotated[int, "From 1 within the task."]
    upload: int
    kind: UploadKind
    team: Annotated[SubmissionTeam | None, "Null for trials and baselines."]
    system: str
    track: Annotated[str | None, "Slug."]
    phase: Annotated[str, "Slug."]
    late_for: Annotated[str | None, "Slug of the phase that it missed."]
    file_name: str
    size: int
    sha256: str
    records: int
    received_at: datetime
    submitter: Annotated[str, "Empty if the account was erased."]
    state: SubmissionState
    progress: Annotated[float | None, "Share of the upload that is scored, while it is being scored."]
    problems: list[PredictionProblem]
    problem_count: int
    message: Annotated[str, "Why scoring failed."]
    scores: Annotated[dict[str, float | None] | None, "By metric; null while they are hidden or not known."]
    on_board: Annotated[bool | None, "Null while that would reveal scores."]
    counts_in_quota: bool
    chosen: Annotated[bool, "The team has chosen it for the board."]
    withdrawn: Withdrawal | None
    disqualified: Disqualification | None
    other_version: Annotated[str | None, "The file of items that has changed since."]


@dataclass(frozen=True)
class SubmissionDetails(SubmissionData):
    log: str
    error: Annotated[str, "For organizers: what the server reported when scoring failed."]
    answers: dict[str, Any]
    answers_version: int
    fact_sheet: Annotated[int | None, "Version of the questions."]


@dataclass(frozen=True)
class ReceivedUpload:
    """What the server received."""

    id: int
    received_at: Annotated[datetime, "When the last byte had arrived."]
    phase: Annotated[str, "Slug."]
    late_for: Annotated[str | None, "Slug of the phase that it missed."]
    system: str
    submissions: list[SubmissionData]


def visible_submissions(access: TaskAccess) -> QuerySet[Submission]:
    """Return the submissions that a person may see: all for organizers, else those of their team, merged ones too."""
    rows = Submission.objects.filter(task=access.task)
    if access.organizes:
        return rows
    return rows.filter(team__in=family(access.task, access.team.pk) if access.team else [])


def submissions_of(
    access: TaskAccess, phase: Phase | None, team: int | None, kind: str = ""
) -> QuerySet[Submission]:
    """Return the submissions that a person may see, the latest first. `team`: for organizers. `kind`: empty for all."""
    rows = visible_submissions(access).order_by("-number")
    if phase is not None:
        rows = rows.filter(phase=phase)
    if team is not None and access.organizes:
        rows = rows.filter(team=team)
    if kind:
        rows = rows.filter(upload__kind=kind)
    return rows


def predictions_of(submission: Submission) -> Iterator[bytes]:
    """Return the bytes of a submission in blocks."""
    file = submission_file(submission.sha256).open("rb")

    def blocks() -> Iterator[bytes]:
        with file:
            yield from iter(lambda: file.read(_BLOCK), b"")

    return blocks()


def submission_of(access: TaskAccess, key: int) -> Submission:
    """Raises NotFoundError for submissions of others too."""
    found = visible_submissions(access).filter(pk=key).first()
    if found is None:
        raise NotFoundError("Your team has no such submission.", code="no_submission")
    return found


def submission_list(access: TaskAccess, rows: QuerySet[Submission], now: datetime) -> list[SubmissionData]:
    """Return some submissions of the task, which the person may see."""
    return [
        SubmissionData(**fields, problems=_problems(row, _LISTED))
        for row, fields in _shown(access, rows, now)
    ]


def submission_details(access: TaskAccess, row: Submission, now: datetime) -> SubmissionDetails:
    ((found, fields),) = _shown(access, Submission.objects.filter(pk=row.pk), now)
    upload = found.upload
    return SubmissionDetails(
        **fields,
        problems=_problems(found, len(found.problems)),
        log=found.log,
        error=_error(found) if access.organizes else "",
        answers=upload.answers,
        answers_version=upload.answers_version,
        fact_sheet=upload.fact_sheet.number if upload.fact_sheet else None,
    )


def _error(row: Submission) -> str:
    errors = row.job.report.get("errors", {}) if row.job else {}
    return str(errors.get(str(row.pk), ""))


def received_upload(access: TaskAccess, upload: Upload, now: datetime) -> ReceivedUpload:
    rows = submission_list(access, upload.submissions.order_by("number"), now)
    return ReceivedUpload(
        upload.pk,
        upload.received_at,
        upload.phase.slug,
        upload.late_for.slug if upload.late_for else None,
        upload.system,
        rows,
    )


def shown_submissions(task: Task, phases: Iterable[Phase], teams: Sequence[int] | None = None) -> set[int]:
    """Return the submissions that boards of these phases show. `teams`: only of these, without merges resolved.

    Withdrawn and disqualified submissions, and those of disqualified teams, are on no board.
    """
    rules = {phase.pk: phase.board_rule for phase in phases}
    surviving = surviving_teams(task)
    rows = Score.objects.filter(
        revision=current_revision(task),
        submission__phase__in=rules,
        submission__upload__kind=Upload.Kind.TEAM,
        submission__state=Submission.State.SCORED,
        submission__withdrawn_at=None,
        submission__disqualified_at=None,
        submission__team__disqualified_at=None,
    )
    if teams is not None:
        rows = rows.filter(submission__team__in=teams)
    boards: dict[tuple[int, int], list[Eligible]] = {}
    names = [f"submission__{name}" for name in ("phase", "track", "number", "team", "chosen_at")]
    columns = ["submission", *names, "submission__upload__received_at", "keys", "submission__track__metrics"]
    for key, phase, track, number, team, chosen_at, received_at, keys, metrics in rows.values_list(*columns):
        eligible = Eligible(key, number, surviving[team], received_at, chosen_at, rank_keys(keys, metrics))
        boards.setdefault((phase, track), []).append(eligible)
    return {
        shown
        for (phase, _), submissions in boards.items()
        for shown in on_board(submissions, rules[phase]).values()
    }


def _shown(
    access: TaskAccess, rows: QuerySet[Submission], now: datetime
) -> Iterable[tuple[Submission, dict[str, Any]]]:
    """Yield submissions with what is shown of each, except for its problems."""
    revision = current_revision(access.task)
    scores = Score.objects.filter(revision=revision).only("submission", "values")
    related = (
        "team", "track", "phase", "job", "withdrawn_by", "slot",
        "upload__submitter", "upload__late_for", "upload__fact_sheet",
    )  # fmt: skip
    found = list(rows.select_related(*related).prefetch_related(Prefetch("scores", scores, _SCORES)))
    phases = {row.phase_id: row.phase for row in found}
    teams = {row.team_id for row in found if row.team_id is not None}
    families = families_of(access.task, teams)
    shown = shown_submissions(access.task, phases.values(), families)
    versions: dict[tuple[int, str], tuple[str, str]] = {}
    for row in found:
        if row.track is not None and (row.track_id, row.phase.split) not in versions:
            parts = parts_of_track(revision, row.track, row.phase.split)
            current = (items_digest(parts), file_name(parts)) if parts else ("", row.track.name)
            versions[row.track.pk, row.phase.split] = current
    for row in found:
        visible = access.organizes or own_scores_are_visible(row.phase, now)
        yield row, _fields(row, visible, row.pk in shown, versions)


def _fields(
    row: Submission, visible: bool, is_shown: bool, versions: Mapping[tuple[int, str], tuple[str, str]]
) -> dict[str, Any]:
    upload = row.upload
    current: list[Score] = getattr(row, _SCORES)
    state, progress = _progress(row)
    rule_hides = row.phase.board_rule != Phase.BoardRule.LAST
    items = versions[row.track.pk, row.phase.split] if row.track else ("", "")
    return {
        "id": row.pk,
        "number": row.number,
        "upload": upload.pk,
        "kind": upload.kind,
        "team": SubmissionTeam(row.team.pk, row.team.name) if row.team else None,
        "system": upload.system,
        "track": row.track.slug if row.track else None,
        "phase": row.phase.slug,
        "late_for": upload.late_for.slug if upload.late_for else None,
        "file_name": row.file_name,
        "size": row.size,
        "sha256": row.sha256,
        "records": row.records,
        "received_at": upload.received_at,
        "submitter": display_name(upload.submitter),
        "state": state,
        "progress": progress,
        "problem_count": row.problem_count,
        "message": row.message,
        "scores": _values(current[0]) if visible and current else None,
        "on_board": None if rule_hides and not visible else is_shown,
        "counts_in_quota": hasattr(row, "slot"),
        "chosen": row.chosen_at is not None,
        "withdrawn": _withdrawal(row),
        "disqualified": _disqualification(row),
        "other_version": items[1] if row.items_sha256 not in ("", items[0]) else None,
    }


def _progress(row: Submission) -> tuple[SubmissionState, float | None]:
    if row.state == Submission.State.WAITING:
        job = row.job
        if job is not None and job.state == Job.State.RUNNING:
            return "scoring", job.done / job.total if job.total else 0.0
        return "waiting", None
    state: Any = row.state
    return state, None


def _values(score: Score) -> dict[str, float | None]:
    return {name: each["value"] for name, each in score.values.items()}


def _withdrawal(row: Submission) -> Withdrawal | None:
    return Withdrawal(row.withdrawn_at, display_name(row.withdrawn_by)) if row.withdrawn_at else None


def _disqualification(row: Submission) -> Disqualification | None:
    if row.disqualified_at is None:
        return None
    return Disqualification(row.disqualified_at, row.disqualified_reason)


def _problems(row: Submission, most: int) -> list[PredictionProblem]:
    return [stored_problem(each) for each in row.problems[:most]]
