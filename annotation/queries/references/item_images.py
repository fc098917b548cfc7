"""Images of items: where their files are, who may see them, and how views of an item show them."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

from django.conf import settings
from django.db.models import Count, OuterRef, Subquery, Sum
from django.db.models.functions import JSONArray

from annotation.models import Assignment, Item, ItemImage, ItemImageUse, Project
from annotation.queries.projects.access import Access
from foundation.errors import NotFoundError
from foundation.prepared_statements import JSONRows
from morelkit.release.released_images import ReleasedImage

ITEM_IMAGE_FOLDER: Final = "item-images"
DISPLAY: Final = ".webp"
"""The end of the name of a display copy, which stands beside the original."""


@dataclass(frozen=True)
class ItemImageData:
    sha256: Annotated[str, "Of the original file; part of the URL."]
    name: Annotated[str, "The path in the imported record."]
    alternative_text: Annotated[str, "For people who do not see the image; may be blank."]
    width: int
    height: int


def item_images_folder(project: int) -> Path:
    return Path(settings.DATA_DIR) / ITEM_IMAGE_FOLDER / str(project)


def original_path(project: int, sha256: str) -> Path:
    return item_images_folder(project) / sha256


def display_path(project: int, sha256: str) -> Path:
    return item_images_folder(project) / f"{sha256}{DISPLAY}"


_FIELDS: Final = ("position", "image__sha256", "name", "alternative_text", "image__width", "image__height")


def images_in_statement(item: str) -> Subquery:
    """Return a subquery for `images_from_rows`, so that the statement of an item brings its images along.

    `item`: the field of the outer query that holds the key of the item.
    """
    uses = ItemImageUse.objects.filter(item=OuterRef(item)).order_by().values("item")
    return Subquery(uses.annotate(rows=JSONRows(JSONArray(*_FIELDS))).values("rows"))


def images_from_rows(rows: list[list[Any]] | None) -> list[ItemImageData]:
    return [ItemImageData(*fields) for _, *fields in sorted(rows or [])]


def images_of_item(item: Item) -> list[ItemImageData]:
    uses = ItemImageUse.objects.filter(item=item).order_by("position")
    return [ItemImageData(*fields) for _, *fields in uses.values_list(*_FIELDS)]


def image_digests(items: Iterable[Item]) -> dict[int, list[str]]:
    """Return the digests of the images of each item that has any, in order."""
    found = released_images([item.pk for item in items])
    return {item: [each.sha256 for each in images] for item, images in found.items()}


def released_images(items: Iterable[int]) -> dict[int, list[ReleasedImage]]:
    """Return the images of each item that has any, in order, as releases name them."""
    found: dict[int, list[ReleasedImage]] = {}
    uses = ItemImageUse.objects.filter(item__in=items).order_by("item", "position")
    for item, *fields in uses.values_list("item", "name", "image__sha256", "image__media_type"):
        found.setdefault(item, []).append(ReleasedImage(*fields))
    return found


@dataclass(frozen=True, slots=True)
class StoredImages:
    """How many images the items of a project show, and the bytes of their originals."""

    count: int
    size: int


def stored_images(project: Project) -> StoredImages:
    found = ItemImage.objects.filter(project=project).aggregate(count=Count("pk"), size=Sum("size"))
    return StoredImages(found["count"], found["size"] or 0)


def display_file(here: Access, sha256: str) -> bytes:
    """Return the display copy of an image. Raises NotFoundError unless the person sees an item that shows it."""
    if not _is_shown_to(here, sha256):
        raise NotFoundError("There is no such image in what this person may see.", code="no_image")
    try:
        return display_path(here.project.pk, sha256).read_bytes()
    except FileNotFoundError as error:
        raise NotFoundError("The file of the image is missing on the server.", code="no_image") from error


def _is_shown_to(here: Access, sha256: str) -> bool:
    """Leads see the images of all items; annotators those of items that are or were assigned to them."""
    image = ItemImage.objects.filter(project=here.project, sha256=sha256)
    if here.is_lead:
        return image.exists()
    assigned = Assignment.objects.filter(
        annotator=here.annotator,
        item__archived_at__isnull=True,
        item__imported_by__published_at__isnull=False,
    )
    return assigned.filter(item__image_uses__image__in=image).exists()
