"""Statistics of annotators computed in the background: their age, what is computed again, and who is listed."""

import csv
import io

import pytest

from annotation.models import Annotation, AnnotatorStatistics
from annotation.queries.statistics import annotator_statistics
from annotation.services.statistics.annotator_statistics import refresh_annotator_statistics
from foundation.jobs import run_waiting
from foundation.models import Job
from tests.api.client import Api
from tests.people import Cast, annotate, annotator
from tests.records import import_annotations

pytestmark = pytest.mark.django_db

PATH = "/projects/alpha/people/agreement/"


@pytest.fixture
def large(cast: Cast, monkeypatch) -> Cast:
    """Alpha as a project that is too large to be computed on request."""
    monkeypatch.setattr(annotator_statistics, "AT_ONCE", 0)
    annotate(cast.alpha, cast.ada, cast["q-1"], (4, 12))
    annotate(cast.alpha, cast.bo, cast["q-1"], (4, 8))
    cast.alpha.refresh_from_db()
    return cast


def table(cast: Cast) -> dict[str, dict[str, str]]:
    """The exported table of people by key."""
    response = Api(cast.lena).send("get", "/projects/alpha/people/table/")
    return {row["key"]: row for row in csv.DictReader(io.StringIO(response.content.decode()))}


def compute(cast: Cast) -> dict:
    Api(cast.lena).post(PATH, {"asked": True}, status=202)
    assert run_waiting("annotators")
    return Api(cast.lena).get(PATH)


def test_a_look_starts_a_computation_and_shows_its_time(large: Cast):
    found = Api(large.lena).get(PATH)
    assert (found["as_of"], found["stale"], found["due"], found["results"]) == (None, True, True, [])
    begun = Api(large.lena).post(PATH, {"asked": False}, status=202)
    assert begun["run"]["state"] == "waiting"
    Api(large.lena).post(PATH, {"asked": False}, status=202)
    assert Job.objects.filter(kind="annotator_statistics").count() == 1
    assert run_waiting("annotators")
    found = Api(large.lena).get(PATH)
    assert found["as_of"] is not None
    assert (found["stale"], found["due"], found["run"]["state"]) == (False, False, "done")
    assert [each["items"] for each in found["results"]] == [1, 1]


def test_a_change_is_shown_as_such_and_not_computed_again_at_once(large: Cast):
    before = compute(large)
    annotate(large.alpha, large.ada, large["ar-1"], (0, 3))
    found = Api(large.lena).get(PATH)
    assert (found["stale"], found["due"], found["results"]) == (True, False, before["results"])


def test_only_changed_languages_are_computed_again(large: Cast, monkeypatch):
    compute(large)
    languages = []
    plain = annotator_statistics.comparison_sums

    def recorded(project, language, beat):
        languages.append(language)
        return plain(project, language, beat)

    monkeypatch.setattr(annotator_statistics, "comparison_sums", recorded)
    import_annotations(large.alpha, {"ar-1": {"x": [[0, 9]], "y": [[0, 3]]}})
    found = compute(large)
    assert languages == ["ar"]
    AnnotatorStatistics.objects.all().delete()
    again = compute(large)
    assert languages == ["ar", "ar", "en"]
    assert again["results"] == found["results"]
    Annotation.objects.filter(annotator__key="x").update(surplus=True)
    refresh_annotator_statistics(large.alpha, lambda: None)
    assert languages[3:] == ["ar"]


def test_another_normalization_policy_computes_all_languages_again(large: Cast):
    compute(large)
    large.alpha.policy = "raw"
    large.alpha.save()
    found = compute(large)
    assert {row.policy for row in AnnotatorStatistics.objects.all()} == {"raw"}
    assert [each["agreement"] for each in found["results"]] == [0.75, 0.75]


def test_imported_annotators_are_listed_here_and_in_the_file(cast: Cast):
    import_annotations(cast.alpha, {"q-1": {"x": [[0, 3]], "y": []}, "q-2": {"x": [[0, 3]]}})
    found = Api(cast.lena).get(PATH)
    assert found["without_account"] == [
        {"key": "x", "erased": False, "submitted": 2, "empty": 0},
        {"key": "y", "erased": False, "submitted": 1, "empty": 1},
    ]
    rows = table(cast)
    assert (rows["x"]["role"], rows["x"]["submitted"], rows["x"]["shared_items"]) == ("imported", "2", "1")


def test_erased_people_are_not_called_imported(cast: Cast):
    annotate(cast.alpha, cast.ada, cast["q-1"], (4, 12))
    key = annotator(cast.alpha, cast.ada).key
    Api(cast.lena).post(f"/projects/alpha/people/{key}/erase/", {"username": "ada"}, status=204)
    found = Api(cast.lena).get(PATH)["without_account"]
    assert found == [{"key": key, "erased": True, "submitted": 1, "empty": 0}]
    assert table(cast)[key]["role"] == "erased"


def test_the_share_of_empty_submissions_is_that_of_the_computation(large: Cast):
    annotate(large.alpha, large.ada, large["q-2"])
    compute(large)
    annotate(large.alpha, large.ada, large["q-3"], (0, 3))
    people = {each["name"]: each for each in Api(large.lena).get("/projects/alpha/people/")["results"]}
    assert (people["ada"]["submitted"], people["ada"]["empty"], people["ada"]["empty_of"]) == (3, 1, 2)
    assert table(large)[annotator(large.alpha, large.ada).key]["nothing_marked"] == "0.5"


def test_work_of_members_is_that_of_the_latest_computation(large: Cast):
    people = {each["name"]: each for each in Api(large.lena).get("/projects/alpha/people/")["results"]}
    assert (people["ada"]["submitted"], people["ada"]["seconds"]) == (1, None)
    compute(large)
    people = {each["name"]: each for each in Api(large.lena).get("/projects/alpha/people/")["results"]}
    assert (people["ada"]["submitted"], people["ada"]["seconds"]) == (1, 0.0)
