"""The files of an imported project: releases with freeze records, uploads, images of guidelines and items."""

import gzip
import json
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from annotation.models import GuidelinesImage, Import, ItemImage, Project, Release
from annotation.queries.projects.guidelines_images import IMAGE_FOLDER, images_folder
from annotation.queries.references.item_images import DISPLAY, ITEM_IMAGE_FOLDER, item_images_folder
from annotation.queries.releases.release_files import freeze_record_path, release_directory
from annotation.services.backup.referenced_files import FILE_FOLDERS, RELEASES, UPLOADS
from annotation.services.projects.guidelines_images import is_stored_image
from annotation.services.references.image_content import display_copy, read_facts
from annotation.services.transfer.project_tables import IdShift, exported_rows, move_freeze_line
from foundation.archive_file import ArchiveError, sha256_of, sync_directory
from foundation.errors import ConflictError
from foundation.private_files import open_private
from foundation.zip_members import RefusedError

_MOVED: Final = "moved-freeze-records"


class ImportedFiles:
    """The files of an archive that was extracted into `directory`. What takes long happens before rows are written."""

    def __init__(self, directory: Path, manifest: Mapping[str, Any], shift: IdShift) -> None:
        """Check the files of releases and images, and write freeze records with the ids of this site."""
        self._directory, self._shift = directory, shift
        self._former_uploads = Path(manifest["data_directory"]) / UPLOADS
        self._uploads = {path.name for path in (directory / UPLOADS).glob("*")}
        self._images = directory / IMAGE_FOLDER / str(manifest["project"])
        self._item_images = directory / ITEM_IMAGE_FOLDER / str(manifest["project"])
        self._freeze: dict[int, str] = {}
        (directory / _MOVED).mkdir()
        for row in exported_rows(directory, "annotation_release"):
            if row["state"] in {Release.State.READY, Release.State.WITHDRAWN}:
                self._freeze[row["id"]] = self._checked_release(row)
        for row in exported_rows(directory, "annotation_guidelinesimage"):
            self._check_image(row)
        for row in exported_rows(directory, "annotation_itemimage"):
            self._check_item_image(row)

    def freeze_sha256(self, exported_release: int) -> str:
        """The digest of the freeze record as it is written here; empty for a release without files."""
        return self._freeze.get(exported_release, "")

    def adapt_import(self, row: dict[str, Any]) -> None:
        """Let an imported row of `Import` name its uploads here, and no other file.

        Files that were named in a command of the other site, or that are gone, get an empty path. Raises ArchiveError
        if a file is gone that is yet to be imported.
        """
        for file in row["files"]:
            path = Path(file["path"])
            was_uploaded = path.parent == self._former_uploads
            if was_uploaded and path.name in self._uploads:
                file["path"] = str(settings.DATA_DIR / UPLOADS / path.name)
                continue
            if row["state"] == Import.State.UPLOADED or (
                was_uploaded and row["state"] == Import.State.REFUSED
            ):
                raise ArchiveError(f"The archive lacks the file of the upload {file['name']}.")
            file["path"] = ""
            if row["state"] == Import.State.REFUSED:
                row["state"] = Import.State.FAILED  # It cannot be started again.

    def put_in_place(self, project: Project, undo: ExitStack) -> None:
        """Move the files to their places in the transaction of the rows. `undo` removes them if it fails."""
        for name in FILE_FOLDERS:
            (settings.DATA_DIR / name).mkdir(exist_ok=True)
        for release in Release.objects.filter(project=project):
            exported = self._shift.back("annotation_release", release.pk)
            if exported in self._freeze:
                _move(self._directory / RELEASES / str(exported), release_directory(release), undo)
                _move(self._directory / _MOVED / str(exported), freeze_record_path(release), undo)
        sync_directory(settings.DATA_DIR / RELEASES)
        for name in sorted(self._uploads):
            _move(self._directory / UPLOADS / name, settings.DATA_DIR / UPLOADS / name, undo)
        digests = GuidelinesImage.objects.filter(project=project).values_list("sha256", flat=True)
        _move_images(self._images, digests, images_folder(project.pk), undo)
        of_items = ItemImage.objects.filter(project=project).values_list("sha256", flat=True)
        names = [name for sha256 in of_items for name in (sha256, f"{sha256}{DISPLAY}")]
        _move_images(self._item_images, names, item_images_folder(project.pk), undo)

    def _checked_release(self, row: Mapping[str, Any]) -> str:
        """Write the freeze record with the ids of this site. Return its digest. Raises ArchiveError."""
        self._shift("annotation_release", row["id"])  # Only an id of the archive can be part of a path.
        directory = self._directory / RELEASES
        manifest = directory / str(row["id"]) / "manifest.json"
        record = directory / f"{row['id']}.freeze.jsonl.gz"
        if (
            not manifest.is_file()
            or sha256_of(manifest) != row["manifest_sha256"]
            or not record.is_file()
            or sha256_of(record) != row["freeze_sha256"]
        ):
            raise ArchiveError(f"The archive lacks the files of the release “{row['name']}”.")
        target = self._directory / _MOVED / str(row["id"])
        _move_freeze_record(record, target, self._shift)
        return sha256_of(target)

    def _check_image(self, row: Mapping[str, Any]) -> None:
        file = self._images / row["sha256"]
        if not file.is_file() or sha256_of(file) != row["sha256"]:
            raise ArchiveError(f"The archive lacks the file of the image {row['name']}.")
        if not is_stored_image(row["name"], row["media_type"], file.read_bytes()):
            raise ArchiveError(f"The archive was altered: {row['name']} is no image of guidelines.")

    def _check_item_image(self, row: Mapping[str, Any]) -> None:
        """Check the original and make its display copy again: the archive may have been altered."""
        file = self._item_images / row["sha256"]
        if not file.is_file() or sha256_of(file) != row["sha256"]:
            raise ArchiveError(f"The archive lacks the file of the image {row['sha256']}.")
        content = file.read_bytes()
        try:
            facts, display = read_facts(content), display_copy(content)
        except RefusedError as refused:
            raise ArchiveError(
                f"The archive was altered: image {row['sha256']} {refused.detail}"
            ) from refused
        if any(row[name] != value for name, value in asdict(facts).items()):
            raise ArchiveError(f"The archive was altered: image {row['sha256']} is another one.")
        (self._item_images / f"{row['sha256']}{DISPLAY}").write_bytes(display)


