"""Place quotes without offsets in a text: exactly, or not at all.

A quote and its context are those of a W3C TextQuoteSelector: `exact`, with the text directly before it (`prefix`) and
directly after it (`suffix`). Characters are compared as they are: neither case, spaces nor Unicode forms are folded.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from morelkit.text.normalization import Range


class QuoteFault(StrEnum):
    EMPTY = "empty"
    NOT_FOUND = "not_found"
    OTHER_CONTEXT = "other_context"
    SEVERAL_PLACES = "several_places"
    SEVERAL_PLACES_IN_CONTEXT = "several_places_in_context"

    @property
    def message(self) -> str:
        return _MESSAGES[self]


_MESSAGES = {
    QuoteFault.EMPTY: "The quote is empty.",
    QuoteFault.NOT_FOUND: "The text does not contain the quote, character for character.",
    QuoteFault.OTHER_CONTEXT: "The text contains the quote, but not with this context before and after it.",
    QuoteFault.SEVERAL_PLACES: "The text contains the quote several times, and no context says which one is meant.",
    QuoteFault.SEVERAL_PLACES_IN_CONTEXT: "The text contains the quote several times with this context.",
}


@dataclass(frozen=True, slots=True)
class UnsettledQuote:
    """A quote whose place is for a person to decide. `places`: all occurrences that are possible."""

    reason: QuoteFault
    places: tuple[Range, ...] = ()


def locate_quote(text: str, exact: str, prefix: str = "", suffix: str = "") -> Range | UnsettledQuote:
    """Return the one range of `text` that holds the quote in its context, in code points, or why there is none.

    Occurrences may overlap. The first of several is never chosen. A quote that occurs once is not located if its
    context is another one: then the quote can be from another version of the text.
    """
    if not exact:
        return UnsettledQuote(QuoteFault.EMPTY)
    places = tuple(_occurrences(text, exact))
    if not places:
        return UnsettledQuote(QuoteFault.NOT_FOUND)
    in_context = tuple(
        (start, end)
        for start, end in places
        if start >= len(prefix)
        and text.startswith(prefix, start - len(prefix))
        and text.startswith(suffix, end)
    )
    if len(in_context) == 1:
        return in_context[0]
    if not in_context:
        return UnsettledQuote(QuoteFault.OTHER_CONTEXT, places)
    has_context = bool(prefix or suffix)
    reason = QuoteFault.SEVERAL_PLACES_IN_CONTEXT if has_context else QuoteFault.SEVERAL_PLACES
    return UnsettledQuote(reason, in_context)


def _occurrences(text: str, exact: str) -> Iterator[Range]:
    start = text.find(exact)
    while start >= 0:
        yield start, start + len(exact)
        start = text.find(exact, start + 1)
