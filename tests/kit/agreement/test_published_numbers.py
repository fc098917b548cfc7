"""Reproduce the published numbers of Mu-SHROOM from its released test files.

The files are not part of the project: `MOREL_REFERENCE_DATA` is the folder with `mushroom/`. With
`MOREL_REQUIRE_REFERENCE_DATA=1`, missing files are failures instead of skips.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import krippendorff
import numpy as np
import pytest

from morelkit.agreement.character_counts import AGREEMENT_SCALE, ItemCount, count_item
from morelkit.agreement.span_measures import SpanMeasures, SpanTally
from morelkit.formats.column_mapping import guess_mapping
from morelkit.formats.item_records import dumps, read_item, write_item
from morelkit.formats.raw_annotations import read_annotations
from morelkit.formats.spreadsheets import detect, iter_rows
from morelkit.gold.arrays import agreement_and_gold
from morelkit.gold.votes import hard_labels, soft_labels
from morelkit.text.spans import Span
from tests.kit.agreement.plain import Item, marks, pairwise
from tests.kit.agreement.plain import rows as votes_of
from tests.paths import REFERENCE_DATA, REFERENCE_DATA_REQUIRED

FOLDER = REFERENCE_DATA / "mushroom"

# Language: items, agreement under mushroom-2025 (Table 1) and under merged.
PUBLISHED = {
    "ar": (150, 0.757736, 0.758144),
    "de": (150, 0.718128, 0.718302),
    "en": (154, 0.485954, 0.486436),
    "es": (152, 0.514418, 0.514602),
    "hi": (150, 0.801658, 0.802930),
    "zh": (150, 0.584843, 0.587273),
}

# Language: α, character F1, exact F1, overlap F1.
MEASURES = {
    "ar": (0.476457, 0.750435, 0.430103, 0.877192),
    "de": (0.504873, 0.674578, 0.372004, 0.826597),
    "en": (0.291898, 0.578640, 0.290993, 0.745011),
    "es": (0.298280, 0.549763, 0.291508, 0.739775),
    "hi": (0.688376, 0.782641, 0.558430, 0.933172),
    "zh": (0.203894, 0.554252, 0.120789, 0.738925),
}
CURVES = {  # k = 2 … 5
    "en": (0.746287, 0.654888, 0.603803, 0.570136),
    "es": (0.730643, 0.628817, 0.573738, 0.538727),
    "zh": (0.726885, 0.649722, 0.614850, 0.594971),
}


@pytest.fixture(params=PUBLISHED)
def language(request) -> str:
    return request.param


def path_of(language: str) -> Path:
    path = FOLDER / f"mushroom.{language}-tst.v1.extra.jsonl"
    if not path.exists():
        reason = (
            f"The reference data are not there: set MOREL_REFERENCE_DATA to the folder of {path.parent.name}/"
        )
        (pytest.fail if REFERENCE_DATA_REQUIRED else pytest.skip)(reason)
    return path


def rows(language: str) -> Iterator[dict]:
    path = path_of(language)
    for _, row in iter_rows(path, detect(path)):
        assert isinstance(row, dict), row
        yield row


def count(policy: str, row: dict) -> ItemCount:
    record, problems = read_annotations(row, 1, {"id": "id"})
    assert not problems
    annotations = [[Span(*span) for span in spans] for spans in record.annotations.values()]
    return count_item(policy, row["model_output_text"], annotations)


@pytest.mark.parametrize(("policy", "column"), [("mushroom-2025", 1), ("merged", 2)])
def test_agreement_equals_table_1_to_six_decimals(language, policy, column):
    counts = [count(policy, row) for row in rows(language)]
    assert len(counts) == PUBLISHED[language][0]
    mean = sum(each.agreement for each in counts) / len(counts)
    scaled = sum(each.agreement_scaled for each in counts) / len(counts) / AGREEMENT_SCALE
    assert round(mean, 6) == round(scaled, 6) == PUBLISHED[language][column]


def test_soft_and_hard_labels_of_every_item_equal_the_file(language):
    for row in rows(language):
        votes = count("mushroom-2025", row)
        assert soft_labels(votes.runs, votes.n) == row["soft_labels"], row["id"]
        assert hard_labels(votes.runs, votes.n) == row["hard_labels"], row["id"]


def test_221_of_906_items_differ_under_merged():
    everything = [row for language in PUBLISHED for row in rows(language)]
    differ = sum(count("merged", row).runs != count("mushroom-2025", row).runs for row in everything)
    assert (differ, len(everything)) == (221, 906)


def test_the_number_of_tied_characters_in_spanish_equals_the_published_one():
    counts = [count("mushroom-2025", row) for row in rows("es")]
    assert sum(each.tie_characters for each in counts) == 8_690
    assert sum(each.union for each in counts) == 45_126
    assert sum(each.tie_characters > 0 for each in counts) == 102


def test_corpus_functions_equal_the_item_functions_on_published_data(language):
    counts = [count("mushroom-2025", row) for row in rows(language)]
    flat = [
        (item, annotator, start, end)
        for item, each in enumerate(counts)
        for annotator, ranges in enumerate(each.normalized)
        for start, end in ranges
    ]
    agreement, gold = agreement_and_gold(
        *np.array(flat, dtype=np.int32).T, np.array([each.n for each in counts]), chunk=64
    )
    assert agreement.tolist() == [each.agreement for each in counts]
    expected = [(item, *hard) for item, each in enumerate(counts) for hard in hard_labels(each.runs, each.n)]
    assert list(zip(*(array.tolist() for array in gold), strict=True)) == expected


def test_every_published_line_survives_reading_and_writing(language):
    path = path_of(language)
    file_format = detect(path)
    mapping = guess_mapping(file_format.columns)
    lines = path.read_bytes().split(b"\n")
    for number, row in iter_rows(path, file_format):
        item, problems = read_item(row, number, mapping)
        assert not problems
        written = dumps(write_item(item, **item.labels, annotations=item.annotations))
        # Comparing the JSON texts also compares key order at every depth.
        assert json.dumps(json.loads(written)) == json.dumps(json.loads(lines[number - 1]))


def items(language: str) -> list[Item]:
    return [(len(row["model_output_text"]), count("mushroom-2025", row).normalized) for row in rows(language)]


def figures(corpus: list[Item]) -> SpanMeasures:
    tally = SpanTally(seed=1)
    tally.add(marks(corpus))
    return tally.measures()


def test_alpha_and_f1_equal_published_values_and_those_of_plain_sets(language):
    corpus = items(language)
    found = figures(corpus)
    values = (found["alpha"], found["character_f1"], found["exact_f1"], found["overlap_f1"])
    assert tuple(round(value, 6) for value in values) == MEASURES[language]
    package = krippendorff.alpha(
        value_counts=np.array(list(votes_of(corpus))), level_of_measurement="nominal"
    )
    by_sets = np.mean([pairwise(annotations) for _, annotations in corpus], axis=0)
    assert values == pytest.approx((package, *by_sets), abs=1e-12)


@pytest.mark.parametrize("language", CURVES)
def test_the_pool_size_curve_equals_figure_2_to_six_decimals(language):
    found = figures(items(language))
    assert tuple(round(point.agreement, 6) for point in found.curve[:4]) == CURVES[language]
    assert round(found.curve[-1].agreement, 6) == PUBLISHED[language][1]
    assert found.sampled == 0
