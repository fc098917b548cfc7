"""Receive an upload: check its files, store them, and count them in one transaction, or refuse all of it.

Files whose items belong to no track of the phase refuse the upload. Files with other problems are kept as invalid
submissions, which count as an attempt and not in the quota, beside the valid ones of the same upload.

An upload that is sent again, with the same id, is the first one (`repeated_upload`).
"""

import uuid
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import IO, Any, Final

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Max

from evaluation.models import Phase, Submission, Task, Team, Upload
from evaluation.queries.stored_files import submission_file
from evaluation.queries.submissions.file_check import FileCheck, FileChecker
from evaluation.queries.submissions.phase_choice import (
    PhaseChoice,
    begun_splits,
    chosen_phase,
    named_phase,
)
from evaluation.queries.tasks.access import TaskAccess
from evaluation.queries.teams.merged_teams import family, surviving_teams
from evaluation.queries.track_items import current_revision
from evaluation.services.submissions import quota
from evaluation.services.submissions.repeated_upload import body_digest, first_upload, require_same, reused
from evaluation.services.submissions.scoring import request_scoring
from evaluation.services.submissions.stored_predictions import store, storing
from evaluation.services.submissions.unpack import PredictionFile, unpack
from evaluation.services.teams.fact_sheets import checked_answers, stored_fact_sheet
from evaluation.services.teams.team_names import JOINERS, require_visible
from foundation.errors import ConflictError, FieldError, ForbiddenError, InvalidError
from foundation.working_folder import working_folder
from foundation.write_transaction import write_transaction

_TRIES: Final = 3

Uploaded = Sequence[tuple[str, IO[bytes]]]


@dataclass(frozen=True, slots=True)
class NewUpload:
    """What a request for a submission says.

    `received_at`: when its last byte had arrived. `phase`: slug or id. `answers`: of the fact sheet, not yet checked.
    `upload_id`: made by the client; None: the upload is none that was sent before.
    """

    system: str
    received_at: datetime
    phase: str = ""
    trial: bool = False
    answers: Any = field(default_factory=dict)
    upload_id: uuid.UUID | None = None

    def body_sha256(self, files: Sequence[PredictionFile]) -> str:
        return body_digest([self.system, self.phase, self.trial, self.answers], files)


class _ChangedError(Exception):
    """Phase or gold changed between the check and the transaction."""


def check(access: TaskAccess, files: Uploaded, phase: str, at: datetime) -> tuple[Phase, list[FileCheck]]:
    """Check files without storing or counting anything. Raises InvalidError and ConflictError."""
    task = access.task
    with working_folder(settings.FILE_UPLOAD_TEMP_DIR) as folder:
        found = _unpacked(files, folder)
        checker = FileChecker(
            task, current_revision(task), begun_splits(task, at, all_phases=access.organizes)
        )
        paths = [file.path for file in found]
        wanted = named_phase(task, phase) or _checkable(task, checker.splits_of(paths), at)
        if wanted.starts_at > at and not access.organizes:
            chosen_phase(list(task.phases.all()), wanted, set(), at)  # raises
        return wanted, checker.check([(file.name, file.path) for file in found], wanted)


def receive(access: TaskAccess, upload: NewUpload, files: Uploaded) -> Upload:
    """Store and count an upload, and have it scored in the background. Return the first one if this one repeats it.

    Raises ForbiddenError if the team may not submit, InvalidError for what is wrong with a file, ConflictError for a
    phase that does not take it and a quota that is used up. Nothing is stored or counted then.
    """
    first = first_upload(access, upload.upload_id)
    if first is None:
        _check_access(access, upload)
        require_visible(upload.system, "system", "The name of a system", JOINERS)
        checked_answers(access.task, upload.answers)
    with working_folder(settings.FILE_UPLOAD_TEMP_DIR) as folder:
        found = _unpacked(files, folder)
        if first is not None:
            return require_same(first, upload.body_sha256(found))
        for _ in range(_TRIES):
            try:
                return _receive(access, upload, found)
            except _ChangedError:
                continue
            except ConflictError:
                # The first one may have been stored meanwhile: it arrived before a phase ended, this one did not.
                if first := first_upload(access, upload.upload_id):
                    return require_same(first, upload.body_sha256(found))
                raise
    raise ConflictError(
        "The phase was changed while the files were checked. Send them again.", code="phase_changed"
    )


def _unpacked(files: Uploaded, folder: Any) -> list[PredictionFile]:
    found = unpack(files, folder)
    if not found:
        detail = "Choose at least one file."
        raise InvalidError(detail, code="no_files", errors=[FieldError("/files", "no_files", detail)])
    return found


def _receive(access: TaskAccess, upload: NewUpload, files: Sequence[PredictionFile]) -> Upload:
    task, at = access.task, upload.received_at
    revision = current_revision(task)
    checker = FileChecker(task, revision, begun_splits(task, at, all_phases=upload.trial))
    paths = [file.path if file.path.exists() else submission_file(file.sha256) for file in files]
    splits = set() if upload.phase else checker.splits_of(paths)
    choice = _choice(task, upload, splits)
    names = [file.name for file in files]
    checks = checker.check(list(zip(names, paths, strict=True)), choice.phase)
    _refuse(files, checks)
    with storing():
        for file in files:
            if file.path.exists():
                store(file.path, file.sha256)
        with write_transaction():
            task = Task.objects.select_for_update().get(pk=task.pk)
            if current_revision(task) != revision or _decided(_choice(task, upload, splits)) != _decided(
                choice
            ):
                raise _ChangedError
            if first := first_upload(access, upload.upload_id):
                return require_same(first, upload.body_sha256(files))
            team = None if upload.trial else _locked_team(access)
            made = _created(task, team, access, upload, choice, files)
            _add_submissions(made, team, files, checks)
            return made


