"""Where the bytes of releases are kept: in the data directory, whatever the database is."""

import gzip
import json
from pathlib import Path

from django.conf import settings

from annotation.models import Release


def root() -> Path:
    directory: Path = settings.DATA_DIR / "releases"
    directory.mkdir(parents=True, exist_ok=True)
    return directory


def directory_of(release: Release) -> Path:
    return root() / str(release.pk)


def freeze_of(release: Release) -> Path:
    """Its freeze record: which revisions counted, item by item."""
    return root() / f"{release.pk}.freeze.jsonl.gz"


def imported_ids(release: Release) -> dict[str, str]:
    """The id each item was imported under, by the one it has in the release: empty where its record is gone."""
    try:
        with gzip.open(freeze_of(release), "rb") as file:
            next(file, None)
            return {line["id"]: line["was"] for line in map(json.loads, file)}
    except FileNotFoundError:
        return {}


def workshop_of(release: Release) -> Path:
    """Where it is built. Nothing here is a release yet."""
    return root() / f".building-{release.pk}"
