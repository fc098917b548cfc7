"""People who follow one link at the same moment: as many get in as it is for, each of them once."""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from annotation.models import Annotator, Invitation, Membership, Participant
from annotation.services.crowd.crowd_studies import Arrival, enter, make_entry_link
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


def test_of_eight_who_come_at_once_three_get_in_by_a_link_for_three(project):
    code = invite(project, None, timezone.now(), max_uses=3).code
    people = [person(f"p{n}") for n in range(8)]

    def try_to(user):
        try:
            accept(code, user, timezone.now())
        except ForbiddenError as refusal:
            return refusal.code
        return "in"

    assert sorted(at_once(try_to, people)) == ["in"] * 3 + ["invitation_used_up"] * 5
    assert Invitation.objects.get().uses == 3
    assert Membership.objects.filter(project=project, role="annotator").count() == 3


def test_who_clicks_eight_times_joins_once_and_uses_one_place(project):
    code = invite(project, None, timezone.now(), max_uses=8).code
    nina = person("nina")
    at_once(lambda _: accept(code, nina, timezone.now()), range(8))
    assert Invitation.objects.get().uses == 1
    assert Membership.objects.filter(user=nina).count() == 1
    assert Annotator.objects.filter(user=nina).count() == 1


def test_a_worker_who_enters_eight_times_at_once_by_two_links_is_one_person(project):
    lena = User.objects.get(username="lena")
    links = [make_entry_link(project, lena, kind="prolific", quota=1, study=f"s{n}") for n in range(2)]
    arrivals = [(links[n % 2].code, Arrival("worker", f"s{n % 2}", "x")) for n in range(8)]
    entered = at_once(lambda each: enter(*each, None)[0].pk, arrivals)
    assert len(set(entered)) == 1
    assert Membership.objects.filter(project=project, role="annotator").count() == 1
    assert Participant.objects.count() == 2
