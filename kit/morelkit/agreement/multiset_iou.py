"""Agreement: the mean multiset IoU over items (Vázquez et al., SemEval-2025 Task 3, eq. 1)."""

from typing import Final

from morelkit.agreement.arrays import Floats, corpus_agreement
from morelkit.agreement.measure_declaration import Chunk, SpanMeasure, mean_over_items


def _scores(chunk: Chunk) -> Floats:
    return corpus_agreement(chunk.runs, chunk.n)


AGREEMENT: Final[SpanMeasure] = mean_over_items("agreement", "agg = Σₖ |Cₖ| / (n · |⋃ₖ Cₖ|)", _scores)
