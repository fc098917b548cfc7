from statistics import fmean

import pytest
from hypothesis import given

from morelkit.agreement.span_measures import BINS, SpanTally
from morelkit.agreement.undefined import Undefined
from tests.kit.agreement.plain import agreement, marks, pairwise
from tests.kit.agreement.strategies import corpora

SCORES = ("agreement", "alpha", "character_f1", "exact_f1", "overlap_f1")


def figures(*chunks):
    tally = SpanTally(seed=7)
    for chunk in chunks:
        tally.add(marks(chunk))
    return tally.measures()


@given(corpora)
def test_means_are_those_over_counted_items(corpus):
    counted = [each for _, each in corpus if len(each) >= 2]
    found = figures(corpus)
    if not counted:
        assert found["agreement"] is (Undefined.NO_PAIRS if corpus else Undefined.NO_ITEMS)
        return
    assert found["agreement"] == pytest.approx(fmean(map(agreement, counted)))
    f1s = [fmean(column) for column in zip(*map(pairwise, counted), strict=True)]
    assert [found["character_f1"], found["exact_f1"], found["overlap_f1"]] == pytest.approx(f1s)
    assert sum(found.distribution) == len(counted)
    assert found.curve[-1].agreement == pytest.approx(found["agreement"])
    marked = [each for each in counted if any(spans for spans in each)]
    assert found.used == len(marked)
    if marked:
        assert found.used_agreement == pytest.approx(fmean(map(agreement, marked)))
    else:
        assert found.used_agreement is None


@given(corpora, corpora)
def test_chunks_and_languages_add_up(one, other):
    languages = SpanTally(seed=7), SpanTally(seed=7)
    for tally, corpus in zip(languages, (one, other), strict=True):
        tally.add(marks(corpus))
    whole, chunks, added = figures(one + other), figures(one, other), (languages[0] + languages[1]).measures()
    for name in SCORES:
        value = whole[name]
        assert chunks[name] == added[name] == pytest.approx(value)
    assert whole.distribution == chunks.distribution == added.distribution


@pytest.mark.parametrize(
    ("corpus", "agreement_", "alpha"),
    [
        ([], Undefined.NO_ITEMS, Undefined.NO_ITEMS),
        ([(9, []), (9, [])], Undefined.NO_PAIRS, Undefined.NO_PAIRS),
        ([(9, [[(0, 3)]])], Undefined.NO_PAIRS, Undefined.NO_PAIRS),
        ([(9, [[], []]), (9, [[], [], []])], 1, Undefined.NOTHING_MARKED),
        ([(9, [[(0, 9)], [(0, 9)]])] * 2, 1, Undefined.ALL_MARKED),
    ],
    ids=["no items", "no annotations", "one annotator", "all empty", "all marked"],
)
def test_degenerate_input_has_a_value_or_a_reason(corpus, agreement_, alpha):
    found = figures(corpus)
    assert found["agreement"] == agreement_
    assert found["alpha"] is alpha
    for value in (found["character_f1"], found["exact_f1"], found["overlap_f1"]):
        assert value == agreement_


def test_one_item_has_an_agreement_and_no_interval():
    found = figures([(9, [[(0, 3)], [(0, 6)]])])
    assert found["agreement"] == 0.75
    assert found.interval is Undefined.ONE_ITEM


def test_an_item_with_two_hundred_annotators_and_a_hundred_thousand_characters():
    spans = [[(place, place + 50_000), (60_000 + place, 60_001 + place)] for place in range(200)]
    found = figures([(100_000, spans)])
    assert found["agreement"] == pytest.approx(200 * 50_001 / (200 * (50_199 + 200)))
    assert (found["exact_f1"], found["overlap_f1"]) == (0, 0.5)
    assert 0.9 < found["character_f1"] < 1
    assert found.sampled == 1


@pytest.mark.parametrize(("share", "bin_"), [((10, 10), BINS - 1), ((7, 10), 17), ((6, 10), 16)])
def test_a_value_on_a_bin_border_is_in_the_upper_bin_and_one_in_the_last(share, bin_):
    # (7 + 10) / 20 is 0.85, and 0.85 · 20 is slightly less than 17 in floating point.
    found = figures([(10, [[(0, share[0])], [(0, share[1])]])])
    assert found.distribution[bin_] == 1


def test_every_reason_has_a_message():
    assert all(reason.message for reason in Undefined)
