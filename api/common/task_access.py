"""Access control of shared tasks: who the user of a request is in a task."""

from dataclasses import replace

from django.contrib.auth.models import User
from rest_framework.request import Request

from api.common.membership import person
from evaluation.queries.tasks.access import TaskAccess, organizer_access, task_access, team_access


def reader(request: Request, task: str) -> TaskAccess:
    """Return the access of the user, or of an anonymous visitor. Raises NotFoundError."""
    user = request.user
    return task_access(user if isinstance(user, User) else None, task)


def organizer(request: Request, task: str) -> TaskAccess:
    """Return the access of an organizer. Raises NotAuthenticated, NotFoundError, ForbiddenError."""
    return organizer_access(person(request), task)


def participant(request: Request, task: str) -> TaskAccess:
    """Return the access of a member of a team. Raises NotAuthenticated, NotFoundError, ForbiddenError."""
    return team_access(person(request), task)


def insider(request: Request, task: str) -> TaskAccess:
    """Return the access of a member of a team or an organizer. Raises as `participant`.

    A token is that of a team: it gives no right of an organizer.
    """
    user = person(request)
    here = task_access(user, task)
    if request.auth is not None:
        here = replace(here, organizes=False)
    return here if here.organizes or here.team else team_access(user, task)
