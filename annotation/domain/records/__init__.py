"""Read and write records of items and annotations without loss: equal JSON values in the same key order.

An `ItemRecord` has attributes for the fields that Morel uses and keeps all other fields verbatim as metadata. Label
fields of an imported item are kept apart, because Morel computes its own labels.
"""

from annotation.domain.records.annotations import AnnotationsRecord, read_annotations
from annotation.domain.records.evidence import read_evidence_entry, span_id, write_evidence
from annotation.domain.records.fields import FIELDS, Field, Problem, check_mapping, guess_mapping
from annotation.domain.records.items import (
    LABEL_FIELDS,
    OTHER_LABELS,
    ItemRecord,
    dumps,
    read_item,
    write_item,
)
from annotation.domain.records.record_format import RecordFormat
from annotation.domain.records.registry import FORMATS

__all__ = [
    "FIELDS",
    "FORMATS",
    "LABEL_FIELDS",
    "OTHER_LABELS",
    "AnnotationsRecord",
    "Field",
    "ItemRecord",
    "Problem",
    "RecordFormat",
    "check_mapping",
    "dumps",
    "guess_mapping",
    "read_annotations",
    "read_evidence_entry",
    "read_item",
    "span_id",
    "write_evidence",
    "write_item",
]
