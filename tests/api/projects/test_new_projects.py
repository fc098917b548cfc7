"""Site administrators, and people whom they allow to, create projects. Administrators get no access to them by that."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from annotation.models import Guidelines, Membership, Project, ProjectLanguage
from annotation.services.projects.guidelines import set_guidelines
from annotation.services.projects.project_settings import set_language, set_project
from foundation.models import AuditEvent
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
    body = NEW | {"preset": "visions", "redundancy": 5, "assignment": "everyone", "quota": 7}
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
    assert api.get("/projects/")["may_create"] is False
    before = snapshot()
    api.post("/projects/", NEW, status=403)
    assert snapshot() == before


def allow(cast: Cast, *people: User, action: str = "allow_projects", by: User | None = None) -> int:
    http = Client()
    http.force_login(by or cast.root)
    data = {"action": action, "_selected_action": [each.pk for each in people]}
    return http.post("/admin/auth/user/", data).status_code


def test_people_whom_an_administrator_allows_create_projects_and_lead_them(cast: Cast):
    assert allow(cast, cast.nina) == 302
    api = Api(cast.nina)
    assert api.get("/projects/")["may_create"] is True
    api.post("/projects/", NEW, status=201)
    assert api.get("/projects/gamma/")["role"] == "lead"
    assert Membership.objects.get(project__slug="gamma").user == cast.nina
    kinds = AuditEvent.objects.filter(kind__startswith="project_creation").values_list("kind", "scope")
    assert list(kinds) == [("project_creation_allowed", "site")]


def test_they_create_none_for_others_and_learn_of_no_account(cast: Cast):
    allow(cast, cast.nina)
    api, before = Api(cast.nina), snapshot()
    for lead in ("otto", "nobody-known"):
        problem = api.post("/projects/", NEW | {"lead": lead}, status=422)
        assert problem["errors"][0]["pointer"] == "/lead"
        assert "account" not in problem["detail"]
    assert snapshot() == before
    api.post("/projects/", NEW | {"lead": "nina"}, status=201)


def test_the_permission_can_be_withdrawn(cast: Cast):
    for action in ("allow_projects", "allow_projects", "withdraw_projects", "withdraw_projects"):
        allow(cast, cast.nina, action=action)
    Api(cast.nina).post("/projects/", NEW, status=403)
    kinds = AuditEvent.objects.filter(kind__startswith="project_creation").order_by("pk")
    assert list(kinds.values_list("kind", flat=True)) == [
        "project_creation_allowed",
        "project_creation_withdrawn",
    ]


@pytest.mark.parametrize("who", ["ada", "lena", "nina"])
def test_only_administrators_give_the_permission(cast: Cast, who):
    allow(cast, cast.nina, by=getattr(cast, who))
    assert Api(cast.nina).get("/projects/")["may_create"] is False


def test_a_closed_account_creates_no_projects(cast: Cast):
    allow(cast, cast.nina)
    api = Api(cast.nina)
    allow(cast, cast.nina, action="close")
    api.post("/projects/", NEW, status=401)


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
    refused(cast, NEW | {"languages": ["EN", "not a tag"]}, "/languages/1")


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
