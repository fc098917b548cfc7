"""What a record format is: the keys and labels in the files of one dataset family.

To add a format, write a module that defines it and add it to `registry`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class RecordFormat:
    """A record format.

    `keys`: field of an item → its key, which imports recognize. `imported_labels`: keys of labels that stay with an
    imported item; Morel does not compute with them, and unlabelled records leave them out. `gold_fields`: written
    label field → keys that it follows in a record that was imported without it; without any of them it goes to the end.

    `signature`: keys that only files of this format have. `not_fields`: keys that have another meaning in such files
    than elsewhere, so that they are not mapped to a field.
    """

    name: str
    keys: Mapping[str, str]
    imported_labels: tuple[str, ...] = ()
    gold_fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    signature: frozenset[str] = frozenset()
    not_fields: frozenset[str] = frozenset()
