"""What leads get of bad input: what is right, or why it is undefined; never an exception.

Every answer is held against the API's own description.
"""

from typing import Any

import pytest

from annotation.models import Item
from annotation.services.projects.project_settings import create_project
from foundation.jobs import run_waiting
from tests.api.client import Api
from tests.people import Cast, join
from tests.records import import_annotations, import_records, item

pytestmark = pytest.mark.django_db

LONG = "The lamp was lit. " * 5_556  # 100,008 characters
CROWD = [f"annotator_{number}" for number in range(200)]
EDGES = "/projects/edges/"


@pytest.fixture
def lena(cast: Cast) -> Api:
    """Leads a project where nobody has annotated English and one alone German; two mark all of Spanish and nothing of
    French; in Chinese two hundred mark a long answer."""
    edges = create_project("edges", preset="mu-shroom")
    languages = ("en", "de", "es", "fr")
    short = [item(f"{language}-1", answer="The lamp was lit", lang=language) for language in languages]
    import_records(edges, [*short, item("zh-1", answer=LONG, lang="zh")])
    spans = {"x": [[0, 16]], "y": [[0, 16]]}
    crowd = {key: [[0, 3], [4, 100_000 - number]] for number, key in enumerate(CROWD)}
    said = {"de-1": {"x": [[0, 3]]}, "es-1": spans, "fr-1": {"x": [], "y": []}, "zh-1": crowd}
    import_annotations(edges, said)
    join(edges, "lena", "lead")
    return Api(cast.lena)


@pytest.fixture
def figures(lena: Api) -> dict[str, dict[str, Any]]:
    lena.post(f"{EDGES}agreement/", {"asked": True}, status=202)
    run_waiting("statistics")
    answer = lena.get(f"{EDGES}agreement/")
    assert answer["run"]["state"] == "done"
    return {row["language"]: row["figures"] for row in answer["languages"]}


def reasons(row: dict[str, Any]) -> dict[str, str]:
    return {each["figure"]: each["code"] for each in row["undefined"]}


@pytest.mark.parametrize("language", ["en", "de"])
def test_fewer_than_two_annotators_have_no_agreement_with_a_reason(figures, language):
    assert figures[language]["agreement"] is None
    assert set(reasons(figures[language]).values()) == {"no_pairs"}
    assert sum(figures[language]["distribution"]) == figures[language]["counted"] == 0


@pytest.mark.parametrize(("language", "reason"), [("es", "all_marked"), ("fr", "nothing_marked")])
def test_alpha_is_undefined_if_everything_or_nothing_is_marked(figures, language, reason):
    assert figures[language]["agreement"] == figures[language]["character_f1"] == 1
    assert reasons(figures[language]) == {"alpha": reason, "interval": "one_item"}


def test_all_measures_exist_for_200_annotators_of_100000_characters(figures):
    row = figures["zh"]
    assert (row["annotators_max"], row["curve_sampled"], row["floor"]) == (200, 1, 1 / 200)
    assert 0.99 < row["agreement"] < 1
    assert reasons(row) == {"interval": "one_item"}


def test_overview_breakdowns_lists_and_items_are_shown_nevertheless(figures, lena):
    summary = lena.get(f"{EDGES}summary/")
    agreement = {row["language"]: row["agreement"] for row in summary["languages"]}
    assert [agreement[language] for language in ("en", "de", "es", "fr")] == [None, None, 1, 1]
    models = lena.get(f"{EDGES}tables/")["models"]
    assert {row["language"]: row["with_gold"] for row in models} == {"de": 1, "es": 1, "fr": 0, "zh": 1}
    rows = lena.get(f"{EDGES}items/?order=ordinal")["results"]
    assert [row["n"] for row in rows] == [0, 1, 2, 2, 200]
    for each in Item.objects.filter(project__slug="edges"):
        seen = lena.get(f"{EDGES}items/{each.pk}/")
        assert len(seen["annotations"]) == seen["n"]


def test_a_project_without_items_has_no_measures(cast):
    join(create_project("empty"), "lena", "lead")
    lena = Api(cast.lena)
    lena.post("/projects/empty/agreement/", {"asked": True}, status=202)
    run_waiting("statistics")
    overall = lena.get("/projects/empty/agreement/")["overall"]
    assert set(reasons(overall).values()) == {"no_items"}
    assert lena.get("/projects/empty/items/")["results"] == []
