"""Start the change of a project's normalization policy. `recompute` carries it out."""

from annotation.models import Item, Project
from annotation.models.project import job_scope
from annotation.queries.projects.access import known_policy
from annotation.queries.statistics.rollups import POLICY_JOB
from foundation.jobs import starter
from foundation.models import Job


def start_policy_change(project: Project, policy: str) -> None:
    """Queue a job that recomputes all statistics under `policy`, and set `next_policy`.

    The current policy stays in force until the job ends. A running change to another policy stops; a failed change to
    this one resumes. Call with the project's row locked, and save `next_policy` afterwards. Raises InvalidError.
    """
    jobs = Job.objects.filter(scope=job_scope(project.pk), kind=POLICY_JOB)
    under_way = jobs.filter(state__in=Job.OPEN)
    after = 0
    if known_policy(policy) == (project.next_policy or project.policy):
        if not project.next_policy or under_way.exists():
            return
        # Since the failure, saves have updated the recomputed items under both policies, so the job can resume.
        last = jobs.order_by("pk").last()
        after = last.options.get("after", 0) if last and last.options["policy"] == policy else 0
    else:
        under_way.update(state=Job.State.STOPPED, message="Another policy was chosen.")
        # Saves no longer update what the stopped change recomputed: the new job starts from the first item.
        project.next_policy = policy if policy != project.policy else ""
    total = Item.objects.filter(project=project).count()
    options = {"policy": policy, "after": after}
    Job.objects.create(
        scope=job_scope(project.pk), kind=POLICY_JOB, options=options, total=total, started_by=starter()
    )
