"""An upload that is sent again, because its answer was lost, is the first one: nothing is counted twice.

The client makes an id for each upload. The database holds an id once.
"""

import hashlib
import json
import uuid
from collections.abc import Sequence

from evaluation.models import Upload
from evaluation.queries.tasks.access import TaskAccess
from evaluation.queries.teams.merged_teams import family
from evaluation.services.submissions.unpack import PredictionFile
from foundation.errors import FieldError, InvalidError


def body_digest(fields: object, files: Sequence[PredictionFile]) -> str:
    """Return the sha256 of what an upload says and of its files. `fields` as JSON."""
    content = [fields, [[file.name, file.sha256] for file in files]]
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def first_upload(access: TaskAccess, upload_id: uuid.UUID | None) -> Upload | None:
    """Return the stored upload with this id, None if there is none. Raises InvalidError if it is of others."""
    found = Upload.objects.filter(upload_id=upload_id).first() if upload_id else None
    if found is not None and not _is_own(access, found):
        raise reused()
    return found


def require_same(first: Upload, body_sha256: str) -> Upload:
    """Return the first upload. Raises InvalidError if this one differs."""
    if first.body_sha256 != body_sha256:
        raise reused()
    return first


def reused() -> InvalidError:
    return InvalidError(
        "This upload_id was used for another upload.",
        code="upload_id_reused",
        errors=[FieldError("/upload_id", "reused", "Make a new UUID for every upload.")],
    )


def _is_own(access: TaskAccess, upload: Upload) -> bool:
    if upload.task_id != access.task.pk:
        return False
    if upload.team_id is None:
        return access.organizes
    return access.team is not None and upload.team_id in family(access.task, access.team.pk)
