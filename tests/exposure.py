"""A project in which one item shows suggestions and another one stays blind."""

from collections.abc import Sequence

from annotation.models import Project, Source
from annotation.queries.sources.exposure import stays_blind
from annotation.services.sources.exposure_policy import set_exposure_policy
from tests.sources import import_source

SHOWN_ITEM, BLIND_ITEM = "q-1", "q-2"
SOURCE, VERSION = "zebra-judge", "v77-quagga"
SUGGESTIONS = [(4, 12), (25, 30)]


def suggest(
    project: Project,
    mode: str = "shown",
    spans: Sequence[tuple[int, int]] = SUGGESTIONS,
    *,
    shown: str = SHOWN_ITEM,
    blind: str = BLIND_ITEM,
) -> Source:
    """Choose a source that marks spans of items, and a seed that shows them on one item and not on another."""
    marks = [{"start": start, "end": end} for start, end in spans]
    records = [
        {"id": id_, "spans": marks, "reasoning": "kudu-reasoning", "score": 0.123456}
        for id_ in (shown, blind)
    ]
    source = import_source(project, records, SOURCE, version=VERSION, prompt="okapi-prompt")
    assert source.published_at, source.imported_by.problems
    project.seed = next(
        seed for seed in range(10_000) if not stays_blind(seed, shown, 20) and stays_blind(seed, blind, 20)
    )
    project.save(update_fields=["seed"])
    set_exposure_policy(project, mode=mode, source=source.pk)
    project.refresh_from_db()
    return source
