"""Store which consistency rules submitted annotations break, and check all annotations after a change of the rules."""

from collections import defaultdict
from collections.abc import Iterable

from annotation.models import Annotation, Project
from annotation.queries.annotate.broken_rules import RULES_JOB, broken_lines
from annotation.queries.projects.access import project_of
from annotation.services.projects.project_settings import touch
from annotation.services.statistics.recompute import locked_batches
from foundation.jobs import Progress, job_kind
from foundation.models import Job


def refresh_broken_rules(project: Project, items: Iterable[int]) -> None:
    """Store which rules the submitted annotations of these items break, under the rules that are stored now.

    Call it with the items locked: a save locks its item before it reads the rules, so none can be missed.
    """
    project.refresh_from_db(fields=["scheme"])
    rows = Annotation.objects.filter(item__in=list(items), submitted__isnull=False).order_by("pk")
    changed: dict[str | None, list[int]] = defaultdict(list)
    for pk, stored, spans, labels in rows.values_list(
        "pk", "broken_rules", "submitted__spans", "submitted__labels"
    ):
        broken = broken_lines(project, spans, labels)
        if broken != stored:
            changed[broken].append(pk)
    for broken, annotations in changed.items():
        Annotation.objects.filter(pk__in=annotations).update(broken_rules=broken)


@job_kind(RULES_JOB, queue="policy")
def check_consistency_rules(job: Job, progress: Progress) -> None:
    """Check the annotations of all items. After a kill the job resumes behind the last batch."""
    project = project_of(job)
    for items in locked_batches(project, progress, after=job.options.get("after", 0)):
        if not Job.objects.filter(pk=job.pk, state=Job.State.RUNNING).exists():
            return
        refresh_broken_rules(project, [item.pk for item in items])
        job.options["after"] = items[-1].pk
        job.save(update_fields=["options"])
    touch(project)
