from argparse import ArgumentParser
from pathlib import Path

from evaluation.queries.tasks.existing import account
from evaluation.services.tasks.create_task import DirectorySource, GoldSource, ReleaseSource, create_task
from foundation.base_command import MorelCommand


class Command(MorelCommand):
    help = (
        "Create a shared task from the directory of a release, or from a directory with gold files (*.jsonl). It is "
        "not published and has no phases: an organizer adds them on its pages."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--name", default="", help="default: the slug")
        source = parser.add_mutually_exclusive_group(required=True)
        source.add_argument(
            "--gold",
            type=Path,
            metavar="DIR",
            help="files of gold records; the last part of a file's name is its split: en.test.jsonl",
        )
        source.add_argument("--release", type=Path, metavar="DIR", help="an unpacked release")
        parser.add_argument("--manifest", default="", metavar="SHA256", help="published, of manifest.json")
        parser.add_argument("--organizer", action="append", required=True, metavar="USER", help="repeatable")

    def handle(
        self,
        slug: str,
        name: str,
        gold: Path | None,
        release: Path | None,
        manifest: str,
        organizer: list[str],
        **_: object,
    ) -> None:
        source: GoldSource
        if release is not None:
            source = ReleaseSource(release, release.resolve().name, manifest)
        elif gold is not None:
            source = DirectorySource(gold, gold.resolve().name)
        organizers = [account(username) for username in organizer]
        task = create_task(slug, name or slug, source, None, organizers)
        for part in task.gold_revisions.get().parts.order_by("language", "split"):
            self.stdout.write(f"{part.language}.{part.split}: {part.items} items, sha256 {part.items_sha256}")
        self.stdout.write(f"/tasks/{slug}: {task.format} predictions.")
