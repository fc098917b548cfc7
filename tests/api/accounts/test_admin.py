"""The admin site shows users, projects, memberships and jobs, and no content of projects."""

import pytest
from django.contrib import admin
from django.test import Client

from foundation.models import Job
from tests.people import annotate
from tests.snapshot import snapshot

pytestmark = pytest.mark.django_db

SHOWN = ["auth/user", "annotation/project", "annotation/membership", "foundation/job"]


@pytest.fixture
def site(cast):
    http = Client(raise_request_exception=True)
    http.force_login(cast.root)
    return http


def test_the_admin_registers_four_models_only():
    assert sorted(model._meta.label_lower for model in admin.site._registry) == [
        "annotation.membership",
        "annotation.project",
        "auth.user",
        "foundation.job",
    ]


@pytest.mark.parametrize("kind", SHOWN)
def test_each_model_can_be_listed_and_viewed(site, kind):
    assert site.get(f"/admin/{kind}/").status_code == 200
    model = next(each for each in admin.site._registry if each._meta.label_lower == kind.replace("/", "."))
    row = model.objects.first()
    assert site.get(f"/admin/{kind}/{row.pk}/change/").status_code == 200


@pytest.mark.parametrize("kind", SHOWN)
def test_nothing_can_be_added_changed_or_deleted(site, kind):
    model = next(each for each in admin.site._registry if each._meta.label_lower == kind.replace("/", "."))
    row, before = model.objects.first(), snapshot()
    assert site.post(f"/admin/{kind}/add/", {}).status_code == 403
    assert site.post(f"/admin/{kind}/{row.pk}/change/", {"slug": "x", "username": "x"}).status_code == 403
    assert site.post(f"/admin/{kind}/{row.pk}/delete/", {"post": "yes"}).status_code == 403
    assert snapshot() == before


def test_its_pages_show_no_content_of_projects(cast, site):
    annotate(cast.alpha, cast.ada, cast["q-1"], (4, 12), comment="A comment of mine.")
    Job.objects.update(message="A message that quotes an answer.")
    for kind in SHOWN:
        model = next(
            each for each in admin.site._registry if each._meta.label_lower == kind.replace("/", ".")
        )
        pages = [f"/admin/{kind}/", *(f"/admin/{kind}/{row.pk}/change/" for row in model.objects.all())]
        for page in pages:
            text = site.get(page).content.decode()
            for content in (
                "Lovelace",
                "A comment",
                "quotes an answer",
                cast.alpha.secret,
                cast.ada.password,
            ):
                assert content not in text, (page, content)


@pytest.mark.parametrize("kind", ["annotation/item", "annotation/annotation", "annotation/annotator"])
def test_models_with_content_have_no_page(site, kind):
    assert site.get(f"/admin/{kind}/").status_code == 404


@pytest.mark.parametrize("who", ["ada", "lena", "nina"])
def test_other_users_are_redirected_to_the_log_in(cast, who):
    http = Client()
    http.force_login(getattr(cast, who))
    for kind in SHOWN:
        assert http.get(f"/admin/{kind}/").status_code == 302
