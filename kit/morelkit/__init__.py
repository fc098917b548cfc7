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

from morelkit.agreement.character_counts import ItemCount, Run, count_item
from morelkit.annotated import AnnotatedItem, agreement_of, gold_records, scheme_in
from morelkit.files import FilesError, read_files, read_scheme
from morelkit.formats.item_records import ItemRecord, read_item, write_item
from morelkit.formats.jsonl_files import write_records
from morelkit.formats.raw_annotations import read_annotations
from morelkit.gold.policy import GoldPolicy, GoldPolicyError
from morelkit.gold.votes import hard_labels, item_labels_gold, soft_labels
from morelkit.scheme.schemes import PRESETS, Scheme
from morelkit.text.normalization import DEFAULT_POLICY, POLICIES, normalize
from morelkit.text.spans import Span

if TYPE_CHECKING:
    from morelkit.measures_by_language import agreement_measures
    from morelkit.release.verify import NotAReleaseError, Verification, verify

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
        from morelkit.measures_by_language import agreement_measures

        return agreement_measures
    if name in ("NotAReleaseError", "Verification", "verify"):
        from morelkit.release import verify as module

        return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
