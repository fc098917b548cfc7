from argparse import ArgumentParser

from annotation.domain.scheme import DEFAULT_PRESET, PRESETS
from annotation.management.refusing import RefusingCommand, languages_argument, split_languages
from annotation.models import Project
from annotation.services.projects import create_project


class Command(RefusingCommand):
    help = "Make a project. Without --languages, imports add theirs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--preset", default=DEFAULT_PRESET, choices=PRESETS)
        parser.add_argument("--name", default="")
        languages_argument(parser)
        parser.add_argument("--redundancy", type=int, default=3, help="annotations an item should get")
        parser.add_argument(
            "--assignment",
            default=Project.AssignmentPolicy.POOL.value,
            choices=Project.AssignmentPolicy.values,
        )

    def handle(
        self, slug: str, preset: str, name: str, languages: str, redundancy: int, assignment: str, **_: object
    ) -> None:
        project = create_project(
            slug,
            preset=preset,
            name=name,
            languages=split_languages(languages),
            redundancy=redundancy,
            assignment=assignment,
        )
        self.stdout.write(
            f"Made the project {project.slug} ({preset}, {assignment}, redundancy {redundancy})."
        )
