"""Bundles: built by a job, verified by the library to the last digit, and open to participants when published."""

import io
import json
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from evaluation.models import Bundle, FactSheetVersion, Phase
from foundation.jobs import run_waiting
from morelkit.cli import main
from morelkit.scoring.bundle_check import verify_bundle
from tests.api.client import Api
from tests.boards import submit
from tests.tasks import Tasks, predictions

pytestmark = pytest.mark.django_db

BUNDLES = "/tasks/lantern/bundles/"
QUESTIONS = [
    {"key": "rag", "text": "Retrieval?", "kind": "yes_no"},
    {"key": "who", "text": "Contact", "kind": "text"},
]


@pytest.fixture
def scored(tasks: Tasks) -> Tasks:
    sheet, _ = FactSheetVersion.objects.update_or_create(
        task=tasks.lantern, number=1, defaults={"questions": QUESTIONS}
    )
    for team, good in ((tasks.saltmarsh, 5), (tasks.saltmarsh, 4), (tasks.ninefold, 2)):
        records = [{**each, "author": "Sam of Saltmarsh"} for each in predictions("en", "dev", good=good)]
        answers = {"rag": "yes", "who": "Sam of Saltmarsh"}
        made = submit(team, tasks.dev, tasks.en, records, system="Saltmarsh's best", answers=answers)
        made.upload.fact_sheet = sheet
        made.upload.save()
    submit(tasks.ninefold, tasks.dev, tasks.ar, predictions("ar", "dev"))
    submit(None, tasks.dev, tasks.en, predictions("en", "dev"), system="gold", kind="baseline")
    return tasks


def build(tasks: Tasks, names: str = "named") -> dict[str, Any]:
    made = Api(tasks.olga).post(BUNDLES, {"phase": "dev", "names": names}, status=202)
    assert made["state"] == "waiting"
    assert run_waiting("boards")
    found = Api(tasks.olga).get(BUNDLES)["results"][0]
    assert (found["id"], found["state"], found["names"]) == (made["id"], "done", names)
    return found


def unpacked(api: Api, bundle: dict[str, Any], folder: Path) -> Path:
    response = api.send("get", f"{BUNDLES}{bundle['id']}/download/")
    assert response.status_code == 200
    content = b"".join(response.streaming_content)
    assert len(content) == bundle["size"] == int(response["Content-Length"])
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        archive.extractall(folder)
    (directory,) = folder.iterdir()
    return directory


def submissions(directory: Path) -> list[dict[str, Any]]:
    """Return the rows of scores.json."""
    rows: list[dict[str, Any]] = json.loads((directory / "scores.json").read_text("utf-8"))["submissions"]
    return rows


def everything(directory: Path) -> Iterator[str]:
    for path in directory.rglob("*"):
        yield path.name
        if path.is_file():
            yield path.read_text(encoding="utf-8")


