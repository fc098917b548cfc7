"""Systems and their items, and two of them compared: only where the phase shows single items."""

import json

import pytest
from django.utils import timezone

from evaluation.models import FactSheetVersion, Phase, Submission
from tests.api.client import Api
from tests.boards import submit
from tests.tasks import Tasks, predictions

pytestmark = pytest.mark.django_db


@pytest.fixture
def systems(tasks: Tasks) -> tuple[Tasks, Submission, Submission]:
    a = submit(tasks.saltmarsh, tasks.dev, tasks.en, predictions("en", "dev", good=5), system="a")
    b = submit(tasks.ninefold, tasks.dev, tasks.en, predictions("en", "dev", good=2), system="b")
    return tasks, a, b


def path(submission: Submission, end: str = "") -> str:
    return f"/tasks/lantern/systems/{submission.pk}/{end}"


def compare(a: Submission, b: Submission, item: str = "") -> str:
    middle = f"items/{item}/" if item else ""
    return f"/tasks/lantern/compare/{middle}?a={a.pk}&b={b.pk}"


def test_a_system_has_its_scores_and_slices(systems: tuple[Tasks, Submission, Submission]) -> None:
    tasks, a, _ = systems
    found = Api().get(path(a))
    assert (found["team"], found["system"], found["on_board"], found["own"]) == (
        "Saltmarsh",
        "a",
        True,
        False,
    )
    assert found["values"]["iou"]["value"] == pytest.approx((5 + 1 / 3) / 6)
    by_model = {each["name"]: each["n"] for each in found["slices"] if each["field"] == "model"}
    assert by_model == {"model-0": 3, "model-1": 3}
    assert Api(tasks.sue).get(path(a))["own"]


def test_items_come_best_or_worst_first_with_gold_and_prediction(
    systems: tuple[Tasks, Submission, Submission],
) -> None:
    _, a, _ = systems
    worst = Api().get(path(a, "items/"))["results"]
    assert [each["item"]["id"] for each in worst][:2] == ["dev-en-6", "dev-en-1"]
    first = worst[0]
    assert first["predicted"]["hard"] == [{"start": 8, "end": 11, "label": None}]
    assert first["gold"]["hard"] == [
        {"start": 0, "end": 3, "label": None},
        {"start": 5, "end": 11, "label": None},
    ]
    assert first["scores"]["iou"] == pytest.approx(1 / 3)
    assert first["item"]["agreement"] is not None
    best = Api().get(path(a, "items/?order=best"))["results"]
    assert best[-1]["item"]["id"] == "dev-en-6"
    assert len(best) == 6


def test_items_are_paged_without_loss(systems: tuple[Tasks, Submission, Submission], monkeypatch) -> None:
    monkeypatch.setattr("api.boards.views._ITEMS", 4)
    _, a, _ = systems
    for order in ("best", "worst"):
        page = Api().get(path(a, f"items/?order={order}"))
        rest = Api().get(path(a, f"items/?order={order}&cursor={page['next']}"))
        ids = [each["item"]["id"] for each in (*page["results"], *rest["results"])]
        assert (len(ids), len(set(ids)), rest["next"]) == (6, 6, None)
    Api().call("get", path(a, "items/?cursor=bm8"), status=422)


def test_single_items_are_hidden_until_the_phase_shows_gold(
    systems: tuple[Tasks, Submission, Submission],
) -> None:
    tasks, a, b = systems
    Phase.objects.filter(pk=tasks.dev.pk).update(gold_at=None)
    for who in (None, tasks.sam, tasks.nick, tasks.nina, tasks.otto):
        api = Api(who)
        for hidden in (path(a, "items/"), compare(a, b, "dev-en-1")):
            refused = api.call("get", hidden, status=403)
            assert refused["type"] == "urn:morel:problem:items_hidden"
        found = api.get(compare(a, b))
        assert (found["a_better"], found["histogram"], found["items"]) == (None, [], [])
        assert "dev-en-1" not in json.dumps(found)
        assert api.get(path(a))["slices"] == []
    assert Api(tasks.olga).get(path(a, "items/"))["results"]
    Phase.objects.filter(pk=tasks.dev.pk).update(visibility="blind")
    assert Api(tasks.nina).call("get", path(a), status=404)["type"].endswith("no_system")
    assert Api(tasks.nick).call("get", path(a), status=404)["type"].endswith("no_system")
    assert Api(tasks.sam).call("get", path(a), status=403)["type"].endswith("board_closed")
    assert Api(tasks.sam).call("get", path(a, "items/"), status=403)["type"].endswith("board_closed")


