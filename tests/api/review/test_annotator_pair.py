"""Two annotators side by side: shared items, most different first, with their agreement worked out by hand."""

import pytest

from annotation.models import Annotator, Project
from annotation.services.projects.project_settings import create_project
from tests.api.client import Api
from tests.people import annotate, join
from tests.records import import_records, items, stored

pytestmark = pytest.mark.django_db

WELL = {"fluency": "well-formed", "factuality": "errors"}
MINOR = WELL | {"fluency": "minor"}


@pytest.fixture
def project(db) -> Project:
    """ada and bo share q-1 to q-4: 3 of 8 characters, the same, other labels, nothing in common. Only ada has q-5."""
    project = create_project("pairs", preset="mu-shroom+labels", redundancy=3)
    ada, bo, cy = (join(project, name) for name in ("ada", "bo", "cy"))
    import_records(project, items(5))
    for name, first, second, labels in (
        ("q-1", (0, 8), (0, 3), WELL),
        ("q-2", (0, 3), (0, 3), WELL),
        ("q-3", (0, 3), (0, 3), MINOR),
        ("q-4", (0, 3), (4, 8), WELL),
    ):
        annotate(project, ada, stored(project, name), first, labels=WELL)
        annotate(project, bo, stored(project, name), second, labels=labels)
    annotate(project, ada, stored(project, "q-5"), (0, 3), labels=WELL)
    annotate(project, cy, stored(project, "q-5"), (0, 3), labels=WELL)
    return project


def key(project: Project, name: str) -> str:
    return Annotator.objects.get(project=project, user__username=name).key


def pair(project: Project, one: str, other: str, more: str = "", **options) -> dict:
    path = f"/projects/pairs/review/pair/?annotator={key(project, one)}&beside={key(project, other)}{more}"
    return Api(join(project, "lena", "lead")).get(path, **options)


def test_the_most_different_items_come_first_with_the_agreement_of_the_two(project: Project):
    found = pair(project, "ada", "bo")
    # eq. 1 with n = 2: q-4 (3 + 4) / (2 · 7), q-1 (8 + 3) / (2 · 8), q-2 and q-3 1.
    assert [(row["external_id"], row["agreement"]) for row in found["results"]] == [
        ("q-4", 0.5),
        ("q-1", 0.6875),
        ("q-3", 1.0),
        ("q-2", 1.0),
    ]
    assert [row["differing"] for row in found["results"]] == [[], [], ["fluency"], []]
    assert (found["items"], found["agreement"], found["same"], found["policy"]) == (
        4,
        0.796875,
        1,
        "mushroom-2025",
    )
    first = found["results"][0]
    assert first["left"]["marked"] == [{"start": 0, "end": 3}]
    assert first["right"]["marked"] == [{"start": 4, "end": 8}]
    assert first["right"]["labels"] == WELL
    assert [found["left"]["name"], found["right"]["name"]] == ["ada", "bo"]


def test_only_shared_items_of_the_language_are_compared(project: Project):
    assert [row["external_id"] for row in pair(project, "cy", "ada")["results"]] == ["q-5"]
    assert pair(project, "cy", "bo")["results"] == []
    assert pair(project, "cy", "bo")["agreement"] is None
    assert pair(project, "ada", "bo", "&language=en&n=1")["items"] == 4
    assert len(pair(project, "ada", "bo", "&language=en&n=1")["results"]) == 1


def test_one_annotator_twice_and_unknown_ones_are_refused(project: Project):
    assert pair(project, "ada", "ada", status=422)["errors"][0]["pointer"] == "/beside"
    other = create_project("elsewhere")
    join(other, "eve")
    lead = Api(join(project, "lena", "lead"))
    stranger = Annotator.objects.get(project=other, user__username="eve").key
    lead.get(f"/projects/pairs/review/pair/?annotator={key(project, 'ada')}&beside={stranger}", status=404)
    missing = lead.get(f"/projects/pairs/review/pair/?annotator={key(project, 'ada')}", status=422)
    assert missing["errors"][0]["pointer"] == "/beside"
