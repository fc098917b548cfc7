"""Images of a release: the field of records that names them, and the check of their files.

    "image_files": [{"name": "street.png", "sha256": "5fd9…", "file": "images/5fd9….png"}]

`name` is the path in the imported record. A release without the files of its images has no `file`.
"""

import copy
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import orjson

from morelkit.formats.item_records import ItemRecord
from morelkit.release import layout
from morelkit.release.findings import ReportFinding
from morelkit.release.item_labels import renamed_field
from morelkit.release.manifest import File, Head

IMAGE_FILES: Final = "image_files"

_AFTER: Final = ("image_alt", "image")
"""The field stands behind the first of these keys that a record has."""
_SHA256: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class ReleasedImage:
    """An image of an item. `name`: the path in the imported record."""

    name: str
    sha256: str
    media_type: str

    @property
    def path(self) -> str:
        return layout.image_path(self.sha256, self.media_type)


def with_image_files(item: ItemRecord, images: Sequence[ReleasedImage], *, files: bool) -> ItemRecord:
    """Return the item with a field that names its images. `files`: whether the release has their files.

    An imported field of the same name is replaced if it names the same images, and renamed if it does not.
    """
    if not images and not item.metadata.get(IMAGE_FILES):
        return item
    value = [
        {"name": each.name, "sha256": each.sha256} | ({"file": each.path} if files else {}) for each in images
    ]
    found = copy.copy(item)
    keys, metadata = list(item.key_order), dict(item.metadata)
    named = _digests(metadata.get(IMAGE_FILES))
    if IMAGE_FILES in metadata and (not images or named != [each.sha256 for each in images]):
        new_name = renamed_field(IMAGE_FILES, keys)
        keys = [new_name if key == IMAGE_FILES else key for key in keys]
        metadata = {new_name if key == IMAGE_FILES else key: each for key, each in metadata.items()}
    if not images:
        found.metadata, found.key_order = metadata, tuple(keys)
        return found
    if IMAGE_FILES not in keys:
        place = next((keys.index(key) + 1 for key in _AFTER if key in keys), len(keys))
        keys.insert(place, IMAGE_FILES)
    found.metadata, found.key_order = metadata | {IMAGE_FILES: value}, tuple(keys)
    return found


def _digests(value: object) -> list[object]:
    """Return the digests in a field that names images; none if it is anything else."""
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        return []
    return [each.get("sha256") for each in value]


def named_image_files(unlabelled: Path) -> set[str]:
    """Return the paths of the images that the records of a file name. A line that cannot be read names none.

    Raises `OSError`.
    """
    found: set[str] = set()
    with unlabelled.open("rb") as lines:
        for line in lines:
            try:
                record = orjson.loads(line)
            except orjson.JSONDecodeError:
                continue
            entries = record.get(IMAGE_FILES) if isinstance(record, dict) else None
            for entry in entries if isinstance(entries, list) else ():
                path = entry.get("file") if isinstance(entry, dict) else None
                if isinstance(path, str) and layout.is_image(path):
                    found.add(path)
    return found


def listed_images(head: Head, files: Sequence[File]) -> set[str]:
    """Return the paths of images in a manifest. No other path is opened because a manifest lists it."""
    if not head.options.get("images"):
        return set()
    return {each.path for each in files if layout.is_image(each.path)}


class ImageCheck:
    """Check that the records of a release name its images, and that it has exactly the files of these."""

    def __init__(self, head: Head, report: ReportFinding) -> None:
        self._read = head.record_format.images if "images" in head.options else None
        self._files = bool(head.options.get("images"))
        self._left_out = {*head.options.get("leave_out", ()), *head.options.get("withhold", ())}
        self._report = report
        self._named: set[str] = set()

    def add(self, path: str, id_: str, record: Mapping[str, Any]) -> None:
        """Check the images that an unlabelled record names."""
        if self._read is None or IMAGE_FILES in self._left_out:
            return
        entries = record.get(IMAGE_FILES) or []
        if not isinstance(entries, list) or not all(map(self._is_sound, entries)):
            self._report(path, id_, f"Its {IMAGE_FILES} cannot be read.")
            return
        self._named |= {each["file"] for each in entries if "file" in each}
        names = [each.name for each in self._read(record).images]
        if "image" not in self._left_out and names != [each["name"] for each in entries]:
            self._report(path, id_, f"Its {IMAGE_FILES} are not those of its image.")

    def _is_sound(self, entry: object) -> bool:
        keys = {"name", "sha256", "file"} if self._files else {"name", "sha256"}
        if not isinstance(entry, dict) or entry.keys() != keys:
            return False
        if not all(isinstance(each, str) for each in entry.values()) or not _SHA256.fullmatch(
            entry["sha256"]
        ):
            return False
        return not self._files or (
            layout.is_image(entry["file"]) and layout.image_digest(entry["file"]) == entry["sha256"]
        )

    def compare(self, files: Sequence[File]) -> None:
        """Report images that no record names, that the release lacks, and whose content is not that of their digest."""
        if not self._files:
            return
        listed = {each.path: each for each in files if layout.is_image(each.path)}
        for path in sorted(self._named - listed.keys()):
            self._report(path, "", f"{layout.MANIFEST} does not list the image.")
        for path in sorted(listed.keys() - self._named):
            self._report(path, "", "No record names the image.")
        for path, file in sorted(listed.items()):
            if file.sha256 != layout.image_digest(path):
                self._report(path, "", "The file has another sha256 than its name says.")
