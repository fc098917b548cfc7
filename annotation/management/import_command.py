"""Import files in this process, and print the outcome."""

from collections.abc import Mapping
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from annotation.models import Import
from annotation.queries.imports.import_list import warnings
from annotation.queries.projects.access import writable_project
from annotation.services.imports.lifecycle import Format, files_without_reference, guesses, import_files
from foundation.base_command import progress_bar


def import_and_report(
    command: BaseCommand,
    kind: str,
    slug: str,
    files: list[Path],
    file_format: Format,
    *,
    item_kind: str = "work",
    language: str = "",
    project_spans: bool = False,
    fields: Mapping[str, str],
    images: Path | None = None,
) -> None:
    project = writable_project(slug)
    if kind != Import.Kind.ANNOTATIONS:
        lacking = files_without_reference(project, files, file_format, fields)
        if kind == Import.Kind.CANDIDATES and len(lacking) < len(files):
            lacking = []  # candidates take the reference that others of their question name
        for name, field, column in guesses(project, files, file_format, fields):
            command.stderr.write(
                f"{name}: “{column}” is taken for the field {field} because of its content. "
                f"Another field: --map {column}=FIELD. None: --map {column}="
            )
        for name in lacking:
            command.stderr.write(f"{name}: no column is mapped to a reference, so its items have none.")
    import_ = import_files(
        project,
        kind,
        files,
        file_format=file_format,
        item_kind=item_kind,
        language=language,
        project_spans=project_spans,
        fields=fields,
        images=images,
        watch=progress_bar(f"Importing {kind}"),
    )
    if import_.state == Import.State.REFUSED:
        raise CommandError(import_problems(import_), returncode=2)
    command.stdout.write(_outcome(import_))
    for warning in warnings(import_):
        command.stdout.write(warning.detail)
    if kind == Import.Kind.ANNOTATIONS:
        command.stdout.write(
            f"{import_.differing} items came with labels that differ from what their annotations give."
        )


def _outcome(import_: Import) -> str:
    unchanged = f"{import_.unchanged} were here already, unchanged"
    if not import_.added:
        return f"Nothing new: {unchanged}."
    return f"Added {import_.added} {import_.kind}; {unchanged}."


def import_problems(import_: Import) -> str:
    lines = [f"Nothing was imported: {import_.problem_count} problems."]
    for problem in import_.problems:
        place = ":".join(str(part) for part in (problem["file"], problem["line"], problem["field"]) if part)
        lines.append(f"{place}: {problem['detail']}")
    if import_.problem_count > len(import_.problems):
        lines.append(f"… and {import_.problem_count - len(import_.problems)} more.")
    return "\n".join(lines)
