"""Where the bytes of releases are kept: in the data directory, whatever the database is."""

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


def workshop_of(release: Release) -> Path:
    """Where it is built. Nothing here is a release yet."""
    return root() / f".building-{release.pk}"
