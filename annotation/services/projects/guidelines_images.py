"""Upload and delete images of guidelines, and find those that a text shows.

A file is named by the digest of its bytes, in the folder of its project. Uploading and removing files happens under
the lock of the project, so that neither overtakes the other.
"""

import hashlib
import os
import re
import time
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Final

from django.conf import settings

from annotation.models import Guidelines, GuidelinesImage, GuidelinesImageUse, Project
from annotation.queries.projects.guidelines_images import (
    IMAGE_FOLDER,
    image_path,
    images_folder,
    images_shown_by,
    versions_with,
)
from annotation.queries.projects.guidelines_markdown import (
    IMAGES,
    ImageReference,
    is_image_name,
)
from foundation.archive_file import sync_directory
from foundation.audit import AuditKind, record
from foundation.errors import ConflictError, FieldError, InvalidError, wrong_field
from foundation.free_space import require_free_space
from foundation.jobs import hourly
from foundation.new_file import put_in_place, temporary_file
from foundation.write_transaction import write_transaction

_KINDS: Final = (
    (re.compile(rb"\x89PNG\r\n\x1a\n"), "image/png", ("png",)),
    (re.compile(rb"\xff\xd8\xff"), "image/jpeg", ("jpg", "jpeg")),
    (re.compile(rb"RIFF....WEBP", re.DOTALL), "image/webp", ("webp",)),
    (re.compile(rb"GIF8[79]a"), "image/gif", ("gif",)),
)
_STEM_LENGTH: Final = 60
_LEFTOVER_AFTER: Final = timedelta(minutes=10)


def upload_image(project: Project, file_name: str, content: bytes, *, rename: bool = True) -> GuidelinesImage:
    """Store an image, or return the one with the same bytes.

    Its name follows from that of the file. `rename`: choose another name if an image of the project has it or if it is
    not one that texts can refer to; else that is refused. Raises InvalidError, StorageFullError below the reserve of
    the disk.
    """
    with received_image(project, file_name, content) as received, write_transaction():
        return store_image(project, received, rename=rename)


@dataclass(frozen=True, slots=True)
class ReceivedImage:
    """An image whose bytes are in the temporary file `path`, in the folder of its project."""

    path: Path
    file_name: str
    media_type: str
    extensions: Sequence[str]
    sha256: str
    size: int


@contextmanager
def received_image(project: Project, file_name: str, content: bytes) -> Iterator[ReceivedImage]:
    """Check an image and write its bytes to a temporary file, before a transaction lets others wait.

    At the end the file is removed unless `store_image` has moved it. Raises InvalidError, StorageFullError.
    """
    media_type, extensions = _kind(file_name, content)
    require_free_space(len(content))
    with temporary_file(images_folder(project.pk), content) as path:
        digest = hashlib.sha256(content).hexdigest()
        yield ReceivedImage(path, file_name, media_type, extensions, digest, len(content))


def store_image(project: Project, received: ReceivedImage, *, rename: bool) -> GuidelinesImage:
    """Give a received image its row and its place, in the caller's transaction. See `upload_image`."""
    project = Project.objects.select_for_update().get(pk=project.pk)
    found = GuidelinesImage.objects.filter(project=project, sha256=received.sha256).first()
    if found:
        _refuse_second_name(found, "" if rename else received.file_name)
        if not image_path(found).is_file():
            put_in_place(received.path, image_path(found))
        return found
    name = _free_name(project, received.file_name, received.extensions[0]) if rename else received.file_name
    _check_name(project, name, received.extensions)
    image = GuidelinesImage(
        project=project,
        name=name,
        sha256=received.sha256,
        media_type=received.media_type,
        size=received.size,
    )
    put_in_place(received.path, image_path(image))
    image.save(force_insert=True)
    record(AuditKind.IMAGE_UPLOADED, project.scope, image=name, size=received.size, sha256=received.sha256)
    return image


def is_stored_image(name: str, media_type: str, content: bytes) -> bool:
    """Return whether `upload_image` would store an image with this name, media type and content."""
    return is_image_name(name) and any(
        pattern.match(content) and media_type == found and name.rpartition(".")[2] in extensions
        for pattern, found, extensions in _KINDS
    )


def delete_image(image: GuidelinesImage) -> None:
    """Delete an image that no version shows. Raises ConflictError, which names the versions that do."""
    with write_transaction():
        project = Project.objects.select_for_update().get(pk=image.project_id)
        if shown := versions_with(image):
            versions = ", ".join(f"{each.language} version {each.version}" for each in shown)
            raise ConflictError(
                f"{image.name} belongs to guidelines that are stored for good: {versions}.",
                code="image_in_use",
            )
        if not GuidelinesImage.objects.filter(pk=image.pk).delete()[0]:
            return
        record(AuditKind.IMAGE_DELETED, project.scope, image=image.name, sha256=image.sha256)
    _remove_unnamed(project.pk, image.sha256)


