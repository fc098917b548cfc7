"""A held-out human: by hand, and the published figures."""

import gzip
import json

import pytest

from morelkit.gold.policy import GoldPolicy
from tests.kit.scoring.test_baselines import FOLDER, needs_files
from tests.records import item
from tests.releases import write_release

PUBLISHED = {
    "ar": ("0.673136", "0.658294"),
    "de": ("0.567067", "0.642067"),
    "en": ("0.571036", "0.536528"),
    "es": ("0.518212", "0.551589"),
    "hi": ("0.731134", "0.777674"),
    "zh": ("0.486590", "0.420168"),
}


@needs_files
@pytest.mark.parametrize("language", PUBLISHED)
def test_published_figures(run_json, language):
    found = run_json("human", FOLDER / f"mushroom.{language}-tst.v1.extra.jsonl", "--resamples", 1)
    scores = found["languages"][language.upper()]
    assert (f"{scores['iou']['value']:.6f}", f"{scores['rho']['value']:.6f}") == PUBLISHED[language]


def test_each_annotator_is_compared_with_the_majority_of_the_others(run_json, write):
    annotations = {"ada": [[0, 4]], "bo": [[0, 4]], "cleo": []}  # “Ada ”: the blank is not counted
    write("it.jsonl", [item("q-1", annotations=annotations), item("q-2", annotations={"ada": [[0, 3]]})])
    found = run_json("human", "it.jsonl")
    scores = found["languages"]["EN"]
    assert scores["n"] == 1  # an item with one annotator has no others
    # ada, bo: the others tie at one half, so gold has no hard label, IoU 0 and ρ 1. cleo: IoU 0, ρ 0.
    assert (scores["iou"]["value"], scores["rho"]["value"]) == (0.0, pytest.approx(2 / 3, abs=1e-12))
    assert found["signature"].startswith("morelkit:human_iou@1+human_rho@1|gold:")
    assert "|policy:mushroom-2025|n:1|" in found["signature"]


def test_spans_are_normalized_under_a_policy(run_json, write):
    write("it.jsonl", [item("q-1", annotations={"ada": [[0, 4]], "bo": [[0, 3]]})])
    assert run_json("human", "it.jsonl")["languages"]["EN"]["iou"]["value"] == 1.0
    raw = run_json("human", "it.jsonl", "--policy", "raw")["languages"]["EN"]
    assert raw["iou"]["value"] == 0.75


def test_a_release_has_annotations_and_a_policy(folder, run_json):
    write_release(folder / "v1", policy=GoldPolicy(normalization="merged"))
    found = run_json("human", "v1")
    assert list(found["languages"]) == ["AR", "EN"]
    assert "|policy:merged|" in found["signature"]
    assert "|policy:raw|" in run_json("human", "v1", "--policy", "raw")["signature"]


def test_files_without_two_annotators_are_refused(run, write):
    write("it.jsonl", [item("q-1", annotations={"ada": []})])
    assert run("human", "it.jsonl", status=2) == ("", "No item has been annotated by two people.\n")


def test_people_are_an_unranked_row_of_a_board(run, run_json, write):
    annotations = {"ada": [[0, 4]], "bo": [[0, 4]], "cleo": [[0, 4]]}
    gold = write("gold.jsonl", [item("q-1", annotations=annotations, hard_labels=[[0, 4]])])
    write("it.jsonl", [{"id": "q-1", "hard_labels": [[0, 4]]}])
    board = run_json("rank", gold, "a=it.jsonl", "--human")["languages"]["EN"]
    assert [each["name"] for each in board["systems"]] == ["a"]
    assert board["human"] == {
        "name": "human (n − 1 voters)",
        "n": 1,
        "iou": {"value": 1.0},
        "rho": {"value": 1.0},
    }
    row = run("rank", gold, "a=it.jsonl", "--human", "--format", "csv")[0].splitlines()[2]
    assert row.startswith("EN,,,human (n − 1 voters),1.000000000000,1.000000000000,,")


def test_annotations_of_a_compressed_file(run, run_json, write):
    record = item("q-1", annotations={"ada": [[0, 3]], "bo": [[0, 4]]}, hard_labels=[])
    packed = write("it.jsonl.gz", gzip.compress(json.dumps(record).encode()))
    human, plain = (run_json("human", file) for file in (packed, write("it.jsonl", [record])))
    assert human["languages"]["EN"]["rho"]["value"] == plain["languages"]["EN"]["rho"]["value"]
    system = write("a.jsonl", [{"id": "q-1", "hard_labels": [[0, 3]]}])
    found = run_json("score", packed, system, "--policy", "merged", "--by", "agreement")["languages"]["EN"]
    assert found["iou"]["value"] == 1.0
    damaged = write("damaged.jsonl.gz", gzip.compress(json.dumps(record).encode())[:-9])
    assert run("human", damaged, status=2)[1].startswith("damaged.jsonl.gz: The compressed file is damaged")
    wrong = write("wrong.jsonl.gz", gzip.compress(json.dumps(record | {"annotations": 5}).encode()))
    assert run("human", wrong, status=2)[1].startswith("wrong.jsonl.gz:1: ")
