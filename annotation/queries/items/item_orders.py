"""The orders in which leads look at items, each along an index of its own, and the way along it.

A filter that no index serves is asked of the items one meets on the way. The way has an end: after `MOST` items one
stops and says where, so that every request costs about the same, however rare the items are that one looks for.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import F, Q, QuerySet

from annotation.models import Item, ItemStatistic, Project

Key = tuple[int, int]
"""Sort value and key of an item."""

MOST = 10_000  # items looked at in one request
FIRST = 64  # looked at in one query; then more and more
_LAST: Final = 2_000


@dataclass(frozen=True, slots=True)
class Order:
    """By a column of the item, or of its statistic: there, only items that have something of it."""

    column: str
    descending: bool = True
    of_item: bool = False
    by_language: bool = False  # its index is there once more, for one language


ORDERS: Final = {
    "agreement": Order("agreement", descending=False, by_language=True),
    "disputed": Order("disputed_characters"),
    "ties": Order("tie_characters"),
    "single": Order("single_characters"),
    "unsure": Order("unsure"),
    "comments": Order("comments"),
    "few": Order("counted", descending=False, of_item=True),
    "ordinal": Order("ordinal", descending=False, of_item=True, by_language=True),
}


def listed(order: Order, column: str = "") -> Q:
    """What the order lists: all items, or those with n ≥ 2 by agreement, with at least one by another number."""
    if order.of_item:
        return Q()
    name = column or order.column
    return Q(**{f"{name}__isnull": False}) if order.column == "agreement" else Q(**{f"{name}__gt": 0})


class Way:
    """The keys of the items that `fits` lets through, behind the key `after`, in the order or against it.

    Where it stopped, `ended` says whether that was the end, and `at` which key was looked at last. It looks at `most`
    items: `at_once`, or at more and more of them.
    """

    def __init__(
        self,
        candidates: "QuerySet[Any]",
        order: Order,
        fits: Callable[[Sequence[int]], set[int]],
        after: Key | None = None,
        *,
        backwards: bool = False,
        most: int = 0,
        at_once: bool = False,
    ) -> None:
        self._most = most or MOST
        self._first = self._most if at_once else FIRST
        self._candidates = candidates
        self._listed = listed(order, "sort")
        self._down = order.descending != backwards
        self._fits = fits
        self.at = after
        self.ended = False

    def __iter__(self) -> Iterator[Key]:
        looked, step = 0, self._first
        while looked < self._most and not self.ended:
            keys = self._next(step)
            fitting = self._fits([pk for _, pk in keys]) if keys else set()
            for key in keys:
                self.at = key
                if key[1] in fitting:
                    yield key
            self.ended = len(keys) < step
            looked += len(keys)
            step = min(4 * step, _LAST)

    def _next(self, count: int) -> list[Key]:
        """First those of the same sort value, then those behind it: either is one stretch of the index."""
        sign = "-" if self._down else ""
        rows = self._candidates.order_by(f"{sign}sort", f"{sign}key").values_list("sort", "key")
        if self.at is None:
            return list(rows.filter(self._listed)[:count])
        beyond = "lt" if self._down else "gt"
        sort, pk = self.at
        keys = list(rows.filter(**{"sort": sort, f"key__{beyond}": pk})[:count])
        if len(keys) < count:
            keys += rows.filter(self._listed, **{f"sort__{beyond}": sort})[: count - len(keys)]
        return keys


def candidates(project: Project, order: Order, language: str, among: list[int] | None) -> "QuerySet[Any]":
    """Rows with `sort` and `key`, also those that the order does not list.

    A language is left to the filter where no index has it.
    """
    rows: QuerySet[Any]
    if order.of_item:
        rows = Item.objects.annotate(sort=F(order.column), key=F("pk"))
        whole = {"project": project, "kind": Item.Kind.WORK}
    else:
        kept = ItemStatistic.objects.filter(policy=project.policy)
        rows = kept.annotate(sort=F(order.column), key=F("item_id"))
        whole = {"project": project}
    if among is not None:  # a condition on the project would send SQLite through all of it
        return rows.filter(key__in=among)
    if language and order.by_language:
        whole["language"] = language
    return rows.filter(**whole)