def test_the_command_scores_a_bundle_again_to_the_last_digit(
    scored: Tasks, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    directory = unpacked(Api(scored.olga), build(scored), tmp_path)
    assert main(["verify", str(directory)]) == 0
    out = "lantern: dev: 5 of 5 submissions scored again; all is as it should be.\n"
    assert capfd.readouterr().out == out
    rows = submissions(directory)
    assert sorted((row["rank"] or 0) for row in rows) == [0, 0, 1, 1, 2]
    assert {row["team"] for row in rows} == {"Saltmarsh", "Ninefold", None}
    assert [row["system"] for row in rows] == [
        *("1-saltmarshs-best", "2-saltmarshs-best", "3-saltmarshs-best", "4-system", "5-gold")
    ]


@pytest.mark.parametrize("damage", ["score", "prediction", "gold", "added", "removed", "signature"])
def test_every_change_of_a_bundle_is_found(scored: Tasks, tmp_path: Path, damage: str) -> None:
    directory = unpacked(Api(scored.olga), build(scored), tmp_path)
    scores = directory / "scores.json"
    row = submissions(directory)[0]
    predicted = directory / "predictions" / row["system"] / "en.jsonl"
    if damage == "score":
        value = f'"value": {row["scores"]["iou"]["value"]:.12f}'
        scores.write_text(scores.read_text("utf-8").replace(value, '"value": 0.123456789012', 1), "utf-8")
    elif damage == "signature":
        scores.write_text(scores.read_text("utf-8").replace("iou@1", "iou@2", 1), "utf-8")
    elif damage == "added":
        (directory / "predictions" / "more.jsonl").write_text("{}")
    elif damage == "removed":
        predicted.unlink()
    else:
        path = directory / "gold" / "en.dev.jsonl" if damage == "gold" else predicted
        changed = path.read_bytes().replace(b"[0, 3]", b"[0, 2]").replace(b"[0,3]", b"[0,2]")
        assert changed != path.read_bytes()
        path.write_bytes(changed)
    assert verify_bundle(directory).differences
    assert main(["verify", str(directory)]) == 1


def test_an_anonymised_bundle_names_no_team_and_verifies(scored: Tasks, tmp_path: Path) -> None:
    directory = unpacked(Api(scored.olga), build(scored, "anonymised"), tmp_path)
    assert verify_bundle(directory).differences == []
    for text in everything(directory):
        assert "Saltmarsh" not in text
        assert "Ninefold" not in text
    systems = json.loads((directory / "fact-sheets.json").read_text(encoding="utf-8"))["systems"]
    assert [each["answers"] for each in systems.values()] == [{"rag": "yes"}] * 3
    assert {row["received_at"] for row in submissions(directory)} == {None}


def test_participants_get_a_bundle_when_it_is_published_and_gold_shows(scored: Tasks, tmp_path: Path) -> None:
    bundle = build(scored)
    path = f"{BUNDLES}{bundle['id']}/"
    for who in (None, scored.sam, scored.otto):
        assert Api(who).get(BUNDLES)["results"] == []
        assert Api(who).call("get", f"{path}download/", status=404)["type"].endswith("no_bundle")
    assert Api(scored.sam).call("put", path, {"published": True}, status=403)
    published = Api(scored.olga).put(path, {"published": True})
    assert published["published_at"]
    unpacked(Api(), bundle, tmp_path)
    Phase.objects.filter(pk=scored.dev.pk).update(gold_at=None)
    assert Api(scored.sam).get(BUNDLES)["results"] == []
    assert Api(scored.sam).call("get", f"{path}download/", status=404)
    Phase.objects.filter(pk=scored.dev.pk).update(gold_at=scored.dev.starts_at)
    assert Api(scored.olga).put(path, {"published": False})["published_at"] is None
    assert Api(scored.sam).call("get", f"{path}download/", status=404)


def test_a_bundle_with_names_waits_until_the_phase_shows_names(scored: Tasks) -> None:
    named, anonymised = build(scored), build(scored, "anonymised")
    for each in (named, anonymised):
        Api(scored.olga).put(f"{BUNDLES}{each['id']}/", {"published": True})
    hidden_until = timezone.now() + timedelta(days=1)
    Phase.objects.filter(pk=scored.dev.pk).update(names_at=hidden_until)
    assert [each["id"] for each in Api(scored.sam).get(BUNDLES)["results"]] == [anonymised["id"]]
    Api().call("get", f"{BUNDLES}{named['id']}/download/", status=404)
    assert len(Api(scored.olga).get(BUNDLES)["results"]) == 2
    Phase.objects.filter(pk=scored.dev.pk).update(names_at=scored.dev.starts_at)
    assert len(Api().get(BUNDLES)["results"]) == 2


def test_only_organizers_request_bundles_and_one_at_a_time(scored: Tasks) -> None:
    body = {"phase": "dev", "names": "named"}
    for who in (scored.sam, scored.nina, scored.otto, scored.lena):
        Api(who).call("post", BUNDLES, body, status=403)
    Api().call("post", BUNDLES, body, status=401)
    refused = Api(scored.olga).call("post", BUNDLES, {"phase": "nope", "names": "named"}, status=422)
    assert refused["errors"][0]["pointer"] == "/phase"
    made = Api(scored.olga).post(BUNDLES, body, status=202)
    assert Api(scored.olga).call("post", BUNDLES, body, status=409)["type"].endswith("bundle_open")
    path = f"{BUNDLES}{made['id']}/"
    assert Api(scored.olga).call("put", path, {"published": True}, status=409)["type"].endswith("not_built")
    assert Api(scored.olga).call("get", f"{path}download/", status=404)["type"].endswith("not_built")
    assert Bundle.objects.count() == 1
