"""The scores of a held-out human, where gold has the annotations of at least two people."""

from typing import Any

from evaluation.models import GoldRevision, Track
from evaluation.queries.boards.gold_items import annotated_parts, track_gold
from evaluation.queries.stored_files import gold_directory
from morelkit.files import FilesError
from morelkit.scoring.gold import GoldError, normalization_of
from morelkit.scoring.held_out import held_out_results

_PREFIX = "human_"


def held_out_human(revision: GoldRevision, track: Track, split: str) -> dict[str, Any] | None:
    """Return {n, values: {metric: {value}}} of the items of a track, or None without annotations of spans."""
    try:
        known = set(track_gold(revision, track, split).ids)
        items, scheme = annotated_parts(revision, track, split)
        policy = normalization_of(gold_directory(revision))
        languages = held_out_results([item for item in items if item.id in known], scheme, policy)
    except (GoldError, FilesError, OSError, ValueError):
        return None
    totals: dict[str, list[float]] = {}
    for language in languages:
        for name, scores in language.item_scores.items():
            totals.setdefault(name.removeprefix(_PREFIX), []).extend(scores.tolist())
    values = {name: {"value": sum(scores) / len(scores)} for name, scores in totals.items()}
    return {"n": sum(len(language.ids) for language in languages), "values": values}
