"""Validity rules of a project: which annotations are proposed for exclusion. A rule that is off finds none."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, get_args

Rule = Literal["empty", "unsure", "fast", "checks"]

RULES: Final[tuple[Rule, ...]] = get_args(Rule)
MAX_SECONDS: Final = 3_600


@dataclass(frozen=True, slots=True)
class ValidityRules:
    """The rules that a project's leads chose. Raises `ValueError` for a value out of range."""

    empty: bool = False
    """Nothing is marked, and “nothing to mark” is not set."""
    unsure: bool = False
    """Nothing is marked, and the annotator was unsure."""
    fast: int = 0
    """Submitted in fewer seconds of active time; 0: off. Imported annotations have no time."""
    checks: int = 0
    """The annotator passed a smaller percentage of their hidden checks; 0: off."""

    def __post_init__(self) -> None:
        if not 0 <= self.fast <= MAX_SECONDS:
            raise ValueError(f"fast: 1 to {MAX_SECONDS} seconds, or 0 for off")
        if not 0 <= self.checks <= 100:
            raise ValueError("checks: 1 to 100 per cent, or 0 for off")

    @classmethod
    def from_storage(cls, stored: Mapping[str, Any]) -> "ValidityRules":
        return cls(**stored)

    def to_storage(self) -> dict[str, Any]:
        return asdict(self)

    def threshold(self, rule: Rule) -> int:
        """Return the rule's threshold, 1 if it is a switch that is on, 0 if it is off."""
        return int(getattr(self, rule))
