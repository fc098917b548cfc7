"""Gold of claims: those that enough annotators marked incorrect."""

from collections.abc import Iterable, Sequence

from morelkit.gold.policy import GoldPolicy
from morelkit.text.claims.answer_claims import AnswerClaims
from morelkit.text.normalization import Range


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
