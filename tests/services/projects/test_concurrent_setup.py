"""Two people who open the set-up link at the same moment create one administrator."""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from foundation.accounts.setup_link import new_setup_token, set_up
from foundation.errors import NotFoundError
from tests.people import PASSWORD
from tests.services.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_of_several_people_becomes_administrator():
    token = new_setup_token(timezone.now())

    def act(username):
        try:
            return set_up(token, username, "", PASSWORD, timezone.now()).username
        except NotFoundError as refusal:
            return refusal.code

    names = ["ada", "bo", "chen", "dana"]
    outcomes = at_once(act, names)
    assert sorted(each for each in outcomes if each not in names) == ["setup_over"] * 3
    assert User.objects.get().username in outcomes
    assert User.objects.get().is_superuser
