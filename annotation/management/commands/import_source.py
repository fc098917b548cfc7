from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from annotation.management.import_command import import_problems
from annotation.models import Import
from annotation.queries.projects.access import writable_project
from annotation.queries.sources.source_records import open_quotes
from annotation.services.sources.sources import import_source_file
from foundation.base_command import MorelCommand, progress_bar
from foundation.errors import InvalidError, wrong_field
from morelkit.formats.jsonl import JsonLineError, loads


class Command(MorelCommand):
    help = (
        "Import a run of a model or judge from a JSONL file as a source: all of it, or nothing. "
        "Options replace what the first line of the file says about the source."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--name", default="", help="of the model or judge")
        parser.add_argument(
            "--source-version", default="", metavar="VERSION", help="without one: the next number of the name"
        )
        parser.add_argument("--prompt", type=Path, metavar="FILE", help="file with the prompt")
        parser.add_argument("--prompt-sha256", default="", metavar="SHA256", help="in place of the prompt")
        parser.add_argument("--parameters", default="", metavar="JSON", help="a JSON object")
        parser.add_argument("--reference", default="", help="which reference the source saw")
        parser.add_argument("--cost", default="")
        parser.add_argument("--currency", default="", help="of the cost: USD")

    def handle(
        self,
        slug: str,
        file: Path,
        source_version: str,
        prompt: Path | None,
        parameters: str,
        **options: Any,  # argparse gives the rest as it is
    ) -> None:
        fields = {name: options[name] for name in ("name", "prompt_sha256", "reference", "cost", "currency")}
        fields |= {"version": source_version, "parameters": _parameters(parameters)}
        fields["prompt"] = _prompt(prompt) if prompt else ""
        watch = progress_bar("Importing records")
        source = import_source_file(writable_project(slug), file, fields, watch)
        if source.imported_by.state == Import.State.REFUSED:
            raise CommandError(import_problems(source.imported_by), returncode=2)
        counts = ", ".join(f"{count} {status}" for status, count in source.counts.items())
        self.stdout.write(
            f"Imported {source.name}, version {source.version}: {source.imported_by.added} records ({counts})."
        )
        if waiting := open_quotes(source).count():
            self.stdout.write(f"{waiting} quotes have no certain place: choose it on the page Sources.")


def _parameters(text: str) -> dict[str, Any]:
    try:
        return loads(text.encode()) if text else {}
    except JsonLineError as error:
        raise wrong_field("parameters", f"--parameters: {error}") from error


def _prompt(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidError(f"{path}: {error}.", code="unreadable") from error
