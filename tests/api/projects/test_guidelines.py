"""Guidelines must be accepted before the first item, and again if a version asks for it."""

import pytest

from annotation.models import Acceptance, AnnotationRevision, Guidelines
from annotation.queries.gold.gold_export import annotation_records
from annotation.services.projects.guidelines import default_guidelines, set_guidelines
from tests.api.client import Api
from tests.people import Cast, annotate, annotator, join

pytestmark = pytest.mark.django_db

NEXT = "/projects/alpha/next/"
ACCEPT = "/projects/alpha/guidelines/accept/"


def accept(api: Api, status: int = 204, **versions: int) -> None:
    read = [{"language": language, "version": version} for language, version in versions.items()]
    api.post(ACCEPT, {"read": read}, status=status)


def waiting(api: Api) -> list[tuple[str, int]]:
    rows = api.get("/projects/alpha/guidelines/")["results"]
    return [(row["language"], row["version"]) for row in rows if row["to_read"]]


def test_a_project_without_guidelines_requires_no_acceptance(cast: Cast, ada: Api):
    assert ada.post(NEXT)["item"] is not None
    set_guidelines(cast.alpha, "en", " \n")
    assert ada.post(NEXT)["item"] is not None


def test_items_require_accepted_guidelines(cast: Cast, ada: Api):
    set_guidelines(cast.alpha, "en", "# Mark little")
    answer = ada.post(NEXT)
    assert (answer["item"], answer["reason"]) == (None, "guidelines")
    assert waiting(ada) == [("en", 1)]
    accept(ada, en=1)
    assert waiting(ada) == []
    assert ada.post(NEXT)["item"] is not None
    assert Api(cast.lena).post(NEXT)["reason"] == "guidelines"


def test_guidelines_of_all_own_languages_must_be_accepted(cast: Cast, ada: Api):
    for language in ("en", "ar", "de"):
        set_guidelines(cast.alpha, language, f"# {language}")
    assert waiting(ada) == [("ar", 1), ("en", 1)]
    assert waiting(Api(cast.bo)) == [("en", 1)]
    accept(ada, ar=1)
    assert ada.post(NEXT)["reason"] == "guidelines"
    accept(ada, en=1)
    assert ada.post(NEXT)["item"] is not None


def test_a_new_version_must_be_accepted_only_if_it_asks_again(cast: Cast, ada: Api):
    set_guidelines(cast.alpha, "en", "# One")
    accept(ada, en=1)
    set_guidelines(cast.alpha, "en", "# Two")
    assert waiting(ada) == []
    set_guidelines(cast.alpha, "en", "# Three", ask_again=True)
    set_guidelines(cast.alpha, "en", "# Four")
    assert waiting(ada) == [("en", 4)]
    assert waiting(Api(cast.bo)) == [("en", 4)]
    accept(ada, en=4)
    assert waiting(ada) == []


def test_a_reserved_item_waits_for_acceptance_but_drafts_are_saved(cast: Cast, ada: Api):
    held = ada.post(NEXT)["item"]["id"]
    set_guidelines(cast.alpha, "en", "# One")
    assert ada.post(NEXT)["reason"] == "guidelines"
    assert ada.post(NEXT, {"beside": held})["item"] is None
    accept(ada, en=1)
    assert ada.post(NEXT)["item"]["id"] == held


@pytest.mark.parametrize("version", [1, 3, 2**53])
def test_only_the_latest_version_can_be_accepted(cast: Cast, ada: Api, version):
    set_guidelines(cast.alpha, "en", "# One")
    set_guidelines(cast.alpha, "en", "# Two")
    accept(ada, 409, en=version)
    assert not Acceptance.objects.filter(annotator__project=cast.alpha).exists()


@pytest.mark.parametrize("body", [{}, {"read": []}, {"read": [{"language": "en"}]}, {"read": "en"}])
def test_an_invalid_acceptance_is_refused(cast: Cast, ada: Api, body):
    ada.post(ACCEPT, body, status=422)


def test_accepting_twice_stores_one_acceptance(cast: Cast, ada: Api):
    set_guidelines(cast.alpha, "en", "# One")
    accept(ada, en=1)
    accept(ada, en=1)
    assert Acceptance.objects.filter(annotator__project=cast.alpha).count() == 1


