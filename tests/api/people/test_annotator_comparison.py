"""Agreement of annotators with the others, and the export of people as CSV."""

import csv
import io

import pytest

from annotation.models import Annotation, Annotator
from tests.api.client import Api
from tests.people import Cast, annotate, annotator
from tests.snapshot import snapshot

pytestmark = pytest.mark.django_db

PATH = "/projects/alpha/people/agreement/"
TABLE = "/projects/alpha/people/table/"


def compared(cast: Cast) -> dict[str, tuple[float, int]]:
    """Return agreement and number of shared items by user name."""
    names = dict(Annotator.objects.filter(project=cast.alpha).values_list("key", "user__username"))
    listed = Api(cast.lena).get(PATH)["results"]
    return {names[each["key"]]: (each["agreement"], each["items"]) for each in listed}


def table(cast: Cast) -> dict[str, dict[str, str]]:
    response = Api(cast.lena).send("get", TABLE)
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    rows = csv.DictReader(io.StringIO(response.content.decode()))
    return {row["username"]: row for row in rows}


def share(cast: Cast) -> None:
    """On q-1 ada marks 8 characters and bo 4 of them: 12 of 16. On q-2 neither marks anything."""
    annotate(cast.alpha, cast.ada, cast["q-1"], (4, 12))
    annotate(cast.alpha, cast.bo, cast["q-1"], (4, 8))
    annotate(cast.alpha, cast.ada, cast["q-2"])
    annotate(cast.alpha, cast.bo, cast["q-2"])
    annotate(cast.alpha, cast.ada, cast["q-3"], (0, 3))


def test_agreement_is_the_mean_over_shared_items(cast: Cast):
    cast.alpha.policy = "raw"
    cast.alpha.save()
    share(cast)
    assert compared(cast) == {"ada": ((12 / 16 + 1) / 2, 2), "bo": ((12 / 16 + 1) / 2, 2)}


def test_only_counted_annotations_are_compared(cast: Cast):
    share(cast)
    Annotation.objects.filter(annotator=annotator(cast.alpha, cast.bo)).update(surplus=True)
    assert compared(cast) == {}


def test_annotators_of_other_projects_are_not_compared(cast: Cast):
    assert Api(cast.lena).get(PATH)["results"] == []


def test_the_table_lists_all_members_with_their_counts(cast: Cast):
    share(cast)
    before = snapshot()
    rows = table(cast)
    assert snapshot()["Annotation"] == before["Annotation"]
    assert list(rows) == ["ada", "bo", "lena"]
    assert rows["ada"]["submitted"] == "3"
    assert float(rows["ada"]["nothing_marked"]) == pytest.approx(1 / 3, abs=1e-4)
    assert rows["ada"]["shared_items"] == "2"
    assert rows["bo"]["languages"] == "en"
    assert rows["lena"]["agreement_with_others"] == ""


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_a_name_that_looks_like_a_formula_is_escaped(cast: Cast, name):
    cast.ada.first_name = name
    cast.ada.save()
    # Names are shown without the white space around them.
    assert table(cast)["ada"]["name"] == f"'{name.strip()}"
