"""Text, gold and predictions of single items, as pages show them."""

from collections.abc import Mapping
from typing import Any, Final

from evaluation.models import Submission
from evaluation.queries.boards.board_types import HardSpan, ItemLabels, ItemText, SoftSpan
from evaluation.queries.boards.gold_items import TrackGold, item_records
from evaluation.queries.stored_files import submission_file
from morelkit.scoring.gold import UNKNOWN_LANGUAGE
from morelkit.scoring.span_labels import HARD

_QUESTIONS: Final = ("model_input", "question", "src", "input_question", "structured_data.question", "prompt")
_ANSWERS: Final = ("model_output_text", "answer", "output_text", "hyp")
_FIELDS: Final = (
    "label",
    "p(Hallucination)",
    "has_fluency_mistakes",
    "has_factual_mistakes",
    "eval_category",
    "score",
    "scores",
    "claims",
    "claim_labels",
)


class ItemContent:
    """Reads the records of a track's gold once."""

    def __init__(self, gold: TrackGold) -> None:
        self._gold = gold
        self._key = gold.gold.format.key
        self._by_position = gold.gold.by_position
        self._records: dict[str, dict[str, Any]] = {}
        for path in gold.paths:
            self._records |= item_records(path, self._key, by_position=self._by_position)

    def text(self, id_: str) -> ItemText:
        record = self._records[id_]
        model = record.get("model_id", record.get("model"))
        return ItemText(
            id=id_,
            language=str(record.get("lang") or UNKNOWN_LANGUAGE),
            question=_first_text(record, _QUESTIONS),
            answer=_first_text(record, _ANSWERS),
            model=model if isinstance(model, str) else None,
            agreement=self._gold.agreement.get(id_),
        )

    def gold(self, id_: str) -> ItemLabels:
        return self.labels(self._records[id_])

    def predictions(self, submission: Submission) -> dict[str, dict[str, Any]]:
        """Return the records of a submission by id."""
        path = submission_file(submission.sha256)
        return item_records(path, self._key, by_position=self._by_position)

    def labels(self, record: Mapping[str, Any]) -> ItemLabels:
        """Return the labels of a record. Hard labels follow from soft ones where it has only these, as in scoring."""
        fields = {name: record[name] for name in _FIELDS if name in record}
        given_soft, given_hard = record.get("soft_labels"), record.get("hard_labels")
        soft = [
            SoftSpan(each["start"], each["end"], float(each["prob"]), each.get("label"))
            for each in given_soft or ()
        ]
        if given_hard is None:
            hard = [HardSpan(each.start, each.end, each.label) for each in soft if each.prob > HARD]
        else:
            hard = [HardSpan(span[0], span[1], span[2] if len(span) > 2 else None) for span in given_hard]
        if given_soft is None:
            soft = [SoftSpan(each.start, each.end, 1.0, each.label) for each in hard]
        return ItemLabels(hard, soft, fields)


def _first_text(record: dict[str, Any], names: tuple[str, ...]) -> str:
    """Return the first text among fields; a dotted name is a field inside of an object."""
    for name in names:
        value: Any = record
        for part in name.split("."):
            value = value.get(part) if isinstance(value, dict) else None
        if isinstance(value, str):
            return value
    return ""
