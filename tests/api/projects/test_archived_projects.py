"""Archived projects: in no list, read-only for everybody, and reopened by a lead."""

from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.models import CrowdStudy, Invitation, Item, Project, Release
from annotation.models.project import job_scope
from foundation.models import AuditEvent, Job
from morelkit.gold.policy import GoldPolicy, to_json
from tests.api.annotate.saving import body, put
from tests.api.client import Api
from tests.api.common.test_permission_matrix import OF_API
from tests.people import annotator, ask
from tests.snapshot import snapshot

pytestmark = pytest.mark.django_db

PATH = "/projects/alpha/archived/"


@pytest.fixture
def archived(cast, lena):
    assert lena.put(PATH, {"archived": True})["archived"] is True
    return Project.objects.get(slug="alpha")


def test_an_archived_project_is_in_a_list_of_its_own(archived, ada, lena):
    for person in (ada, lena):
        assert person.get("/projects/")["results"] == []
        assert [card["slug"] for card in person.get("/projects/?archived=1")["results"]] == ["alpha"]
    lena.put(PATH, {"archived": False})
    assert [card["slug"] for card in ada.get("/projects/")["results"]] == ["alpha"]
    assert ada.get("/projects/?archived=1")["results"] == []


def test_it_can_be_read_and_not_changed(archived, cast, ada, lena, held):
    assert ada.get("/projects/alpha/")["archived"] is True
    assert lena.get("/projects/alpha/items/?order=ordinal")["results"]
    assert ada.get(f"/projects/alpha/items/{held.pk}/mine/")
    for refusal in (
        put(ada, held, body(held, (0, 3)), status=403),
        ada.post("/projects/alpha/next/", status=403),
        lena.call("patch", "/projects/alpha/", {"redundancy": 3}, status=403),
        lena.post("/projects/alpha/invitations/", {"role": "annotator"}, status=403),
    ):
        assert refusal["type"].endswith(":archived"), refusal
        assert "A lead can reopen it" in refusal["detail"]
    lena.put(PATH, {"archived": False})
    put(ada, held, body(held, (0, 3)))


def test_a_computation_of_statistics_does_not_delay_archiving(cast, lena):
    Job.objects.create(scope=job_scope(cast.alpha.pk), kind="annotator_statistics")
    assert lena.put(PATH, {"archived": True})["archived"] is True


def test_reads_change_nothing_but_the_audit_log(cast, ada, lena, held):
    ask(cast.alpha, cast.ada, held, "Is this a name?")
    lena.put(PATH, {"archived": True})
    Item.objects.update(shown_at=None)
    before = snapshot()
    for person in (ada, lena):
        for route in OF_API:
            person.http.get(route.path(item=held.pk))
    after = snapshot()
    assert [table for table in before if before[table] != after[table]] in ([], [AuditEvent.__name__])


def test_nobody_joins_it(archived, cast):
    later = timezone.now() + timedelta(days=1)
    invitation = Invitation.objects.create(project=archived, role="annotator", expires_at=later)
    study = CrowdStudy.objects.create(project=archived, kind="guest", quota=1)
    nina = Api(cast.nina)
    assert nina.post(f"/join/{invitation.code}/", {}, status=403)["type"].endswith(":archived")
    assert Api().get(f"/enter/{study.code}/", status=403)["type"].endswith(":archived")


def test_access_and_personal_data_can_be_removed_and_none_given(archived, cast, lena):
    later = timezone.now() + timedelta(days=1)
    invitation = Invitation.objects.create(project=archived, role="annotator", expires_at=later)
    study = CrowdStudy.objects.create(project=archived, kind="guest", quota=1)
    release = Release.objects.create(
        project=archived,
        name="v1",
        state=Release.State.READY,
        request={"policy": to_json(GoldPolicy()), "evidence": False, "comments": False},
        published_at=timezone.now(),
        link_token="token",
    )
    base = "/projects/alpha"
    person, other = (f"{base}/people/{annotator(archived, user).key}/" for user in (cast.ada, cast.bo))

    lena.call("delete", f"{base}/invitations/{invitation.pk}/")
    lena.call("delete", f"{base}/entries/{study.pk}/")
    assert lena.put(f"{base}/releases/{release.pk}/share/", {"shared": False})["link"] == ""
    assert lena.put(f"{base}/releases/{release.pk}/publish/", {"published": False})["published_at"] is None
    assert lena.post(f"{base}/releases/{release.pk}/withdraw/", {"reason": "Names."})["state"] == "withdrawn"
    assert lena.call("patch", other, {"ended": True})["ended"]
    lena.post(f"{person}erase/", {"username": "ada"}, status=204)
    for refusal in (
        lena.put(f"{base}/releases/{release.pk}/publish/", {"published": True}, status=403),
        lena.put(f"{base}/releases/{release.pk}/share/", {"shared": True}, status=403),
        lena.call("patch", other, {"ended": False}, status=403),
        lena.call("patch", other, {"role": "lead"}, status=403),
    ):
        assert refusal["type"].endswith(":archived"), refusal


def test_it_is_for_leads_and_refused_while_a_job_changes_the_project(cast, ada, lena):
    ada.put(PATH, {"archived": True}, status=403)
    Job.objects.create(scope=f"project:{cast.alpha.pk}", kind="import")
    assert "import" in lena.put(PATH, {"archived": True}, status=409)["detail"]
    assert Project.objects.get(slug="alpha").archived_at is None
    lena.put(PATH, {"archived": "yes"}, status=422)


def test_archiving_twice_keeps_the_first_time(archived, lena):
    lena.put(PATH, {"archived": True})
    assert Project.objects.get(slug="alpha").archived_at == archived.archived_at
