"""Images of guidelines: where their files are, and which versions show them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final

from django.conf import settings

from annotation.models import GuidelinesImage, GuidelinesImageUse, Project
from annotation.queries.projects.guidelines_markdown import IMAGES
from foundation.errors import NotFoundError

IMAGE_FOLDER: Final = "guidelines-images"


@dataclass(frozen=True)
class VersionOfGuidelines:
    language: str
    version: int


@dataclass(frozen=True)
class GuidelinesImageData:
    name: str
    sha256: Annotated[str, "Of the bytes; part of the URL."]
    path: Annotated[str, "How a text refers to the image: `![description](path)`."]
    media_type: str
    size: Annotated[int, "Bytes."]
    uploaded_at: datetime
    used_by: Annotated[list[VersionOfGuidelines], "Versions that show the image, former ones included."]


@dataclass(frozen=True)
class ImageFile:
    content: bytes
    media_type: str


def images_folder(project: int) -> Path:
    return Path(settings.DATA_DIR) / IMAGE_FOLDER / str(project)


def image_path(image: GuidelinesImage) -> Path:
    return images_folder(image.project_id) / image.sha256


def images_of(project: Project) -> list[GuidelinesImageData]:
    """Return the images of a project by name."""
    rows = GuidelinesImage.objects.filter(project=project).order_by("name")
    return [image_data(row) for row in rows.prefetch_related("uses__guidelines")]


def image_data(row: GuidelinesImage) -> GuidelinesImageData:
    return GuidelinesImageData(
        name=row.name,
        sha256=row.sha256,
        path=f"{IMAGES}{row.name}",
        media_type=row.media_type,
        size=row.size,
        uploaded_at=row.uploaded_at,
        used_by=versions_with(row),
    )


def versions_with(row: GuidelinesImage) -> list[VersionOfGuidelines]:
    """Return the versions of guidelines that show the image, by language."""
    shown = sorted((use.guidelines.language, use.guidelines.version) for use in row.uses.all())
    return [VersionOfGuidelines(*each) for each in shown]


def image_of(project: Project, sha256: str) -> GuidelinesImage:
    """Return an image of the project. Raises NotFoundError."""
    row = GuidelinesImage.objects.filter(project=project, sha256=sha256).first()
    if row is None:
        raise NotFoundError("The project has no such image.", code="no_image")
    return row


def image_file(project: Project, sha256: str) -> ImageFile:
    """Return the bytes of an image of the project. Raises NotFoundError."""
    row = image_of(project, sha256)
    try:
        return ImageFile(image_path(row).read_bytes(), row.media_type)
    except FileNotFoundError as error:
        raise NotFoundError("The file of the image is missing on the server.", code="no_image") from error


def image_hashes(project: Project) -> dict[str, str]:
    """Return the digest of each image by its name."""
    return dict(GuidelinesImage.objects.filter(project=project).values_list("name", "sha256"))


def images_shown_by(guidelines: Iterable[int]) -> list[GuidelinesImage]:
    """Return the images that versions of guidelines show, by name."""
    uses = GuidelinesImageUse.objects.filter(guidelines__in=guidelines)
    return list(GuidelinesImage.objects.filter(pk__in=uses.values("image")).order_by("name"))