def shown_images(project: Project, references: Sequence[ImageReference]) -> list[GuidelinesImage]:
    """Return the images of the project that a text refers to.

    Raises InvalidError if it refers to any other image, with an error for each.
    """
    names = {each.name for each in references}
    images = list(GuidelinesImage.objects.filter(project=project, name__in=names).order_by("name"))
    known = {each.name for each in images}
    errors = [
        FieldError("/text", code, f"Line {each.line}: {detail}")
        for each in references
        if each.name not in known
        for code, detail in [_refusal(each)]
    ]
    if errors:
        raise InvalidError(errors[0].detail, code=errors[0].code, errors=errors)
    return images


def record_uses(guidelines: Guidelines, images: Sequence[GuidelinesImage]) -> None:
    GuidelinesImageUse.objects.bulk_create(
        GuidelinesImageUse(guidelines=guidelines, image=image) for image in images
    )


def copy_images(source: Guidelines, target: Guidelines) -> None:
    """Give the images of a version to a copy of it in another project.

    Their files never change, so the copies are hard links: nothing is copied while others wait for the transaction.
    Raises InvalidError, which names a missing file.
    """
    copies = []
    for image in images_shown_by([source.pk]):
        copy, is_new = GuidelinesImage.objects.get_or_create(
            project_id=target.project_id,
            name=image.name,
            defaults={"sha256": image.sha256, "media_type": image.media_type, "size": image.size},
        )
        if is_new:
            _link(image, image_path(copy))
        copies.append(copy)
    if copies:
        sync_directory(images_folder(target.project_id))
    record_uses(target, copies)


def _link(image: GuidelinesImage, path: Path) -> None:
    source = image_path(image)
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.utime(source)  # Both names share it, and leftover files are removed by their age.
        with suppress(FileExistsError):  # left by a transaction that was rolled back
            path.hardlink_to(source)
    except FileNotFoundError as error:
        raise wrong_field(
            "like",
            f"The file of the image {image.name} of “{image.project.slug}” is missing on the server. Upload the image "
            "there again.",
            "image_missing",
        ) from error


@hourly("work")
def remove_leftover_images() -> None:
    """Delete files of images that have no row: the process was killed between the two."""
    before = time.time() - _LEFTOVER_AFTER.total_seconds()
    for path in (Path(settings.DATA_DIR) / IMAGE_FOLDER).glob("[0-9]*/*"):
        with suppress(FileNotFoundError):  # A temporary file may be moved at any moment.
            if path.stat().st_mtime < before:
                _remove_unnamed(int(path.parent.name), path.name)


def _kind(file_name: str, content: bytes) -> tuple[str, Sequence[str]]:
    """Return media type and extensions, by the first bytes. Raises InvalidError."""
    for pattern, media_type, extensions in _KINDS:
        if pattern.match(content):
            return media_type, extensions
    raise wrong_field(
        "file",
        f"{file_name[:200]} is no PNG, JPEG, WebP or GIF image. Convert it to one of these.",
        "no_image",
    )


def _refuse_second_name(found: GuidelinesImage, wanted: str) -> None:
    if wanted not in {"", found.name}:
        raise wrong_field(
            "file",
            f"{wanted} is in the project as {found.name}: refer to it as {IMAGES}{found.name}.",
            "exists",
        )


def _check_name(project: Project, name: str, extensions: Sequence[str]) -> None:
    if not is_image_name(name) or name.rpartition(".")[2] not in extensions:
        raise wrong_field(
            "file",
            f"“{name[:200]}” is no name of such an image: use a–z, 0–9, - and _, and the extension .{extensions[0]}.",
            "image_name",
        )
    if GuidelinesImage.objects.filter(project=project, name=name).exists():
        raise wrong_field(
            "file", f"The project has another image {name}. Choose another name for this one.", "exists"
        )


def _free_name(project: Project, file_name: str, extension: str) -> str:
    plain = unicodedata.normalize("NFKD", Path(file_name).stem).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9_]+", "-", plain).strip("-_")[:_STEM_LENGTH] or "image"
    taken = set(GuidelinesImage.objects.filter(project=project).values_list("name", flat=True))
    names = (f"{stem}{f'-{number}' if number > 1 else ''}.{extension}" for number in count(1))
    return next(name for name in names if name not in taken)


def _refusal(reference: ImageReference) -> tuple[str, str]:
    """Return code and reason."""
    source = f"{reference.source[:80]}{'…' if len(reference.source) > 80 else ''}"
    if reference.is_html:
        detail = f"HTML such as {source}> has no effect here. Upload the image and refer to it in Markdown."
        return "image_element", detail
    if reference.name:
        return "image_unknown", f"The project has no image “{reference.name}”. Upload it first."
    detail = f"“{source}” is no image of the project. Upload the image and refer to it as {IMAGES}NAME."
    return "image_foreign", detail


def _remove_unnamed(project: int, digest: str) -> None:
    """Delete the file unless a row names it."""
    with write_transaction():
        Project.objects.select_for_update().filter(pk=project).first()
        if not GuidelinesImage.objects.filter(project=project, sha256=digest).exists():
            (images_folder(project) / digest).unlink(missing_ok=True)