def test_guidelines_of_another_project_are_hidden(cast: Cast, ada: Api):
    assert Guidelines.objects.filter(project=cast.beta, language="en", version=1).exists()
    accept(ada, 409, en=1)


def test_revisions_store_the_guidelines_version_and_exports_include_it(cast: Cast, ada: Api):
    first = annotate(cast.alpha, cast.ada, cast["q-1"], (0, 3))
    set_guidelines(cast.alpha, "en", "# One")
    accept(ada, en=1)
    second = annotate(cast.alpha, cast.ada, cast["q-2"], (0, 3))
    set_guidelines(cast.alpha, "en", "# Two")
    third = annotate(cast.alpha, cast.ada, cast["q-3"], (0, 3))
    made = [AnnotationRevision.objects.get(annotation=each).guidelines for each in (first, second, third)]
    assert [each and each.version for each in made] == [None, 1, 1]
    key = annotator(cast.alpha, cast.ada).key
    assert [record.get("annotation_guidelines") for record in annotation_records(cast.alpha)] == [
        None,
        {key: {"language": "en", "version": 1}},
        {key: {"language": "en", "version": 1}},
    ]


def test_leads_see_the_acceptances_of_each_version(cast: Cast, ada: Api, lena: Api):
    path = "/projects/alpha/guidelines/en/"
    lena.put(path, {"text": "# One"})
    accept(ada, en=1)
    accept(lena, en=1)
    answer = lena.put(path, {"text": "# Two", "ask_again": True})
    assert answer["people"] == 2  # ada and bo, without the lead
    versions = [(each["version"], each["ask_again"], each["accepted"]) for each in answer["versions"]]
    assert versions == [(2, True, 0), (1, False, 1)]


def test_a_text_written_on_an_earlier_version_is_refused(cast: Cast, lena: Api):
    path = "/projects/alpha/guidelines/en/"
    assert lena.put(path, {"text": "# One", "base_version": 0})["version"] == 1
    assert lena.put(path, {"text": "# One", "base_version": 0})["version"] == 1  # sent again
    problem = lena.put(path, {"text": "# Two", "base_version": 0}, status=409)
    assert problem["type"].endswith(":stale_guidelines")
    assert "version 0" in problem["detail"]
    assert lena.put(path, {"text": "# Two", "base_version": 1})["version"] == 2


def test_english_guidelines_can_be_written_as_a_fallback(cast: Cast):
    project = cast.beta
    set_guidelines(project, "pt", "# Marque pouco")
    otto = Api(cast.otto)
    assert otto.put("/projects/beta/guidelines/pt/", {"text": "# Marque menos"})["version"] == 2
    otto.put("/projects/beta/guidelines/fr/", {"text": "# Peu"}, status=404)


def test_new_projects_have_default_guidelines(cast: Cast, ada: Api):
    set_guidelines(cast.alpha, "en", default_guidelines())
    html = ada.get("/projects/alpha/guidelines/")["results"][0]["html"]
    for rule in ("as little as possible", "content words", "Be conservative", "Only the reference"):
        assert rule in html


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>fetch('/')</script>",
        "[a](javascript:alert(1))",
        "<a href='javascript:alert(1)'>b</a>",
        "![i](x' onerror='alert(1))",
        "<img src=x onerror=alert(1)>",
        "[d](data:text/html;base64,PHNjcmlwdD4=)",
        "<style>*{display:none}</style>",
        "<iframe src=//example.org></iframe>",
        "[v](vbscript:x)",
        "| a |\n|---|\n| <svg onload=alert(1)> |",
    ],
)
def test_guidelines_are_sanitized(cast: Cast, ada: Api, hostile):
    # Stored as an earlier version of Morel did, which accepted all of it.
    Guidelines.objects.create(project=cast.alpha, language="en", version=1, text=hostile)
    html = ada.get("/projects/alpha/guidelines/")["results"][0]["html"].lower()
    for forbidden in (
        "<script",
        "<style",
        "<iframe",
        "<svg",
        'href="javascript',
        'href="data',
        'href="vbscript',
    ):
        assert forbidden not in html
    assert 'onerror="' not in html


def test_a_later_member_reads_the_latest_version(cast: Cast):
    set_guidelines(cast.alpha, "en", "# One")
    set_guidelines(cast.alpha, "en", "# Two")
    newcomer = Api(join(cast.alpha, "zoe"))
    assert waiting(newcomer) == [("en", 2)]
