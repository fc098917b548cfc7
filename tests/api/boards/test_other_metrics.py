"""Boards by metrics that are no means of items: AUROC of OpenHalDet, undefined where a phase has one class only."""

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from evaluation.models import GoldRevision, Phase, Task, Track
from evaluation.services.boards.board_statistics import compute_statistics
from evaluation.services.tasks.create_task import DirectorySource, create_task
from tests.api.client import Api
from tests.boards import submit
from tests.records import write_jsonl
from tests.tasks import phases, team

pytestmark = pytest.mark.django_db

BOARD = "/tasks/risk/boards/dev/"


def gold(split: str) -> list[dict[str, Any]]:
    """Three hallucinations and three correct answers in dev; only correct ones in tst."""
    return [
        {
            "sample_id": f"{split}-{number}",
            "structured_data": {"question": f"Question {number}?"},
            "prompt": "",
            "model_output_text": f"Answer {number}.",
            "eval_category": "hallucination" if split == "dev" and number < 3 else "correct",
        }
        for number in range(6)
    ]


def risks(split: str, *scores: float) -> list[dict[str, Any]]:
    return [{"sample_id": f"{split}-{number}", "score": score} for number, score in enumerate(scores)]


@pytest.fixture
def task(db: None, tmp_path: Path) -> Task:
    for split in ("dev", "tst"):
        write_jsonl(tmp_path / f"risk.{split}.jsonl", gold(split))
    made = create_task("risk", "Risk", DirectorySource(tmp_path), User.objects.create_user("olga"))
    Task.objects.filter(pk=made.pk).update(published_at=timezone.now())
    phases(made, timezone.now())
    return made


def at(task: Task, slug: str) -> tuple[Phase, Track]:
    return Phase.objects.get(task=task, slug=slug), Track.objects.get(task=task)


def test_a_board_by_auroc(task: Task) -> None:
    phase, track = at(task, "dev")
    perfect, mixed = team(task, "Perfect"), team(task, "Mixed")
    a = submit(perfect, phase, track, risks("dev", 0.9, 0.8, 0.7, 0.3, 0.2, 0.1))
    b = submit(mixed, phase, track, risks("dev", 0.9, 0.1, 0.2, 0.5, 0.3, 0.4))
    compute_statistics(phase, track, GoldRevision.objects.get(task=task), resamples=300)
    found = Api().get(f"{BOARD}{track.slug}/")
    assert found["metric"] == "auroc"
    assert [(row["rank"], row["name"], row["values"]["auroc"]["value"]) for row in found["rows"]] == [
        (1, "Perfect", 1.0),
        (2, "Mixed", pytest.approx(1 / 3)),
    ]
    assert found["statistics"]["state"] == "current"
    assert found["rows"][0]["win_over_next"] > 0.5
    assert {each["name"]: each["lower_is_better"] for each in found["metrics"]}["fpr95"]
    by_fpr = Api().get(f"{BOARD}{track.slug}/?metric=fpr95")
    assert [row["name"] for row in by_fpr["rows"]] == ["Perfect", "Mixed"]
    compared = Api().get(f"/tasks/risk/compare/?a={a.pk}&b={b.pk}")
    assert (compared["a_better"], compared["items"]) == (None, [])
    assert compared["difference"] == pytest.approx(2 / 3)
    items = Api().get(f"/tasks/risk/systems/{a.pk}/items/")["results"]
    assert (items[0]["item"]["question"], items[0]["predicted"]["fields"]) == ("Question 0?", {"score": 0.9})
    assert items[0]["gold"]["fields"] == {"eval_category": "hallucination"}


def test_undefined_scores_have_no_rank_and_files_show_a_dash(task: Task) -> None:
    Phase.objects.filter(task=task, slug="dev").update(split="tst")
    phase, track = at(task, "dev")
    submit(team(task, "One"), phase, track, risks("tst", 0.9, 0.8, 0.7, 0.3, 0.2, 0.1))
    compute_statistics(phase, track, GoldRevision.objects.get(task=task), resamples=300)
    found = Api().get(f"{BOARD}{track.slug}/")
    (row,) = found["rows"]
    assert (row["rank"], row["tier"], row["values"]["auroc"]["value"]) == (None, None, None)
    assert "same gold label" in row["values"]["auroc"]["reason"]
    for name in ("board.csv", "board.tex", "board.svg", "wins.svg", "ranks.tex"):
        assert Api().send("get", f"{BOARD}{track.slug}/files/{name}").status_code == 200
    analysis = Api().get(f"/tasks/risk/analysis/dev/{track.slug}/")
    assert (analysis["agreement"], analysis["effects"]) == ([], [])
