"""Another normalization policy is wanted: what a lead's choice begins. `recompute` does the work."""

from annotation.models import Item, Project
from annotation.models.project import job_scope
from annotation.queries.projects.access import known_policy
from annotation.queries.statistics.rollups import POLICY_JOB
from foundation.models import Job


def begin_policy(project: Project, policy: str) -> None:
    """Have all recomputed under the policy; until that is done, figures are those of the present one.

    The last choice holds: a change that is under way ends. One that has failed is taken up again where it was. Call
    with the project's row locked, and save `next_policy`. Raises InvalidError.
    """
    jobs = Job.objects.filter(scope=job_scope(project.pk), kind=POLICY_JOB)
    under_way = jobs.filter(state__in=Job.OPEN)
    after = 0
    if known_policy(policy) == (project.next_policy or project.policy):
        if not project.next_policy or under_way.exists():
            return
        # While it stood still, saves kept what it had done under both policies.
        last = jobs.order_by("pk").last()
        after = last.options.get("after", 0) if last and last.options["policy"] == policy else 0
    else:
        under_way.update(state=Job.State.STOPPED, message="Another policy was chosen.")
        # What a change that was broken off has left was not kept since: the job puts it right, item by item.
        project.next_policy = policy if policy != project.policy else ""
    total = Item.objects.filter(project=project).count()
    options = {"policy": policy, "after": after}
    Job.objects.create(scope=job_scope(project.pk), kind=POLICY_JOB, options=options, total=total)
