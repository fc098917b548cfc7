from argparse import ArgumentParser
from pathlib import Path

from annotation.queries.projects.access import writable_project
from annotation.services.projects.guidelines import set_guidelines, set_guidelines_with_images
from foundation.base_command import MorelCommand
from foundation.errors import InvalidError


class Command(MorelCommand):
    help = "Set the guidelines of a project in a language, from a Markdown file (UTF-8)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("language")
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--ask-again",
            action="store_true",
            help="people who have accepted an earlier version read this one before the next item",
        )

        parser.add_argument(
            "--images",
            type=Path,
            metavar="DIR",
            help="upload the images that the text refers to as images/NAME: the files NAME of this folder",
        )

    def handle(
        self, slug: str, language: str, file: Path, ask_again: bool, images: Path | None, **_: object
    ) -> None:
        project, text = writable_project(slug), _text(file)
        if images is None:
            row = set_guidelines(project, language, text, ask_again=ask_again)
        elif images.is_dir():
            row = set_guidelines_with_images(project, language, text, images, ask_again=ask_again)
        else:
            raise InvalidError(f"{images}: There is no such folder.", code="unreadable")
        self.stdout.write(f"Guidelines of {slug} in {row.language}: version {row.version}.")


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise InvalidError(f"{file}: {error.strerror}.", code="unreadable") from error
    except UnicodeDecodeError as error:
        raise InvalidError(f"{file} is not UTF-8: byte {error.start}.", code="not_utf8") from error
