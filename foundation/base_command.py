"""The base class of Morel's commands, and arguments and a progress bar that several of them use."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from foundation.errors import AnnotationError
from foundation.jobs import Progress


class MorelCommand(BaseCommand):
    """A command that reports an `AnnotationError` on stderr and exits with status 2."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            return super().execute(*args, **options)
        except AnnotationError as error:
            raise CommandError(explain(error), returncode=2) from error


def explain(error: AnnotationError) -> str:
    """Return the error, with one line for each field that it names."""
    lines = [f"{each.pointer}: {each.detail}" for each in error.errors]
    return "\n".join([error.detail, *lines] if lines != [error.detail] else lines)


def languages_argument(parser: ArgumentParser) -> None:
    parser.add_argument("--languages", default="", help="BCP 47 tags, separated by commas: EN,AR")


_ANNOTATION_FIELDS: Final = {
    "nothing_to_mark": "whether annotators said that there is nothing to mark, of annotations without spans",
    "unsure": "who was unsure",
    "links": "the pages that annotators consulted",
    "active_seconds": "the time that annotators worked on the item",
    "comments": "annotators' comments",
}


def annotation_field_arguments(parser: ArgumentParser, names: Iterable[str]) -> None:
    """Add an option for each of these fields of annotations."""
    for name in names:
        parser.add_argument(
            f"--{name.replace('_', '-')}", action="store_true", help=f"include {_ANNOTATION_FIELDS[name]}"
        )


def split_languages(value: str) -> list[str]:
    return [part.strip() for part in value.split(",") if part.strip()]


def progress_bar(verb: str) -> Progress | None:
    """Return a callback that draws a progress bar on stderr, or None if stderr is no terminal."""
    if not sys.stderr.isatty():
        return None

    def show(done: int, total: int) -> None:
        share = min(1.0, done / total) if total else 0.0
        filled = round(30 * share)
        of = f" of {total:,}" if total else ""
        sys.stderr.write(f"\r{verb} {'█' * filled}{'░' * (30 - filled)} {done:,}{of} ")
        if total and done >= total:
            sys.stderr.write("\r\033[K")
        sys.stderr.flush()

    return show
