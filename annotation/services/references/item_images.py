"""Store images of items: their files in the folder of the project, their rows with the items that show them."""

import os
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db.models import QuerySet

from annotation.models import Import, Item, ItemImage, ItemImageUse, Project
from annotation.queries.references.item_images import (
    DISPLAY,
    ITEM_IMAGE_FOLDER,
    display_path,
    original_path,
)
from annotation.services.references.image_content import ImageFacts, display_copy, read_facts
from foundation.bulk_insert import insert
from foundation.free_space import require_free_space
from foundation.jobs import hourly
from foundation.new_file import put_in_place, temporary_file
from foundation.write_transaction import write_transaction
from morelkit.formats.record_format import NamedImage

_LEFTOVER_AFTER: Final = timedelta(minutes=10)


def store_image_files(project: Project, content: bytes) -> ImageFacts:
    """Check an image and write original and display copy, unless they are there.

    Files that are there were checked, and stay if they are given a row within ten minutes. Raises RefusedError,
    StorageFullError.
    """
    facts = read_facts(content)
    if not touch_image_files(project, facts):
        display = display_copy(content)
        _write(display_path(project.pk, facts.sha256), display)
        _write(original_path(project.pk, facts.sha256), content)
    return facts


def touch_image_files(project: Project, image: ImageFacts) -> bool:
    """Keep the hourly removal from files whose row is about to be written. Return whether they are there."""
    try:
        for path in (original_path(project.pk, image.sha256), display_path(project.pk, image.sha256)):
            os.utime(path)
    except FileNotFoundError:
        return False
    return True


def show_images(project: Project, images: Mapping[str, Sequence[tuple[NamedImage, ImageFacts]]]) -> None:
    """Give stored items their images, by external id. Call in the transaction that holds the project's lock."""
    wanted = {stored.sha256: stored for each in images.values() for _, stored in each}
    if not wanted:
        return
    known = set(_rows(project, wanted).values_list("sha256", flat=True))
    insert(
        ItemImage,
        [
            {
                "sha256": each.sha256,
                "media_type": each.media_type,
                "width": each.width,
                "height": each.height,
                "size": each.size,
            }
            for each in wanted.values()
            if each.sha256 not in known
        ],
        project_id=project.pk,
    )
    keys = dict(_rows(project, wanted).values_list("sha256", "pk"))
    items = Item.objects.filter(project=project, external_id__in=list(images))
    insert(
        ItemImageUse,
        [
            {
                "item_id": pk,
                "image_id": keys[stored.sha256],
                "position": position,
                "name": named.name,
                "alternative_text": named.alternative_text,
            }
            for external_id, pk in items.order_by("pk").values_list("external_id", "pk")
            for position, (named, stored) in enumerate(images[external_id])
        ],
    )


def _rows(project: Project, wanted: Mapping[str, object]) -> "QuerySet[ItemImage]":
    return ItemImage.objects.filter(project=project, sha256__in=list(wanted))


def remove_unused_images(project: Project) -> None:
    """Delete the rows of images that no item shows. The hourly removal deletes their files."""
    with write_transaction():
        Project.objects.select_for_update().get(pk=project.pk)
        ItemImage.objects.filter(project=project, uses__isnull=True).delete()


@hourly("work")
def remove_leftover_item_images() -> None:
    """Delete files of images without a row: an import was refused or undone, or its process was killed."""
    before = time.time() - _LEFTOVER_AFTER.total_seconds()
    for folder in (Path(settings.DATA_DIR) / ITEM_IMAGE_FOLDER).glob("[0-9]*"):
        project = int(folder.name)
        with write_transaction():
            Project.objects.select_for_update().filter(pk=project).first()
            if Import.objects.filter(project=project, state__in=Import.RUNNING).exists():
                continue
            known = set(ItemImage.objects.filter(project=project).values_list("sha256", flat=True))
        for path in folder.iterdir():
            with suppress(FileNotFoundError):  # A temporary file may be moved at any moment.
                if path.name.removesuffix(DISPLAY) not in known and path.stat().st_mtime < before:
                    path.unlink()


def _write(path: Path, content: bytes) -> None:
    require_free_space(len(content))
    with temporary_file(path.parent, content) as partial:
        put_in_place(partial, path)
