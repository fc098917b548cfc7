"""A job that computes the statistics which are too slow to update on every save, and stores them with its time."""

from typing import Any

from django.db import IntegrityError
from django.utils import timezone

from annotation.models import DearFigures, Item, Project, Tables
from annotation.models.project import job_scope
from annotation.queries.projects.access import project_of, scheme_of
from annotation.queries.statistics.agreement_measures import OVERALL, agreement_measures
from annotation.queries.statistics.breakdowns import compute_breakdowns
from annotation.queries.statistics.computed_statistics import KIND, is_stale, latest_computation, may_begin
from annotation.queries.statistics.dawid_skene import FIGURE, dawid_skene, to_json
from foundation.jobs import Progress, job_kind
from foundation.models import Job
from foundation.write_transaction import write_transaction


def compute_figures(project: Project, *, asked: bool) -> None:
    """Hand the work to the worker; one at a time, whoever asks. Not `asked` for: only where it is due."""
    if not asked and not _is_due(project):
        return
    try:
        with write_transaction():
            # They were of interest while they ran: of thousands, the last one tells how it went.
            Job.objects.filter(scope=job_scope(project.pk), kind=KIND).exclude(state__in=Job.OPEN).delete()
            Job.objects.create(scope=job_scope(project.pk), kind=KIND)
    except IntegrityError:
        pass  # it is being done already


def _is_due(project: Project) -> bool:
    stored = DearFigures.objects.filter(project=project, language=OVERALL).first()
    return is_stale(project, stored) and may_begin(latest_computation(project))


@job_kind(KIND, queue="figures")
def run(job: Job, progress: Progress) -> None:
    """From the beginning, also after a kill: nothing is stored before everything is."""
    as_of = timezone.now()
    project = project_of(job)
    total = Item.objects.visible(project).filter(kind=Item.Kind.WORK).count()
    progress(0, total)
    measures = agreement_measures(project, project.policy, lambda done: progress(done, total))
    figures: dict[str, dict[str, Any]] = {language: {**found} for language, found in measures.items()}
    if scheme_of(project).uses_spans:
        for language in figures.keys() - {OVERALL}:
            aggregate = dawid_skene(project, language, project.policy, lambda: progress(total, total))
            figures[language][FIGURE] = to_json(aggregate)
    rows = [
        DearFigures(
            project=project,
            language=language,
            policy=project.policy,
            version=project.version,
            as_of=as_of,
            figures=found,
        )
        for language, found in figures.items()
    ]
    breakdowns = compute_breakdowns(project, lambda: progress(total, total))
    with write_transaction():
        Tables.objects.update_or_create(
            project=project, defaults={"policy": project.policy, "as_of": as_of, "tables": breakdowns}
        )
        DearFigures.objects.filter(project=project).delete()
        DearFigures.objects.bulk_create(rows)
    progress(total, total)
