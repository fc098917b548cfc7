"""The files that rows of a snapshot refer to: built releases with freeze records, uploads to import, images."""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from annotation.queries.projects.guidelines_images import IMAGE_FOLDER
from foundation.archive_file import sha256_of

RELEASES: Final = "releases"
UPLOADS: Final = "uploads"
FILE_FOLDERS: Final = (RELEASES, UPLOADS, IMAGE_FOLDER)

_BUILT: Final = (
    "SELECT project.id, release.id, project.slug, release.name, release.manifest_sha256, release.freeze_sha256 "
    "FROM annotation_release release JOIN annotation_project project ON project.id = release.project_id "
    "WHERE release.state IN ('ready', 'withdrawn') ORDER BY release.id"
)
_UNFINISHED: Final = (
    "SELECT project.id, project.slug, CAST(import.files AS text) "
    "FROM annotation_import import JOIN annotation_project project ON project.id = import.project_id "
    "WHERE import.state IN ('uploaded', 'waiting', 'checking', 'writing', 'refused') ORDER BY import.id"
)
_GUIDELINES_IMAGES: Final = (
    "SELECT project.id, project.slug, image.name, image.sha256 "
    "FROM annotation_guidelinesimage image JOIN annotation_project project ON project.id = image.project_id "
    "ORDER BY image.id"
)


@dataclass
class ReferencedFiles:
    """Paths of members and files, and what a row refers to and is not there, in sentences."""

    files: list[tuple[str, Path]] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)


Rows = Callable[[str], list[tuple[Any, ...]]]
"""Runs a query in the snapshot."""


def take_files(rows: Rows, directory: Path, project: int | None = None) -> ReferencedFiles:
    """Take the files of the site, or of one project, into `directory`.

    They are hard links, so that nobody can remove or replace them.

    The result lists the rows whose files are missing or differ from what the row states: a reissue or an import may
    have ended since the snapshot.
    """
    taken = ReferencedFiles()
    for of, key, slug, name, manifest, freeze in rows(_BUILT):
        if project in (None, of):
            _take_release(taken, directory, key, f"release {name} of {slug}", manifest, freeze)
    for of, slug, files in rows(_UNFINISHED):
        for file in json.loads(files) if project in (None, of) else ():
            _take_upload(taken, directory, slug, file)
    for of, slug, name, sha256 in rows(_GUIDELINES_IMAGES):
        if project in (None, of):
            _take_image(taken, directory, f"{of}/{sha256}", f"image {name} of {slug}")
    return taken


def _take_release(
    taken: ReferencedFiles, directory: Path, key: int, label: str, manifest: str, freeze: str
) -> None:
    releases, linked = settings.DATA_DIR / RELEASES, directory / RELEASES
    _link_tree(releases / str(key), linked / str(key))
    problem = _release_problem(linked / str(key), manifest)
    if problem:
        # A reissue that was killed leaves the release here.
        _link_tree(releases / f".old-{key}", linked / "old")
        if not _release_problem(linked / "old", manifest):
            shutil.rmtree(linked / str(key), ignore_errors=True)
            (linked / "old").rename(linked / str(key))
            problem = ""
        shutil.rmtree(linked / "old", ignore_errors=True)
    if problem:
        taken.missing.append(f"{label}: {problem}")
    taken.files += (
        (f"{RELEASES}/{path.relative_to(linked).as_posix()}", path)
        for path in sorted((linked / str(key)).rglob("*"))
        if path.is_file()
    )
    record = f"{key}.freeze.jsonl.gz"
    if _link(releases / record, linked / record) and sha256_of(linked / record) == freeze:
        taken.files.append((f"{RELEASES}/{record}", linked / record))
    else:
        taken.missing.append(f"{label}: its freeze record {record} is missing or differs")


def _release_problem(directory: Path, manifest_sha256: str) -> str:
    """Return what is wrong with the directory of a release, or "": the manifest vouches for all its files."""
    manifest = directory / "manifest.json"
    if not manifest.is_file():
        return "its directory is missing"
    if sha256_of(manifest) != manifest_sha256:
        return "its manifest.json differs from the one that was built"
    for file in json.loads(manifest.read_bytes())["files"]:
        path = directory / file["path"]
        if not path.is_file():
            return f"its file {file['path']} is missing"
        if sha256_of(path) != file["sha256"]:
            return f"its file {file['path']} differs from the manifest"
    return ""


def _take_upload(taken: ReferencedFiles, directory: Path, project: str, file: dict[str, Any]) -> None:
    path = Path(file["path"])
    if path.parent != settings.DATA_DIR / UPLOADS:
        return  # named in a command: not a file of the site
    if _link(path, directory / UPLOADS / path.name):
        taken.files.append((f"{UPLOADS}/{path.name}", directory / UPLOADS / path.name))
    else:
        taken.missing.append(f"upload {file['name']} of {project}: its file {path.name} is missing")


def _take_image(taken: ReferencedFiles, directory: Path, file: str, label: str) -> None:
    path = directory / IMAGE_FOLDER / file
    if _link(settings.DATA_DIR / IMAGE_FOLDER / file, path) and sha256_of(path) == path.name:
        taken.files.append((f"{IMAGE_FOLDER}/{file}", path))
    else:
        taken.missing.append(f"{label}: its file {file} is missing or differs")


def _link_tree(source: Path, target: Path) -> None:
    for path in _files_below(source):
        _link(path, target / path.relative_to(source))


def _files_below(directory: Path) -> Iterator[Path]:
    for folder, _, names in os.walk(directory):
        yield from (Path(folder) / name for name in names)


def _link(source: Path, target: Path) -> bool:
    """Link the file, or copy it where the file system has no links. Return False if it is missing."""
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        os.link(source, target, follow_symlinks=False)
    except FileNotFoundError:
        return False
    except OSError:
        try:
            shutil.copyfile(source, target)
        except FileNotFoundError:
            return False
    return True
