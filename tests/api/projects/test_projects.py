"""Projects as members see them."""

import pytest

from annotation.models import Guidelines, Membership
from annotation.services.projects.guidelines import set_guidelines
from annotation.services.projects.project_settings import create_project
from tests.api.annotate.saving import SKIP, body, put
from tests.api.client import Api
from tests.people import annotate, join
from tests.records import import_records, item

pytestmark = pytest.mark.django_db


def test_members_see_their_projects_by_name(cast, ada):
    join(create_project("zeta", name="A project that comes first"), "ada")
    assert [card["slug"] for card in ada.get("/projects/")["results"]] == ["zeta", "alpha"]
    assert Api(cast.nina).get("/projects/")["results"] == []
    assert Api(cast.root).get("/projects/")["results"] == []


def test_a_card_has_own_and_project_progress(cast, ada):
    annotate(cast.alpha, cast.ada, cast["q-1"], (4, 12))
    annotate(cast.alpha, cast.bo, cast["q-1"], (4, 12))
    card = ada.get("/projects/")["results"][0]
    assert card["mine"] == {
        "todo": 0,
        "submitted": 1,
        "done": 1,
        "drafts": 0,
        "skipped": 0,
        "items": 4,
        "today": 1,
    }
    assert card["project"] == {"items": 4, "complete": 1, "annotations": 2}
    assert (card["role"], card["languages"]) == ("annotator", ["ar", "en"])


def test_only_leads_see_agreement(cast, ada, lena):
    annotate(cast.alpha, cast.ada, cast["q-1"], (4, 12))
    annotate(cast.alpha, cast.bo, cast["q-1"], (4, 12))
    assert ada.get("/projects/")["results"][0]["agreement"] is None
    assert lena.get("/projects/")["results"][0]["agreement"] == 1.0


def test_a_card_links_to_the_open_draft(cast, ada, held):
    assert ada.get("/projects/")["results"][0]["current"] is None
    put(ada, held, body(held, (0, 3), (4, 12)))
    current = ada.get("/projects/")["results"][0]["current"]
    assert current == {"item": held.pk, "question": held.question, "spans": 2}


def test_a_card_links_to_no_submitted_or_skipped_draft(ada, held):
    put(ada, held, body(held, (0, 3)))
    ada.post(f"/projects/alpha/items/{held.pk}/skip/", SKIP, status=204)
    assert ada.get("/projects/")["results"][0]["current"] is None


def test_a_project_has_its_scheme():
    project = create_project("gamma", languages=["EN", "pt_BR"])
    api = Api(join(project, "ada"))
    here = api.get("/projects/gamma/")
    scheme = here["scheme"]
    assert [label["key"] for label in scheme["span_labels"]] == [""]
    choices = {
        label["name"]: [choice["name"] for choice in label["choices"]] for label in scheme["item_labels"]
    }
    assert choices == {"fluency": ["well-formed", "minor", "not-fluent"], "factuality": ["correct", "errors"]}
    assert [row["language"] for row in here["languages"]] == ["en", "pt-br"]
    assert (here["assignment"], here["redundancy"], here["policy"]) == ("pool", 3, "mushroom-2025")


def test_own_languages_match_those_of_the_membership_in_any_case(cast):
    assert Api(cast.bo).get("/projects/alpha/")["my_languages"] == ["en"]
    Membership.objects.filter(user=cast.bo).update(languages=[])
    assert Api(cast.bo).get("/projects/alpha/")["my_languages"] == ["ar", "en"]


def test_guidelines_are_shown_in_their_latest_version(cast, ada):
    for text in ("# First", "# Second"):
        set_guidelines(cast.alpha, "EN", text)
    set_guidelines(cast.alpha, "ar", "# عنوان")
    rows = ada.get("/projects/alpha/guidelines/")["results"]
    assert [(row["language"], row["version"]) for row in rows] == [("ar", 1), ("en", 2)]
    assert rows[1]["html"].strip() == "<h1>Second</h1>"


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "![x](javascript:alert(1))",
        "<a href='data:text/html,<script>'>x</a>",
        '<p style="position:fixed">x</p>',
        "`<script>`\n\n    <script>",
    ],
)
def test_guidelines_contain_no_raw_html(cast, ada, hostile):
    # Stored as an earlier version of Morel did, which accepted all of it.
    Guidelines.objects.create(project=cast.alpha, language="en", version=1, text=hostile)
    html = ada.get("/projects/alpha/guidelines/")["results"][0]["html"].lower()
    for trouble in ("<script", "<img src=x", "<p style", 'href="javascript', 'src="javascript', 'href="data'):
        assert trouble not in html


def test_training_items_do_not_count_as_work():
    project = create_project("gamma", preset="mu-shroom", redundancy=1)
    import_records(project, [item("w"), item("t", kind="training"), item("c", kind="check")])
    api = Api(join(project, "ada", "lead"))
    assert api.get("/projects/gamma/")["mine"]["items"] == 1
    assert [row["external_id"] for row in api.get("/projects/gamma/items/?order=ordinal")["results"]] == ["w"]
    assert api.post("/projects/gamma/next/")["item"]["external_id"] == "w"
