"""The selection of a release: which of its candidates stay, and what it changes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from annotation.models import Project, Selection, Source
from annotation.queries.annotate.counted_items import revision_contents
from annotation.queries.projects.access import scheme_of
from annotation.queries.releases.release_candidates import Candidate
from annotation.queries.sources.selections import (
    choices_of,
    selection_by_name,
    selection_of,
    usable_sources,
)
from annotation.queries.sources.source_judgements import annotated_item, judges_of
from foundation.bulk_insert import batches
from foundation.errors import wrong_field
from morelkit.gold.policy import GoldPolicy
from morelkit.judges.comparison import Comparison
from morelkit.judges.selection import Attrition, Criteria, Verdict, verdict
from morelkit.release.selection import LABELS

_BATCH: Final = 500


def stored_selection(project: Project, name: str) -> dict[str, Any]:
    """The criteria of a selection, for a release, and its id, because its name can be given to another one.

    Raises InvalidError if it or one of its sources is not in use.
    """
    selection = selection_by_name(project, name)
    sources = _sources_of(project, selection)
    return {
        "id": selection.pk,
        "name": selection.name,
        "question": selection.question,
        "people": selection.people,
        "sources": [
            {"name": each.name, "version": each.version, "prompt_sha256": each.prompt_sha256}
            for each in sources
        ],
    }


class SelectedItems:
    """Says of candidates whether they stay, and counts what that changes. People's side is what the release freezes."""

    def __init__(self, project: Project, stored: Mapping[str, Any], policy: GoldPolicy) -> None:
        self._scheme = scheme_of(project)
        self._stored = stored
        self._policy = policy.normalization
        self._sources = _sources_of(project, selection_of(project, stored["id"]))
        judges = tuple(str(each.pk) for each in self._sources)
        self._criteria = Criteria(stored["question"], judges, stored["people"])
        self._found = Attrition(choices_of(self._scheme, stored["question"]), len(judges))
        self._verdicts: dict[int, Verdict] = {}

    def judged(self, found: Iterable[Candidate]) -> Iterator[Candidate]:
        """Yield the candidates. Those that were yielded last can be asked for."""
        for batch in batches(found, _BATCH):
            self._verdicts = dict(zip((each.pk for each in batch), self._batch(batch), strict=True))
            yield from batch

    def keeps(self, each: Candidate, language: str = "") -> bool:
        """Return whether the candidate stays. `language`: where to count one that is released without selection."""
        found = self._verdicts[each.pk]
        if language:
            self._found.add(language, found)
        return found.stays

    def require(self, language: str) -> None:
        """Raise InvalidError if none of the items that could be released in the language stays."""
        change = self._found.languages.get(language)
        if change and not change.after.items:
            raise wrong_field(
                "selection",
                f"None of the {change.before.items} items of “{language}” that could be released is in the selection "
                f"“{self._stored['name']}”. Release other languages, or choose another selection.",
                "empty",
            )

    def to_json(self, *, embargo: bool) -> dict[str, Any]:
        """What the manifest has of the selection. Under an embargo, the labels of all splits are not in it."""
        left_out = {"id", LABELS} if embargo else {"id"}
        found = {**self._stored, **self._found.to_json()}
        return {name: value for name, value in found.items() if name not in left_out}

    def _batch(self, found: Sequence[Candidate]) -> list[Verdict]:
        revisions = revision_contents([pk for each in found for pk in each.revisions])
        typed = len(self._scheme.span_labels) > 1
        items = [
            annotated_item(
                each.record, [(revisions[pk].key, revisions[pk]) for pk in each.revisions], typed=typed
            )
            for each in found
        ]
        judges = judges_of(self._sources, [each.pk for each in found])
        comparison = Comparison(items, self._scheme, self._policy, judges)
        return [verdict(comparison, self._criteria, item) for item in items]


def _sources_of(project: Project, selection: Selection) -> list[Source]:
    return usable_sources(project, [each.source_id for each in selection.chosen.all()])