def test_a_hidden_system_is_refused_as_one_that_does_not_exist(
    systems: tuple[Tasks, Submission, Submission],
) -> None:
    tasks, a, b = systems
    Submission.objects.filter(pk=a.pk).update(withdrawn_at=timezone.now())
    refused = Api(tasks.nick).call("get", path(a), status=404)
    missing = Api(tasks.nick).call("get", "/tasks/lantern/systems/987654/", status=404)
    assert refused == missing
    assert Api(tasks.nick).call("get", compare(a, b), status=404)["detail"] == missing["detail"]
    assert not Api(tasks.sam).get(path(a))["on_board"]
    assert Api(tasks.otto).call("get", f"/tasks/harbour/systems/{a.pk}/", status=404)


def test_two_systems_are_compared_item_by_item(systems: tuple[Tasks, Submission, Submission]) -> None:
    tasks, a, b = systems
    found = Api(tasks.sam).get(compare(a, b))
    assert (found["a"]["name"], found["b"]["name"], found["n"]) == ("Saltmarsh", "Ninefold", 6)
    assert (found["a_better"], found["b_better"], found["equal"], found["sign"]) == (3, 0, 3, 1)
    assert found["difference"] == pytest.approx(found["a"]["value"] - found["b"]["value"])
    assert sum(each["items"] for each in found["histogram"]) == 6
    ids = [each["id"] for each in found["items"] if each["sign"] == 1]
    assert sorted(ids) == ["dev-en-3", "dev-en-4", "dev-en-5"]
    assert Api().get(compare(b, a))["difference"] == -found["difference"]
    item = Api().get(compare(a, b, "dev-en-3"))
    assert item["a"]["hard"] == item["gold"]["hard"]
    assert item["b"]["hard"] == [{"start": 8, "end": 11, "label": None}]
    assert item["scores_a"]["iou"] == 1.0
    Api().call("get", compare(a, b, "nope"), status=404)
    same = Api().get(compare(a, a))
    assert (same["difference"], same["sign"], same["equal"]) == (0.0, 0, 6)


def test_systems_of_different_boards_cannot_be_compared(
    systems: tuple[Tasks, Submission, Submission],
) -> None:
    tasks, a, _ = systems
    other = submit(tasks.ninefold, tasks.dev, tasks.ar, predictions("ar", "dev"))
    refused = Api().call("get", compare(a, other), status=422)
    assert refused["errors"][0]["pointer"] == "/b"
    Api().call("get", f"/tasks/lantern/compare/?a={a.pk}", status=422)
    Api().call("get", f"{compare(a, a)}&metric=nope", status=422)


def test_answers_show_to_the_team_and_when_gold_shows(
    systems: tuple[Tasks, Submission, Submission],
) -> None:
    tasks, a, _ = systems
    sheet, _ = FactSheetVersion.objects.update_or_create(
        task=tasks.lantern,
        number=1,
        defaults={"questions": [{"key": "rag", "text": "Retrieval?", "kind": "yes_no"}]},
    )
    a.upload.fact_sheet = sheet
    a.upload.answers = {"rag": "yes"}
    a.upload.save()
    told = [{"key": "rag", "text": "Retrieval?", "answer": "yes"}]
    assert Api().get(path(a))["answers"] == told
    Phase.objects.filter(pk=tasks.dev.pk).update(gold_at=None)
    assert Api().get(path(a))["answers"] == []
    assert Api(tasks.sue).get(path(a))["answers"] == told


def test_other_teams_see_what_is_on_the_board_until_gold_shows(
    systems: tuple[Tasks, Submission, Submission],
) -> None:
    tasks, a, _ = systems
    worse = submit(tasks.saltmarsh, tasks.dev, tasks.en, predictions("en", "dev", good=1), system="worse")
    assert not Api(tasks.nick).get(path(worse))["on_board"]
    Phase.objects.filter(pk=tasks.dev.pk).update(gold_at=None)
    assert Api(tasks.nick).get(path(a))["on_board"]
    for who in (None, tasks.nick, tasks.nina):
        assert Api(who).call("get", path(worse), status=404)["type"].endswith("no_system")
    assert Api(tasks.sue).get(path(worse))["own"]
    assert Api(tasks.olga).get(path(worse))["system"] == "worse"
