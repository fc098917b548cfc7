"""The files that rows of a snapshot refer to: built releases with freeze records, uploads to import, images
of guidelines and items.

Other apps register their files in `foundation.stored_files`. They belong to no project.
"""

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

from django.conf import settings

from annotation.queries.projects.guidelines_images import IMAGE_FOLDER
from annotation.queries.references.item_images import DISPLAY, ITEM_IMAGE_FOLDER
from foundation.archive_file import sha256_of
from foundation.stored_files import Rows, file_folders
from foundation.working_folder import working_folder

T = TypeVar("T")

RELEASES: Final = "releases"
UPLOADS: Final = "uploads"
FILE_FOLDERS: Final = (RELEASES, UPLOADS, IMAGE_FOLDER, ITEM_IMAGE_FOLDER)

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
_ITEM_IMAGES: Final = (
    "SELECT project.id, project.slug, image.sha256 "
    "FROM annotation_itemimage image JOIN annotation_project project ON project.id = image.project_id "
    "ORDER BY image.id"
)

_ATTEMPTS: Final = 8
_PAUSE: Final = 0.25  # seconds, after the first attempt


@dataclass
class ReferencedFiles:
    """Paths of members and files, and what a row refers to and is not there, in sentences."""

    files: list[tuple[str, Path]] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)


@contextmanager
def consistent_copy(
    beside: Path, read: Callable[[Path, Path], "tuple[T, LinkedFiles]"]
) -> Iterator[tuple[T, ReferencedFiles, Path]]:
    """Yield what `read` returns, the files that rows refer to, and a folder in `beside` that `read` may write to.

    `read` opens a snapshot of the database, links files into its first argument, a folder in the data directory, and
    writes rows into its second, the folder in `beside`. It is called again if a reissue or an import has ended between
    the snapshot and the links. What is missing twice, the site itself lacks. The content of the files is checked after
    `read` has closed its snapshot.
    """
    before: list[str] = []
    for attempt in range(1, _ATTEMPTS + 1):
        with working_folder(settings.DATA_DIR) as links, working_folder(beside) as working:
            content, linked = read(links, working)
            found = linked.check()
            if not found.missing or found.missing == before or attempt == _ATTEMPTS:
                yield content, found, working
                return
        before = found.missing
        time.sleep(_PAUSE * attempt)


class LinkedFiles:
    """Hard links to the files of the site, or of one project, so that nobody can remove or replace them."""

    def __init__(self, rows: Rows, directory: Path, project: int | None = None) -> None:
        """Read which files there are, and link them into `directory`."""

        def of_project(query: str) -> list[tuple[Any, ...]]:
            return [row for row in rows(query) if project in (None, row[0])]

        self._directory = directory
        self._built = of_project(_BUILT)
        self._uploads = [
            (slug, file["name"], Path(file["path"]).name)
            for _, slug, files in of_project(_UNFINISHED)
            for file in json.loads(files)
            if Path(file["path"]).parent == settings.DATA_DIR / UPLOADS  # Others are named in commands.
        ]
        self._images = of_project(_GUIDELINES_IMAGES)
        for _, key, *_ in self._built:
            # A reissue that was killed leaves the release under its old name.
            for name in (str(key), f".old-{key}"):
                _link_tree(settings.DATA_DIR / RELEASES / name, directory / RELEASES / name)
            self._link(f"{RELEASES}/{key}.freeze.jsonl.gz")
        for *_, name in self._uploads:
            self._link(f"{UPLOADS}/{name}")
        for of, *_, sha256 in self._images:
            self._link(f"{IMAGE_FOLDER}/{of}/{sha256}")
        self._item_images = of_project(_ITEM_IMAGES)
        for of, _, sha256 in self._item_images:
            self._link(f"{ITEM_IMAGE_FOLDER}/{of}/{sha256}")
            self._link(f"{ITEM_IMAGE_FOLDER}/{of}/{sha256}{DISPLAY}")
        folders = file_folders() if project is None else []
        self._registered = [file for folder in folders for file in folder.files(rows)]
        for file in self._registered:
            self._link(file.path)

    def check(self) -> ReferencedFiles:
        """Return the files. Listed as missing are those that differ from what their row states, too."""
        found = ReferencedFiles()
        for _, key, slug, name, manifest, freeze in self._built:
            self._check_release(found, key, f"release {name} of {slug}", manifest, freeze)
        for slug, name, file in self._uploads:
            if not self._add(found, f"{UPLOADS}/{file}"):
                found.missing.append(f"upload {name} of {slug}: its file {file} is missing")
        for of, slug, name, sha256 in self._images:
            if not self._add(found, f"{IMAGE_FOLDER}/{of}/{sha256}", sha256):
                found.missing.append(f"image {name} of {slug}: its file {of}/{sha256} is missing or differs")
        for of, slug, sha256 in self._item_images:
            path = f"{ITEM_IMAGE_FOLDER}/{of}/{sha256}"
            if not self._add(found, path, sha256) or not self._add(found, f"{path}{DISPLAY}"):
                found.missing.append(
                    f"image of an item of {slug}: its file {of}/{sha256} is missing or differs"
                )
        for stored in self._registered:
            if not self._add(found, stored.path, stored.sha256):
                found.missing.append(f"{stored.label}: its file {stored.path} is missing or differs")
        return found

    def _check_release(
        self, found: ReferencedFiles, key: int, label: str, manifest: str, freeze: str
    ) -> None:
        directory = self._directory / RELEASES / str(key)
        problem = _release_problem(directory, manifest)
        if problem:
            old = directory.with_name(f".old-{key}")
            if not _release_problem(old, manifest):
                shutil.rmtree(directory, ignore_errors=True)
                old.rename(directory)
            else:
                found.missing.append(f"{label}: {problem}")
        found.files += (
            (path.relative_to(self._directory).as_posix(), path)
            for path in sorted(directory.rglob("*"))
            if path.is_file()
        )
        record = f"{key}.freeze.jsonl.gz"
        if not self._add(found, f"{RELEASES}/{record}", freeze):
            found.missing.append(f"{label}: its freeze record {record} is missing or differs")

    def _add(self, found: ReferencedFiles, member: str, sha256: str = "") -> bool:
        """Add the file, and return True, if it is there with this digest. Without one, any content is right."""
        path = self._directory / member
        if not path.is_file() or (sha256 and sha256_of(path) != sha256):
            return False
        found.files.append((member, path))
        return True

    def _link(self, member: str) -> None:
        _link(settings.DATA_DIR / member, self._directory / member)


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


def _link_tree(source: Path, target: Path) -> None:
    for path in _files_below(source):
        _link(path, target / path.relative_to(source))


def _files_below(directory: Path) -> Iterator[Path]:
    for folder, _, names in os.walk(directory):
        yield from (Path(folder) / name for name in names)


def _link(source: Path, target: Path) -> None:
    """Link the file if it is there, or copy it where the file system has no links."""
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileNotFoundError):
        try:
            os.link(source, target, follow_symlinks=False)
        except FileNotFoundError:
            raise
        except OSError:
            shutil.copyfile(source, target)
