"""Comparing releases: items are matched by the id they were imported under, not by their released id."""

from pathlib import Path

import pytest

from morelkit.release.compare import Comparison, compare, read_side
from morelkit.release.notes import draft_notes
from tests.records import item
from tests.releases import EN_TEST, entry, write_release

QUESTIONS = {"a": "Where was she born?", "b": "When was she born?", "c": "Who was she?"}


def compared(
    directory: Path, before: dict[str, str], after: dict[str, str], *, known: bool = True
) -> Comparison:
    """Compare two releases. Both arguments map released ids to imported ids."""
    sides = []
    for name, ids in (("one", before), ("two", after)):
        entries = [entry(item(id_, model_input=QUESTIONS[was])) for id_, was in ids.items()]
        write_release(directory / name, {EN_TEST: entries}, name=name, minimum={"en": 2}, left_out={})
        sides.append(read_side(directory / name, ids if known else {}))
    return compare(*sides)


def listed_changes(found: Comparison) -> list[tuple[str, str]]:
    return [(change.id, change.kind) for change in found.changes]


NUMBERED = {"en-1": "a", "en-2": "b", "en-3": "c"}


def test_reused_ids_are_reported_and_unchanged_items_are_not(tmp_path):
    found = compared(tmp_path, NUMBERED, {"en-1": "b", "en-2": "c"})
    assert listed_changes(found) == [("en-1", "removed")]
    assert (found.renamed, found.reused) == (2, 2)
    notes = draft_notes(found, "")
    assert "- items under another id: 2\n- ids that denote another item than before: 2\n" in notes


def test_renaming_alone_changes_no_item(tmp_path):
    found = compared(tmp_path, NUMBERED, {"x-1": "a", "x-2": "b", "x-3": "c"})
    assert (listed_changes(found), found.renamed, found.reused) == ([], 3, 0)


@pytest.mark.parametrize("known", [True, False])
def test_items_are_matched_by_released_id_if_imported_ids_are_unknown(tmp_path, known):
    found = compared(tmp_path, {"a": "a", "b": "b"}, {"b": "b", "c": "c"}, known=known)
    assert listed_changes(found) == [("c", "added"), ("a", "removed")]
    assert (found.renamed, found.reused) == (0, 0)
