from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path

from api.tasks.release_source import named_release_source
from evaluation.queries.tasks.existing import account
from evaluation.services.tasks.create_task import DirectorySource, GoldSource, ReleaseSource, create_task
from foundation.base_command import MorelCommand
from foundation.errors import NotFoundError


class Command(MorelCommand):
    help = (
        "Create a shared task from a release, or from a directory with gold files (*.jsonl). It is not published and "
        "has no phases: an organizer adds them on its pages."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--name", default="", help="default: the slug")
        source = parser.add_mutually_exclusive_group(required=True)
        source.add_argument(
            "--gold",
            type=Path,
            metavar="DIR",
            help="files of gold records; the last part of a file's name is its split: en.test.jsonl; "
            "en.test.extra.jsonl, which has annotations too, is read instead of it",
        )
        source.add_argument(
            "--release",
            metavar="DIR|PROJECT/NAME",
            help="the directory of an unpacked release, or a release of a project here: harbours/1.0",
        )
        parser.add_argument(
            "--manifest",
            default="",
            metavar="SHA256",
            help="published, of the manifest.json of --release DIR",
        )
        parser.add_argument("--organizer", action="append", required=True, metavar="USER", help="repeatable")

    def handle(
        self,
        slug: str,
        name: str,
        gold: Path | None,
        release: str | None,
        manifest: str,
        organizer: list[str],
        **_: object,
    ) -> None:
        source: GoldSource
        if release is not None:
            source = _release_source(release, manifest)
        elif gold is not None:
            source = DirectorySource(gold, gold.resolve().name)
        organizers = [account(username) for username in organizer]
        task = create_task(slug, name or slug, source, None, organizers)
        for part in task.gold_revisions.get().parts.order_by("language", "split"):
            self.stdout.write(f"{part.language}.{part.split}: {part.items} items, sha256 {part.items_sha256}")
        self.stdout.write(f"/tasks/{slug}: {task.format} predictions.")


def _release_source(release: str, manifest: str) -> ReleaseSource:
    """Return the release in a directory, or else the one that PROJECT/NAME names. Raises AnnotationError."""
    directory = Path(release)
    project, _, name = release.partition("/")
    if directory.is_dir() or not project or not name or "/" in name:
        return ReleaseSource(directory, directory.resolve().name, manifest)
    try:
        found = named_release_source(project, name)
    except NotFoundError as error:
        raise NotFoundError(f"{error.detail} There is no directory {release} either.") from error
    return replace(found, manifest_sha256=manifest or found.manifest_sha256)
