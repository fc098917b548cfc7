"""The audit log: what is recorded of each change, and how leads and operators read it."""

import json
from typing import Any

import pytest
from django.db import transaction
from django.test import Client, override_settings
from django.utils import timezone

from annotation.models import Annotation, Project
from annotation.services.people.erasure import erase_person
from annotation.services.projects.project_settings import create_project, set_project
from foundation.audit import SITE, AuditKind, record
from foundation.audit_queries import AuditFilter, audit_events, event_json
from foundation.models import AuditEvent
from tests.api.client import Api
from tests.api.releases.test_releases import PATH, build, gamma, lead, no_other_releases
from tests.commands import refuses, succeeds
from tests.people import PASSWORD, Cast, annotate, annotator

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_cache")]

__all__ = ["gamma", "lead", "no_other_releases"]  # fixtures

ALPHA = "/projects/alpha/"


def kinds(project: Project) -> list[str]:
    """The kinds of the project's events, oldest first."""
    return [event.kind for event in reversed(audit_events(AuditFilter(scope=project.scope)))]


def log(api: Api, query: str = "", project: str = "alpha") -> list[dict[str, Any]]:
    """The entries that leads see, latest first."""
    results: list[dict[str, Any]] = api.get(f"/projects/{project}/audit/?{query}")["results"]
    return results


def latest(project: Project | None = None) -> dict[str, Any]:
    return event_json(audit_events(AuditFilter(scope=project.scope if project else SITE))[0])


def log_in(username: str, password: str) -> int:
    body = json.dumps({"username": username, "password": password})
    return Client().post("/api/v1/session/", body, content_type="application/json").status_code


def test_log_ins_are_recorded_with_the_network_of_the_client(cast: Cast):
    assert log_in("ada", PASSWORD) == 200
    event = latest()
    assert (event["kind"], event["actor"], event["source"]) == ("login", "ada", "web")
    assert event["details"] == {"network": "127.0.0.0/24"}
    assert event["request_id"]
    assert log_in("ada", "wrong") == 401
    assert (latest()["kind"], latest()["actor"], latest()["target"]) == ("login_failed", "", "ada")


def test_a_failed_log_in_does_not_store_an_unknown_name(cast: Cast):
    """It may be a password that was typed into the wrong field."""
    assert log_in("correct horse", "x") == 401
    assert latest()["target"] == ""
    assert "correct horse" not in json.dumps(list(AuditEvent.objects.values()), default=str)


@override_settings(AXES_FAILURE_LIMIT=2)
def test_locked_and_throttled_log_ins_are_recorded_once_in_a_while(cast: Cast):
    statuses = [log_in("ada", "wrong") for _ in range(24)]
    assert set(statuses) == {401, 429}
    found = [event.kind for event in audit_events(AuditFilter(scope=SITE))]
    assert found.count("login_locked") == 1
    assert found.count("login_throttled") == 1


def test_roles_and_invitations_are_recorded(cast: Cast, lena: Api):
    before = len(kinds(cast.alpha))
    made = lena.post(f"{ALPHA}invitations/", {"role": "annotator", "note": "bo@example.org"}, status=201)
    lena.call("delete", f"{ALPHA}invitations/{made['id']}/")
    key = annotator(cast.alpha, cast.ada).key
    lena.call("patch", f"{ALPHA}people/{key}/", {"role": "lead"})
    lena.call("patch", f"{ALPHA}people/{key}/", {"role": "lead"})  # no change
    lena.call("patch", f"{ALPHA}people/{key}/", {"role": "annotator", "ended": True})
    assert kinds(cast.alpha)[before:] == [
        "invitation_created",
        "invitation_revoked",
        "member_changed",
        "member_changed",
    ]
    entry = log(lena)[0]
    assert (entry["actor"]["name"], entry["target"]["name"]) == ("lena", "ada")
    assert {"field": "role", "before": "lead", "value": "annotator"} in entry["details"]
    assert "example.org" not in json.dumps(log(lena))


