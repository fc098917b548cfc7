"""Scores of risk: one for an answer (OpenHalDet), or one for each of its claims (MUCH)."""

from collections.abc import Iterator
from typing import Final

from morelkit.scoring.prediction_format import ItemError, LabelReader, PredictionFormat, Record
from morelkit.scoring.problems import Fault, kind_of, number_faults

HALLUCINATION: Final = "hallucination"
CATEGORIES: Final = ("correct", HALLUCINATION, "abstention")


def _answer_faults(record: Record, _extent: None) -> Iterator[Fault]:
    if "score" not in record:
        yield Fault("/score", "missing_field", "The record has no score.")
    else:
        yield from number_faults("/score", record["score"])


def _read_answer(record: Record) -> list[float]:
    return [float(record["score"])]


def _answer_gold_faults(record: Record, _extent: None) -> Iterator[Fault]:
    category = record.get("eval_category")
    if category not in CATEGORIES and not ("eval_category" in record and category is None):
        yield Fault("/eval_category", "unknown_value", f"eval_category is none of {', '.join(CATEGORIES)}.")


def _read_answer_gold(record: Record) -> list[bool]:
    """Return whether the answer is a hallucination; nothing for an abstention and a tie, which are excluded."""
    category = record["eval_category"]
    return [] if category in (None, "abstention") else [category == HALLUCINATION]


def _claims_of(record: Record) -> int:
    claims = record.get("claims")
    if not isinstance(claims, list):
        raise ItemError("Its claims are not a list.")
    return len(claims)


def _claim_faults(record: Record, claims: int) -> Iterator[Fault]:
    scores = record.get("scores")
    if "scores" not in record:
        yield Fault("/scores", "missing_field", "The record has no scores.")
    elif not isinstance(scores, list):
        yield Fault("/scores", "wrong_length", f"scores is {kind_of(scores)}, not a list.")
    else:
        if len(scores) != claims:
            yield Fault("/scores", "wrong_length", f"There are {len(scores)} scores for {claims} claims.")
        for index, score in enumerate(scores):
            yield from number_faults(f"/scores/{index}", score)


def _read_claims(record: Record) -> list[float]:
    return [float(score) for score in record["scores"]]


def _claim_gold_faults(record: Record, claims: int) -> Iterator[Fault]:
    labels = record.get("claim_labels")
    if not isinstance(labels, list) or len(labels) != claims:
        yield Fault("/claim_labels", "wrong_length", "claim_labels is no list with one label for each claim.")
    elif any(type(label) is not int or label not in (0, 1) for label in labels):
        yield Fault("/claim_labels", "unknown_value", "claim_labels has values other than 0 and 1.")


def _read_claim_gold(record: Record) -> list[bool]:
    return [label == 1 for label in record["claim_labels"]]


def _no_extent(_record: Record) -> None:
    """The score of a whole answer refers to nothing inside it."""


OPENHALDET: Final = PredictionFormat(
    name="openhaldet",
    key="sample_id",
    signatures=(frozenset({"sample_id"}),),
    extent=_no_extent,
    gold=LabelReader(_answer_gold_faults, _read_answer_gold),
    prediction=LabelReader(_answer_faults, _read_answer),
    scores=True,
)
MUCH: Final = PredictionFormat(
    name="much",
    key="id",
    signatures=(frozenset({"claims"}),),
    extent=_claims_of,
    gold=LabelReader(_claim_gold_faults, _read_claim_gold),
    prediction=LabelReader(_claim_faults, _read_claims),
    scores=True,
)
