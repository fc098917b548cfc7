"""Gold of claims: those that enough annotators marked incorrect."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from morelkit.gold.policy import GoldPolicy
from morelkit.text.claims.projection import claims_of_spans
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


def claim_labels(
    claims: AnswerClaims, annotations: Sequence[Iterable[Range]], policy: GoldPolicy
) -> list[int]:
    """Return 1 for each claim that enough annotators marked incorrect under the policy, else 0.

    `annotations`: the spans of each counted annotation.
    """
    if not annotations:
        return [0] * len(claims.ranges)
    votes = map(sum, zip(*(claims.marked(spans) for spans in annotations), strict=True))
    return [int(policy.is_gold(count, len(annotations))) for count in votes]


def decided_claim_labels(claims: AnswerClaims, spans: Iterable[Range]) -> list[int]:
    """Return 1 for each claim that a curator marked incorrect, else 0."""
    return [int(each) for each in claims.marked(spans)]
