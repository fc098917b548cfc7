"""Boards as readers of a task see them: order, ranks, names and what a phase hides."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from evaluation.models import BoardStatistics, Phase, Score, Submission, Team
from evaluation.services.boards.board_statistics import compute_statistics
from foundation.jobs import run_waiting
from foundation.models import Job
from tests.api.client import Api
from tests.boards import submit
from tests.tasks import Tasks, predictions, team

pytestmark = pytest.mark.django_db

DEV = "/tasks/lantern/boards/dev/en/"
TEST = "/tasks/lantern/boards/test/en/"


@pytest.fixture
def board(tasks: Tasks) -> Tasks:
    """Saltmarsh has a good and a better system on dev, Ninefold a bad one; harbour has a perfect one."""
    submit(tasks.saltmarsh, tasks.dev, tasks.en, predictions("en", "dev", good=4), system="first")
    submit(tasks.saltmarsh, tasks.dev, tasks.en, predictions("en", "dev", good=5), system="second")
    submit(tasks.ninefold, tasks.dev, tasks.en, predictions("en", "dev", good=2), system="nine")
    of_harbour = Phase.objects.get(task=tasks.harbour, slug="dev")
    track = tasks.harbour.tracks.get(slug="en")
    submit(tasks.of_harbour, of_harbour, track, predictions("en", "dev", prefix=""), system="noise")
    return tasks


def rows(api: Api, path: str = DEV) -> list[dict[str, Any]]:
    return api.get(path)["rows"]


def order(api: Api, path: str = DEV) -> list[tuple[int | None, str]]:
    return [(row["rank"], row["name"]) for row in rows(api, path)]


def test_an_open_board_shows_the_best_submission_of_each_team_to_anyone(board: Tasks) -> None:
    found = Api().get(DEV)
    assert [(row["rank"], row["name"], row["system"]) for row in found["rows"]] == [
        (1, "Saltmarsh", "second"),
        (2, "Ninefold", "nine"),
    ]
    assert [row["scored"] for row in found["rows"]] == [2, 1]
    assert not any(row["own"] for row in found["rows"])
    assert found["scope"] == "all"
    assert {each["track"]: each["rows"] for each in found["tracks"]} == {"en": 2, "ar": 0}
    assert [row["own"] for row in rows(Api(board.sue))] == [True, False]


def test_the_rule_of_the_phase_applies_at_once(board: Tasks) -> None:
    first = Submission.objects.get(task=board.lantern, upload__system="first")
    first.upload.received_at = timezone.now()
    first.upload.save()
    assert rows(Api(board.olga), f"{DEV}?rule=last")[0]["system"] == "first"
    assert (
        Api(board.sam).call("get", f"{DEV}?rule=last", status=403)["type"]
        == "urn:morel:problem:not_organizer"
    )
    Phase.objects.filter(pk=board.dev.pk).update(board_rule="chosen")
    Submission.objects.filter(pk=first.pk).update(chosen_at=timezone.now())
    assert rows(Api())[0]["system"] == "first"


def test_withdrawn_and_disqualified_submissions_and_teams_are_left_out(board: Tasks) -> None:
    second = Submission.objects.filter(task=board.lantern, upload__system="second")
    second.update(withdrawn_at=timezone.now())
    assert rows(Api())[0]["system"] == "first"
    second.update(withdrawn_at=None, disqualified_at=timezone.now())
    assert rows(Api())[0]["system"] == "first"
    Team.objects.filter(pk=board.ninefold.pk).update(disqualified_at=timezone.now())
    assert order(Api()) == [(1, "Saltmarsh")]


def test_merged_teams_are_one(board: Tasks) -> None:
    Team.objects.filter(pk=board.saltmarsh.pk).update(state="merged", merged_into=board.ninefold)
    found = rows(Api(board.sam))
    assert [(row["name"], row["system"], row["scored"], row["own"]) for row in found] == [
        ("Ninefold", "second", 3, True)
    ]


def test_baselines_and_trials_have_no_rank_and_come_last(board: Tasks) -> None:
    perfect = predictions("en", "dev")
    submit(None, board.dev, board.en, perfect, system="mark-all", kind="baseline")
    submit(None, board.dev, board.en, perfect, system="dry run", kind="trial")
    assert order(Api())[2:] == [(None, "mark-all"), (None, "dry run")]
    assert order(Api())[:2] == [(1, "Saltmarsh"), (2, "Ninefold")]


def test_equal_systems_share_a_rank_and_undefined_scores_are_last_without_one(board: Tasks) -> None:
    third, fourth = team(board.lantern, "Third"), team(board.lantern, "Fourth")
    submit(third, board.dev, board.en, predictions("en", "dev", good=5))
    submit(fourth, board.dev, board.en, predictions("en", "dev", good=6))
    undefined = Score.objects.get(submission__team=fourth)
    undefined.values["iou"] = {"value": None, "low": None, "high": None, "reason": "no items"}
    undefined.keys["iou"] = None
    undefined.save()
    found = order(Api())
    assert [rank for rank, _ in found] == [1, 1, 3, None]
    assert {name for _, name in found[:2]} == {"Saltmarsh", "Third"}
    assert found[3] == (None, "Fourth")


def test_any_metric_ranks_and_unknown_ones_are_refused(board: Tasks) -> None:
    assert Api().get(f"{DEV}?metric=rho")["metric"] == "rho"
    assert Api().call("get", f"{DEV}?metric=bleu", status=422)["errors"][0]["pointer"] == "/metric"
    assert (
        Api().call("get", "/tasks/lantern/boards/dev/xx/", status=404)["type"] == "urn:morel:problem:no_track"
    )
    assert (
        Api().call("get", "/tasks/lantern/boards/nope/en/", status=404)["type"]
        == "urn:morel:problem:no_phase"
    )


def test_a_blind_phase_refuses_with_the_instant_at_which_it_opens(board: Tasks) -> None:
    submit(board.saltmarsh, board.test, board.en, predictions("en", "tst"))
    phase = board.move("test", "open")
    for who in (None, board.sam, board.nina, board.otto):
        refused = Api(who).call("get", TEST, status=403)
        assert refused["type"] == "urn:morel:problem:board_closed"
        assert phase.ends_at
        assert refused["errors"][0]["detail"] == f"{phase.ends_at:%Y-%m-%dT%H:%M:%SZ}"
        assert Api(who).send("get", f"{TEST}files/board.csv").status_code == 403
        assert Api(who).send("get", f"{TEST}wins/").status_code == 403
    assert order(Api(board.olga), TEST) == [(1, "Saltmarsh")]
    board.move("test", "ended")
    assert order(Api(), TEST) == [(1, "Saltmarsh")]


def test_a_phase_with_own_scores_shows_a_team_its_own_without_a_rank(board: Tasks) -> None:
    Phase.objects.filter(pk=board.dev.pk).update(visibility="own")
    found = Api(board.nick).get(DEV)
    assert (found["scope"], found["tracks"], found["waiting"]) == ("own", [], 0)
    assert [(row["rank"], row["name"], row["system"]) for row in found["rows"]] == [
        (None, "Ninefold", "nine")
    ]
    for who in (None, board.nina, board.lena):
        Api(who).call("get", DEV, status=403)
    assert Api(board.nick).get("/tasks/lantern/analysis/dev/en/")["days"] == []


def test_hidden_names_reveal_no_team_in_any_response(board: Tasks) -> None:
    Phase.objects.filter(pk=board.dev.pk).update(names_at=timezone.now() + timedelta(hours=1))
    run_statistics(board)
    api = Api(board.nick)
    found = api.get(DEV)
    assert found["names_hidden"]
    hidden, own, _human = found["rows"]
    assert hidden["name"] == board.saltmarsh.alias
    assert [hidden[key] for key in ("team_id", "system", "submission", "received_at")] == [None] * 4
    assert (own["name"], own["team_id"], own["own"]) == ("Ninefold", board.ninefold.pk, True)
    second = Submission.objects.get(task=board.lantern, upload__system="second")
    assert (
        api.call("get", f"/tasks/lantern/systems/{second.pk}/", status=404)["type"]
        == "urn:morel:problem:no_system"
    )
    paths = (DEV, f"{DEV}wins/", "/tasks/lantern/analysis/dev/en/", "/tasks/lantern/past-boards/")
    texts = [json.dumps(api.get(path)) for path in paths]
    for name in ("board", "wins", "ranks"):
        for suffix in ("csv", "json", "tex", "svg"):
            response = api.send("get", f"{DEV}files/{name}.{suffix}")
            texts.append(response.content.decode() + response["Content-Disposition"])
    for text in texts:
        assert "Saltmarsh" not in text
        assert "second" not in text
    assert order(Api(board.olga))[0] == (1, "Saltmarsh")


def test_the_statistics_follow_the_board(board: Tasks) -> None:
    found = Api().get(DEV)
    assert found["statistics"]["state"] == "computing"
    assert Job.objects.filter(kind="board_statistics").count() == 1
    Api().get(DEV)
    assert Job.objects.filter(kind="board_statistics").count() == 1
    assert run_waiting("boards")
    found = Api().get(DEV)
    first, second, human = found["rows"]
    assert found["statistics"]["state"] == "current"
    assert found["statistics"]["resamples"] == 100_000
    assert (first["rank_low"], first["tier"]) == (1, 1)
    assert len(first["rank_probabilities"]) == 2
    assert first["win_over_next"] == 1 - second["rank_probabilities"][0]
    assert second["win_over_next"] is None
    assert (human["kind"], human["rank"]) == ("human", None)  # gold of dev is open
    submit(board.ninefold, board.dev, board.en, predictions("en", "dev", good=6))
    stale = Api().get(DEV)
    assert (stale["statistics"]["state"], stale["statistics"]["stale"]) == ("computing", True)
    job = Job.objects.get(kind="board_statistics")
    assert job.heartbeat
    assert job.heartbeat > timezone.now() + timedelta(seconds=5)  # not two jobs within ten seconds


def test_win_probabilities_of_equal_systems_are_exactly_zero(board: Tasks) -> None:
    third = team(board.lantern, "Third")
    submit(third, board.dev, board.en, predictions("en", "dev", good=5))
    run_statistics(board)
    wins = Api().get(f"{DEV}wins/")
    names = [each["name"] for each in wins["names"]]
    equal = [names.index("Saltmarsh"), names.index("Third")]
    assert sorted(equal) == [0, 1]
    assert wins["wins"][0][1] == wins["wins"][1][0] == 0.0
    assert wins["wins"][0][2] > 0.5


def test_the_held_out_human_and_slices_show_when_the_phase_has_ended(board: Tasks) -> None:
    Phase.objects.filter(pk=board.dev.pk).update(gold_at=None)
    run_statistics(board)
    found = Api().get(DEV)
    assert [row["kind"] for row in found["rows"]] == ["team", "team"]
    assert found["slices"] == []
    assert (
        Api().call("get", f"{DEV}?by=model&slice=model-1", status=403)["type"]
        == "urn:morel:problem:slices_hidden"
    )
    board.move("dev", "ended")
    found = Api().get(DEV)
    assert found["rows"][-1]["kind"] == "human"
    assert found["slices"] == []  # six items: too few to show slices before single items
    assert Api(board.olga).get(DEV)["slices"]


def test_a_slice_ranks_by_its_own_items(board: Tasks) -> None:
    offered = {each["field"]: each["names"] for each in Api().get(DEV)["slices"]}
    assert set(offered["model"]) == {"model-0", "model-1"}
    assert "agreement" in offered
    found = Api().get(f"{DEV}?by=model&slice=model-0")
    assert (found["n"], found["by"], found["statistics"]["state"]) == (3, "model", "none")
    assert found["rows"][0]["values"]["iou"]["value"] == pytest.approx(7 / 9)
    Api().call("get", f"{DEV}?by=model&slice=nope", status=422)


def test_strangers_and_unpublished_tasks(board: Tasks) -> None:
    board.lantern.published_at = None
    board.lantern.save()
    assert Api().call("get", DEV, status=404)["type"] == "urn:morel:problem:no_task"
    assert Api(board.hal).call("get", DEV, status=404)["type"] == "urn:morel:problem:no_task"
    assert order(Api(board.sam))[0] == (1, "Saltmarsh")


def run_statistics(board: Tasks) -> None:
    compute_statistics(board.phase("dev"), board.en, board.revision, resamples=500)
    assert BoardStatistics.objects.get(phase=board.dev, track=board.en).content


def test_slices_of_enough_items_show_after_the_end_before_single_items(
    board: Tasks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evaluation.queries.boards.board.SMALLEST_SLICE", 3)
    Phase.objects.filter(pk=board.dev.pk).update(gold_at=None)
    board.move("dev", "ended")
    found = Api().get(DEV)
    offered = {each["field"]: each["names"] for each in found["slices"]}
    assert set(offered["model"]) == {"model-0", "model-1"}
    assert all(len(names) <= 2 for names in offered.values())
    assert not found["gold_visible"]
    assert Api().get(f"{DEV}?by=model&slice=model-1")["n"] == 3
    second = Submission.objects.get(task=board.lantern, upload__system="second")
    assert Api().call("get", f"/tasks/lantern/systems/{second.pk}/items/", status=403)
