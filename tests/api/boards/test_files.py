"""Boards and analyses as files, with names that try to break each format."""

import csv
import io
import json
import xml.etree.ElementTree as ET
from datetime import timedelta

import pytest
from django.utils import timezone

from evaluation.models import FactSheetVersion, Phase, Submission
from evaluation.queries.boards.board_files import (
    ANALYSIS_FILES,
    BOARD_FILES,
    COMPARISON_FILES,
    MEDIA_TYPES,
)
from evaluation.services.boards.board_statistics import compute_statistics
from tests.api.client import Api
from tests.boards import submit
from tests.tasks import Tasks, predictions, team

pytestmark = pytest.mark.django_db

HOSTILE = '=1+1 & <script>alert("x")</script> 50% _$#{}~^\\ 🏅'
BOARD = "/tasks/lantern/boards/dev/en/files/"
ANALYSIS = "/tasks/lantern/analysis/dev/en/files/"
QUESTIONS = [
    {"key": "rag", "text": "Retrieval?", "kind": "yes_no", "required": True},
    {"key": "prompt", "text": "Prompt", "kind": "text", "required": False},
]


@pytest.fixture
def board(tasks: Tasks) -> Tasks:
    sheet, _ = FactSheetVersion.objects.update_or_create(
        task=tasks.lantern, number=1, defaults={"questions": QUESTIONS}
    )
    hostile = team(tasks.lantern, HOSTILE)
    teams = [(tasks.saltmarsh, 5, True), (tasks.ninefold, 2, False), (hostile, 1, False)]
    yesterday = timezone.now() - timedelta(days=1)
    for each, good, rag in teams:
        records = predictions("en", "dev", good=good)
        made = submit(each, tasks.dev, tasks.en, records, at=yesterday, answers={"rag": rag})
        made.upload.fact_sheet = sheet
        made.upload.save()
    submit(tasks.ninefold, tasks.dev, tasks.ar, predictions("ar", "dev"), at=timezone.now())
    compute_statistics(tasks.dev, tasks.en, tasks.revision, resamples=200)
    return tasks


def text(path: str) -> str:
    response = Api().send("get", path)
    assert response.status_code == 200, response.content
    return response.content.decode()


@pytest.mark.parametrize(
    "path", [*(BOARD + name for name in BOARD_FILES), *(ANALYSIS + name for name in ANALYSIS_FILES)]
)
def test_every_file_has_its_type_and_name(board: Tasks, path: str) -> None:
    response = Api().send("get", path)
    name, _, suffix = path.rsplit("/", 1)[1].partition(".")
    assert response.status_code == 200
    assert response["Content-Type"] == MEDIA_TYPES[suffix]
    expected = f'attachment; filename="lantern.dev.en.{name}.iou.{suffix}"'
    assert response["Content-Disposition"] == expected
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response.content


def test_csv_escapes_what_a_spreadsheet_would_run(board: Tasks) -> None:
    rows = list(csv.DictReader(io.StringIO(text(f"{BOARD}board.csv"))))
    assert [row["team"] for row in rows][:3] == ["Saltmarsh", "Ninefold", f"'{HOSTILE}"]
    assert rows[0]["rank"] == "1"
    assert rows[3]["team"].startswith("human")
    assert all(row["signature"].startswith("morelkit:iou@1") for row in rows)
    header = text(f"{BOARD}wins.csv").splitlines()[0]
    assert f"'{HOSTILE.split('(', maxsplit=1)[0][:3]}" in header
    assert not any(cell.startswith("=") for cell in next(csv.reader([header])))


def test_latex_escapes_names_and_marks_the_best(board: Tasks) -> None:
    table = text(f"{BOARD}board.tex")
    assert table.startswith("% morelkit:")
    assert r"\textbf{0.888889}" in table
    assert r"50\% \_\$\#\{\}\textasciitilde{}\textasciicircum{}\textbackslash{}" in table


def test_svg_is_well_formed_and_runs_nothing(board: Tasks) -> None:
    for name in ("board", "wins", "ranks"):
        source = text(f"{BOARD}{name}.svg")
        root = ET.fromstring(source)  # noqa: S314 — our own
        tags = {element.tag.rsplit("}", 1)[1] for element in root.iter()}
        assert tags <= {"svg", "title", "rect", "line", "circle", "text"}
        assert "<script" not in source
        assert any("Saltmarsh" in (element.text or "") for element in root.iter())
    ET.fromstring(text(f"{ANALYSIS}days.svg"))  # noqa: S314


def test_json_has_what_the_page_has(board: Tasks) -> None:
    found = json.loads(text(f"{BOARD}board.json"))
    page = Api().get("/tasks/lantern/boards/dev/en/")
    assert [row["name"] for row in found["rows"]] == [row["name"] for row in page["rows"]]
    assert found["rows"][0]["values"]["iou"]["value"] == pytest.approx(
        page["rows"][0]["values"]["iou"]["value"], abs=1e-12
    )


