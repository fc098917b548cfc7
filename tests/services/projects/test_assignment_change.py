"""Assignment policy and languages can change while nothing depends on them."""

import pytest

from annotation.models import Item, Project, ProjectLanguage
from annotation.services.items import balanced_sample
from annotation.services.projects.project_settings import set_language, set_project
from foundation.errors import ConflictError, ForbiddenError, InvalidError
from tests.api.client import Api
from tests.commands import refuses, succeeds
from tests.people import Cast, content, reserve, save
from tests.snapshot import snapshot

pytestmark = pytest.mark.django_db

POLICIES = Project.AssignmentPolicy.values


@pytest.mark.parametrize("before", POLICIES)
@pytest.mark.parametrize("after", POLICIES)
def test_the_assignment_changes_before_items_are_assigned(cast: Cast, before, after):
    Item.objects.filter(project=cast.alpha).update(metadata='{"asker": "Ada"}')
    for assignment in (before, after):
        field = {"assignment_field": "asker"} if assignment == "field" else {}
        stored = Api(cast.lena).call("patch", "/projects/alpha/", {"assignment": assignment} | field)
        assert (stored["assignment"], stored["assignment_field"]) == (assignment, "asker" if field else "")
    work = Item.objects.filter(project=cast.alpha, kind=Item.Kind.WORK)
    reservable = work.filter(reservable=True).count()
    counted = sum(ProjectLanguage.objects.filter(project=cast.alpha).values_list("items", flat=True))
    assert counted == reservable
    assert after == "balanced" or reservable == work.count()
    cast.alpha.refresh_from_db()
    assert reserve(cast.alpha, cast.ada)


def test_the_assignment_stays_once_an_item_is_assigned(cast: Cast):
    assert reserve(cast.alpha, cast.ada)
    lena, before = Api(cast.lena), None
    before = snapshot()
    problem = lena.call("patch", "/projects/alpha/", {"assignment": "everyone"}, status=409)
    assert [each["pointer"] for each in problem["errors"]] == ["/assignment"]
    assert "1 items were assigned under “pool”" in problem["detail"]
    assert snapshot() == before
    assert "were assigned" in refuses("set_project", "alpha", "--assignment", "everyone")


def test_languages_can_be_added_and_removed(cast: Cast):
    lena = Api(cast.lena)
    found = lena.call("patch", "/projects/alpha/", {"languages": ["EN", "AR", "FI"]})["languages"]
    assert {each["language"] for each in found} == {"en", "ar", "fi"}
    found = lena.call("patch", "/projects/alpha/", {"languages": ["EN", "AR"]})["languages"]
    assert {each["language"] for each in found} == {"en", "ar"}
    succeeds("set_project", "alpha", "--languages", "EN,AR,HI")
    assert ProjectLanguage.objects.filter(project=cast.alpha, language="hi").exists()


def test_a_language_with_items_stays(cast: Cast):
    lena = Api(cast.lena)
    before = snapshot()
    problem = lena.call("patch", "/projects/alpha/", {"languages": ["EN"]}, status=409)
    assert "AR has 1 items" in problem["detail"]
    assert [each["pointer"] for each in problem["errors"]] == ["/languages"]
    assert snapshot() == before


def test_an_invalid_language_is_named(cast: Cast):
    problem = Api(cast.lena).call("patch", "/projects/alpha/", {"languages": ["EN", "no tag"]}, status=422)
    assert [each["pointer"] for each in problem["errors"]] == ["/languages/1"]


def test_a_language_of_a_pool_can_be_closed_early(cast: Cast):
    item = reserve(cast.alpha, cast.ada)
    assert item is not None
    tag = item.language
    Api(cast.lena).call("patch", f"/projects/alpha/languages/{tag}/", {"closed": True})
    with pytest.raises(ForbiddenError):
        save(cast.alpha, cast.ada, item, content((0, 3)))
    save(cast.alpha, cast.ada, item, content((0, 3)), submit=False)
    set_language(cast.alpha, tag, closed=False)
    assert save(cast.alpha, cast.ada, item, content((0, 3))).submitted


def test_the_sample_needs_a_balanced_assignment(cast: Cast):
    with pytest.raises(InvalidError):
        set_project(cast.alpha, sample=2)
    assert set_project(cast.alpha, sample=2, assignment="balanced").sample == 2


@pytest.mark.parametrize(("before", "after"), [("pool", "balanced"), ("balanced", "pool")])
def test_the_assignment_changes_together_with_the_sample(cast: Cast, monkeypatch, before, after):
    """A process that ends between the two must leave no policy without its sample."""
    set_project(cast.alpha, assignment=before)
    stored = snapshot()

    def killed(_project: Project) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(balanced_sample, "count_sample", killed)
    with pytest.raises(KeyboardInterrupt):
        set_project(cast.alpha, assignment=after)
    assert snapshot() == stored


def test_services_refuse_too(cast: Cast):
    assert reserve(cast.alpha, cast.ada)
    with pytest.raises(ConflictError):
        set_project(cast.alpha, assignment="balanced")
