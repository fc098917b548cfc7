"""Build the flat arrays of corpora and read the arrays of results."""

import numpy as np
from hypothesis import strategies as st

from morelkit.text.normalization import normalize
from tests.kit.strategies import items


def arrays(*spans):
    """Return flat arrays of (item, annotator, start, end)."""
    return tuple(np.array(spans, dtype=np.int64).reshape(-1, 4).T)


def rows(columns):
    return list(zip(*(column.tolist() for column in columns), strict=True))


def runs_of(runs):
    return rows((runs.item, runs.start, runs.end, runs.count))


corpora = st.lists(items(min_annotations=0), max_size=7)


def normalized(corpus, policy):
    """Generate normalized spans, including the overlaps and the order that `mushroom-2025` produces."""
    return arrays(
        *(
            (item, annotator, start, end)
            for item, (text, annotations) in enumerate(corpus)
            for annotator, spans in enumerate(annotations)
            for start, end in normalize(policy, text, [(each.start, each.end) for each in spans])
        )
    )
