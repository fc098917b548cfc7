"""All agreement measures, in the order of tables and exports.

Statistics, commands, the API and the agreement table of releases take their lists of measures from here.
"""

from typing import Final

from morelkit.agreement.alpha import ALPHA, LABEL_ALPHA
from morelkit.agreement.measure_declaration import ItemLabelMeasure, SpanMeasure
from morelkit.agreement.multiset_iou import AGREEMENT
from morelkit.agreement.pairwise_f1 import CHARACTER_F1, EXACT_F1, OVERLAP_F1
from morelkit.agreement.percentage import PERCENTAGE

HEADLINE: Final = AGREEMENT
"""The measure with an interval and a distribution over items."""

SPAN_MEASURES: Final[tuple[SpanMeasure, ...]] = (HEADLINE, ALPHA, CHARACTER_F1, EXACT_F1, OVERLAP_F1)
ITEM_LABEL_MEASURES: Final[tuple[ItemLabelMeasure, ...]] = (LABEL_ALPHA, PERCENTAGE)
