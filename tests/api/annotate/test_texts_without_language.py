"""Items of formats without a language: directions of their texts, and whether other pages are consulted."""

import pytest

from annotation.models import Item
from annotation.services.projects.project_settings import create_project
from tests.api.client import Api
from tests.people import hand_over, join
from tests.records import import_records

pytestmark = pytest.mark.django_db

ARABIC = {"hyp": "في باريس.", "ref": "tgt", "src": "It is in Paris.", "tgt": "هو في باريس.", "task": "MT"}


@pytest.fixture
def ada(cast):
    project = create_project("sem", preset="shroom")
    import_records(project, [ARABIC])
    user = join(project, "ada")
    hand_over(project, user, Item.objects.get(project=project))
    return Api(user)


def test_the_direction_is_that_of_the_answer(ada):
    item = Item.objects.get(project__slug="sem")
    found = ada.get(f"/projects/sem/items/{item.pk}/mine/")
    assert (found["language"], found["direction"]) == ("und", "rtl")


def test_members_are_told_that_only_the_reference_counts(ada, cast):
    assert ada.get("/projects/sem/")["only_reference"] is True
    assert Api(cast.ada).get("/projects/alpha/")["only_reference"] is False
