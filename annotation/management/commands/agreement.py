from argparse import ArgumentParser

from annotation.models import Project
from annotation.queries.projects.access import languages_of, project_by_slug, scheme_of
from annotation.queries.statistics.agreement_measures import agreement_measures
from annotation.queries.statistics.live_agreement import by_item, by_language
from foundation.base_command import MorelCommand
from morelkit.agreement.agreement_rows import label_rows, rows_json, rows_text, with_claims
from morelkit.agreement.measures import AgreementMeasures
from morelkit.text.normalization import POLICIES


class Command(MorelCommand):
    help = (
        "Agreement (multiset IoU, or on item labels without spans), recomputed from the counted annotations."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "--policy", choices=POLICIES, help="normalization policy (default: the project's)"
        )
        parser.add_argument("--by", default="language", choices=["language", "item"])
        parser.add_argument(
            "--json",
            action="store_true",
            help="unrounded numbers as a JSON list; by language with α, F1, intervals, curves, labels",
        )

    def handle(self, slug: str, policy: str | None, by: str, json: bool, **_: object) -> None:
        project = project_by_slug(slug)
        policy = policy or project.policy
        if by == "item":
            rows = by_item(project, policy)
        elif json:
            rows = [{"lang": spelling, **found} for spelling, found in _measures(project, policy).items()]
        elif scheme_of(project).uses_claims:
            rows = with_claims(by_language(project, policy), _measures(project, policy))
        elif scheme_of(project).uses_spans:
            rows = by_language(project, policy)
        else:
            rows = label_rows(_measures(project, policy))
        self.stdout.write(rows_json(rows) if json else rows_text(rows))


def _measures(project: Project, policy: str) -> dict[str, AgreementMeasures]:
    """Return all agreement measures by the spelling of the language."""
    measures = agreement_measures(project, policy)
    return {row.spelling: measures[row.language] for row in languages_of(project)}
