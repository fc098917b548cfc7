from argparse import ArgumentParser

from annotation.models import Project
from annotation.queries.projects.access import project_by_slug
from annotation.services.projects.guidelines import default_guidelines
from annotation.services.projects.project_settings import create_project
from foundation.base_command import MorelCommand, languages_argument, split_languages
from morelkit.formats.registry import BY_NAME
from morelkit.scheme.schemes import DEFAULT_PRESET, PRESETS


class Command(MorelCommand):
    help = "Make a project. Without --languages, imports add theirs. What is not given is as in --like."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--like", default="", metavar="SLUG", help="take over this project's settings")
        parser.add_argument(
            "--preset", default="", choices=PRESETS, help=f"{DEFAULT_PRESET}, unless another one is like it"
        )
        parser.add_argument(
            "--records",
            default="",
            choices=BY_NAME,
            help="record format of imports, exports and releases (default: that of the preset)",
        )
        parser.add_argument("--name", default="")
        languages_argument(parser)
        parser.add_argument("--redundancy", type=int, help="annotations an item should get; default: 3")
        parser.add_argument("--quota", type=int, help="items a person may have; 0 for any number")
        parser.add_argument("--assignment", default="", choices=Project.AssignmentPolicy.values)
        parser.add_argument(
            "--sample",
            type=int,
            help="items of each question, prompt and model, where --assignment is balanced",
        )
        parser.add_argument(
            "--question-cap",
            type=int,
            help="items of each question, where --assignment is balanced; 0: any number",
        )
        parser.add_argument(
            "--assignment-field",
            default="",
            metavar="FIELD",
            help="the field of items that names their annotator, where --assignment is field",
        )
        parser.add_argument(
            "--no-guidelines", action="store_true", help="begin without Morel's own guidelines"
        )

    def handle(
        self,
        slug: str,
        like: str,
        preset: str,
        records: str,
        name: str,
        languages: str,
        redundancy: int | None,
        quota: int | None,
        assignment: str,
        sample: int | None,
        question_cap: int | None,
        assignment_field: str,
        no_guidelines: bool,
        **_: object,
    ) -> None:
        project = create_project(
            slug,
            like=project_by_slug(like) if like else None,
            preset=preset,
            records=records,
            name=name,
            languages=split_languages(languages),
            redundancy=redundancy,
            assignment=assignment,
            quota=quota,
            sample=sample,
            question_cap=question_cap,
            assignment_field=assignment_field,
            guidelines="" if no_guidelines else default_guidelines(preset),
        )
        scheme = preset or (f"like {like}" if like else DEFAULT_PRESET)
        self.stdout.write(
            f"Made the project {project.slug} ({scheme}, records {project.record_format}, {project.assignment}, "
            f"redundancy {project.redundancy})."
        )
