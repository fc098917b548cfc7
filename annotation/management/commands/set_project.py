from argparse import ArgumentParser

from annotation.models import Project
from annotation.queries.projects.access import writable_project
from annotation.services.learning.training import set_learning
from annotation.services.projects.project_settings import set_project
from annotation.services.statistics.recompute import finish_policy
from foundation.base_command import (
    MorelCommand,
    languages_argument,
    progress_bar,
    split_languages,
)
from foundation.errors import InvalidError
from morelkit.text.normalization import POLICIES


class Command(MorelCommand):
    help = "Change a project. What would take something from annotations is refused, with their number."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "--evidence",
            choices=["off", "optional", "required"],
            help="do annotators show, for a mark, the passage that speaks against it?",
        )
        parser.add_argument(
            "--other-sources", choices=["off", "on"], help="may links lead elsewhere than to Wikipedia?"
        )
        parser.add_argument("--anonymous", choices=["off", "on"], help="do leads see pseudonyms, not names?")
        parser.add_argument(
            "--reason", default="", help="why names are shown again, with --anonymous off; members see it"
        )
        parser.add_argument("--adjudication", choices=["off", "on"], help="do curators decide on items?")
        parser.add_argument("--redundancy", type=int, help="annotations an item should get")
        parser.add_argument("--quota", type=int, help="items a person may have; 0 for any number")
        parser.add_argument(
            "--pass-mark", type=int, help="per cent of agreement with the gold of training items"
        )
        parser.add_argument("--tries", type=int, help="rounds of training to reach it in; 0: nobody has to")
        parser.add_argument("--check-every", type=int, help="a hidden check every N items; 0: none")
        parser.add_argument(
            "--notice-after", type=int, help="seconds on an item after which a notice appears; 0: never"
        )
        parser.add_argument(
            "--policy",
            choices=POLICIES,
            help="normalization policy; in force once all is recomputed under it",
        )
        parser.add_argument(
            "--notice-repeats", choices=["off", "on"], help="does the notice repeat after the same time?"
        )
        parser.add_argument("--sample", type=int, help="items of each question, prompt and model")
        parser.add_argument(
            "--question-cap", type=int, help="items of each question in a balanced sample; 0: any number"
        )
        parser.add_argument(
            "--assignment",
            choices=Project.AssignmentPolicy.values,
            help="how items reach annotators; until one was assigned",
        )
        parser.add_argument(
            "--assignment-field",
            metavar="FIELD",
            help="with --assignment field: the field of items that names their annotator",
        )
        languages_argument(parser)

    def handle(
        self,
        slug: str,
        evidence: str | None,
        other_sources: str | None,
        anonymous: str | None,
        reason: str,
        adjudication: str | None,
        redundancy: int | None,
        quota: int | None,
        sample: int | None,
        question_cap: int | None,
        pass_mark: int | None,
        tries: int | None,
        check_every: int | None,
        notice_after: int | None,
        notice_repeats: str | None,
        policy: str | None,
        assignment: str | None,
        assignment_field: str | None,
        languages: str,
        **_: object,
    ) -> None:
        of_project = (
            evidence,
            other_sources,
            anonymous,
            adjudication,
            redundancy,
            quota,
            sample,
            question_cap,
        )
        of_work = (assignment, assignment_field, notice_after, notice_repeats, policy)
        if not languages and all(
            each is None for each in (*of_project, *of_work, pass_mark, tries, check_every)
        ):
            raise InvalidError(
                "Say what to change: --evidence, --other-sources, --anonymous, --adjudication, --redundancy, --quota, "
                "--sample, --question-cap, --pass-mark, --tries, --check-every, --notice-after, --notice-repeats, "
                "--policy, --assignment, --assignment-field, --languages.",
                code="nothing",
            )
        project = set_project(
            writable_project(slug),
            redundancy=redundancy,
            quota=quota,
            sample=sample,
            question_cap=question_cap,
            notice_after=notice_after,
            notice_repeats=None if notice_repeats is None else notice_repeats == "on",
            policy=policy,
            assignment=assignment,
            assignment_field=assignment_field,
            languages=split_languages(languages) if languages else None,
            evidence=evidence,
            other_sources=None if other_sources is None else other_sources == "on",
            anonymous=None if anonymous is None else anonymous == "on",
            anonymity_reason=reason,
            adjudication=None if adjudication is None else adjudication == "on",
        )
        project = set_learning(project, pass_mark=pass_mark, tries=tries, check_every=check_every)
        if project.next_policy:
            finish_policy(project, progress_bar("Recomputing"))
        self.stdout.write(
            f"{project.slug}: evidence {project.scheme['evidence']}, other sources "
            f"{'on' if project.other_sources else 'off'}, names "
            f"{'hidden' if project.anonymous else 'shown'}, redundancy {project.redundancy}, quota "
            f"{project.quota or 'none'}, policy {project.policy}; version {project.scheme_version} of the scheme."
        )
