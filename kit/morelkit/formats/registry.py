"""All record formats. Column names, imported labels and positions of gold fields follow from them."""

from typing import Final

from morelkit.formats.cap import CAP
from morelkit.formats.mushroom import MUSHROOM
from morelkit.formats.record_format import RecordFormat
from morelkit.formats.shroom import SHROOM

FORMATS: Final[tuple[RecordFormat, ...]] = (MUSHROOM, CAP, SHROOM)
"""The first one is written. Its keys are preferred where a file has the keys of several formats."""
