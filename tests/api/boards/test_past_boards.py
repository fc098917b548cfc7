"""Past boards: kept when gold is replaced, at an address that stays, beside the current board."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from evaluation.models import GoldPart, GoldRevision, PastBoard, Phase, Score, Submission, Team
from evaluation.queries.stored_files import gold_directory
from evaluation.services.boards.past_boards import freeze_boards
from tests.api.client import Api
from tests.boards import score, submit
from tests.tasks import Tasks, gold_records, predictions

pytestmark = pytest.mark.django_db

LIST = "/tasks/lantern/past-boards/"


def attach_revision(tasks: Tasks) -> GoldRevision:
    """Attach gold that has no labels in items 1 to 4, and score all submissions against it."""
    new = GoldRevision.objects.create(
        task=tasks.lantern, number=2, source="lantern-2", digest="2" * 64, policy=""
    )
    for part in GoldPart.objects.filter(revision=tasks.revision):
        part.pk, part.revision = None, new
        part.gold_sha256 = f"{part.language}{part.split}"
        part.save()
    source, target = gold_directory(tasks.revision), gold_directory(new)
    for file in source.rglob("*"):
        if file.is_file():
            copy = target / file.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(file.read_bytes())
    records = gold_records("en", "dev")
    for record in records[:4]:
        record["soft_labels"], record["hard_labels"] = [], []
    (target / "gold" / "en.dev.jsonl").write_text("".join(f"{json.dumps(each)}\n" for each in records))
    freeze_boards(tasks.lantern, tasks.revision, timezone.now())
    for submission in Submission.objects.filter(task=tasks.lantern):
        score(submission, new)
    return new


@pytest.fixture
def replaced(tasks: Tasks) -> Tasks:
    """Saltmarsh was first; under the new gold Ninefold, which marks nothing, is."""
    nothing = [{**each, "soft_labels": [], "hard_labels": []} for each in predictions("en", "dev")]
    submit(tasks.saltmarsh, tasks.dev, tasks.en, predictions("en", "dev", good=6), system="salt")
    submit(tasks.ninefold, tasks.dev, tasks.en, nothing, system="nine")
    submit(None, tasks.dev, tasks.en, nothing, system="mark-none", kind="baseline")
    attach_revision(tasks)
    return tasks


def test_both_boards_stand_side_by_side_with_every_change_of_rank(replaced: Tasks) -> None:
    (listed,) = Api().get(LIST)["results"]
    assert (listed["number"], listed["phase"], listed["track"], listed["rows"]) == (1, "dev", "en", 2)
    found = Api(replaced.sam).get(f"{LIST}1/")
    assert (found["revision"], found["revision_now"], found["changed"]) == (1, 2, 2)
    assert (found["source"], found["source_now"]) == ("lantern-1", "lantern-2")
    assert [(row["name"], row["rank"], row["rank_now"], row["change"]) for row in found["rows"]] == [
        ("Saltmarsh", 1, 2, -1),
        ("Ninefold", 2, 1, 1),
        ("mark-none", None, None, None),
    ]
    salt = found["rows"][0]
    assert (salt["values"]["iou"]["value"], salt["own"]) == (1.0, True)
    assert salt["values_now"]["iou"]["value"] == pytest.approx(1 / 3)
    assert Api().get("/tasks/lantern/boards/dev/en/")["rows"][0]["name"] == "Ninefold"


def test_a_past_board_does_not_change_when_the_present_does(replaced: Tasks) -> None:
    before = Api().get(f"{LIST}1/")["rows"][0]["values"]
    Score.objects.all().delete()
    Submission.objects.filter(upload__system="salt").update(withdrawn_at=timezone.now())
    row = Api().get(f"{LIST}1/")["rows"][0]
    assert (row["rank"], row["values"], row["rank_now"], row["change"]) == (1, before, None, None)


def test_a_renamed_and_a_merged_team(replaced: Tasks) -> None:
    Team.objects.filter(pk=replaced.saltmarsh.pk).update(name="Brine", name_key="brine")
    row = Api().get(f"{LIST}1/")["rows"][0]
    assert (row["name"], row["name_then"]) == ("Brine", "Saltmarsh")
    Team.objects.filter(pk=replaced.saltmarsh.pk).update(state="merged", merged_into=replaced.ninefold)
    rows = Api().get(f"{LIST}1/")["rows"]
    assert [(row["name"], row["name_then"], row["rank_now"]) for row in rows[:2]] == [
        ("Ninefold", "Saltmarsh", 1),
        ("Ninefold", "Ninefold", 1),
    ]


def test_names_follow_the_rule_of_the_moment(replaced: Tasks) -> None:
    Phase.objects.filter(pk=replaced.dev.pk).update(names_at=timezone.now() + timedelta(hours=1))
    found = Api(replaced.nick).get(f"{LIST}1/")
    assert "Saltmarsh" not in json.dumps(found)
    assert "salt" not in json.dumps(found)
    assert found["rows"][0]["name"] == replaced.saltmarsh.alias
    assert found["rows"][1]["name"] == "Ninefold"
    assert "Saltmarsh" in json.dumps(Api(replaced.olga).get(f"{LIST}1/"))


def test_a_past_board_of_a_blind_phase_is_closed(replaced: Tasks) -> None:
    Phase.objects.filter(pk=replaced.dev.pk).update(visibility="blind")
    assert Api(replaced.sam).get(LIST)["results"] == []
    refused = Api(replaced.sam).call("get", f"{LIST}1/", status=403)
    assert refused["type"] == "urn:morel:problem:board_closed"
    Phase.objects.filter(pk=replaced.dev.pk).update(visibility="own")
    Api(replaced.sam).call("get", f"{LIST}1/", status=403)
    assert Api(replaced.olga).get(LIST)["results"]


def test_numbers_are_unique_in_a_task_and_unknown_ones_refused(replaced: Tasks) -> None:
    freeze_boards(replaced.lantern, GoldRevision.objects.get(task=replaced.lantern, number=2), timezone.now())
    numbers = list(PastBoard.objects.filter(task=replaced.lantern).values_list("number", flat=True))
    assert sorted(numbers) == [1, 2]
    assert Api().call("get", f"{LIST}9/", status=404)["type"].endswith("no_past_board")
    Api().call("get", "/tasks/harbour/past-boards/1/", status=404)
