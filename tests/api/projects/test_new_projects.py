"""Site administrators create projects and get no access to them by that."""

import pytest

from annotation.models import Guidelines, Membership, Project, ProjectLanguage
from annotation.services.projects.guidelines import set_guidelines
from annotation.services.projects.project_settings import set_language, set_project
from tests.api.client import Api
from tests.commands import succeeds
from tests.people import Cast, join
from tests.snapshot import snapshot

pytestmark = pytest.mark.django_db

NEW = {"slug": "gamma", "name": "Gamma", "description": "New", "languages": ["EN", "zh-Hant"]}


def refused(cast: Cast, body: dict, pointer: str) -> None:
    root = Api(cast.root)
    before = snapshot()
    problem = root.post("/projects/", body, status=422)
    assert [each["pointer"] for each in problem["errors"]] == [pointer]
    assert snapshot() == before


def test_an_administrator_creates_a_project_and_leads_it(cast: Cast):
    body = NEW | {"preset": "shroom-visions", "redundancy": 5, "assignment": "everyone", "quota": 7}
    assert Api(cast.root).post("/projects/", body, status=201) == {"slug": "gamma", "name": "Gamma"}
    made = Api(cast.root).get("/projects/gamma/")
    assert (made["role"], made["redundancy"], made["assignment"], made["quota"]) == ("lead", 5, "everyone", 7)
    assert [(each["language"], each["spelling"]) for each in made["languages"]] == [
        ("en", "EN"),
        ("zh-hant", "zh-Hant"),
    ]
    assert len(made["scheme"]["span_labels"]) == 5
    assert Project.objects.get(slug="gamma").languages_open is False


def test_an_administrator_chooses_the_record_format(cast: Cast):
    api = Api(cast.root)
    api.post("/projects/", NEW | {"preset": "shroom"}, status=201)
    assert api.get("/projects/gamma/")["record_format"] == "shroom"
    api.post("/projects/", NEW | {"slug": "delta", "records": "table"}, status=201)
    assert api.get("/projects/delta/")["record_format"] == "table"
    refused(cast, NEW | {"slug": "epsilon", "records": "shroom"}, "/records")


@pytest.mark.parametrize("preset", ["shroom", "cap", "shroom-cap", "openhaldet"])
def test_guidelines_of_presets_without_spans_do_not_teach_marking(cast: Cast, preset):
    Api(cast.root).post("/projects/", NEW | {"preset": preset}, status=201)
    text = Guidelines.objects.get(project__slug="gamma").text
    assert text.startswith("# How to judge\n")
    assert "Mark as little" not in text
    assert "nothing to mark" not in text


def test_a_project_led_by_another_is_hidden_from_its_creator(cast: Cast):
    Api(cast.root).post("/projects/", NEW | {"lead": "nina"}, status=201)
    Api(cast.root).get("/projects/gamma/", status=404)
    assert Api(cast.nina).get("/projects/gamma/")["role"] == "lead"
    assert Membership.objects.filter(project__slug="gamma").count() == 1


@pytest.mark.parametrize("who", ["ada", "lena", "nina"])
def test_only_administrators_create_projects(cast: Cast, who):
    api = Api(getattr(cast, who))
    before = snapshot()
    api.post("/projects/", NEW, status=403)
    assert snapshot() == before


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"slug": "Gamma"}, "/slug"),
        ({"slug": "alpha"}, "/slug"),
        ({"slug": "x" * 51}, "/slug"),
        ({"name": "x" * 201}, "/name"),
        ({"redundancy": 0}, "/redundancy"),
        ({"quota": -1}, "/quota"),
        ({"preset": "other"}, "/preset"),
        ({"assignment": "by lot"}, "/assignment"),
        ({"lead": "nobody-known"}, "/lead"),
        ({"like": "alpha"}, "/like"),
        ({"like": "no-such"}, "/like"),
    ],
)
def test_an_invalid_field_is_refused_with_its_name(cast: Cast, change, pointer):
    refused(cast, NEW | change, pointer)


def test_an_invalid_language_is_refused(cast: Cast):
    root = Api(cast.root)
    before = snapshot()
    root.post("/projects/", NEW | {"languages": ["not a tag"]}, status=422)
    assert snapshot() == before


def test_settings_are_copied_from_a_led_project(cast: Cast):
    join(cast.alpha, "root", "lead")
    set_project(cast.alpha, quota=9, evidence="optional", other_sources=True)
    set_language(cast.alpha, "ar", redundancy=6)
    for text in ("# Old", "# New"):
        set_guidelines(cast.alpha, "en", text)
    set_guidelines(cast.alpha, "ar", "# عربي")
    body = {"slug": "gamma", "like": "alpha", "redundancy": 4}
    Api(cast.root).post("/projects/", body, status=201)
    made = Project.objects.get(slug="gamma")
    cast.alpha.refresh_from_db()
    assert (made.quota, made.redundancy, made.other_sources, made.name) == (9, 4, True, "gamma")
    assert made.scheme == cast.alpha.scheme | {"version": 1}
    assert (made.scheme_version, made.version) == (1, 0)
    assert made.secret != cast.alpha.secret
    languages = ProjectLanguage.objects.filter(project=made).values_list("language", "redundancy", "items")
    assert sorted(languages) == [("ar", 6, 0), ("en", None, 0)]
    texts = Guidelines.objects.filter(project=made).values_list("language", "version", "text")
    assert sorted(texts) == [("ar", 1, "# عربي"), ("en", 1, "# New")]
    assert not made.imports.exists()


def test_own_languages_replace_copied_ones(cast: Cast):
    set_guidelines(cast.alpha, "ar", "# عربي")
    set_language(cast.alpha, "ar", redundancy=6)
    succeeds("create_project", "gamma", "--like", "alpha", "--languages", "AR,FR", "--quota", "3")
    made = Project.objects.get(slug="gamma")
    languages = ProjectLanguage.objects.filter(project=made).values_list("language", "redundancy")
    assert sorted(languages) == [("ar", 6), ("fr", None)]
    assert (made.languages_open, made.redundancy, made.quota) == (False, 2, 3)
    assert made.scheme == cast.alpha.scheme
    assert Guidelines.objects.get(project=made).language == "ar"


def test_the_presets_can_be_read(cast: Cast):
    listed = Api(cast.nina).get("/presets/")["results"]
    assert [each["name"] for each in listed][:2] == ["mu-shroom", "mu-shroom+labels"]
    assert listed[0]["scheme"]["span_labels"][0]["key"] == ""
