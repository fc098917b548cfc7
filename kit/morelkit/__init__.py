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

from importlib import import_module
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
from morelkit.scoring.gold import GoldError
from morelkit.scoring.predictions import Check, check_files
from morelkit.scoring.problems import InvalidPredictionsError, Problem
from morelkit.text.normalization import DEFAULT_POLICY, POLICIES, normalize
from morelkit.text.spans import Span

if TYPE_CHECKING:
    from morelkit.measures_by_language import agreement_measures
    from morelkit.release.verify import NotAReleaseError, Verification, verify
    from morelkit.scoring.score_files import ScoreOptions, score_files

__all__ = [
    "DEFAULT_POLICY",
    "POLICIES",
    "PRESETS",
    "AnnotatedItem",
    "Check",
    "FilesError",
    "GoldError",
    "GoldPolicy",
    "GoldPolicyError",
    "InvalidPredictionsError",
    "ItemCount",
    "ItemRecord",
    "NotAReleaseError",
    "Problem",
    "Run",
    "Scheme",
    "ScoreOptions",
    "Span",
    "Verification",
    "agreement_measures",
    "agreement_of",
    "check_files",
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
    "score_files",
    "soft_labels",
    "verify",
    "write_item",
    "write_records",
]


_IMPORTED_AT_FIRST_USE = {
    "NotAReleaseError": "morelkit.release.verify",
    "ScoreOptions": "morelkit.scoring.score_files",
    "Verification": "morelkit.release.verify",
    "agreement_measures": "morelkit.measures_by_language",
    "score_files": "morelkit.scoring.score_files",
    "verify": "morelkit.release.verify",
}
"""The modules of what needs numpy, which takes longer to import than all the rest."""


def __getattr__(name: str) -> object:
    if name in _IMPORTED_AT_FIRST_USE:
        return getattr(import_module(_IMPORTED_AT_FIRST_USE[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
