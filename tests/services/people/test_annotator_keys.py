"""The keys under which people's annotations are published."""

import pytest
from django.contrib.auth import get_user_model

from annotation.models import Annotator, Project
from annotation.services.people.members import add_member, annotator_of, pseudonym
from tests.commands import succeeds

pytestmark = pytest.mark.django_db


@pytest.fixture
def gamma():
    succeeds("create_project", "gamma")
    return Project.objects.get(slug="gamma")


def test_a_person_keeps_the_key_of_the_project(gamma):
    membership, _ = add_member(gamma, "ada", "annotator")
    first = annotator_of(gamma, membership.user)
    assert first.key == f"annotator_{pseudonym(gamma, membership.user.pk)}"
    assert annotator_of(gamma, membership.user) == first


def test_a_key_that_came_with_an_imported_project_is_not_given_to_somebody_else(gamma):
    user = get_user_model().objects.create_user("ada")
    taken = Annotator.objects.create(project=gamma, key=f"annotator_{pseudonym(gamma, user.pk)}")
    membership, _ = add_member(gamma, "ada", "annotator")
    assert membership.user == user
    own = annotator_of(gamma, user)
    assert own.user == user
    assert own.key == f"annotator_{pseudonym(gamma, user.pk, 1)}" != taken.key
