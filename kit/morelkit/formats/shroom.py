"""SHROOM records (Mickus et al., SemEval-2024 Task 6): a hypothesis, its source and its target, with votes.

*Hallucination* is the answer *no* to the preset's question, whether the output has only supported information. Votes
have no names: the voter at a place of one record is not known to be the one at that place of another.
"""

from collections.abc import Mapping
from typing import Any, Final

from morelkit.formats.record_format import LabelVotes, RecordFormat, Votes, literal

_LABEL: Final = "supported"
_CHOICE: Final = {"Hallucination": "no", "Not Hallucination": "yes"}
_VALUE: Final = {choice: value for value, choice in _CHOICE.items()}


def read_votes(row: Mapping[str, Any]) -> Votes:
    """Return the votes in `labels`, by voter_1, voter_2 and so on in the order of the record."""
    votes = Votes()
    if row.get("labels") in (None, ""):
        votes.faults.append(("labels", "missing", "There is no “labels”."))
        return votes
    labels = literal(row["labels"])
    if not isinstance(labels, list):
        votes.faults.append(("labels", "not_a_list", "“labels” must be a list of votes."))
        return votes
    for place, label in enumerate(labels, start=1):
        if isinstance(label, str) and label in _CHOICE:
            votes.add(f"voter_{place}", {_LABEL: _CHOICE[label]})
        else:
            detail = f"“labels”, vote {place}: a vote is “Hallucination” or “Not Hallucination”."
            votes.faults.append(("labels", "unknown_vote", detail))
    return votes


def write_labels(votes: LabelVotes) -> dict[str, Any]:
    """Return the votes in order, the label by the gold policy, and the share of *Hallucination*, not rounded."""
    labels = [_VALUE[choice] for choice in votes.of(_LABEL)]
    label = "Hallucination" if votes.is_gold(_LABEL, frozenset({"no"})) else "Not Hallucination"
    return {
        "labels": labels,
        "label": label if labels or _LABEL in votes.decided else None,
        "p(Hallucination)": labels.count("Hallucination") / len(labels) if labels else None,
    }


def read_choices(row: Mapping[str, Any]) -> dict[str, str]:
    """Return the choice that the field `label` is about."""
    label = row.get("label")
    return {_LABEL: _CHOICE[label]} if isinstance(label, str) and label in _CHOICE else {}


_TASKS: Final = {
    "DM": "DM: definition modeling",
    "MT": "MT: machine translation",
    "PG": "PG: paraphrase generation",
}
_REFERENCES: Final = {"src": "the source", "tgt": "the target", "either": "the source or the target"}


def read_reference(row: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the task, which of source and target is the reference, and both of them."""
    task, side = row.get("task"), row.get("ref")
    sections = []
    if isinstance(task, str) and task:
        sections.append(("Task", _TASKS.get(task, task)))
    if isinstance(side, str) and side in _REFERENCES:
        sections.append(("Reference", f"The reference is {_REFERENCES[side]}."))
    for title, key in (("Source", "src"), ("Target", "tgt")):
        text = row.get(key)
        if isinstance(text, str) and text:
            sections.append((title, text))
    return sections


SHROOM: Final = RecordFormat(
    name="shroom",
    keys={"id": "id", "question": "src", "answer": "hyp", "reference_target": "tgt", "model_id": "model"},
    signature=frozenset({"tgt"}),
    not_fields=frozenset({"ref"}),  # whether the reference is src or tgt, not its text
    label_fields={"labels": {"list": "string"}, "label": "string", "p(Hallucination)": "float64"},
    gold_fields={"labels": ("task",), "label": ("labels",), "p(Hallucination)": ("label",)},
    item_labels={_LABEL: ("yes", "no")},
    votes=read_votes,
    labels=write_labels,
    choices=read_choices,
    reference=read_reference,
    only_reference=True,
    ids_by_row=True,
    order=("id", "hyp", "ref", "src", "tgt", "model", "task", "labels", "label", "p(Hallucination)"),
)
