"""Values of settings of tasks and phases, for requests."""

from typing import Final

from evaluation.models import Phase, Task

REGISTRATIONS: Final = Task.Registration.choices
PHASE_KINDS: Final = Phase.Kind.choices
VISIBILITIES: Final = Phase.Visibility.choices
BOARD_RULES: Final = Phase.BoardRule.choices
