"""Another normalization policy is wanted: what a lead's choice begins. `recompute` does the work."""

from annotation.models import Item, ItemStatistic, Job, Project, Rollup
from annotation.queries.projects import known_policy
from annotation.queries.statistics import POLICY_JOB


def begin_policy(project: Project, policy: str) -> None:
    """Have all recomputed under the policy; until that is done, figures are those of the present one.

    The last choice holds: a change that is under way ends. Call with the project's row locked, and save `next_policy`.
    Raises InvalidError.
    """
    if known_policy(policy) == (project.next_policy or project.policy):
        return
    open_states = [Job.State.WAITING, Job.State.RUNNING]
    under_way = Job.objects.filter(project=project, kind=POLICY_JOB, state__in=open_states)
    under_way.update(state=Job.State.STOPPED, message="Another policy was chosen.")
    project.next_policy = ""
    if policy != project.policy:
        # What a change that was broken off has left was not kept since.
        Rollup.objects.filter(project=project, policy=policy).update(histogram={}, agreement_sum=0)
        ItemStatistic.objects.filter(project=project, policy=policy).delete()
        project.next_policy = policy
    total = Item.objects.filter(project=project).count()
    Job.objects.create(project=project, kind=POLICY_JOB, options={"policy": policy}, total=total)