def test_the_analysis_by_hand(board: Tasks) -> None:
    found = Api().get("/tasks/lantern/analysis/dev/en/")
    (effect,) = found["effects"]
    assert (effect["key"], effect["with_it"], effect["without"], effect["u"], effect["f"]) == (
        "rag",
        1,
        2,
        2,
        1,
    )
    assert [(day["submissions"], day["scored"], day["teams"]) for day in found["days"]] == [
        (3, 3, 3),
        (1, 1, 1),
    ]
    assert [row["name"] for row in found["agreement"]] == ["Saltmarsh", "Ninefold", HOSTILE]
    assert found["agreement"][0]["n"] == 6
    assert set(found["agreement"][0]["rho"]) == {"iou", "rho"}


def compared(board: Tasks, name: str) -> str:
    """Return the address of a file that compares Saltmarsh with the team that has a hostile name."""
    a, b = (Submission.objects.get(team__name=each).pk for each in ("Saltmarsh", HOSTILE))
    return f"/tasks/lantern/compare/files/{name}?a={a}&b={b}"


@pytest.mark.parametrize("name", COMPARISON_FILES)
def test_every_file_of_a_comparison_has_its_type_and_name(board: Tasks, name: str) -> None:
    path = compared(board, name)
    response = Api().send("get", path)
    kind, _, suffix = name.partition(".")
    systems = "-".join(part.partition("=")[2] for part in path.partition("?")[2].split("&"))
    expected = f'attachment; filename="lantern.dev.en.{kind}.{systems}.iou.{suffix}"'
    assert response.status_code == 200
    assert response["Content-Type"] == MEDIA_TYPES[suffix]
    assert response["Content-Disposition"] == expected
    assert response["X-Content-Type-Options"] == "nosniff"


def test_a_comparison_as_csv_has_the_difference_and_the_items_of_the_page(board: Tasks) -> None:
    page = Api().get(compared(board, "").replace("files/", ""))
    (row,) = csv.DictReader(io.StringIO(text(compared(board, "comparison.csv"))))
    assert (row["A"], row["B"], row["n"]) == ("Saltmarsh", f"'{HOSTILE}", "6")
    assert (row["A better"], row["equal"], row["B better"]) == ("4", "2", "0")
    assert float(row["A − B"]) == pytest.approx(page["difference"])
    assert [float(row[end]) for end in ("low", "high")] == pytest.approx([page["low"], page["high"]])
    rows = list(csv.DictReader(io.StringIO(text(compared(board, "items.csv")))))
    assert [row["item"] for row in rows] == [each["id"] for each in page["items"]]
    assert [row["better"] for row in rows].count("A") == 4
    assert float(rows[0]["A: Saltmarsh"]) - float(rows[0][f"B: {HOSTILE}"]) == float(rows[0]["A − B"])
    assert rows[0]["signature"].startswith("morelkit:iou@1")


def test_a_comparison_as_latex_escapes_names(board: Tasks) -> None:
    for name in ("comparison.tex", "items.tex"):
        table = text(compared(board, name))
        assert table.startswith("% morelkit:")
        assert r"50\% \_\$\#\{\}\textasciitilde{}\textasciicircum{}\textbackslash{}" in table
        assert "A $-$ B" in table


def test_a_comparison_as_json_has_what_the_page_has(board: Tasks) -> None:
    page = Api().get(compared(board, "").replace("files/", ""))
    found = json.loads(text(compared(board, "comparison.json")))
    assert found.keys() == page.keys()
    assert [each["id"] for each in found["items"]] == [each["id"] for each in page["items"]]
    items = json.loads(text(compared(board, "items.json")))
    assert items == {key: found[key] for key in ("signature", "metric", "a", "b", "items")}


def test_files_of_a_comparison_hide_single_items_with_the_page(board: Tasks) -> None:
    Phase.objects.filter(pk=board.dev.pk).update(gold_at=None)
    for who in (None, board.sam, board.nina):
        for ending in ("csv", "json", "tex"):
            refused = Api(who).call("get", compared(board, f"items.{ending}"), status=403)
            assert refused["type"] == "urn:morel:problem:items_hidden"
            shown = Api(who).send("get", compared(board, f"comparison.{ending}"))
            assert shown.status_code == 200
            assert "dev-en-" not in shown.content.decode()
    (row,) = csv.DictReader(io.StringIO(text(compared(board, "comparison.csv"))))
    assert (row["A better"], row["equal"], row["B better"]) == ("", "", "")
    Phase.objects.filter(pk=board.dev.pk).update(visibility="blind")
    for name in COMPARISON_FILES:
        Api(board.sam).call("get", compared(board, name), status=403)
        Api(board.nina).call("get", compared(board, name), status=404)
        assert Api(board.olga).send("get", compared(board, name)).status_code == 200


def test_unknown_files_are_refused(board: Tasks) -> None:
    for name in ("items.svg", "comparison.exe", "board.csv"):
        assert Api().call("get", compared(board, name), status=422)["errors"][0]["pointer"] == "/name"
    for path in (f"{BOARD}board.exe", f"{BOARD}..%2Fboard.csv", f"{ANALYSIS}agreement.svg"):
        assert Api().send("get", path).status_code in (404, 422)


def test_an_empty_board_has_files(tasks: Tasks) -> None:
    for name in BOARD_FILES:
        assert Api().send("get", BOARD + name).status_code == 200
    for name in ANALYSIS_FILES:
        assert Api().send("get", ANALYSIS + name).status_code == 200
