"""Predictions of synthetic systems: gold with random mistakes, so that a system of higher quality scores better."""

import random
from collections.abc import Callable, Mapping
from typing import Any, Final

from morelkit.scoring.item_labels import FACTUAL, FLUENCY, HALLUCINATION, PROBABILITY
from morelkit.scoring.risk_scores import HALLUCINATION as HALLUCINATED
from morelkit.scoring.span_labels import answer_of

Record = dict[str, Any]
_SHIFT: Final = 8
"""Characters by which the worst system misses an end of a span."""
_FLUENT: Final = "Not Hallucination"


def synthetic_prediction(format_name: str, gold: Mapping[str, Any], quality: float, seed: str) -> Record:
    """Return the prediction of a system for a gold record. `quality`: 0 (random) to 1 (nearly gold)."""
    random_of_item = random.Random(seed)  # noqa: S311 — no secret
    return _BY_FORMAT[format_name](gold, quality, random_of_item)


def _spans(gold: Mapping[str, Any], quality: float, draw: random.Random) -> Record:
    length = len(answer_of(gold))
    labelled = [[*span, ""][:3] for span in gold.get("hard_labels") or ()]
    found = [span for span in labelled if draw.random() < 0.3 + 0.7 * quality]
    if length and draw.random() > 0.4 + 0.6 * quality:
        start = draw.randrange(length)
        found.append([start, min(length, start + 1 + draw.randrange(12)), labelled[0][2] if labelled else ""])
    most = round(_SHIFT * (1 - quality))
    hard = []
    for start, end, label in found:
        first = min(max(0, start + draw.randint(-most, most)), length - 1)
        last = max(first + 1, min(length, end + draw.randint(-most, most)))
        hard.append((first, last, label, round(min(1.0, 0.55 + 0.4 * draw.random() * (0.5 + quality)), 3)))
    hard.sort()
    return {
        "id": gold["id"],
        "soft_labels": [
            {"start": start, "end": end, "prob": prob, **({"label": label} if label else {})}
            for start, end, label, prob in hard
        ],
        "hard_labels": [[start, end, *([label] if label else [])] for start, end, label, _ in hard],
    }


def _typed_spans(gold: Mapping[str, Any], quality: float, draw: random.Random) -> Record:
    by_label: Mapping[str, Any] = gold.get("span_labels") or {}
    spans = [
        [start, end, name]
        for name, labels in by_label.items()
        for start, end in labels.get("hard_labels", ())
    ]
    labels = sorted(by_label) or [each["label"] for each in gold.get("soft_labels") or () if "label" in each]
    labels = labels or ["hallucination"]
    made = _spans({**gold, "hard_labels": spans or gold.get("hard_labels")}, quality, draw)
    for soft, hard in zip(made["soft_labels"], made["hard_labels"], strict=True):
        label = soft.get("label") or labels[0]
        soft["label"] = label
        hard[2:] = [label]
    return made


def _answers(gold: Mapping[str, Any], quality: float, draw: random.Random) -> Record:
    hallucinated = gold.get("label") == HALLUCINATION
    right = draw.random() < 0.5 + 0.48 * quality
    label = hallucinated if right else not hallucinated
    share = round(0.5 + 0.5 * draw.random(), 3)
    key = {"id": gold["id"]} if "id" in gold else {}
    return {
        **key,
        "label": HALLUCINATION if label else _FLUENT,
        PROBABILITY: share if label else round(1 - share, 3),
    }


def _mistakes(gold: Mapping[str, Any], quality: float, draw: random.Random) -> Record:
    record: Record = {"index": gold["index"]}
    for field in (FLUENCY, FACTUAL):
        value = gold.get(field) if draw.random() < 0.5 + 0.48 * quality else draw.choice("yn")
        record[field] = value or "n"
    return record


def _risk(gold: Mapping[str, Any], quality: float, draw: random.Random) -> Record:
    wrong = gold.get("eval_category") == HALLUCINATED
    return {"sample_id": gold["sample_id"], "score": _risk_of(wrong, quality, draw)}


def _claim_risks(gold: Mapping[str, Any], quality: float, draw: random.Random) -> Record:
    labels = gold.get("claim_labels") or [0] * len(gold["claims"])
    return {"id": gold["id"], "scores": [_risk_of(label == 1, quality, draw) for label in labels]}


def _risk_of(wrong: bool, quality: float, draw: random.Random) -> float:
    return round(quality * (0.75 if wrong else 0.25) + (1 - quality) * draw.random() + 0.1 * draw.random(), 4)


_BY_FORMAT: Final[Mapping[str, Callable[[Mapping[str, Any], float, random.Random], Record]]] = {
    "mushroom": _spans,
    "visions": _typed_spans,
    "shroom": _answers,
    "cap": _mistakes,
    "openhaldet": _risk,
    "much": _claim_risks,
}
