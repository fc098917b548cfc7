"""Concurrent uses of one invitation or crowd study admit each person once and never more than the limit."""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from annotation.models import Annotator, CrowdWorker, Invitation, Membership
from annotation.services.crowd.crowd_studies import Arrival, create_crowd_study, enter
from annotation.services.people.invitations import accept, invite
from annotation.services.projects.project_settings import create_project
from foundation.errors import ForbiddenError
from tests.people import join, person
from tests.services.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def project():
    project = create_project("door", preset="mu-shroom")
    join(project, "lena", "lead")
    return project


def test_an_invitation_for_three_admits_three_of_eight_concurrent_users(project):
    code = invite(project, None, timezone.now(), max_uses=3).code
    people = [person(f"p{n}") for n in range(8)]

    def try_to_join(user):
        try:
            accept(code, user, timezone.now())
        except ForbiddenError as refusal:
            return refusal.code
        return "joined"

    assert sorted(at_once(try_to_join, people)) == ["invitation_used_up"] * 5 + ["joined"] * 3
    assert Invitation.objects.get().uses == 3
    assert Membership.objects.filter(project=project, role="annotator").count() == 3


def test_a_user_who_accepts_eight_times_at_once_joins_once(project):
    code = invite(project, None, timezone.now(), max_uses=8).code
    nina = person("nina")
    at_once(lambda _: accept(code, nina, timezone.now()), range(8))
    assert Invitation.objects.get().uses == 1
    assert Membership.objects.filter(user=nina).count() == 1
    assert Annotator.objects.filter(user=nina).count() == 1


def test_a_worker_who_enters_two_studies_eight_times_at_once_gets_one_account(project):
    lena = User.objects.get(username="lena")
    studies = [create_crowd_study(project, lena, kind="prolific", quota=1, study=f"s{n}") for n in range(2)]
    arrivals = [(studies[n % 2].code, Arrival("worker", f"s{n % 2}", "x")) for n in range(8)]
    entered = at_once(lambda each: enter(*each, None)[0].pk, arrivals)
    assert len(set(entered)) == 1
    assert Membership.objects.filter(project=project, role="annotator").count() == 1
    assert CrowdWorker.objects.count() == 2
