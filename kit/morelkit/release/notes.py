"""Draft the release notes from the comparison with the previous release, below a lead's introduction."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from morelkit.release.compare import Comparison

_KINDS: Final = {
    "added": "new items",
    "removed": "items that are left out now",
    "moved": "items in another split",
    "hard": "items whose gold changed",
    "soft": "items whose other labels changed",
    "record": "items whose fields changed",
}
_REASONS: Final = {
    "new": "annotations that are new",
    "revised": "annotations that were edited",
    "excluded": "annotations that were excluded",
    "gone": "annotations that count no more",
    "decided": "items on which a curator decided otherwise than before",
    "policy": "items under another policy",
}


def first_notes(introduction: str) -> str:
    """Return the notes of a first release."""
    return _notes(introduction, ["The first release.\n"])


def draft_notes(found: Comparison, introduction: str) -> str:
    """Return the notes of a later release."""
    return _notes(introduction, [f"{each}\n" for each in _paragraphs(found)])


def _notes(introduction: str, paragraphs: list[str]) -> str:
    own_words = [f"{introduction.strip()}\n"] if introduction.strip() else []
    return "\n".join(["# Changes\n", *own_words, *paragraphs])


def _paragraphs(found: Comparison) -> Iterator[str]:
    yield f"Since {found.before}: {found.items_before} items before, {found.items_after} now."
    if found.policy:
        yield "\n".join(f"- {what}: {before} before, {after} now" for what, before, after in found.policy)
    lines = [f"- {text}: {number}" for kind, text in _KINDS.items() if (number := found.count(kind))]
    ids = {"items under another id": found.renamed, "ids that denote another item than before": found.reused}
    lines += [f"- {text}: {number}" for text, number in ids.items() if number]
    yield "\n".join(lines) if lines else "No item and no label has changed."
    reasons = Counter(kind for change in found.changes for kind, _ in change.reasons)
    if reasons:
        counts = "\n".join(f"- {text}: {reasons[kind]}" for kind, text in _REASONS.items() if reasons[kind])
        some = len(found.changes) < sum(each.total() for each in found.counts.values())
        yield f"{f'Why, of the first {len(found.changes)} changes' if some else 'Why'}:\n\n{counts}"
