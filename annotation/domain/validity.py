"""Rules that say which annotations are not valid. Data of a project: a rule that is off finds nothing."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, get_args

Rule = Literal["empty", "unsure", "fast", "checks"]

RULES: Final[tuple[Rule, ...]] = get_args(Rule)
MAX_SECONDS: Final = 3_600


@dataclass(frozen=True, slots=True)
class Validity:
    """What a project's leads take for invalid. Raises `ValueError` for what cannot be meant."""

    empty: bool = False
    """Nothing marked, and not said that there is nothing to mark."""
    unsure: bool = False
    """Nothing marked by somebody who was unsure."""
    fast: int = 0
    """Submitted in fewer seconds of active work; 0: off. Nobody's time was taken for imported ones."""
    checks: int = 0
    """By somebody who has passed a smaller share of their hidden checks, in per cent; 0: off."""

    def __post_init__(self) -> None:
        if not 0 <= self.fast <= MAX_SECONDS:
            raise ValueError(f"fast: 1 to {MAX_SECONDS} seconds, or 0 for off")
        if not 0 <= self.checks <= 100:
            raise ValueError("checks: 1 to 100 per cent, or 0 for off")

    @classmethod
    def from_storage(cls, stored: Mapping[str, Any]) -> "Validity":
        return cls(**stored)

    def to_storage(self) -> dict[str, Any]:
        return asdict(self)

    def threshold(self, rule: Rule) -> int:
        """Of the rule, 1 where it has none; 0 where it is off."""
        return int(getattr(self, rule))