def test_settings_are_recorded_with_old_and_new_value(cast: Cast, lena: Api):
    lena.call("patch", ALPHA, {"redundancy": 4, "quota": 0})
    assert log(lena)[0]["details"] == [{"field": "redundancy", "before": "2", "value": "4"}]
    lena.call("patch", f"{ALPHA}learning/", {"pass_mark": 60})
    assert latest(cast.alpha)["details"] == {"changes": {"pass_mark": [75, 60]}}
    lena.call("patch", f"{ALPHA}validity/", {"fast": 5})
    assert latest(cast.alpha)["details"]["changes"]["fast"][1] == 5
    lena.call("patch", f"{ALPHA}languages/en/", {"redundancy": 3})
    assert latest(cast.alpha)["details"] == {"changes": {"redundancy (en)": [None, 3]}}
    before = AuditEvent.objects.count()
    lena.call("patch", f"{ALPHA}languages/en/", {"redundancy": 3})
    assert AuditEvent.objects.count() == before


def test_the_log_of_a_project_is_filtered_by_its_own_kinds(cast: Cast, lena: Api):
    lena.get(f"{ALPHA}audit/?kind=image_uploaded")
    for kind in (AuditKind.PROJECT_DELETED, AuditKind.LOGIN):
        lena.get(f"{ALPHA}audit/?kind={kind}", status=422)
        with transaction.atomic(), pytest.raises(ValueError, match="of the site"):
            record(kind, cast.alpha.scope)


def test_a_refused_change_is_not_recorded(cast: Cast, lena: Api):
    before = AuditEvent.objects.count()
    lena.call("patch", ALPHA, {"redundancy": 0}, status=422)
    assert AuditEvent.objects.count() == before


def test_exclusions_and_decisions_are_recorded(cast: Cast, lena: Api):
    set_project(cast.alpha, adjudication=True)
    annotate(cast.alpha, cast.ada, cast["q-1"], (0, 3))
    key = annotator(cast.alpha, cast.ada).key
    body = {"annotator": key, "reason": "My aunt says so.", "expected": 1}
    made = lena.post(f"{ALPHA}exclusions/", body, status=201)
    assert latest(cast.alpha)["kind"] == "exclusion_created"
    assert "aunt" not in json.dumps(latest(cast.alpha))
    lena.post(f"{ALPHA}exclusions/{made['id']}/undo/")
    assert latest(cast.alpha)["kind"] == "exclusion_undone"
    assert Annotation.objects.counted().count()
    item = f"{ALPHA}items/{cast['q-1'].pk}/adjudication/"
    lena.put(item, {"revision": 0, "spans": [], "labels": {}, "note": "", "source": "nothing"})
    lena.post(f"{item}withdraw/", {"revision": 1})
    assert kinds(cast.alpha)[-2:] == ["decision_made", "decision_withdrawn"]


def test_exports_are_recorded_before_they_are_sent(cast: Cast, lena: Api):
    for path in ("gold/?extra=1", "items-export/", "people/table/"):
        assert lena.send("get", f"{ALPHA}{path}").status_code == 200
    assert [event["kind"] for event in log(lena)[:3]] == ["data_exported"] * 3
    assert {"field": "content", "before": None, "value": "gold"} in log(lena)[2]["details"]
    before = AuditEvent.objects.count()
    lena.send("head", f"{ALPHA}items-export/")
    assert AuditEvent.objects.count() == before


def test_an_export_by_a_command_is_recorded(cast: Cast, tmp_path):
    succeeds("export_annotations", "alpha", "--out", tmp_path / "out.jsonl")
    assert (latest(cast.alpha)["kind"], latest(cast.alpha)["source"]) == ("data_exported", "command")


