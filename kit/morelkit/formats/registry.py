"""All record formats. Column names, imported labels and positions of gold fields follow from them."""

from typing import Final

from morelkit.formats.cap import CAP
from morelkit.formats.much import MUCH
from morelkit.formats.mushroom import MUSHROOM
from morelkit.formats.openhaldet import OPENHALDET
from morelkit.formats.record_format import RecordFormat
from morelkit.formats.shroom import SHROOM
from morelkit.formats.table import TABLE
from morelkit.formats.visions import VISIONS

FORMATS: Final[tuple[RecordFormat, ...]] = (MUSHROOM, CAP, SHROOM, OPENHALDET, MUCH, VISIONS, TABLE)
"""The keys of an earlier format are preferred where a file has the keys of several."""

BY_NAME: Final = {each.name: each for each in FORMATS}
NAMES: Final = list(BY_NAME)

OTHER_LABELS: Final = tuple(key for each in FORMATS for key in (*each.label_fields, *each.reasons))
"""Label fields of formats other than Mu-SHROOM's, and the reasons for them."""

NESTED: Final = tuple(dict.fromkeys(key for each in FORMATS for key in each.keys.values() if "." in key))
"""Dotted paths of fields inside objects."""
