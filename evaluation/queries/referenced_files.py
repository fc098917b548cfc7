"""The files that rows of shared tasks refer to: gold, predictions and bundles, for backups and checks of the site."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from evaluation.queries.stored_files import root
from foundation.stored_files import FileFolder, Rows, StoredFile, register_file_folder
from morelkit.release.layout import MANIFEST
from morelkit.release.read_lines import digest_of

FOLDER: Final = "evaluation"
PATTERN: Final = (
    rf"{FOLDER}/gold/[0-9]+/[0-9]+/.+|{FOLDER}/submissions/[0-9a-f]{{2}}/[0-9a-f]{{64}}"
    rf"|{FOLDER}/bundles/[0-9]+\.zip"
)

_REVISIONS: Final = (
    "SELECT revision.task_id, revision.number, task.slug, revision.digest FROM evaluation_goldrevision revision "
    "JOIN evaluation_task task ON task.id = revision.task_id ORDER BY revision.id"
)
_SUBMISSIONS: Final = (
    "SELECT submission.sha256, MIN(task.slug), MIN(submission.number) FROM evaluation_submission submission "
    "JOIN evaluation_task task ON task.id = submission.task_id GROUP BY submission.sha256 "
    "ORDER BY MIN(submission.id)"
)
_BUNDLES: Final = (
    "SELECT bundle.id, task.slug, bundle.sha256 FROM evaluation_bundle bundle "
    "JOIN evaluation_task task ON task.id = bundle.task_id WHERE bundle.sha256 <> '' ORDER BY bundle.id"
)


def register() -> None:
    register_file_folder(FileFolder(FOLDER, PATTERN, referenced_files))


def referenced_files(rows: Rows) -> Iterator[StoredFile]:
    for task, number, slug, digest in rows(_REVISIONS):
        yield from _gold_files(f"gold/{task}/{number}", f"gold {number} of {slug}", digest)
    for sha256, slug, number in rows(_SUBMISSIONS):
        path = f"{FOLDER}/submissions/{sha256[:2]}/{sha256}"
        yield StoredFile(path, sha256, f"submission {number} of {slug}")
    for key, slug, sha256 in rows(_BUNDLES):
        yield StoredFile(f"{FOLDER}/bundles/{key}.zip", sha256, f"bundle {key} of {slug}")


def _gold_files(folder: str, label: str, digest: str) -> Iterator[StoredFile]:
    """Yield the manifest of a revision and the files that it lists, which are those of a release or of gold alone."""
    yield StoredFile(f"{FOLDER}/{folder}/{MANIFEST}", digest, label)
    manifest = root() / folder / MANIFEST
    if manifest.is_file() and digest_of(manifest) == digest:
        for path, sha256 in _listed(json.loads(manifest.read_bytes())["files"]):
            yield StoredFile(f"{FOLDER}/{folder}/{path}", sha256, label)


def _listed(files: Any) -> Iterator[tuple[str, str]]:
    if isinstance(files, Mapping):
        yield from files.items()
    else:
        yield from ((each["path"], each["sha256"]) for each in files)
