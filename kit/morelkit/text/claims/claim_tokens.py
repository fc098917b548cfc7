"""Claims as ranges of a model's tokens."""

from bisect import bisect_right
from collections.abc import Sequence

from morelkit.text.normalization import Range


def token_ranges(answer: str, tokens: Sequence[str]) -> list[Range] | None:
    """Return the range of each token in code points; None if the texts of the tokens do not make up the answer."""
    if "".join(tokens) != answer:
        return None
    ranges: list[Range] = []
    end = 0
    for token in tokens:
        ranges.append((end, end + len(token)))
        end += len(token)
    return ranges


def claim_tokens(
    claims: Sequence[Range], tokens: Sequence[Range], *, ends_sequence: bool = False
) -> list[Range]:
    """Return the tokens of each claim, as half-open ranges of token indices that cover all tokens.

    The first claim begins at token 0, and each other one at the first token that ends after its start and begins no
    earlier claim; if there is none left, it is empty. `ends_sequence`: the last token ends the sequence and belongs to
    no claim. Source: MUCH (Dentan et al., 2025).
    """
    count = len(tokens) - ends_sequence
    ends = [end for _, end in tokens[:count]]
    first: list[int] = []
    for start, _ in claims:
        first.append(min(max(bisect_right(ends, start), first[-1] + 1), count) if first else 0)
    return list(zip(first, [*first[1:], count], strict=False))
