"""Build releases in tests and read their files."""

import io
import json
import zipfile
from datetime import datetime
from pathlib import Path
from typing import Any

from django.utils import timezone

from annotation.models import Project, Release
from annotation.queries.releases.release_files import release_directory
from annotation.queries.releases.release_list import release_zip
from annotation.services.releases.request import ReleaseRequest, build_now
from morelkit.gold.policy import GoldPolicy

HELD = {"by": "field", "field": "split"}


def build(project: Project, name: str = "v1", **options: Any) -> Release:
    return build_now(project, ReleaseRequest(**{"name": name, "policy": GoldPolicy()} | options))


def records(release: Release, path: str) -> list[dict]:
    return [json.loads(line) for line in (release_directory(release) / path).read_text("utf-8").splitlines()]


def ids(release: Release, *paths: str) -> list[str]:
    return [record["id"] for path in paths for record in records(release, path)]


def unzipped(release: Release, out: Path, now: datetime | None = None) -> Path:
    content = b"".join(release_zip(release, now or timezone.now(), lead=False))
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        archive.extractall(out)
    (folder,) = out.iterdir()
    return folder