def test_an_export_that_is_refused_is_not_recorded(cast: Cast, lena: Api, tmp_path):
    before = AuditEvent.objects.count()
    for path in (
        "gold/?language=fr",
        "gold/?ties=none-such",
        "gold/?dawid_skene=1",
        "gold/compared/export/?left=x",
        "gold/compared/export/?change=none-such",
        "items-export/?as=xml",
        "items-export/?order=none-such",
    ):
        assert 400 <= lena.send("get", f"{ALPHA}{path}").status_code < 500, path
    for command in ("export_annotations", "export_gold"):
        refuses(command, "alpha", "--lang", "fr", "--out", tmp_path / "out.jsonl")
        assert "No such file" in refuses(command, "alpha", "--out", tmp_path / "none" / "out.jsonl")
    assert AuditEvent.objects.count() == before


def test_the_life_of_a_release_is_recorded(lead: Api, gamma: Project, cast: Cast):
    before = len(kinds(gamma))
    built = build(lead)
    path = f"{PATH}{built['id']}/"
    lead.put(f"{path}publish/", {"published": True})
    lead.put(f"{path}share/", {"shared": True})
    Api(cast.ada).send("get", f"{path}download/")
    lead.put(f"{path}share/", {"shared": False})
    lead.put(f"{path}publish/", {"published": False})
    lead.post(f"{path}withdraw/", {"reason": "A mistake."})
    assert kinds(gamma)[before:] == [
        "release_requested",
        "release_built",
        "release_published",
        "release_link_created",
        "release_downloaded",
        "release_link_revoked",
        "release_unpublished",
        "release_withdrawn",
    ]


def test_showing_names_needs_a_reason_that_members_see(cast: Cast, lena: Api):
    lena.call("patch", ALPHA, {"anonymous": True})
    refused = lena.call("patch", ALPHA, {"anonymous": False}, status=422)
    assert [each["pointer"] for each in refused["errors"]] == ["/anonymity_reason"]
    assert Api(cast.ada).get(ALPHA)["anonymous"]
    lena.call("patch", ALPHA, {"anonymous": False, "anonymity_reason": "To pay people."})
    [shown] = Api(cast.ada).get(ALPHA)["names_shown"]
    assert (shown["reason"], shown["until"]) == ("To pay people.", None)
    assert Api(cast.ada).get("/projects/")["results"][0]["names_shown"] == [shown]
    assert kinds(cast.alpha)[-2:] == ["anonymity_changed"] * 2
    assert latest(cast.alpha)["details"] == {"anonymous": False}
    lena.call("patch", ALPHA, {"anonymous": True})
    assert Api(cast.ada).get(ALPHA)["names_shown"][0]["until"]


def test_members_see_all_periods_in_which_names_were_shown(cast: Cast, lena: Api):
    lena.call("patch", ALPHA, {"anonymous": True})
    for reason in ("To pay people.", "To thank them."):
        lena.call("patch", ALPHA, {"anonymous": False, "anonymity_reason": reason})
        lena.call("patch", ALPHA, {"anonymous": True})
    lena.call("patch", ALPHA, {"anonymous": False, "anonymity_reason": "To write to them."})
    periods = Api(cast.ada).get(ALPHA)["names_shown"]
    assert [(each["reason"], each["until"] is None) for each in periods] == [
        ("To write to them.", True),
        ("To thank them.", False),
        ("To pay people.", False),
    ]
    assert create_project("copy", like=cast.alpha).names_shown_periods.count() == 0


def test_no_text_that_somebody_wrote_is_recorded(lead: Api, gamma: Project):
    """Events can never be changed, not even when a person who is named in one is erased."""
    built, secret = build(lead), "Ask Anna"
    texts = {"name": f"{secret} 1", "description": f"{secret} 2"}
    lead.call("patch", "/projects/gamma/", {**texts, "anonymous": True, "redundancy": 7})
    assert latest(gamma)["details"] == {"changes": {"redundancy": [1, 7]}, "texts": "name, description"}
    lead.call("patch", "/projects/gamma/", {"anonymous": False, "anonymity_reason": secret})
    lead.post(f"{PATH}{built['id']}/withdraw/", {"reason": secret})
    assert latest(gamma)["details"] == {"release": "v1"}
    recorded = json.dumps([event_json(event) for event in audit_events(AuditFilter())])
    assert secret not in recorded


