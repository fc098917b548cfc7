"""Measure agreement and gold of a corpus, and normalization: `python -m bench.corpus`.

The results of numpy are compared with those of Python sets on the same data, which must be equal. Memory is the peak
allocated above the input arrays (tracemalloc), measured in a separate run because tracing is slow.
"""

import time
import tracemalloc
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from morelkit.agreement.arrays import Floats, Integers
from morelkit.agreement.span_arrays import SpanArrays
from morelkit.agreement.span_measures import SpanMeasures, SpanTally
from morelkit.gold.answer_counts import BATCH, StoredSpan, count_answers
from morelkit.gold.arrays import CHUNK, Ranges, agreement_and_gold
from morelkit.text.normalization import POLICIES, normalize

SIZES = (10_000, 100_000, 1_000_000)
COMPARED = 10_000
ANNOTATORS = 3
SPANS = 4  # per annotation
ANNOTATIONS = 20_000


class Corpus(NamedTuple):
    """Normalized spans by item and annotator: arrays of shape (spans,), and `n` of shape (items,)."""

    item: Integers
    annotator: Integers
    start: Integers
    end: Integers
    n: Integers


def make_corpus(items: int, seed: int = 1) -> Corpus:
    """Return spans of annotators who mark similar places: boundaries differ by at most six characters."""
    random = np.random.default_rng(seed)
    steps = random.integers(8, 60, (items, 1, 2 * SPANS), dtype=np.int16)
    steps = steps + random.integers(-6, 7, (items, ANNOTATORS, 2 * SPANS), dtype=np.int16)
    boundaries = np.cumsum(steps, axis=2, dtype=np.int32).reshape(-1, 2)
    rows = np.arange(len(boundaries), dtype=np.int32)
    return Corpus(
        item=rows // np.int32(ANNOTATORS * SPANS),
        annotator=rows // np.int32(SPANS) % np.int32(ANNOTATORS),
        start=np.ascontiguousarray(boundaries[:, 0]),
        end=np.ascontiguousarray(boundaries[:, 1]),
        n=np.full(items, ANNOTATORS, dtype=np.int32),
    )


def agreement_and_gold_by_sets(corpus: Corpus) -> tuple[Floats, Ranges]:
    """Return agreement and gold, computed item by item from a set of characters per annotator."""
    sets: list[list[set[int]]] = [[set() for _ in range(n)] for n in corpus.n.tolist()]
    columns = (corpus.item, corpus.annotator, corpus.start, corpus.end)
    for item, annotator, start, end in zip(*(column.tolist() for column in columns), strict=True):
        sets[item][annotator].update(range(start, end))
    agreement = []
    gold: list[tuple[int, int, int]] = []
    for item, marked in enumerate(sets):
        union = set().union(*marked)
        agreement.append(sum(map(len, marked)) / (len(marked) * len(union)) if union else 1.0)
        votes = Counter(character for each in marked for character in each)
        hard = sorted(character for character, count in votes.items() if 2 * count > len(marked))
        opens = [right for left, right in pairwise([-2, *hard]) if right != left + 1]
        closes = [left + 1 for left, right in pairwise([*hard, -2]) if right != left + 1]
        gold += [(item, start, end) for start, end in zip(opens, closes, strict=True)]
    return np.array(agreement), Ranges(*(np.array(column) for column in zip(*gold, strict=True)))


def seconds(call: Callable[[], object], times: int = 3) -> float:
    """Return the shortest duration of a few runs, the one least disturbed by other processes."""
    best = float("inf")
    for _ in range(times):
        began = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - began)
    return best


def peak_megabytes(call: Callable[[], object]) -> float:
    tracemalloc.start()
    call()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 2**20


def measure_corpus() -> None:
    for items in SIZES:
        corpus = make_corpus(items)
        run = partial(agreement_and_gold, *corpus)
        taken, memory = seconds(run), peak_megabytes(run)
        print(
            f"agreement and gold, {items:>9,} items x {ANNOTATORS}, {len(corpus.item):>10,} spans:"
            f" {taken:7.3f} s, {memory:6.1f} MB above the input"
        )
        if items == COMPARED:
            compare_with_sets(corpus, taken)


def compare_with_sets(corpus: Corpus, taken: float) -> None:
    agreement, gold = agreement_and_gold(*corpus)
    expected_agreement, expected_gold = agreement_and_gold_by_sets(corpus)
    assert np.array_equal(agreement, expected_agreement)
    assert all(np.array_equal(*pair) for pair in zip(gold, expected_gold, strict=True))
    plain = seconds(partial(agreement_and_gold_by_sets, corpus))
    print(f"  the same by Python sets, item by item: {plain:.3f} s, {plain / taken:.0f} times as long")


def span_measures(corpus: Corpus) -> SpanMeasures:
    """Return the span measures, computed in chunks of items as the job does."""
    tally = SpanTally(seed=1)
    item = np.repeat(np.arange(len(corpus.n)), corpus.n)
    owner = corpus.item.astype(np.int64) * ANNOTATORS + corpus.annotator
    for low in range(0, len(corpus.n), CHUNK):
        high = min(low + CHUNK, len(corpus.n))
        spans = slice(*np.searchsorted(corpus.item, (low, high)).tolist())
        annotations = slice(low * ANNOTATORS, high * ANNOTATORS)
        tally.add(
            SpanArrays(
                np.full(high - low, int(corpus.end.max())),
                item[annotations] - low,
                owner[spans] - annotations.start,
                corpus.start[spans],
                corpus.end[spans],
            )
        )
    return tally.measures()


def measure_span_measures() -> None:
    for items in SIZES[:2]:
        corpus = make_corpus(items)
        run = partial(span_measures, corpus)
        print(
            f"α, F1s, interval and curve, {items:>9,} items x {ANNOTATORS}: {seconds(run, times=1):7.3f} s,"
            f" {peak_megabytes(run):6.1f} MB above the input"
        )


def count_texts(texts: list[str], spans: list[list[StoredSpan]]) -> None:
    """Count stored spans in batches, as exports do."""
    for low in range(0, len(texts), BATCH):
        n = [ANNOTATORS] * len(texts[low : low + BATCH])
        count_answers(texts[low : low + BATCH], n, spans[low * ANNOTATORS : (low + BATCH) * ANNOTATORS])


def measure_stored_spans(items: int = 100_000) -> None:
    answer = "The lighthouse of Veldmoor, built in 1871, stands 64 metres tall; Anna Brandt kept it. " * 4
    spans = [[(18 + k % 3, 26, ""), (37, 41, ""), (50, 59 + k % 2, "")] for k in range(items * ANNOTATORS)]
    run = partial(count_texts, [answer] * items, spans)
    print(f"normalized and counted as exports do, {items:,} items x {ANNOTATORS}: {seconds(run, 1):.2f} s")


def normalize_many(policy: str, times: int) -> None:
    answer = "The lighthouse of Veldmoor, built in 1871, stands 64 metres tall; Anna Brandt kept it. " * 4
    spans = [(18, 26), (37, 41), (50, 59)]
    for _ in range(times):
        normalize(policy, answer, spans)


def measure_normalization() -> None:
    for policy in POLICIES:
        taken = seconds(partial(normalize_many, policy, ANNOTATIONS))
        print(f"normalization, {policy:<13} 3 spans: {taken / ANNOTATIONS * 1e6:5.2f} µs an annotation")


def main() -> None:
    measure_corpus()
    measure_span_measures()
    measure_normalization()
    measure_stored_spans()


if __name__ == "__main__":
    main()
