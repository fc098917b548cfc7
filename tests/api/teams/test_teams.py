"""Register a team, change it, leave it; what organizers decide."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from evaluation.models import Organizer, Phase, Task, Team, TeamMember, TeamName
from foundation.models import AuditEvent
from tests.api.client import Api
from tests.boards import submit
from tests.tasks import Tasks, predictions

pytestmark = pytest.mark.django_db

TEAM = "/tasks/lantern/team/"
TEAMS = "/tasks/lantern/teams/"


def registration(name: str = "Northwind", **fields: Any) -> dict[str, Any]:
    return {"name": name, "affiliation": "University of Somewhere", "terms_version": 1, **fields}


def kinds(task: Task) -> list[str]:
    return list(AuditEvent.objects.filter(scope=task.scope).order_by("pk").values_list("kind", flat=True))


def test_anybody_with_an_account_registers_a_team_and_is_its_member(tasks: Tasks):
    shown = Api(tasks.nina).post(TEAMS, registration(), status=201)
    assert shown["name"] == "Northwind"
    assert shown["state"] == "approved"
    assert shown["terms_accepted"] is True
    assert [each["username"] for each in shown["members"]] == ["nina"]
    assert shown["members"][0]["you"] is True
    assert Api(tasks.nina).get(TEAM) == shown
    assert kinds(tasks.lantern)[-2:] == ["team_joined", "team_registered"]


def test_an_affiliation_has_no_character_that_reverses_the_text_after_it(tasks: Tasks):
    refused = Api(tasks.nina).post(TEAMS, registration(affiliation="\u202eUniversity"), status=422)
    assert [(each["pointer"], each["code"]) for each in refused["errors"]] == [
        ("/affiliation", "invisible_character")
    ]
    persian = "دانشگاه علامه\u200cطباطبائی"
    assert (
        Api(tasks.nina).post(TEAMS, registration(affiliation=persian), status=201)["affiliation"] == persian
    )


def test_an_anonymous_visitor_must_log_in_to_register(tasks: Tasks):
    assert Api().post(TEAMS, registration(), status=401)["type"].endswith("not_authenticated")


def test_a_task_that_is_not_published_takes_no_teams(tasks: Tasks):
    Task.objects.filter(pk=tasks.lantern.pk).update(published_at=None)
    Api(tasks.nina).post(TEAMS, registration(), status=404)


def test_organizers_approve_teams_where_the_task_says_so(tasks: Tasks):
    Task.objects.filter(pk=tasks.lantern.pk).update(registration="approval")
    team = Api(tasks.nina).post(TEAMS, registration(), status=201)
    assert team["state"] == "pending"
    decided = Api(tasks.olga).call("patch", f"{TEAMS}{team['id']}/", {"state": "approved"})
    assert decided["state"] == "approved"
    assert Api(tasks.nina).get(TEAM)["state"] == "approved"


def test_members_of_a_refused_team_see_the_reason_and_may_register_another_one(tasks: Tasks):
    Task.objects.filter(pk=tasks.lantern.pk).update(registration="approval")
    team = Api(tasks.nina).post(TEAMS, registration(), status=201)
    path = f"{TEAMS}{team['id']}/"
    without = Api(tasks.olga).call("patch", path, {"state": "refused"}, status=422)
    assert without["errors"][0]["pointer"] == "/reason"
    Api(tasks.olga).call("patch", path, {"state": "refused", "reason": "Not a team."})
    assert Api(tasks.nina).get(TEAM)["reason"] == "Not a team."
    Api(tasks.nina).call("patch", TEAM, {"name": "Other"}, status=403)
    again = Api(tasks.nina).post(TEAMS, registration(), status=201)  # The name is free again.
    assert again["id"] != team["id"]
    taken = Api(tasks.olga).call("patch", path, {"state": "approved"}, status=422)
    assert taken["errors"][0] == {
        "pointer": "/name",
        "code": "name_taken",
        "detail": taken["detail"],
    }


@pytest.mark.parametrize(
    ("how", "code"), [("invitation", "by_invitation_only"), ("closed", "registration_closed")]
)
def test_registration_may_be_closed_or_by_invitation(tasks: Tasks, how: str, code: str):
    Task.objects.filter(pk=tasks.lantern.pk).update(registration=how)
    refused = Api(tasks.nina).post(TEAMS, registration(), status=403)
    assert refused["type"].endswith(code)


def test_a_member_of_a_team_is_refused_another_one_by_its_name(tasks: Tasks):
    refused = Api(tasks.sam).post(TEAMS, registration(), status=409)
    assert "Saltmarsh" in refused["detail"]
    assert not Team.objects.filter(name="Northwind").exists()


def test_an_organizer_sees_gold_and_has_no_team(tasks: Tasks):
    refused = Api(tasks.olga).post(TEAMS, registration(), status=403)
    assert refused["type"].endswith("organizer")


def test_a_former_organizer_has_seen_gold_and_has_no_team(tasks: Tasks):
    added = Organizer.objects.create(task=tasks.lantern, user=tasks.nina)
    Api(tasks.olga).call("delete", f"/tasks/lantern/organizers/{added.pk}/", status=204)
    assert Api(tasks.nina).post(TEAMS, registration(), status=403)["type"].endswith("organizer")
    Api(tasks.otto).post(TEAMS, registration(), status=201)


def test_outdated_terms_are_refused_with_the_current_version(tasks: Tasks):
    Task.objects.filter(pk=tasks.lantern.pk).update(terms_version=2)
    refused = Api(tasks.nina).post(TEAMS, registration(), status=409)
    assert refused["current"] == {"terms_version": 2}
    Api(tasks.nina).post(TEAMS, registration(terms_version=2), status=201)
    Team.objects.filter(pk=tasks.saltmarsh.pk).update(terms_version=1)
    sam = Api(tasks.sam)
    assert sam.get(TEAM)["terms_accepted"] is False
    assert sam.call("patch", TEAM, {"terms_version": 3}, status=409)["current"] == {"terms_version": 2}
    assert sam.call("patch", TEAM, {"terms_version": 2})["terms_accepted"] is True


@pytest.mark.parametrize(
    "name",
    ["Saltmarsh", "  SALTMARSH ", "ſaltmarsh", "Ｓａｌｔｍａｒｓｈ", "Saltmarsh\ufe0f"],
)
def test_names_are_unique_after_normalization_and_case_folding(tasks: Tasks, name: str):
    refused = Api(tasks.nina).post(TEAMS, registration(name), status=422)
    assert refused["errors"][0]["pointer"] == "/name"
    assert refused["errors"][0]["code"] == "name_taken"
    renamed = Api(tasks.nick).call("patch", TEAM, {"name": name}, status=422)
    assert renamed["errors"][0]["code"] == "name_taken"
    assert not TeamName.objects.filter(team=tasks.ninefold).exists()


def test_another_task_may_have_a_team_of_the_same_name(tasks: Tasks):
    assert tasks.of_harbour.name == tasks.saltmarsh.name
    Api(tasks.nina).post("/tasks/harbour/teams/", registration("Ninefold"), status=201)


def test_a_renamed_team_keeps_its_id_its_alias_and_its_earlier_names(tasks: Tasks):
    sam = Api(tasks.sam)
    before = sam.get(TEAM)
    sam.call("patch", TEAM, {"name": "Fenland"})
    after = sam.call("patch", TEAM, {"name": "Marshland"})
    assert (after["id"], after["alias"]) == (before["id"], before["alias"])
    assert [each["name"] for each in after["earlier_names"]] == ["Fenland", "Saltmarsh"]
    assert kinds(tasks.lantern)[-1] == "team_changed"
    details = AuditEvent.objects.filter(kind="team_changed").latest("pk").details
    assert "Marshland" not in str(details)  # An event cannot be changed when a person is erased.


def test_case_may_change_without_conflict_with_itself(tasks: Tasks):
    assert Api(tasks.sam).call("patch", TEAM, {"name": "SALTMARSH"})["name"] == "SALTMARSH"


def test_a_member_leaves_and_is_free_to_join_another_team(tasks: Tasks):
    Api(tasks.sue).post(f"{TEAM}leave/", status=204)
    refused = Api(tasks.sue).call("get", TEAM, status=403)
    assert refused["type"].endswith("no_team")
    Api(tasks.sue).post(TEAMS, registration(), status=201)
    assert [each["username"] for each in Api(tasks.sam).get(TEAM)["members"]] == ["sam"]


def test_a_member_removes_another_one_but_none_of_another_team(tasks: Tasks):
    sam = Api(tasks.sam)
    sue = TeamMember.objects.get(team=tasks.saltmarsh, user=tasks.sue)
    nick = TeamMember.objects.get(team=tasks.ninefold, user=tasks.nick)
    hal = TeamMember.objects.get(team=tasks.of_harbour, user=tasks.hal)
    for other in (nick, hal):
        sam.call("delete", f"{TEAM}members/{other.pk}/", status=404)
    shown = sam.call("delete", f"{TEAM}members/{sue.pk}/")
    assert [each["username"] for each in shown["members"]] == ["sam"]
    sam.call("delete", f"{TEAM}members/{sue.pk}/", status=404)


def test_organizers_list_all_teams_of_their_task_and_no_other(tasks: Tasks):
    Team.objects.filter(pk=tasks.saltmarsh.pk).update(terms_version=0)
    found = Api(tasks.olga).get(TEAMS)["results"]
    assert [each["id"] for each in found] == [tasks.ninefold.pk, tasks.saltmarsh.pk]
    assert [each["username"] for each in found[1]["members"]] == ["sam", "sue"]
    assert found[1]["flags"] == ["terms_not_accepted"]
    for other in (tasks.sam, tasks.lena, tasks.otto):
        Api(other).call("get", TEAMS, status=403)
    Api(tasks.otto).call("patch", f"{TEAMS}{tasks.saltmarsh.pk}/", {"disqualified": True}, status=403)
    wrong = Api(tasks.olga).call(
        "patch", f"{TEAMS}{tasks.of_harbour.pk}/", {"disqualified": True, "reason": "x"}, status=404
    )
    assert wrong["type"].endswith("unknown_team")


def test_a_team_is_disqualified_for_a_reason_and_reinstated(tasks: Tasks):
    olga, path = Api(tasks.olga), f"{TEAMS}{tasks.saltmarsh.pk}/"
    olga.call("patch", path, {"disqualified": True}, status=422)
    assert olga.call("patch", path, {"disqualified": True, "reason": " Two accounts. "})["disqualified_at"]
    assert Api(tasks.sam).get(TEAM)["reason"] == "Two accounts."
    shown = olga.call("patch", path, {"disqualified": False})
    assert (shown["disqualified_at"], shown["reason"]) == (None, "")


def test_an_organizer_renames_a_team(tasks: Tasks):
    path = f"{TEAMS}{tasks.saltmarsh.pk}/"
    shown = Api(tasks.olga).call("patch", path, {"name": "Marsh of salt"})
    assert [each["name"] for each in shown["earlier_names"]] == ["Saltmarsh"]
    refused = Api(tasks.olga).call("patch", path, {"name": "ninefold"}, status=422)
    assert refused["errors"][0]["code"] == "name_taken"


def test_merged_teams_count_as_one_and_can_be_separated(tasks: Tasks):
    olga, path = Api(tasks.olga), f"{TEAMS}{tasks.ninefold.pk}/merge/"
    into = olga.post(path, {"into": tasks.saltmarsh.pk})
    assert [each["username"] for each in into["members"]] == ["sam", "sue", "nick"]
    assert Api(tasks.nick).get(TEAM)["merged"] == ["Ninefold"]
    tasks.ninefold.refresh_from_db()
    assert (tasks.ninefold.state, tasks.ninefold.merged_into) == ("merged", tasks.saltmarsh)
    olga.post(path, {"into": tasks.saltmarsh.pk}, status=409)
    olga.post(f"{TEAMS}{tasks.saltmarsh.pk}/merge/", {"into": tasks.ninefold.pk}, status=409)
    olga.call("patch", f"{TEAMS}{tasks.ninefold.pk}/", {"state": "approved"}, status=409)
    back = olga.call("delete", path)
    assert [each["username"] for each in back["members"]] == ["nick"]
    assert [each["username"] for each in Api(tasks.sam).get(TEAM)["members"]] == ["sam", "sue"]
    olga.call("delete", path, status=409)
    assert kinds(tasks.lantern).count("team_merged") == kinds(tasks.lantern).count("team_separated") == 1


def test_a_team_cannot_be_merged_into_itself_or_into_one_of_another_task(tasks: Tasks):
    path = f"{TEAMS}{tasks.ninefold.pk}/merge/"
    Api(tasks.olga).post(path, {"into": tasks.ninefold.pk}, status=422)
    Api(tasks.olga).post(path, {"into": tasks.of_harbour.pk}, status=404)
    Api(tasks.sam).post(path, {"into": tasks.saltmarsh.pk}, status=403)


def test_a_disqualified_team_cannot_hide_in_another_one(tasks: Tasks):
    Team.objects.filter(pk=tasks.ninefold.pk).update(disqualified_at=timezone.now())
    Api(tasks.olga).post(f"{TEAMS}{tasks.ninefold.pk}/merge/", {"into": tasks.saltmarsh.pk}, status=409)


def test_a_team_that_is_renamed_while_names_are_hidden_is_shown_by_its_alias(tasks: Tasks):
    submit(tasks.saltmarsh, tasks.dev, tasks.en, predictions("en", "dev"))
    Phase.objects.filter(pk=tasks.dev.pk).update(names_at=timezone.now() + timedelta(hours=1))
    Api(tasks.sam).call("patch", TEAM, {"name": "Fenland"})
    for reader, expected in ((None, tasks.saltmarsh.alias), (tasks.nick, tasks.saltmarsh.alias)):
        board = Api(reader).get("/tasks/lantern/boards/dev/en/")
        assert [row["name"] for row in board["rows"]] == [expected]
        assert not any(name in json.dumps(board) for name in ("Fenland", "Saltmarsh"))
    [own] = Api(tasks.sue).get("/tasks/lantern/boards/dev/en/")["rows"]
    assert own["name"] == "Fenland"
