"""Generated items with normalized spans, without overlap within an annotation: the input of the measures."""

from hypothesis import strategies as st

from morelkit.text.normalization import unite_ranges

LENGTH = 16


@st.composite
def annotations(draw):
    ends = draw(st.lists(st.tuples(st.integers(0, LENGTH), st.integers(0, LENGTH)), max_size=4))
    return tuple(unite_ranges([(min(pair), max(pair)) for pair in ends if pair[0] != pair[1]]))


items = st.tuples(st.just(LENGTH), st.lists(annotations(), max_size=5))
corpora = st.lists(items, max_size=6)
