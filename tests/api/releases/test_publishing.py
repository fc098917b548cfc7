"""Who may download a release: leads, after publication members, and everyone with its link."""

import io
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.utils import timezone

from annotation.models import Membership, Project, Release
from annotation.services.crowd.crowd_studies import Arrival, create_crowd_study, enter
from api.releases import views
from foundation.audit_queries import AuditFilter, audit_events
from tests.api.client import Api
from tests.api.releases.test_releases import PATH, build, gamma, lead, no_other_releases
from tests.people import Cast, join

pytestmark = pytest.mark.django_db

__all__ = ["gamma", "lead", "no_other_releases"]  # fixtures


@pytest.fixture
def guest(gamma: Project, cast: Cast) -> User:
    link = create_crowd_study(gamma, cast.lena, kind="guest", quota=5)
    return enter(link.code, Arrival(), None)[0]


@pytest.fixture
def worker(gamma: Project, cast: Cast) -> User:
    study = create_crowd_study(gamma, cast.lena, kind="prolific", quota=5, study="s1")
    return enter(study.code, Arrival("p1", "s1", "x1"), None)[0]


@pytest.fixture
def former(gamma: Project) -> User:
    user = join(gamma, "former")
    Membership.objects.filter(user=user).update(ended_at=timezone.now())
    return user


def statuses(release: dict[str, Any], *people: User | None) -> list[int]:
    path = f"{PATH}{release['id']}/download/"
    return [Api(user).send("get", path).status_code for user in people]


def files(response: Any) -> list[str]:
    assert response.status_code == 200
    with zipfile.ZipFile(io.BytesIO(b"".join(response))) as archive:
        return [name.partition("/")[2] for name in archive.namelist()]


def publish(lead: Api, release: dict[str, Any], published: bool = True) -> dict[str, Any]:
    return lead.put(f"{PATH}{release['id']}/publish/", {"published": published})


def test_counting_ids_finds_no_unpublished_release(lead, cast, guest, worker, former):
    """An unpublished release and one that does not exist get the same response."""
    built = build(lead)
    for user in (cast.ada, guest, worker):
        answers = [
            Api(user).send("get", f"{PATH}{key}/download/").content for key in (built["id"], built["id"] + 1)
        ]
        assert answers[0] == answers[1]
    assert statuses(built, cast.lena, cast.ada, guest, worker, former, cast.otto, None) == [
        200,
        404,
        404,
        404,
        404,
        404,
        401,
    ]


def test_members_can_download_a_published_release(lead, cast, guest, worker, former):
    built = build(lead)
    assert (built["published_at"], built["link"]) == (None, "")
    assert publish(lead, built)["published_at"]
    everybody = (cast.lena, cast.ada, guest, worker, former, cast.otto, None)
    assert statuses(built, *everybody) == [200, 200, 200, 200, 404, 404, 401]
    assert publish(lead, built, False)["published_at"] is None
    assert statuses(built, *everybody) == [200, 404, 404, 404, 404, 404, 401]


def test_members_see_published_releases_only(lead, cast):
    first, _second = build(lead), build(lead, "v2")
    ada = Api(cast.ada)
    assert ada.get(f"{PATH}published/")["results"] == []
    publish(lead, first)
    [seen] = ada.get(f"{PATH}published/")["results"]
    assert (seen["name"], seen["withdrawn"], seen["embargo"]) == ("v1", None, [])
    assert "created_by" not in seen
    lead.post(f"{PATH}{first['id']}/withdraw/", {"reason": "A mistake."})
    assert ada.get(f"{PATH}published/")["results"][0]["withdrawn"] == "A mistake."


def test_a_release_that_is_not_built_cannot_be_published(lead):
    made = lead.post(PATH, {"name": "v1"}, status=202)
    refused = lead.put(f"{PATH}{made['id']}/publish/", {"published": True}, status=409)
    assert refused["type"] == "urn:morel:problem:not_ready"


