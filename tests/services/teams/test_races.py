"""Two requests at the same moment: one team for a person, one holder of a name, no invitation used too often."""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from evaluation.models import TaskInvitation, Team, TeamMember
from evaluation.services.teams.decisions import merge_teams
from evaluation.services.teams.invitations import accept, create_invitation
from evaluation.services.teams.registration import register_team
from foundation.errors import AnnotationError
from tests.people import make_cast, person
from tests.services.threads import at_once
from tests.tasks import Tasks, make_tasks

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def stored() -> Tasks:
    return make_tasks(make_cast())


def register(tasks: Tasks, user: User, name: str) -> str:
    try:
        register_team(
            tasks.lantern, user, timezone.now(), name=name, terms_version=tasks.lantern.terms_version
        )
    except AnnotationError as error:
        return error.code
    return "registered"


def invitation(tasks: Tasks, team: Team, uses: int) -> TaskInvitation:
    return create_invitation(
        tasks.lantern,
        tasks.sam,
        timezone.now(),
        role="member",
        team=team,
        max_uses=uses,
        absolute_url=lambda path: path,
    )


def test_a_person_who_registers_two_teams_at_once_is_in_one(stored: Tasks):
    outcomes = at_once(lambda name: register(stored, stored.nina, name), ["One", "Two", "Three"])
    assert sorted(outcomes) == ["in_another_team", "in_another_team", "registered"]
    assert TeamMember.objects.filter(user=stored.nina, left_at=None).count() == 1
    assert Team.objects.filter(name__in=["One", "Two", "Three"]).count() == 1


def test_a_name_that_two_people_register_at_once_has_one_team(stored: Tasks):
    people = [person(f"p{number}") for number in range(3)]
    outcomes = at_once(lambda user: register(stored, user, "Same name"), people)
    assert sorted(outcomes) == ["name_taken", "name_taken", "registered"]


def test_a_person_who_follows_two_invitations_at_once_is_in_one_team(stored: Tasks):
    codes = [invitation(stored, team, 1).code for team in (stored.saltmarsh, stored.ninefold)]

    def follow(code: str) -> str:
        try:
            accept(code, stored.nina, timezone.now())
        except AnnotationError as error:
            return error.code
        return "joined"

    assert sorted(at_once(follow, codes)) == ["in_another_team", "joined"]
    assert sorted(TaskInvitation.objects.values_list("uses", flat=True)) == [0, 1]


def test_an_invitation_for_one_admits_one_of_three(stored: Tasks):
    code = invitation(stored, stored.saltmarsh, 1).code
    people = [person(f"p{number}") for number in range(3)]

    def follow(user: User) -> str:
        try:
            accept(code, user, timezone.now())
        except AnnotationError as error:
            return error.code
        return "joined"

    assert sorted(at_once(follow, people)) == ["invitation_used_up", "invitation_used_up", "joined"]


def test_teams_that_are_merged_into_each_other_at_once_form_no_circle(stored: Tasks):
    teams = (stored.saltmarsh.pk, stored.ninefold.pk)

    def merge(pair: tuple[int, int]) -> str:
        try:
            merge_teams(stored.lantern, *pair, timezone.now())
        except AnnotationError as error:
            return error.code
        return "merged"

    assert sorted(at_once(merge, [teams, teams[::-1]])) == ["merged", "team_not_approved"]
    assert Team.objects.filter(task=stored.lantern, state="merged").count() == 1