def test_the_command_asks_for_a_reason(cast: Cast):
    succeeds("set_project", "alpha", "--anonymous", "on")
    assert "members see it" in refuses("set_project", "alpha", "--anonymous", "off")
    succeeds("set_project", "alpha", "--anonymous", "off", "--reason", "To pay people.")


def test_an_anonymous_project_shows_pseudonyms_in_its_log(cast: Cast, lena: Api):
    key = annotator(cast.alpha, cast.ada).key
    lena.call("patch", f"{ALPHA}people/{key}/", {"paused": True})
    assert log(lena)[0]["target"]["name"] == "ada"
    lena.call("patch", ALPHA, {"anonymous": True})
    page = lena.get(f"{ALPHA}audit/")
    assert "ada" not in {each["name"] for each in page["people"]}
    assert page["results"][1]["target"]["name"] == key


def test_the_log_is_filtered_and_paged(cast: Cast, lena: Api):
    for number in range(60):
        set_project(cast.alpha, redundancy=number % 2 + 1)
    first = lena.get(f"{ALPHA}audit/?kind=settings_changed")
    assert len(first["results"]) == 50
    second = lena.get(f"{ALPHA}audit/?kind=settings_changed&cursor={first['next']}")
    assert second["next"] is None
    assert first["results"][-1]["id"] > second["results"][0]["id"]
    today = timezone.now().date()
    assert log(lena, f"since={today}")
    assert not log(lena, "since=2999-01-01")
    assert not log(lena, "until=2000-01-01")
    lena.call("patch", ALPHA, {"redundancy": 9})
    assert [each["name"] for each in lena.get(f"{ALPHA}audit/")["people"]] == ["ada", "bo", "lena"]
    assert lena.get(f"{ALPHA}audit/?cursor={first['next']}")["people"] == []
    mine = log(lena)[0]["actor"]
    found = log(lena, f"person={mine['key']}")
    assert len(found) > 1
    assert all(
        "lena" in [each[part] and each[part]["name"] for part in ("actor", "target")] for each in found
    )
    lena.get(f"{ALPHA}audit/?kind=nonsense", status=422)
    lena.get(f"{ALPHA}audit/?since=soon", status=422)
    lena.get(f"{ALPHA}audit/?until=9999-12-31", status=422)


def test_leads_see_the_log_of_their_project_only(cast: Cast):
    Api(cast.otto).call("patch", "/projects/beta/", {"redundancy": 7})
    names = {each["actor"]["name"] for each in log(Api(cast.lena)) if each["actor"]}
    assert "otto" not in names
    assert AuditKind.LOGIN not in {each["kind"] for each in log(Api(cast.lena))}


def test_an_erased_person_is_a_pseudonym_in_the_log(cast: Cast, lena: Api):
    log_in("ada", PASSWORD)
    key = annotator(cast.alpha, cast.ada).key
    lena.call("patch", f"{ALPHA}people/{key}/", {"paused": True})
    before = AuditEvent.objects.count()
    erase_person("ada", "ada", timezone.now())
    assert AuditEvent.objects.count() > before
    everything = succeeds("audit", "--json")
    assert "ada" not in {json.loads(line)["target"] for line in everything.splitlines()}
    changed = next(each for each in log(lena) if each["kind"] == "member_changed")
    assert changed["target"]["name"].startswith("person_")


def test_operators_read_the_log_by_a_command(cast: Cast, lena: Api):
    lena.call("patch", ALPHA, {"redundancy": 4})
    assert "redundancy: 2 → 4" in succeeds("audit", "alpha", "--kind", "settings_changed")
    found = json.loads(succeeds("audit", "--kind", "settings_changed", "--json").splitlines()[-1])
    assert (found["scope"], found["actor"]) == ("alpha", "lena")
    assert succeeds("audit", "--since", "2999-01-01") == ""
    assert "no date" in refuses("audit", "--since", "soon")
