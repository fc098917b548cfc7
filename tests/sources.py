"""Builders of sources: records of a run and their import."""

import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from annotation.models import Project, Selection, SelectionSource, Source, SourceQuote
from annotation.services.sources.sources import import_source_file
from tests.records import write_jsonl


def import_source(
    project: Project, records: Iterable[Mapping[str, Any]], name: str = "judge", **fields: Any
) -> Source:
    """Write the records to a file and import it. The import may have been refused."""
    with tempfile.TemporaryDirectory() as directory:
        path = write_jsonl(Path(directory) / "run.jsonl", records)
        return import_source_file(project, path, {"name": name, **fields})


def id_in_path(template: str, project: Project) -> int | None:
    """Return the id of a new selection, source, or quote that is to be settled, for a path that has one of them."""
    if "/selections/{id}" in template:
        source = import_source(project, [])
        selection = Selection.objects.create(project=project, name="agreed", question="claims", people=True)
        SelectionSource.objects.create(selection=selection, source=source)
        return selection.pk
    if "/sources/{id}" not in template and "/source-quotes/{id}" not in template:
        return None
    source = import_source(project, [{"id": "q-1", "spans": [{"quote": "in"}]}])  # “born in Paris in 1815”
    if "/sources/" in template:
        return source.pk
    return SourceQuote.objects.get(record__source=source).pk
