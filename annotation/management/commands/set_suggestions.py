from argparse import ArgumentParser

from annotation.queries.projects.access import writable_project
from annotation.queries.sources.exposure import ExposureMode, exposure_policy
from annotation.queries.sources.source_records import source_named
from annotation.services.sources.exposure_policy import set_exposure_policy
from foundation.base_command import MorelCommand
from foundation.errors import InvalidError


class Command(MorelCommand):
    help = "Change whether annotators see suggestions of a source, on items that they get from now on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "--when", choices=ExposureMode.values, help="never, after the first answer, or from the start"
        )
        parser.add_argument("--source", default="", metavar="NAME", help="source of the suggestions")
        parser.add_argument("--source-version", default="", metavar="VERSION")
        parser.add_argument(
            "--blind-share", type=int, help="per cent of the items that stay blind, 20 to 100"
        )

    def handle(
        self,
        slug: str,
        when: str | None,
        source: str,
        source_version: str,
        blind_share: int | None,
        **_: object,
    ) -> None:
        if source_version and not source:
            raise InvalidError("--source-version goes with --source.", code="no_source")
        if when is None and blind_share is None and not source:
            raise InvalidError("Say what to change: --when, --source, --blind-share.", code="nothing")
        project = writable_project(slug)
        chosen = source_named(project, source, source_version).pk if source else None
        set_exposure_policy(project, mode=when, source=chosen, blind_share=blind_share)
        policy = exposure_policy(project)
        name = next(
            (f"{each.name} {each.version}" for each in policy.sources if each.id == policy.source), "–"
        )
        self.stdout.write(f"{slug}: suggestions {policy.mode}, source {name}, blind {policy.blind_share} %.")
