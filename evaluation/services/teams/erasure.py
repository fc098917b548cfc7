"""Erase a person from shared tasks. Teams, submissions and scores stay; who submitted is no longer known."""

from datetime import datetime
from typing import Final

from django.contrib.auth.models import User
from django.db.models import Q

from evaluation.models import Organizer, TaskInvitation, TaskMessage, TeamMember
from evaluation.services.teams.team_members import end_membership
from foundation.accounts.account_links import AccountLinks, register_account_links
from foundation.errors import ConflictError

TOMBSTONE: Final = "[erased]"


def register() -> None:
    register_account_links(AccountLinks(_exist, _erase))


def _exist(user: User) -> bool:
    return TeamMember.objects.filter(user=user).exists() or Organizer.objects.filter(user=user).exists()


def _erase(user: User, now: datetime) -> None:
    """Raises ConflictError if a task would have no organizer."""
    for organizer in Organizer.objects.filter(user=user).select_related("task"):
        if not Organizer.objects.filter(task=organizer.task).exclude(user=user).exists():
            raise ConflictError(
                f"The task “{organizer.task.slug}” needs an organizer, and there is no other. Invite one first.",
                code="last_organizer",
            )
    for member in TeamMember.objects.filter(user=user, left_at=None).select_related("task", "user"):
        end_membership(member, now, "erased")
    TaskMessage.objects.filter(by=user).update(text=TOMBSTONE)
    theirs = Q(created_by=user)
    if user.email:
        theirs |= Q(email__iexact=user.email)
    TaskInvitation.objects.filter(theirs).update(note="", email="")
