"""CAP records (SHROOM-CAP, Gamba et al.): answers about a publication, with two yes/no labels by one annotator.

The TSV files of Mu-SHROOM's fluency study have the same labels, and `m` for minor fluency mistakes.
"""

from collections.abc import Mapping
from typing import Any, Final

from morelkit.formats.record_format import LabelVotes, RecordFormat, Votes

ANNOTATOR: Final = "annotator"
"""The key of the one annotator, who has no name in the files."""

_READ: Final = {
    "has_fluency_mistakes": ("fluency", {"y": "not-fluent", "m": "minor", "n": "well-formed"}),
    "has_factual_mistakes": ("factuality", {"y": "errors", "n": "correct"}),
}
_MISTAKES: Final = {"fluency": frozenset({"minor", "not-fluent"}), "factuality": frozenset({"errors"})}


def read_votes(row: Mapping[str, Any]) -> Votes:
    """Return the choices of the one annotator; a field that is empty or absent was not judged."""
    votes, labels = Votes(), dict[str, str]()
    for field, (label, choices) in _READ.items():
        value = row.get(field)
        if isinstance(value, str) and value in choices:
            labels[label] = choices[value]
        elif value not in (None, ""):
            detail = f"“{field}” must be one of {', '.join(choices)}."
            votes.faults.append((field, "unknown_vote", detail))
    if labels:
        votes.add(ANNOTATOR, labels)
    elif not votes.faults:
        votes.faults.append((next(iter(_READ)), "missing", f"There is no {' or '.join(_READ)}."))
    return votes


def write_labels(votes: LabelVotes) -> dict[str, Any]:
    """Return y or n for each label by the gold policy, None without votes. Minor fluency mistakes count as mistakes.

    A table has `m` for fluency mistakes that most of those who voted for mistakes called minor.
    """
    written: dict[str, Any] = {}
    for field, (label, _) in _READ.items():
        cast = [votes.decided[label]] if label in votes.decided else votes.of(label)
        written[field] = ("y" if votes.is_gold(label, _MISTAKES[label]) else "n") if cast else None
        if votes.table and written[field] == "y" and cast.count("minor") > cast.count("not-fluent"):
            written[field] = "m"
    return written


def read_choices(row: Mapping[str, Any]) -> dict[str, str]:
    """Return the choices that the label fields are about."""
    return read_votes(row).annotation_labels.get(ANNOTATOR, {})


CAP: Final = RecordFormat(
    name="cap",
    keys={
        "id": "index",
        "lang": "lang",
        "question": "question",
        "answer": "output_text",
        "model_id": "model_id",
        "prompt": "prompt",
        "reference_title": "title",
        "reference_text": "abstract",
        "reference_authors": "authors",
        "reference_doi": "doi",
        "reference_url": "url",
    },
    aliases={
        "id": ("column 1",),  # without a name, in the files of the fluency study
        "question": ("input_question",),
        "reference_url": ("localized_url", "url_localized"),
    },
    label_fields=dict.fromkeys(_READ, "string"),
    gold_fields={"has_fluency_mistakes": (), "has_factual_mistakes": ("has_fluency_mistakes",)},
    item_labels={label: tuple(choices.values()) for label, choices in _READ.values()},
    votes=read_votes,
    labels=write_labels,
    choices=read_choices,
    needs_language=True,
    order=(
        *("index", "title", "abstract", "doi", "url", "authors", "question", "model_id", "model_config"),
        *("lang", "prompt", "output_text", "output_tokens", "output_logits", *_READ),
    ),
)
