"""An answer with its claims."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from morelkit.text.claims.projection import claims_of_spans, spans_of_claims
from morelkit.text.normalization import Range
from morelkit.text.spans import Span


@dataclass(frozen=True, slots=True)
class AnswerClaims:
    """An answer with its claims."""

    text: str
    ranges: Sequence[Range]

    def marked(self, spans: Iterable[Range]) -> list[bool]:
        """Return whether each claim is marked by the spans of an annotator."""
        own = set(spans)
        if own.issubset(self.ranges):
            return [claim in own for claim in self.ranges]
        return claims_of_spans(self.text, self.ranges, sorted(own))

    def covered(self, spans: Iterable[Range]) -> list[Range]:
        """Return the claims that the spans mark, each as a range of its own: united spans are cut at its boundaries."""
        return spans_of_claims(self.ranges, self.marked(spans))

    def labelled(self, spans: Collection[Span], labels: Iterable[str]) -> list[Span]:
        """Return each claim that the spans mark, with the first of its labels in this order."""
        found: dict[int, str] = {}
        for label in labels:
            own = [(span.start, span.end) for span in spans if span.label == label]
            for index, marked in enumerate(self.marked(own)):
                if marked:
                    found.setdefault(index, label)
        return [Span(*self.ranges[index], found[index]) for index in sorted(found)]
