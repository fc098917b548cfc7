"""Records: an item and its annotations as files hold them, and back again without loss.

What a file says of an item goes into an `ItemRecord`: what Morel works with under its own name, all the
rest verbatim under the name it came with. Labels that came with an item stand apart, because Morel computes
its own. *Lossless* means equal JSON values in the same key order.
"""

from annotation.domain.records.annotations import AnnotationsRecord, read_annotations
from annotation.domain.records.evidence import read_entry, span_id, write_evidence
from annotation.domain.records.fields import FIELDS, Field, Problem, check_mapping, guess_mapping
from annotation.domain.records.items import (
    LABEL_FIELDS,
    OTHER_LABELS,
    ItemRecord,
    dumps,
    read_item,
    write_item,
)

__all__ = [
    "FIELDS",
    "LABEL_FIELDS",
    "OTHER_LABELS",
    "AnnotationsRecord",
    "Field",
    "ItemRecord",
    "Problem",
    "check_mapping",
    "dumps",
    "guess_mapping",
    "read_annotations",
    "read_entry",
    "read_item",
    "span_id",
    "write_evidence",
    "write_item",
]
