"""An answer with its claims."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from morelkit.text.claims.projection import claims_of_spans, spans_of_claims
from morelkit.text.normalization import Range


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
