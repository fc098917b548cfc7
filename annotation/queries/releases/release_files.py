"""Paths of release files in the data directory."""

import gzip
import json
from pathlib import Path

from django.conf import settings

from annotation.models import Release


def root() -> Path:
    directory: Path = settings.DATA_DIR / "releases"
    directory.mkdir(parents=True, exist_ok=True)
    return directory


def release_directory(release: Release) -> Path:
    return root() / str(release.pk)


def freeze_record_path(release: Release) -> Path:
    """Path of the freeze record: the counted revisions of each item."""
    return root() / f"{release.pk}.freeze.jsonl.gz"


def imported_ids(release: Release) -> dict[str, str]:
    """Imported ids by id in the release; empty if the freeze record is missing."""
    try:
        with gzip.open(freeze_record_path(release), "rb") as file:
            next(file, None)
            return {line["id"]: line["was"] for line in map(json.loads, file)}
    except FileNotFoundError:
        return {}


def build_directory(release: Release) -> Path:
    """Directory in which a release is built before it is moved to its place."""
    return root() / f".building-{release.pk}"