def test_a_link_opens_a_published_release_without_a_log_in(lead):
    built = build(lead)
    share = f"{PATH}{built['id']}/share/"
    lead.put(share, {"shared": True}, status=409)
    publish(lead, built)
    link = lead.put(share, {"shared": True})["link"]
    assert lead.put(share, {"shared": True})["link"] == link
    assert len(link) > len("/shared/") + 40
    anybody = Api()
    shown = anybody.send("get", f"{link}/")
    assert shown.json()["name"] == "v1"
    assert (shown["Cache-Control"], shown["X-Robots-Tag"]) == ("no-store", "noindex")
    response = anybody.send("get", f"{link}/download/")
    assert response["Cache-Control"] == "no-store"
    assert "gold/en.full.jsonl" in files(response)


def test_downloads_by_a_link_are_recorded_once_an_hour_for_each_network(lead, gamma, monkeypatch):
    built = build(lead)
    publish(lead, built)
    link = lead.put(f"{PATH}{built['id']}/share/", {"shared": True})["link"]

    def recorded() -> list[dict[str, Any]]:
        events = audit_events(AuditFilter(scope=gamma.scope, kind="release_downloaded"))
        return [event.details for event in events]

    for address in ("192.0.2.1", "192.0.2.1", "192.0.2.77"):
        files(Api().send("get", f"{link}/download/", REMOTE_ADDR=address))
    assert recorded() == [{"release": "v1", "via": "link", "network": "192.0.2.0/24"}]
    files(Api().send("get", f"{link}/download/", REMOTE_ADDR="198.51.100.1"))
    assert len(recorded()) == 2
    monkeypatch.setattr(views, "_REPEATED", timedelta())
    files(Api().send("get", f"{link}/download/", REMOTE_ADDR="192.0.2.1"))
    assert len(recorded()) == 3
    statuses(built, *[User.objects.get(username="lena")] * 2)
    assert len(recorded()) == 5


def test_a_link_ends_with_the_publication_and_is_revoked_for_good(lead):
    built = build(lead)
    publish(lead, built)
    share = f"{PATH}{built['id']}/share/"
    link = lead.put(share, {"shared": True})["link"]
    publish(lead, built, False)
    unknown = Api().get(f"/shared/{'x' * 43}/", status=404)
    assert Api().get(f"{link}/", status=404) == unknown
    assert Api().get(f"{link}/download/", status=404) == unknown
    publish(lead, built)  # undone: the link is the same
    Api().get(f"{link}/")
    assert lead.put(share, {"shared": False})["link"] == ""
    Api().get(f"{link}/", status=404)
    assert lead.put(share, {"shared": True})["link"] != link
    Api().get(f"{link}/", status=404)


def test_a_link_gets_what_members_get(lead):
    built = build(lead, splits={"by": "field", "field": "split"}, embargo=["test"], opens_on="2999-01-01")
    publish(lead, built)
    link = lead.put(f"{PATH}{built['id']}/share/", {"shared": True})["link"]
    assert Api().get(f"{link}/")["embargo"] == ["test"]
    held = files(Api().send("get", f"{link}/download/"))
    assert "EMBARGO.json" in held
    assert "gold/en.test.jsonl" not in held
    lead.post(f"{PATH}{built['id']}/withdraw/", {"reason": "A mistake."})
    assert "A mistake." in Api().get(f"{link}/download/", status=410)["detail"]


@pytest.mark.usefixtures("fresh_cache")
def test_guesses_at_links_are_limited(monkeypatch):
    from api.common.throttles import LinkThrottle

    monkeypatch.setattr(LinkThrottle, "THROTTLE_RATES", {"link": "3/min"})
    cache.clear()
    guesses = [Api().send("get", f"/shared/guess-{number}/").status_code for number in range(5)]
    assert guesses == [404, 404, 404, 429, 429]


def test_the_migration_leaves_earlier_releases_to_leads(gamma):
    made = Release.objects.create(project=gamma, name="old", state="ready", request={})
    assert (made.published_at, made.link_token) == (None, None)
