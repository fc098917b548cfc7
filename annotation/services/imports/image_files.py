"""Read the images that come with an import: from an uploaded zip file, or from a folder that a command names."""

import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any, Final

from django.conf import settings

from annotation.models import Import, Project
from annotation.queries.imports.import_list import IMAGES
from annotation.queries.projects.access import record_format_of
from annotation.services.imports.read_records import ImportFile, Problems, Row
from annotation.services.references.image_content import ImageFacts
from annotation.services.references.item_images import store_image_files, touch_image_files
from foundation.errors import wrong_field
from foundation.zip_members import RefusedError, climbs_out, opened_zip, shown_name
from morelkit.formats.column_mapping import Problem
from morelkit.formats.item_records import ItemRecord
from morelkit.formats.record_format import ImagesOfRecord, NamedImage
from morelkit.formats.registry import FORMATS

_WITH_IMAGES: Final = [each.name for each in FORMATS if each.images]
_DIRECTORY_BYTES: Final = 2_000
"""Of each entry in the list of members of a zip file, at most."""

Read = Callable[[str], bytes]
"""Returns the bytes of the image with a path. Raises RefusedError."""


def image_file(project: Project, kind: str, path: Path, name: str) -> dict[str, Any]:
    """Check a folder or zip file with images, and return its entry in `Import.files`. Raises InvalidError."""
    if kind != Import.Kind.ITEMS or not record_format_of(project).images:
        detail = (
            f"Images come with items of projects whose record format has them: {', '.join(_WITH_IMAGES)}."
        )
        raise wrong_field("images", detail, "no_images")
    if not path.exists():
        raise wrong_field("images", f"{name} does not exist.", "unreadable")
    if not path.is_dir():
        try:
            with path.open("rb") as file, opened_images(file):
                pass
        except RefusedError as refused:
            raise wrong_field("images", f"{shown_name(name)}: {refused.detail}", refused.code) from refused
    return {"name": shown_name(name), "path": str(path), "format": IMAGES}


class ImportedImages:
    """The images of an import. Each is checked and stored once, however many records name it."""

    def __init__(self, project: Project, read: Read | None) -> None:
        self._project, self._read = project, read
        self._found: dict[str, ImageFacts | RefusedError] = {}

    @property
    def given(self) -> bool:
        return self._read is not None

    def of(self, row: Row, record: ItemRecord, problems: Problems) -> list[tuple[NamedImage, ImageFacts]]:
        """Return the images that a record names, checked and stored, and report those that are refused."""
        images = []
        for named in _named_images(row, record, problems):
            found = self._found.get(named.name)
            if found is None or not self._is_stored(found):
                found = self._found[named.name] = self._store(named.name)
            if isinstance(found, RefusedError):
                detail = f"Item {record.external_id}: “{shown_name(named.name)}” {found.detail}"
                problems.add(row.file, Problem(row.line, "image", found.code, detail))
            else:
                images.append((named, found))
        return images

    def compare(self, row: Row, record: ItemRecord, digests: Sequence[str], problems: Problems) -> None:
        """Report an item that is stored with other images. `digests`: of the stored ones."""
        reported = problems.count
        found = [facts.sha256 for _, facts in self.of(row, record, problems)]
        if found != list(digests) and problems.count == reported:
            detail = f"Item {record.external_id} is here already with other images. Items never change."
            problems.add(row.file, Problem(row.line, "image", "changed", detail))

    def _is_stored(self, found: ImageFacts | RefusedError) -> bool:
        return isinstance(found, RefusedError) or touch_image_files(self._project, found)

    def _store(self, name: str) -> ImageFacts | RefusedError:
        try:
            if self._read is None:
                return RefusedError("no_images", "has no file: no images came with the records. Add them.")
            if climbs_out(name) or "\0" in name:
                return RefusedError(
                    "image_path", "leads out of the images. Use a path inside of them, without “..”."
                )
            return store_image_files(self._project, self._read(name))
        except RefusedError as refused:
            return refused


