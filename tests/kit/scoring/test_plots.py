"""Plots are written in every format, carry their signature, and are refused with a reason."""

import sys

import pytest

from tests.records import item

HEADS = {"svg": b"<?xml", "pdf": b"%PDF-", "png": b"\x89PNG"}


@pytest.fixture
def files(write) -> tuple[str, ...]:
    write("gold.jsonl", [item(f"q-{n}", hard_labels=[[0, 10]]) for n in range(4)])
    for name, end in (("good", 10), ("poor", 5)):
        write(f"{name}.jsonl", [{"id": f"q-{n}", "hard_labels": [[0, end - n]]} for n in range(4)])
    return "gold.jsonl", "good=good.jsonl", "poor=poor.jsonl"


@pytest.mark.parametrize("form", HEADS)
def test_plots_in_every_format(folder, run, files, form):
    names = [f"{name}.{form}" for name in ("distribution", "ranks", "wins")]
    run("score", files[0], "good.jsonl", "--plot", names[0])
    run("rank", *files, "--resamples", 100, "--plot", names[1], "--heatmap", names[2])
    for name in names:
        content = (folder / name).read_bytes()
        assert content.startswith(HEADS[form])
        assert len(content) > 2_000


def test_a_plot_carries_its_signature_and_is_the_same_each_time(folder, run, files):
    written = []
    for _ in range(2):
        run("rank", *files, "--resamples", 100, "--plot", "ranks.svg")
        written.append((folder / "ranks.svg").read_bytes())
    assert written[0] == written[1]
    assert b"<!-- morelkit:iou@1+rho@1|gold:" in written[0]


def test_refused_plots(run, write, files, monkeypatch):
    assert (
        "The name of a plot ends in .svg, .pdf, .png."
        in run("score", files[0], "good.jsonl", "--plot", "x.gif", status=2)[1]
    )
    write(
        "cap.jsonl",
        [{"index": 1, "output_text": "", "has_fluency_mistakes": "n", "has_factual_mistakes": "n"}],
    )
    refused = run("score", "cap.jsonl", "cap.jsonl", "--plot", "x.svg", status=2)[1]
    assert refused == "These metrics have no scores of items.\n"
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    refused = run("score", files[0], "good.jsonl", "--plot", "x.svg", status=2)[1]
    assert refused == "Plots need matplotlib: pip install 'morelkit[plots]'.\n"
