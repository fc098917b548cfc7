"""What a notification is about, decided when it is read: who has no access any more sees nothing of it."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User

from foundation.models import Notification


@dataclass(frozen=True, slots=True)
class Place:
    """`name`: of the project or task. `item`, `language`: "" unless it is about one. `path`: in the site."""

    name: str
    path: str
    item: str = ""
    language: str = ""


Finder = Callable[[User, Sequence[Notification]], Mapping[int, Place]]
"""Takes notifications of one person, and returns the places of those that the person may still see, by id."""

_finders: dict[str, Finder] = {}


def finds_places(kind: str) -> Callable[[Finder], Finder]:
    """Register the function that finds the places of scopes of this kind, such as “project”."""

    def register(finder: Finder) -> Finder:
        _finders[kind] = finder
        return finder

    return register


def places_of(user: User, rows: Sequence[Notification]) -> dict[int, Place]:
    """Return the places of the notifications that the person may see, by id."""
    by_kind: dict[str, list[Notification]] = defaultdict(list)
    for row in rows:
        by_kind[row.scope.partition(":")[0]].append(row)
    found: dict[int, Place] = {}
    for kind, some in by_kind.items():
        if finder := _finders.get(kind):
            found.update(finder(user, some))
    return found