def _named_images(row: Row, record: ItemRecord, problems: Problems) -> Sequence[NamedImage]:
    read = row.file.record_format.images
    found = read(record.metadata) if read else ImagesOfRecord()
    for column, code, detail in found.faults:
        problems.add(row.file, Problem(row.line, column, code, detail))
    most = settings.MAX_IMAGES_PER_ITEM
    if len(found.images) > most:
        detail = f"Item {record.external_id} has {len(found.images)} images; at most {most} are accepted."
        problems.add(row.file, Problem(row.line, "image", "too_many_images", detail))
        return ()
    return found.images


def refuse_images(row: Row, record: ItemRecord, problems: Problems) -> None:
    """Report images of a candidate, which has none."""
    if _named_images(row, record, problems):
        detail = "Candidates have no images. Import the records as items."
        problems.add(row.file, Problem(row.line, "image", "no_images", detail))


@contextmanager
def imported_images(import_: Import, file: ImportFile, problems: Problems) -> Iterator[ImportedImages]:
    """Yield the images that came with the import. A zip file that is not acceptable is a problem of `file`."""
    stored = next((each for each in import_.files if each["format"] == IMAGES), None)
    with ExitStack() as stack:
        read: Read | None = None
        if stored and (path := Path(stored["path"])).is_dir():
            read = _folder_reader(path.resolve())
        elif stored:
            try:
                read = stack.enter_context(opened_images(stack.enter_context(path.open("rb"))))
            except RefusedError as refused:
                problems.add(file, Problem(0, "image", refused.code, f"{stored['name']}: {refused.detail}"))
        yield ImportedImages(import_.project, read)


@contextmanager
def opened_images(file: IO[bytes]) -> Iterator[Read]:
    """Check the list of members of a zip file and yield what reads its images. Raises RefusedError."""
    most = settings.MAX_IMPORTED_IMAGES
    too_many = RefusedError("too_many_files", f"A zip file of images has at most {most:,} files.")
    try:
        with opened_zip(file, most, most * _DIRECTORY_BYTES, too_many) as (packed, members):
            yield _zip_reader(packed, members)
    except (zipfile.BadZipFile, NotImplementedError, OverflowError, UnicodeError) as error:
        raise RefusedError("bad_zip", "The zip file is damaged. Compress the images again.") from error


def _zip_reader(packed: zipfile.ZipFile, members: Sequence[zipfile.ZipInfo]) -> Read:
    by_path = _by_path(members)

    def read(name: str) -> bytes:
        member = by_path.get(name.removeprefix("./"))
        if member is None:
            raise _missing("the zip file")
        try:
            with packed.open(member) as file:
                return _within_limit(file.read(settings.MAX_ITEM_IMAGE_BYTES + 1))
        except (zipfile.BadZipFile, zlib.error, EOFError) as error:
            raise RefusedError("bad_zip", "is damaged in the zip file. Compress the images again.") from error

    return read


def _by_path(members: Sequence[zipfile.ZipInfo]) -> Mapping[str, zipfile.ZipInfo]:
    """Return the members by path, and without the folder that all of them are in if there is one."""
    found = {member.filename: member for member in members}
    tops = {name.partition("/")[0] for name in found}
    if len(tops) == 1 and all("/" in name for name in found):
        found = {name.partition("/")[2]: member for name, member in found.items()} | found
    return found


def _folder_reader(folder: Path) -> Read:
    def read(name: str) -> bytes:
        path = (folder / name).resolve()  # follows symbolic links
        if not path.is_relative_to(folder):
            raise RefusedError("image_path", "leads out of the folder of images.")
        if not path.is_file():
            raise _missing("the folder of images")
        try:
            with path.open("rb") as file:
                return _within_limit(file.read(settings.MAX_ITEM_IMAGE_BYTES + 1))
        except OSError as error:
            raise RefusedError("unreadable", f"cannot be read: {error.strerror or error}.") from error

    return read


def _within_limit(content: bytes) -> bytes:
    if len(content) > settings.MAX_ITEM_IMAGE_BYTES:
        raise RefusedError(
            "image_too_large", f"has more than {settings.MAX_ITEM_IMAGE_BYTES:,} bytes. Make it smaller."
        )
    return content


def _missing(place: str) -> RefusedError:
    return RefusedError("image_missing", f"is not in {place}. Add the file, or correct the path.")
