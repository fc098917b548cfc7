"""Builders of sources: records of a run and their import."""

import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from annotation.models import Project, Source
from annotation.services.sources.sources import import_source_file
from tests.records import write_jsonl


def import_source(
    project: Project, records: Iterable[Mapping[str, Any]], name: str = "judge", **fields: Any
) -> Source:
    """Write the records to a file and import it. The import may have been refused."""
    with tempfile.TemporaryDirectory() as directory:
        path = write_jsonl(Path(directory) / "run.jsonl", records)
        return import_source_file(project, path, {"name": name, **fields})
