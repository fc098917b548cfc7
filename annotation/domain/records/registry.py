"""All record formats. Column names, imported labels and positions of gold fields follow from them."""

from typing import Final

from annotation.domain.records.cap import CAP
from annotation.domain.records.mushroom import MUSHROOM
from annotation.domain.records.record_format import RecordFormat
from annotation.domain.records.shroom import SHROOM

FORMATS: Final[tuple[RecordFormat, ...]] = (MUSHROOM, CAP, SHROOM)
"""The first one is written. Its keys are preferred where a file has the keys of several formats."""
