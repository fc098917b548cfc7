"""Measure the scoring of predictions: python -m bench.scoring

A language of 150 items beside the way of the public script (pandas, sets of characters, scipy) on the same files in the
same run; a corpus of 100,000 items with its memory; and the rank statistics of 43 systems.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import spearmanr

from bench.imports import peak_megabytes
from morelkit.scoring.metric_results import MeanResult
from morelkit.scoring.ranking import rank_systems
from morelkit.scoring.score_files import ScoreOptions, score_files
from morelkit.scoring.span_iou import SPAN_IOU

ITEMS = 150
CORPUS = 100_000
SYSTEMS = 43
RESAMPLES = 100_000
COMMAND = Path(sys.executable).with_name("morelkit")


def main() -> None:
    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory)
        one_language(folder)
        corpus(folder)
    ranking()


def one_language(folder: Path) -> None:
    gold, predictions = write_files(folder, ITEMS)
    without_start = seconds(lambda: score_files(gold, [predictions]), 5)
    no_intervals = seconds(lambda: score_files(gold, [predictions], ScoreOptions(resamples=1)), 5)
    public = seconds(lambda: public_way(gold, predictions), 3)
    check_equal(gold, predictions)
    start = seconds(lambda: run("--help"), 3)
    numpy_ = seconds(lambda: run("score", gold, predictions), 3)
    print(
        f"  {ITEMS} items, 2,000 resamples: {without_start:.3f} s (budget 0.2 s); the scores alone {no_intervals:.3f} s"
    )
    print(
        f"  the scores alone by pandas, sets and scipy: {public:.3f} s, {public / no_intervals:.0f} times as long"
    )
    print(f"  the command with its start: {numpy_:.2f} s; start without numpy and scipy: {start:.2f} s")


def corpus(folder: Path) -> None:
    gold, predictions = write_files(folder, CORPUS)
    megabytes = (gold.stat().st_size + predictions.stat().st_size) / 2**20
    for arguments in (["check"], ["score", "--resamples", "1"], ["score"]):
        command, *options = arguments
        began, peak = time.perf_counter(), 0.0
        with subprocess.Popen(
            [COMMAND, command, gold, predictions, *options], stdout=subprocess.DEVNULL
        ) as process:
            while process.poll() is None:
                peak = max(peak, peak_megabytes(process.pid))
                time.sleep(0.01)
        assert process.returncode == 0
        print(
            f"  {' '.join(arguments)}, {CORPUS:,} items in {megabytes:.0f} MB: "
            f"{time.perf_counter() - began:.1f} s with its start, peak {peak:.0f} MB"
        )


def ranking() -> None:
    generator = np.random.default_rng(0)
    quality = np.linspace(0.1, 0.6, SYSTEMS)
    scores = np.clip(generator.normal(quality[:, None], 0.3, (SYSTEMS, ITEMS)), 0, 1)
    results = {
        f"system-{place}": {"iou": MeanResult(SPAN_IOU, of_system)} for place, of_system in enumerate(scores)
    }
    taken = seconds(lambda: rank_systems("EN", results, RESAMPLES), 1)
    print(
        f"  rank statistics of {SYSTEMS} systems, {ITEMS} items, {RESAMPLES:,} resamples: {taken:.1f} s (budget 10 s)"
    )


def write_files(folder: Path, items: int) -> tuple[Path, Path]:
    """Write gold and predictions of answers with 200 to 800 characters and a few soft labels."""
    generator = np.random.default_rng(items)

    def labels(length: int) -> dict[str, Any]:
        edges = np.unique(generator.integers(0, length, 2 * generator.integers(0, 6)))
        spans = [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=False)]
        soft = [{"start": a, "prob": int(generator.integers(1, 4)) / 3, "end": b} for a, b in spans]
        return {
            "soft_labels": soft,
            "hard_labels": [[each["start"], each["end"]] for each in soft if each["prob"] > 0.5],
        }

    gold, predictions = folder / f"gold-{items}.jsonl", folder / f"predictions-{items}.jsonl"
    with gold.open("w") as gold_file, predictions.open("w") as predictions_file:
        for number in range(items):
            length = int(generator.integers(200, 800))
            head = {"id": f"tst-en-{number}", "lang": "EN", "model_output_text": "x" * length}
            gold_file.write(json.dumps(head | labels(length)) + "\n")
            predictions_file.write(json.dumps({"id": head["id"], **labels(length)}) + "\n")
    return gold, predictions


def public_way(gold: Path, predictions: Path) -> tuple[float, float]:
    """Return IoU and ρ as the public script computes them: a table of each file, sets and lists of characters."""
    columns = ["id", "soft_labels", "hard_labels"]
    of_gold = pd.read_json(gold, lines=True)
    of_gold["length"] = of_gold.model_output_text.apply(len)
    of_gold = of_gold[[*columns, "length"]].sort_values("id").to_dict(orient="records")
    of_system = pd.read_json(predictions, lines=True)[columns].sort_values("id").to_dict(orient="records")
    ious, rhos = [], []
    for reference, prediction in zip(of_gold, of_system, strict=True):
        a, b = (
            {place for start, end in each["hard_labels"] for place in range(start, end)}
            for each in (reference, prediction)
        )
        ious.append(len(a & b) / len(a | b) if a | b else 1.0)
        x, y = ([0.0] * reference["length"] for _ in range(2))
        for vector, each in ((x, reference), (y, prediction)):
            for label in each["soft_labels"]:
                for place in range(label["start"], label["end"]):
                    vector[place] = label["prob"]
        constant = [len({round(value, 8) for value in vector}) == 1 for vector in (x, y)]
        rhos.append(float(all(constant)) if any(constant) else spearmanr(x, y).correlation)
    return float(np.mean(ious)), float(np.mean(rhos))


def check_equal(gold: Path, predictions: Path) -> None:
    scores, _ = score_files(gold, [predictions], ScoreOptions(resamples=1))
    found = [each.value or 0.0 for each in scores.languages[0].scores.estimates.values()]
    assert np.allclose(found, public_way(gold, predictions), rtol=0, atol=1e-12)


def run(*arguments: object) -> None:
    subprocess.run([COMMAND, *map(str, arguments)], check=True, stdout=subprocess.DEVNULL, env=os.environ)


def seconds(work: Callable[[], object], times: int) -> float:
    """Return the shortest of several times."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return min(taken)


if __name__ == "__main__":
    main()
