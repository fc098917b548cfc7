from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from morelkit.release.split_drawing import DrawError, Drawn, draw_groups, draw_strata
from tests.case_counts import examples

SHARES = {"train": 40, "dev": 30, "test": 30}
shares = st.dictionaries(st.sampled_from(["train", "dev", "test", "extra"]), st.integers(1, 60), min_size=1)


@st.composite
def projects(draw, groups=40, largest=8):
    """Generate items of a project: questions with several models and labels."""
    models, labels = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    items = []
    for question in range(draw(st.integers(0, groups))):
        for _ in range(draw(st.integers(1, largest))):
            stratum = (f"m{draw(st.integers(1, models))}", f"l{draw(st.integers(1, labels))}")
            items.append(Drawn(draw(st.integers(0, 2**32)), f"q{question}", stratum))
    return items


def deviations(shares, items, drawn):
    """Return |items − share| of each stratum and split, and of the whole."""
    total = sum(shares.values())
    for members in (None, *{item.stratum for item in items}):
        own = [name for item, name in zip(items, drawn, strict=True) if members in (None, item.stratum)]
        for name, share in shares.items():
            yield abs(own.count(name) - Fraction(len(own) * share, total))


@settings(max_examples=examples(1_000), deadline=None)
@given(shares, projects())
def test_without_groups_every_stratum_is_within_one_item_of_its_share(shares, items):
    drawn = draw_strata(shares, items)
    assert set(drawn) <= shares.keys()
    assert all(each < 1 for each in deviations(shares, items, drawn))


@settings(max_examples=examples(1_000), deadline=None)
@given(shares, projects())
def test_no_group_is_in_two_splits_and_strata_are_within_the_size_of_the_largest(shares, items):
    try:
        drawn = draw_groups(shares, items)
    except DrawError:
        reject()  # does not count as one of the examples
    splits = {}
    for item, name in zip(items, drawn, strict=True):
        assert splits.setdefault(item.group, name) == name
    largest = max(Counter(item.group for item in items).values(), default=0)
    assert all(each <= largest for each in deviations(shares, items, drawn))


def corpus(questions=100, outputs=8):
    return [
        Drawn(
            (question * 7919 + model * 104_729) % 99_991,
            f"q{question}",
            (f"m{model % 4}", f"l{question % 3}"),
        )
        for question in range(questions)
        for model in range(outputs)
    ]


def test_questions_are_split_as_in_cap():
    drawn = draw_groups(SHARES, corpus())
    questions = {item.group: name for item, name in zip(corpus(), drawn, strict=True)}
    assert Counter(questions.values()) == {"train": 40, "dev": 30, "test": 30}


def test_the_draw_depends_on_keys_and_not_on_order():
    items = corpus(30, 3)
    for draw in (draw_groups, draw_strata):
        drawn = dict(zip(items, draw(SHARES, items), strict=True))
        again = dict(zip(items[::-1], draw(SHARES, items[::-1]), strict=True))
        assert drawn == again


def test_other_keys_give_another_draw():
    items = corpus(30, 3)
    others = [item._replace(key=item.key * 31 % 10_007) for item in items]
    for draw in (draw_groups, draw_strata):
        assert draw(SHARES, items) != draw(SHARES, others)


def test_a_group_that_is_larger_than_every_split_is_refused():
    items = [Drawn(n, "a", ()) for n in range(60)] + [Drawn(n, f"b{n}", ()) for n in range(40)]
    with pytest.raises(DrawError, match="“a” has 60 items, more than any split"):
        draw_groups({"dev": 50, "test": 50}, items)


def test_a_split_that_would_be_empty_is_refused():
    with pytest.raises(DrawError, match="2 groups of items for 3 splits"):
        draw_groups(SHARES, [Drawn(1, "a", ()), Drawn(2, "b", ())])


def test_most_random_projects_can_be_drawn():
    refused = 0
    for seed in range(200):
        items = [
            Drawn((n * 31 + seed * 17) % 1009, f"q{(n * seed) % 37}", (f"m{(n + seed) % 3}",))
            for n in range(150)
        ]
        try:
            draw_groups(SHARES, items)
        except DrawError:
            refused += 1
    assert refused <= 10
