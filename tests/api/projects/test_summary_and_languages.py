"""The summary, and languages that a lead closes."""

import pytest

from annotation.models import Project
from annotation.services.projects.project_settings import create_project
from tests.api.client import Api
from tests.people import annotate, join
from tests.records import import_records, item, items, stored

pytestmark = pytest.mark.django_db


def test_the_summary_counts_by_language_and_overall(cast, lena):
    annotate(cast.alpha, cast.ada, cast["q-1"], (0, 12))
    annotate(cast.alpha, cast.bo, cast["q-1"], (4, 12))
    annotate(cast.alpha, cast.ada, cast["ar-1"], (0, 3))
    answer = lena.get("/projects/alpha/summary/")
    arabic, english = answer["languages"]
    assert answer["policy"] == "mushroom-2025"
    assert (arabic["spelling"], arabic["items"], arabic["counted"], arabic["agreement"]) == ("AR", 1, 0, None)
    assert (english["items"], english["complete"], english["annotations"], english["counted"]) == (3, 1, 2, 1)
    assert english["agreement"] == pytest.approx(20 / 24)
    assert (english["annotators_min"], english["annotators_max"]) == (0, 2)
    overall = answer["overall"]
    assert (overall["items"], overall["annotations"], overall["counted"]) == (4, 3, 1)
    assert overall["agreement"] == english["agreement"]


def test_overall_is_the_mean_over_items_not_over_languages(cast, lena):
    for name, spans in {"q-1": [(0, 3), (25, 30)], "q-2": [(0, 3), (0, 3)], "ar-1": [(0, 3), (0, 3)]}.items():
        annotate(cast.alpha, cast.ada, cast[name], spans[0])
        annotate(cast.alpha, cast.lena, cast[name], spans[1])
    assert lena.get("/projects/alpha/summary/")["overall"]["agreement"] == pytest.approx((0.5 + 1 + 1) / 3)


def test_the_version_increases_with_visible_changes(cast, lena):
    def version() -> int:
        return lena.get("/projects/alpha/summary/")["version"]

    first = version()
    annotate(cast.alpha, cast.ada, cast["q-1"], (0, 12))
    assert version() > first


def test_a_language_can_be_closed_in_a_pool(cast, lena):
    assert lena.call("patch", "/projects/alpha/languages/en/", {"closed": True})["closed"]


@pytest.fixture
def everyone():
    project = create_project("gamma", preset="mu-shroom", assignment=Project.AssignmentPolicy.EVERYONE)
    import_records(project, [*items(2), item("ar-1", lang="AR")])
    join(project, "lena", "lead")
    return project


def close(project, language: str, closed: bool, status: int = 200):
    lena = Api(join(project, "lena", "lead"))
    path = f"/projects/{project.slug}/languages/{language}/"
    return lena.call("patch", path, {"closed": closed}, status=status)


@pytest.mark.parametrize("language", ["en", "EN"])
def test_a_lead_closes_and_reopens_a_language_under_everyone(everyone, language):
    ada = Api(join(everyone, "ada", languages=("en",)))
    assert close(everyone, language, True)["closed"] is True
    assert ada.post("/projects/gamma/next/")["reason"] == "closed"
    assert close(everyone, language, False)["closed"] is False
    assert ada.post("/projects/gamma/next/")["item"]["language"] == "en"


def test_items_under_everyone_are_complete_once_their_language_is_closed(everyone):
    lena = Api(join(everyone, "lena", "lead"))
    annotate(everyone, join(everyone, "ada"), stored(everyone, "q-1"), (0, 3))
    path = f"/projects/gamma/items/{stored(everyone, 'q-1').pk}/"
    assert lena.get("/projects/gamma/summary/")["overall"]["complete"] == 0
    assert lena.get(path)["status"] == "open"
    close(everyone, "en", True)
    assert lena.get("/projects/gamma/summary/")["overall"]["complete"] == 2
    assert lena.get(path)["status"] == "complete"
    rows = lena.get("/projects/gamma/items/?order=ordinal")["results"]
    assert [row["status"] for row in rows] == ["complete", "complete", "open"]


@pytest.mark.parametrize(("language", "status"), [("fr", 422), ("x" * 80, 422), ("%00", 422), ("e n", 422)])
def test_an_unknown_language_is_refused(everyone, language, status):
    close(everyone, language, True, status)


@pytest.mark.parametrize("closed", [None, "true", 1, []])
def test_closed_must_be_a_boolean(everyone, closed):
    assert close(everyone, "en", closed, 422)["errors"][0]["pointer"] == "/closed"
