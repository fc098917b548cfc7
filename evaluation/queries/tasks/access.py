"""What a person is in a task: organizer, member of a team, or neither."""

from dataclasses import dataclass

from django.contrib.auth.models import User

from evaluation.models import Organizer, Task, Team, TeamMember
from foundation.errors import ForbiddenError, NotFoundError


@dataclass(frozen=True, slots=True)
class TaskAccess:
    """`user` is None for anonymous visitors. `team`: the one the user is a member of, pending ones included."""

    user: User | None
    task: Task
    organizes: bool
    team: Team | None

    @property
    def participates(self) -> bool:
        """Whether the user's team may submit."""
        return (
            self.team is not None
            and self.team.state == Team.State.APPROVED
            and self.team.disqualified_at is None
        )


def task_access(user: User | None, slug: str) -> TaskAccess:
    """Return the person's access to a task. Raises NotFoundError if the task is not published and not theirs."""
    task = Task.objects.filter(slug=slug).first()
    if task is None:
        raise _no_task()
    organizes = user is not None and Organizer.objects.filter(task=task, user=user).exists()
    member = (
        user and TeamMember.objects.select_related("team").filter(task=task, user=user, left_at=None).first()
    )
    if task.published_at is None and not organizes and not member:
        raise _no_task()
    return TaskAccess(user, task, organizes, member.team if member else None)


def organizer_access(user: User, slug: str) -> TaskAccess:
    """Raises NotFoundError as `task_access`, ForbiddenError if the person does not organize the task."""
    here = task_access(user, slug)
    if not here.organizes:
        raise ForbiddenError("This is for the organizers of the task.", code="not_organizer")
    return here


def team_access(user: User, slug: str) -> TaskAccess:
    """Raises NotFoundError as `task_access`, ForbiddenError if the person is in no team of the task."""
    here = task_access(user, slug)
    if here.team is None:
        raise ForbiddenError("Register a team first, or follow an invitation to one.", code="no_team")
    return here


def _no_task() -> NotFoundError:
    return NotFoundError("There is no such task, or it is not published.", code="no_task")
