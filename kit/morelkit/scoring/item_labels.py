"""Labels of whole answers: SHROOM (hallucination and its probability) and CAP (fluency and factual mistakes)."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from morelkit.scoring.prediction_format import LabelReader, PredictionFormat, Record
from morelkit.scoring.problems import Fault, escaped, kind_of, probability_faults, short

HALLUCINATION: Final = "Hallucination"
NOT_HALLUCINATION: Final = "Not Hallucination"
PROBABILITY: Final = "p(Hallucination)"
FLUENCY: Final = "has_fluency_mistakes"
FACTUAL: Final = "has_factual_mistakes"

_CLASSES: Final[Mapping[str, bool]] = {HALLUCINATION: True, NOT_HALLUCINATION: False}
_YES_NO: Final[Mapping[str, bool]] = {"y": True, "n": False}


class HallucinationLabel(NamedTuple):
    """`probability`: of a hallucination."""

    hallucination: bool
    probability: float


class Mistakes(NamedTuple):
    """None in gold: nobody judged it."""

    fluency: bool | None
    factual: bool | None


def _shroom_faults(record: Record, _extent: None) -> Iterator[Fault]:
    yield from _value_faults(record, "label", _CLASSES)
    if PROBABILITY not in record:
        yield Fault(f"/{PROBABILITY}", "missing_field", f"The record has no {PROBABILITY}.")
    else:
        yield from probability_faults(f"/{PROBABILITY}", record[PROBABILITY])


def _read_shroom(record: Record) -> HallucinationLabel:
    return HallucinationLabel(_CLASSES[record["label"]], float(record[PROBABILITY]))


def _cap_faults(record: Record, _extent: None) -> Iterator[Fault]:
    yield from _value_faults(record, FLUENCY, _YES_NO)
    yield from _value_faults(record, FACTUAL, _YES_NO)


def _read_cap(record: Record) -> Mistakes:
    return Mistakes(_YES_NO[record[FLUENCY]], _YES_NO[record[FACTUAL]])


def _cap_gold_faults(record: Record, _extent: None) -> Iterator[Fault]:
    for field in (FLUENCY, FACTUAL):
        if field not in record or record[field] is not None:
            yield from _value_faults(record, field, _YES_NO)


def _read_cap_gold(record: Record) -> Mistakes:
    return Mistakes(_YES_NO.get(record[FLUENCY]), _YES_NO.get(record[FACTUAL]))


def _value_faults(record: Record, field: str, known: Mapping[str, bool]) -> Iterator[Fault]:
    pointer = f"/{escaped(field)}"
    value = record.get(field)
    if field not in record:
        yield Fault(pointer, "missing_field", f"The record has no {field}.")
    elif not isinstance(value, str) or value not in known:
        found = f"“{short(value)}”" if isinstance(value, str) else kind_of(value)
        yield Fault(pointer, "unknown_value", f"{field} is {found}, not “{'” or “'.join(known)}”.")


def _no_extent(_record: Record) -> None:
    """Labels of a whole answer refer to nothing inside it."""


_SHROOM_READER: Final = LabelReader(_shroom_faults, _read_shroom)
SHROOM: Final = PredictionFormat(
    name="shroom",
    key="id",
    signatures=(frozenset({"hyp"}),),
    extent=_no_extent,
    gold=_SHROOM_READER,
    prediction=_SHROOM_READER,
    by_position=True,
)

CAP: Final = PredictionFormat(
    name="cap",
    key="index",
    signatures=(frozenset({"output_text", "index"}),),
    extent=_no_extent,
    gold=LabelReader(_cap_gold_faults, _read_cap_gold),
    prediction=LabelReader(_cap_faults, _read_cap),
)