def _move_images(source: Path, names: Iterable[str], folder: Path, undo: ExitStack) -> None:
    names = list(names)
    if not names:
        return
    _refuse_existing(folder)
    folder.mkdir()
    undo.callback(shutil.rmtree, folder, ignore_errors=True)
    for name in names:
        (source / name).touch()  # The hourly removal spares young files, and the row is not yet there.
        (source / name).rename(folder / name)
    sync_directory(folder)


def _move(source: Path, target: Path, undo: ExitStack) -> None:
    _refuse_existing(target)
    source.rename(target)
    undo.callback(_remove, target)


def _refuse_existing(target: Path) -> None:
    if target.exists():
        raise ConflictError(f"{target} exists: the project was imported before.", code="exists")


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def _move_freeze_record(source: Path, target: Path, shift: IdShift) -> None:
    with (
        gzip.open(source, "rb") as lines,
        open_private(target) as file,
        gzip.GzipFile("", "wb", 6, file, mtime=0) as out,
    ):
        for line in _moved_lines(lines, shift):
            out.write(line)
        out.close()
        file.flush()
        os.fsync(file.fileno())


def _moved_lines(lines: Any, shift: IdShift) -> Iterator[bytes]:
    for line in lines:
        text = json.dumps(
            move_freeze_line(json.loads(line), shift), ensure_ascii=False, separators=(",", ":")
        )
        yield f"{text}\n".encode()
