"""Count span annotations, measure agreement, make gold labels and verify releases. Offsets are code points, half-open.

>>> import morelkit
>>> answer = "The lamp was lit by Edwin Fernsby in 1884."
>>> votes = morelkit.count_item("mushroom-2025", answer, [
...     [morelkit.Span(20, 33)],
...     [morelkit.Span(26, 33), morelkit.Span(37, 41)],
... ])
>>> votes.agreement
0.7058823529411765
"""

from typing import TYPE_CHECKING

from annotation.domain.agreement import ItemCount, Run, count_item
from annotation.domain.gold import hard_labels, item_labels_gold, soft_labels
from annotation.domain.gold_policy import GoldPolicy, GoldPolicyError
from annotation.domain.normalization import DEFAULT_POLICY, POLICIES, normalize
from annotation.domain.records import ItemRecord, read_annotations, read_item, write_item
from annotation.domain.records.jsonl_files import write_records
from annotation.domain.scheme import PRESETS, Scheme
from annotation.domain.spans import Span
from morelkit.annotated import AnnotatedItem, agreement_of, gold_records, scheme_in
from morelkit.files import FilesError, read_files, read_scheme

if TYPE_CHECKING:
    from annotation.domain.release.verify import NotAReleaseError, Verification, verify
    from morelkit.measures import agreement_measures

__all__ = [
    "DEFAULT_POLICY",
    "POLICIES",
    "PRESETS",
    "AnnotatedItem",
    "FilesError",
    "GoldPolicy",
    "GoldPolicyError",
    "ItemCount",
    "ItemRecord",
    "NotAReleaseError",
    "Run",
    "Scheme",
    "Span",
    "Verification",
    "agreement_measures",
    "agreement_of",
    "count_item",
    "gold_records",
    "hard_labels",
    "item_labels_gold",
    "normalize",
    "read_annotations",
    "read_files",
    "read_item",
    "read_scheme",
    "scheme_in",
    "soft_labels",
    "verify",
    "write_item",
    "write_records",
]


def __getattr__(name: str) -> object:
    """Import what needs numpy at its first use: numpy takes longer to import than all the rest."""
    if name == "agreement_measures":
        from morelkit.measures import agreement_measures

        return agreement_measures
    if name in ("NotAReleaseError", "Verification", "verify"):
        from annotation.domain.release import verify as module

        return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
