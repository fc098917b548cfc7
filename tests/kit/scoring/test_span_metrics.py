"""Span IoU and ρ: documented rules, and parity with an implementation of sets and scipy."""

import random

import numpy as np
import pytest
from scipy.stats import rankdata

from morelkit.scoring.character_spearman import character_spearman
from morelkit.scoring.metric_declaration import LabelPairs
from morelkit.scoring.painted_labels import painted
from morelkit.scoring.span_iou import span_iou
from morelkit.scoring.span_labels import Lengths, read_span_labels

RECORDS = 100_000


def scores(length: int, gold: dict, system: dict) -> tuple[float, float]:
    pairs = paired([length], [gold], [system])
    return float(span_iou(pairs)[0]), float(character_spearman(pairs)[0])


def paired(lengths: list[int], gold: list[dict], system: list[dict]) -> LabelPairs:
    extents = [Lengths(length, length, length) for length in lengths]
    return LabelPairs(extents, [*map(read_span_labels, gold)], [*map(read_span_labels, system)])


def soft(*labels: tuple[int, int, float]) -> dict:
    return {"soft_labels": [{"start": start, "end": end, "prob": prob} for start, end, prob in labels]}


def hard(*spans: list[int]) -> dict:
    return {"hard_labels": list(spans)}


def characters(record: dict) -> set[int]:
    if "hard_labels" in record:
        spans = record["hard_labels"]
    else:
        spans = [(each["start"], each["end"]) for each in record["soft_labels"] if each["prob"] > 0.5]
    return {character for start, end in spans for character in range(start, end)}


def probabilities(record: dict, length: int) -> np.ndarray:
    vector = np.zeros(length)
    labels = record.get("soft_labels")
    if labels is None:
        labels = [{"start": start, "end": end, "prob": 1.0} for start, end in record["hard_labels"]]
    for each in labels:
        vector[each["start"] : each["end"]] = each["prob"]
    return vector


def plain_iou(gold: dict, system: dict) -> float:
    a, b = characters(gold), characters(system)
    return len(a & b) / len(a | b) if a | b else 1.0


def plain_rho(gold: dict, system: dict, length: int) -> float:
    a, b = probabilities(gold, length), probabilities(system, length)
    constant = [len(set(np.round(vector, 8))) <= 1 for vector in (a, b)]
    if any(constant):
        return float(all(constant))
    x, y = (rankdata(vector) - (length + 1) / 2 for vector in (a, b))
    return float((x * y).sum() / np.sqrt((x * x).sum() * (y * y).sum()))


def generated(random_: random.Random, length: int) -> dict:
    """Overlapping, touching and repeated spans; probabilities that tie, or differ only after the eighth digit."""

    def span() -> tuple[int, int]:
        start, end = sorted(random_.sample(range(length + 1), 2))
        return start, end

    spans = [span() for _ in range(random_.choice((0, 0, 1, 2, 3, 6)))] if length else []
    prob = random_.choice(
        (
            lambda: random_.randrange(4) / 3,
            random_.random,
            lambda: 0.5 + random_.choice((-1, 0, 1)) * 1e-9,
            lambda: random_.choice((0, 1, 0.5, 1e-12)),
        )
    )
    kind = random_.randrange(3)
    record: dict = {}
    if kind != 0:
        record |= soft(*((*each, prob()) for each in spans))
    if kind != 1:
        record |= hard(*([span()] if kind == 2 and length else []), *map(list, spans))
    return record


def test_parity_with_sets_and_scipy():
    random_ = random.Random(16)
    lengths = [random_.choice((0, 1, 2, 5, 20, 60)) for _ in range(RECORDS)]
    gold = [generated(random_, length) for length in lengths]
    system = [generated(random_, length) for length in lengths]
    pairs = paired(lengths, gold, system)
    iou, rho = span_iou(pairs), character_spearman(pairs)
    for index, (length, of_gold, of_system) in enumerate(zip(lengths, gold, system, strict=True)):
        assert abs(iou[index] - plain_iou(of_gold, of_system)) <= 1e-12, (length, of_gold, of_system)
        assert abs(rho[index] - plain_rho(of_gold, of_system, length)) <= 1e-12, (length, of_gold, of_system)


def test_nothing_marked_by_both_is_a_perfect_iou():
    assert scores(10, hard(), hard()) == (1.0, 1.0)


@pytest.mark.parametrize(
    ("gold", "system", "rho"),
    [
        (soft(), soft((0, 10, 0.3)), 1.0),  # both constant, whatever the constants
        (soft((0, 5, 1.0)), soft((0, 10, 0.3)), 0.0),
        (soft((0, 5, 1e-9)), soft(), 1.0),  # 1e-9 rounds to 0
        (soft((0, 5, 1e-9)), soft((0, 5, 0.4)), 0.0),
    ],
)
def test_constant_probabilities(gold, system, rho):
    assert scores(10, gold, system)[1] == rho


def test_ranks_are_of_unrounded_probabilities():
    gold = soft((0, 2, 0.1), (2, 4, 0.1 + 1e-10), (4, 6, 0.9))
    assert scores(8, gold, gold)[1] == pytest.approx(1.0, abs=1e-15)
    assert scores(8, gold, soft((0, 4, 0.1), (4, 6, 0.9)))[1] < 1


def test_the_last_overlapping_soft_label_sets_the_probability_and_any_sets_the_hard_label():
    labels = read_span_labels(soft((0, 6, 0.9), (0, 6, 0.2)))
    assert (labels.hard, painted(labels.soft)) == ([(0, 6)], [(0, 6, 0.2)])


def test_hard_labels_alone_have_probability_one():
    assert scores(10, soft((2, 4, 1.0)), hard([2, 4])) == (1.0, 1.0)


def test_exactly_one_half_is_not_hard():
    assert read_span_labels(soft((0, 4, 0.5))).hard == []


def test_an_empty_answer():
    assert scores(0, hard(), hard()) == (1.0, 1.0)


def test_a_million_overlapping_labels():
    half = 500_000
    labels = soft(*((index, 2 * half - index, (index % 7) / 7) for index in range(half)))
    assert scores(2 * half, labels, labels)[1] == pytest.approx(1.0, abs=1e-12)
