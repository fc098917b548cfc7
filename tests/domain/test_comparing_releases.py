"""Items of two releases are the same where they were imported as one, whatever they are called there."""

from pathlib import Path

import pytest

from annotation.domain.release.compare import Comparison, compare, read_side
from annotation.domain.release.notes import draft_notes
from tests.records import item
from tests.releases import EN_TEST, entry, write_release

QUESTIONS = {"a": "Where was she born?", "b": "When was she born?", "c": "Who was she?"}


def compared(
    directory: Path, before: dict[str, str], after: dict[str, str], *, known: bool = True
) -> Comparison:
    """Both are ids → ids at their import."""
    sides = []
    for name, ids in (("one", before), ("two", after)):
        entries = [entry(item(id_, model_input=QUESTIONS[was])) for id_, was in ids.items()]
        write_release(directory / name, {EN_TEST: entries}, name=name, minimum={"en": 2}, left_out={})
        sides.append(read_side(directory / name, ids if known else {}))
    return compare(*sides)


def told(found: Comparison) -> list[tuple[str, str]]:
    return [(change.id, change.kind) for change in found.changes]


NUMBERED = {"en-1": "a", "en-2": "b", "en-3": "c"}


def test_ids_that_went_on_to_other_items_are_told_and_nothing_that_did_not_change(tmp_path):
    found = compared(tmp_path, NUMBERED, {"en-1": "b", "en-2": "c"})
    assert told(found) == [("en-1", "removed")]
    assert (found.renamed, found.reused) == (2, 2)
    notes = draft_notes(found, "")
    assert "- items under another id: 2\n- ids that denote another item than before: 2\n" in notes


def test_new_names_alone_change_no_item(tmp_path):
    found = compared(tmp_path, NUMBERED, {"x-1": "a", "x-2": "b", "x-3": "c"})
    assert (told(found), found.renamed, found.reused) == ([], 3, 0)


@pytest.mark.parametrize("known", [True, False])
def test_items_that_keep_their_ids_are_the_same(tmp_path, known):
    found = compared(tmp_path, {"a": "a", "b": "b"}, {"b": "b", "c": "c"}, known=known)
    assert told(found) == [("c", "added"), ("a", "removed")]
    assert (found.renamed, found.reused) == (0, 0)
