"""The agreement table of a release: one row for each part, each language and the whole."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from morelkit.agreement.character_counts import ItemCount
from morelkit.agreement.claims import ClaimAgreement, ClaimTally
from morelkit.agreement.item_labels import ItemLabelTally
from morelkit.agreement.registry import ITEM_LABEL_MEASURES, SPAN_MEASURES
from morelkit.agreement.span_arrays import SpanArrays
from morelkit.agreement.span_measures import SpanTally
from morelkit.agreement.undefined import Undefined, Value
from morelkit.formats.formula_escaping import escape_formula
from morelkit.release.layout import Part
from morelkit.scheme.schemes import Scheme
from morelkit.text.claims.answer_claims import AnswerClaims

Row = dict[str, Any]

OVERALL: Final = ""
"""All languages, or all splits."""

_CHUNK: Final = 500  # items at a time
_SPAN_MEASURES: Final = tuple(measure.name for measure in SPAN_MEASURES if measure.in_releases)
_LABEL_MEASURES: Final = tuple(measure.name for measure in ITEM_LABEL_MEASURES if measure.in_releases)
_LABEL_COLUMNS: Final = ("n", "counted", *_LABEL_MEASURES)
_OBJECTS: Final = ("item_labels", "claims", "undefined")
_CLAIM_COLUMNS: Final = ("claims", "n", "incorrect", "counted", "pairs", "kappa", "alpha", "percentage")


@dataclass
class Tally:
    """What the agreement table needs of one or several parts. Items are buffered and added in chunks.

    `claims`: of schemes whose unit is claims.
    """

    spans: SpanTally
    labels: ItemLabelTally
    claims: ClaimTally | None
    histogram: Counter[int] = field(default_factory=Counter)  # n → items
    _lengths: list[int] = field(default_factory=list)
    _ranges: list[Sequence[Any]] = field(default_factory=list)

    @classmethod
    def empty(cls, scheme: Scheme) -> "Tally":
        choices = {label.name: [choice.name for choice in label.choices] for label in scheme.item_labels}
        claims = ClaimTally() if scheme.uses_claims else None
        return cls(SpanTally(seed=0), ItemLabelTally(choices), claims)  # nothing is sampled: any seed will do

    def add(
        self,
        length: int,
        count: ItemCount,
        chosen: Sequence[Mapping[str, str]],
        annotators: Iterable[str],
        claims: AnswerClaims | None = None,
    ) -> None:
        """Add an item whose answer has `length` code points. `chosen`: the item labels of each annotation.

        Items that nobody annotated, because their answer implies their labels, are not added.
        """
        self._lengths.append(length)
        self._ranges.append(count.normalized)
        self.labels.add(chosen)
        if self.claims and claims:
            self.claims.add(claims, dict(zip(annotators, count.normalized, strict=True)))
        self.histogram[count.n] += 1
        if len(self._lengths) == _CHUNK:
            self.close()

    def close(self) -> None:
        """Add the buffered items."""
        if self._lengths:
            self.spans.add(SpanArrays.of(self._lengths, self._ranges), curve=False)
            self._lengths, self._ranges = [], []

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.spans + other.spans,
            self.labels + other.labels,
            self.claims + other.claims if self.claims and other.claims else None,
            self.histogram + other.histogram,
        )


def agreement_rows(
    scheme: Scheme, tallies: Mapping[Part, Tally], *, by_split: bool | None = None
) -> list[Row]:
    """Return the rows: overall, each language, and each split if there are several. Values have ten decimals.

    `by_split`: whether there are several splits; by default taken from `tallies`.
    """
    for tally in tallies.values():
        tally.close()
    if by_split is None:
        by_split = len({part.split for part in tallies}) > 1
    rows = [_row(scheme, OVERALL, OVERALL, _sum(scheme, tallies.values()))]
    for language in sorted({part.language for part in tallies}):
        own = {part.split: tally for part, tally in tallies.items() if part.language == language}
        rows.append(_row(scheme, language, OVERALL, _sum(scheme, own.values())))
        if by_split:
            rows += [_row(scheme, language, split, own[split]) for split in sorted(own)]
    return rows


def agreement_csv(rows: Sequence[Row]) -> str:
    """Return the rows as CSV, with separate columns for every item label and for claims."""
    labels = [each["name"] for each in rows[0]["item_labels"]] if rows else []
    columns = [name for name in rows[0] if name not in _OBJECTS] if rows else []
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    has_claims = any("claims" in row for row in rows)
    table.writerow(
        [
            *columns,
            *(f"{name}.{column}" for name in labels for column in _LABEL_COLUMNS),
            *(f"claims.{column}" for column in _CLAIM_COLUMNS if has_claims),
        ]
    )
    for row in rows:
        label_cells = [each[column] for each in row["item_labels"] for column in _LABEL_COLUMNS]
        claim_cells = [row["claims"][column] for column in _CLAIM_COLUMNS if has_claims]
        cells = (*(row[name] for name in columns), *label_cells, *claim_cells)
        table.writerow([escape_formula(cell) for cell in cells])
    return text.getvalue()


def _sum(scheme: Scheme, tallies: Iterable[Tally]) -> Tally:
    return sum(tallies, Tally.empty(scheme))


def _row(scheme: Scheme, language: str, split: str, tally: Tally) -> Row:
    all_values: Mapping[str, Value] = tally.spans.values()
    if not scheme.uses_spans:
        all_values = dict.fromkeys(all_values, Undefined.NO_SPANS)
    values = {name: all_values[name] for name in _SPAN_MEASURES}
    return {
        "lang": language,
        "split": split,
        "items": tally.histogram.total(),
        "counted": sum(items for n, items in tally.histogram.items() if n >= 2),
        "annotations": sum(n * items for n, items in tally.histogram.items()),
        "annotators_min": min(tally.histogram, default=0),
        "annotators_max": max(tally.histogram, default=0),
        **{name: _number(value) for name, value in values.items()},
        "item_labels": [
            {
                "name": each.name,
                "n": each.n,
                "counted": each.counted,
                **{name: _number(each[name]) for name in _LABEL_MEASURES},
                "undefined": _undefined({name: each[name] for name in _LABEL_MEASURES}),
            }
            for each in tally.labels.measures()
        ],
        **({"claims": _claims(tally.claims.measures())} if tally.claims else {}),
        "undefined": _undefined(values),
    }


def _claims(measures: ClaimAgreement) -> Row:
    return {
        "claims": measures.claims,
        "n": measures.n,
        "incorrect": measures.incorrect,
        "counted": measures.counted,
        "pairs": measures.pairs,
        **{name: _number(value) for name, value in measures.values.items()},
        "undefined": _undefined(measures.values),
    }


def _number(value: Value) -> float | None:
    return None if isinstance(value, Undefined) else round(value, 10)


def _undefined(values: Mapping[str, Value]) -> dict[str, str]:
    return {name: value.value for name, value in values.items() if isinstance(value, Undefined)}
