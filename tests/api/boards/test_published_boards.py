"""The published boards of Mu-SHROOM (SemEval-2025) for six languages, rebuilt in a shared task.

The predictions of the teams were never published. Theirs, and those of the neural baseline, are CONSTRUCTED: their
means are the published figures to within 2e-5, less than half of any published difference. The baselines that mark
all and none are computed from the published items, as an organizer runs them.
"""

import csv
from collections import defaultdict
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from evaluation.models import Phase, Task, Team, TeamMember
from evaluation.queries.track_items import current_revision
from evaluation.services.boards.board_statistics import compute_statistics
from evaluation.services.submissions.run_baselines import request_baselines
from evaluation.services.tasks.create_task import DirectorySource, create_task
from foundation.jobs import run_waiting
from morelkit.formats.jsonl import loads
from tests.api.client import Api
from tests.api.submissions.files import Submitter, jsonl
from tests.case_counts import FULL
from tests.constructed_predictions import Construction
from tests.kit.scoring.test_baselines import FOLDER, needs_files
from tests.kit.scoring.test_ranking import RANKINGS
from tests.people import person

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, needs_files]

LANGUAGES = ("ar", "de", "en", "es", "hi", "zh")
BOARDS = {"iou": ("iou", "iou", "rho"), "cor": ("rho", "rho", "iou")}
"""Ranking metric, and the figures that rank, by the name of a published board."""

COMPUTED = {"Baseline (mark all)": "mark-all", "Baseline (mark none)": "mark-none"}
NEURAL = "Baseline (neural)"
TWIN, TWIN_OF = "Twin", "UCSC"
"""A team with the predictions of another one for Spanish."""

CLOSE = 2e-5
SMALLEST_DIFFERENCE = 7.4e-5

Row = dict[str, str]


def published(name: str) -> list[Row]:
    with (RANKINGS / f"mushroom-2025-by-{name}.tsv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def gold_path(language: str) -> Path:
    return FOLDER / f"mushroom.{language}-tst.v1.extra.jsonl"


@pytest.fixture
def phase(db: None, fresh_cache: None, tmp_path: Path) -> Phase:
    """An open phase of a task on the published files, without caps."""
    for language in LANGUAGES:
        (tmp_path / f"mushroom.{language}-tst.v1.jsonl").symlink_to(gold_path(language))
    olga = person("olga")
    task = create_task("mushroom", "Mu-SHROOM", DirectorySource(tmp_path), olga)
    now = timezone.now()
    Task.objects.filter(pk=task.pk).update(published_at=now)
    return Phase.objects.create(
        task=task,
        kind="post",
        slug="test",
        name="Test",
        split="tst",
        visibility="board",
        starts_at=now - timedelta(days=2),
        daily_cap=0,
        daily_attempts=0,
    )


def submit_board(phase: Phase, name: str) -> None:
    """Submit a system of each team of a published board, and the baselines, and score them."""
    files: dict[str, dict[str, bytes]] = defaultdict(dict)
    rows = [row for row in published(name) if row["team"] not in COMPUTED]
    for language in LANGUAGES:
        gold = [loads(line) for line in gold_path(language).read_bytes().splitlines()]
        construction = Construction(gold)
        for row in rows:
            if row["lang"].lower() == language:
                records = construction.predictions(float(row["iou"]), float(row["rho"]))
                files[row["team"]][f"{language}.jsonl"] = jsonl(records)
    files[TWIN] = {"es.jsonl": files[TWIN_OF]["es.jsonl"]}
    olga = User.objects.get(username="olga")
    for team, of_team in files.items():
        if team == NEURAL:
            Submitter(olga, "mushroom").submit(of_team, system=NEURAL, kind="trial")
        else:
            Submitter(member_of(phase.task, team), "mushroom").submit(of_team, system="constructed")
    request_baselines(phase.task, phase, olga)
    while run_waiting("scoring"):
        pass


def member_of(task: Task, name: str) -> User:
    found = TeamMember.objects.filter(task=task, team__name=name).first()
    if found:
        return found.user
    user = person(f"member{Team.objects.count()}")
    team = Team.objects.create(task=task, name=name, name_key=name.casefold())
    TeamMember.objects.create(task=task, team=team, user=user)
    return user


@pytest.mark.parametrize("name", ["iou", *(["cor"] if FULL else [])])
def test_the_published_boards_of_six_languages(phase: Phase, name: str) -> None:
    """Order, ranks and figures. Win probabilities of two equal systems are exactly 0."""
    submit_board(phase, name)
    metric, first, second = BOARDS[name]
    rows = published(name)
    for track in phase.task.tracks.all():
        wanted = [row for row in rows if row["lang"].lower() == track.language]
        board = Api().get(f"/tasks/mushroom/boards/test/{track.slug}/?metric={metric}")
        found = {shown_name(row): row for row in board["rows"] if row["name"] != TWIN}
        assert {row["team"] for row in wanted} == found.keys() - {"random-spans"}
        for row in wanted:
            check_figures(row, found[row["team"]])
        unranked = {row["team"] for row in wanted if row["rank"] == ""}
        assert {each for each in found if found[each]["rank"] is None} - {"random-spans"} == unranked
        ranked = [row for row in wanted if row["team"] not in unranked]
        expected = sorted(ranked, key=lambda row: (-float(row[first]), -float(row[second])))
        assert [row["name"] for row in board["rows"] if row["rank"] and row["name"] != TWIN] == [
            row["team"] for row in expected
        ]
    check_twins(phase, metric)


def check_twins(phase: Phase, metric: str) -> None:
    track = phase.task.tracks.get(language="es")
    compute_statistics(phase, track, current_revision(phase.task), resamples=2_000)
    found = Api().get(f"/tasks/mushroom/boards/test/es/wins/?metric={metric}")
    places = {each["name"]: place for place, each in enumerate(found["names"])}
    one, other = places[TWIN], places[TWIN_OF]
    assert found["wins"][one][other] == found["wins"][other][one] == 0
    assert any(0 < share < 1 for share in found["wins"][one])


def shown_name(row: dict[str, Any]) -> str:
    """Return the published name of a row."""
    of_baseline = {baseline: name for name, baseline in COMPUTED.items()}
    return row["name"] if row["kind"] == "team" else of_baseline.get(row["system"], row["system"])


def check_figures(published_row: Row, found: dict[str, Any]) -> None:
    for metric in ("iou", "rho"):
        value, printed = found["values"][metric]["value"], published_row[metric]
        if published_row["team"] in COMPUTED:
            assert f"{value:.6g}" == f"{float(printed):.6g}", (published_row, metric, value)
        else:
            assert abs(value - float(printed)) < CLOSE, (published_row, metric, value)


def test_half_of_every_published_difference_exceeds_the_error_of_the_construction() -> None:
    for name, (_, first, _second) in BOARDS.items():
        for language in LANGUAGES:
            figures = sorted(
                {float(row[first]) for row in published(name) if row["lang"].lower() == language}
            )
            assert min(high - low for low, high in pairwise(figures)) > SMALLEST_DIFFERENCE
    assert 2 * CLOSE < SMALLEST_DIFFERENCE
