"""A person who is erased, or closes their account, and took part in a shared task."""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from annotation.services.people.erasure import erase_member, erase_person
from evaluation.models import TaskInvitation, TaskMessage, Team, TeamMember, Upload
from evaluation.services.teams.invitations import create_invitation
from foundation.accounts.account_services import close_account
from foundation.accounts.api_tokens import create_token
from foundation.errors import ConflictError, ForbiddenError
from foundation.models import ApiToken, AuditEvent
from tests.api.client import Api
from tests.people import annotator, join
from tests.tasks import Tasks

pytestmark = pytest.mark.django_db


def test_an_erased_member_leaves_team_and_uploads_without_a_trace_of_them(tasks: Tasks):
    now = timezone.now()
    User.objects.filter(pk=tasks.sam.pk).update(email="sam@example.org")
    upload = Upload.objects.create(
        task=tasks.lantern,
        phase=tasks.dev,
        team=tasks.saltmarsh,
        system="one",
        submitter=tasks.sam,
        received_at=now,
    )
    create_token(tasks.sam, "x", f"team:{tasks.saltmarsh.pk}", 1, now)
    message = TaskMessage.objects.create(
        task=tasks.lantern, team=tasks.saltmarsh, by=tasks.sam, by_organizer=False, text="I am Sam."
    )
    create_invitation(
        tasks.lantern,
        tasks.sue,
        now,
        role="member",
        team=tasks.saltmarsh,
        email="SAM@example.org",
        absolute_url=lambda path: path,
    )
    erase_person("sam", "sam", now)
    upload.refresh_from_db()
    message.refresh_from_db()
    assert (upload.submitter, upload.team, message.by, message.text) == (
        None,
        tasks.saltmarsh,
        None,
        "[erased]",
    )
    assert [each["username"] for each in Api(tasks.sue).get("/tasks/lantern/team/")["members"]] == ["sue"]
    assert not ApiToken.objects.exists()
    assert TaskInvitation.objects.get().email == ""
    assert AuditEvent.objects.filter(scope=tasks.lantern.scope, kind="team_left").get().details == {
        "team": tasks.saltmarsh.pk,
        "reason": "erased",
    }


def test_a_team_whose_last_member_is_erased_stays(tasks: Tasks):
    erase_person("nick", "nick", timezone.now())
    assert Team.objects.get(pk=tasks.ninefold.pk).state == "approved"
    [ninefold, _] = Api(tasks.olga).get("/tasks/lantern/teams/")["results"]
    assert "no_members" in ninefold["flags"]


def test_the_last_organizer_of_a_task_cannot_be_erased(tasks: Tasks):
    with pytest.raises(ConflictError, match="lantern"):
        erase_person("olga", "olga", timezone.now())
    assert User.objects.filter(username="olga").exists()


def test_the_lead_of_a_project_cannot_erase_a_member_of_a_team(tasks: Tasks, cast):
    join(cast.alpha, "sam")
    key = annotator(cast.alpha, tasks.sam).key
    with pytest.raises(ForbiddenError):
        erase_member(cast.alpha, tasks.lena, key, "sam", timezone.now())


def test_a_closed_account_stays_a_member(tasks: Tasks):
    close_account(tasks.sam)
    assert TeamMember.objects.filter(user=tasks.sam, left_at=None).exists()