def _choice(task: Task, upload: NewUpload, splits: set[str]) -> PhaseChoice:
    phases = list(Phase.objects.filter(task=task))
    wanted = named_phase(task, upload.phase)
    if upload.trial:
        return PhaseChoice(wanted or _checkable(task, splits, upload.received_at))
    return chosen_phase(phases, wanted, splits, upload.received_at)


def _decided(choice: PhaseChoice) -> tuple[Any, ...]:
    return choice.phase.pk, choice.phase.split, choice.late_for and choice.late_for.pk


def _checkable(task: Task, splits: set[str], at: datetime) -> Phase:
    """Return the phase that files are checked for without a deadline: of their split, the latest that has begun."""
    phases = list(task.phases.all())
    fitting = [phase for phase in phases if phase.split in splits] or phases
    if not fitting:
        raise ConflictError("The task has no phases yet.", code="no_phase")
    return max(
        fitting, key=lambda phase: (phase.starts_at <= at, phase.kind != Phase.Kind.POST, phase.starts_at)
    )


def _check_access(access: TaskAccess, upload: NewUpload) -> None:
    """Raise ForbiddenError unless the person may submit this. It is checked again when the team is locked."""
    if not upload.trial:
        _check_team(Team.objects.get(pk=_team_of(access)), access.task)
    elif not access.organizes:
        raise ForbiddenError("Trials are for the organizers of the task.", code="not_organizer")


def _team_of(access: TaskAccess) -> int:
    """Return the team that an upload of this person counts for: theirs, or the one that it was merged into."""
    if access.team is None:
        raise ForbiddenError("Register a team first, or follow an invitation to one.", code="no_team")
    return surviving_teams(access.task)[access.team.pk]


def _check_team(team: Team, task: Task) -> None:
    """Raise ForbiddenError unless the team may submit."""
    if team.state == Team.State.PENDING:
        raise ForbiddenError("The organizers have not approved your team yet.", code="team_pending")
    if team.state != Team.State.APPROVED:
        raise ForbiddenError("Your team does not take part in the task.", code="team_refused")
    if team.disqualified_at is not None:
        detail = f"Your team was disqualified: {team.disqualified_reason}"
        raise ForbiddenError(detail, code="team_disqualified")
    if task.terms and team.terms_version < task.terms_version:
        detail = f"Accept version {task.terms_version} of the terms on the page of your team first."
        raise ForbiddenError(detail, code="terms_changed")


def _locked_team(access: TaskAccess) -> Team:
    """Lock the team that the upload counts for. Raises ForbiddenError if it may not submit any more."""
    team = Team.objects.select_for_update().get(pk=_team_of(access))
    _check_team(team, access.task)
    return team


def _created(
    task: Task,
    team: Team | None,
    access: TaskAccess,
    upload: NewUpload,
    choice: PhaseChoice,
    files: Sequence[PredictionFile],
) -> Upload:
    answers = checked_answers(task, upload.answers)
    made = Upload(
        task=task,
        phase=choice.phase,
        team=team,
        kind=Upload.Kind.TRIAL if upload.trial else Upload.Kind.TEAM,
        system=upload.system,
        submitter=access.user,
        received_at=upload.received_at,
        late_for=choice.late_for,
        fact_sheet=stored_fact_sheet(task) if answers else None,
        answers=answers,
        answers_version=1 if answers else 0,
        upload_id=upload.upload_id,
        body_sha256=upload.body_sha256(files) if upload.upload_id else "",
    )
    try:
        with transaction.atomic():
            made.save(force_insert=True)
    except IntegrityError as error:  # A concurrent upload to another task took the id.
        raise reused() from error
    if team is not None:
        quota.take_attempt(made, team, family(task, team.pk))
    return made


def _add_submissions(
    upload: Upload, team: Team | None, files: Sequence[PredictionFile], checks: Sequence[FileCheck]
) -> None:
    last = Submission.objects.filter(task=upload.task).aggregate(last=Max("number"))["last"] or 0
    rows = [
        _submission(upload, last + place, file, found)
        for place, (file, found) in enumerate(zip(files, checks, strict=True), 1)
    ]
    Submission.objects.bulk_create(rows)
    valid = [
        (file.pointer, row)
        for file, row in zip(files, rows, strict=True)
        if row.state == Submission.State.WAITING
    ]
    if team is not None:
        quota.take_slots(valid, upload, team, family(upload.task, team.pk))
    if valid:
        request_scoring(upload, [row for _, row in valid])


def _submission(upload: Upload, number: int, file: PredictionFile, found: FileCheck) -> Submission:
    return Submission(
        upload=upload,
        task=upload.task,
        phase=upload.phase,
        team_id=upload.team_id,
        track=found.track,
        number=number,
        file_name=file.name,
        size=file.size,
        sha256=file.sha256,
        items_sha256=found.items_sha256,
        records=found.records,
        state=Submission.State.WAITING if found.valid else Submission.State.INVALID,
        problems=[asdict(problem) for problem in found.problems],
        problem_count=found.problem_count,
    )


def _refuse(files: Sequence[PredictionFile], checks: Sequence[FileCheck]) -> None:
    """Raise InvalidError if a file belongs to no track of the phase, or two to one."""
    errors = [
        FieldError(file.pointer, found.refusal.code, f"{file.name}: {found.refusal.detail}")
        for file, found in zip(files, checks, strict=True)
        if found.refusal
    ]
    if errors:
        detail = f"{errors[0].detail} Nothing of this upload was stored or counted."
        raise InvalidError(detail, code=errors[0].code, errors=errors)
