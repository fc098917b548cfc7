"""The orders of the leads' item list, each with an index, and the scan that pages through one of them.

A filter without an index is applied to the items that the scan reads. The scan stops after `MAX_SCANNED` items and
reports where, so that all requests cost about the same, however rare the matching items are.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import F, Q, QuerySet

from annotation.models import Item, ItemStatistic, Project

Key = tuple[int, int]
"""Sort value and key of an item."""

MAX_SCANNED = 10_000  # items that one request reads
FIRST_QUERY = 64  # items that the first query of a scan reads; later queries read more
_LARGEST_QUERY: Final = 2_000


@dataclass(frozen=True, slots=True)
class ItemOrder:
    """An order by a column of the item, or of its statistic, which lists only the items that have the value."""

    column: str
    descending: bool = True
    of_item: bool = False
    by_language: bool = False  # there is a second index with the language


ORDERS: Final = {
    "agreement": ItemOrder("agreement", descending=False, by_language=True),
    "disputed": ItemOrder("disputed_characters"),
    "ties": ItemOrder("tie_characters"),
    "single": ItemOrder("single_characters"),
    "unsure": ItemOrder("unsure"),
    "comments": ItemOrder("comments"),
    "few": ItemOrder("counted", descending=False, of_item=True),
    "ordinal": ItemOrder("ordinal", descending=False, of_item=True, by_language=True),
}


def listed(order: ItemOrder, column: str = "") -> Q:
    """Items that an order lists: all; by agreement, those with n ≥ 2; by another number, those above 0."""
    if order.of_item:
        return Q()
    name = column or order.column
    return Q(**{f"{name}__isnull": False}) if order.column == "agreement" else Q(**{f"{name}__gt": 0})


class ItemScan:
    """Iterate over the keys after `after` whose items are in `matching`, in the order or backwards.

    Afterwards `ended` is whether the end of the list was reached, and `at` the last key read. At most `most` items are
    read: in one query with `at_once`, otherwise in queries of growing size.
    """

    def __init__(
        self,
        candidates: "QuerySet[Any]",
        order: ItemOrder,
        matching: Callable[[Sequence[int]], set[int]],
        after: Key | None = None,
        *,
        backwards: bool = False,
        most: int = 0,
        at_once: bool = False,
    ) -> None:
        self._most = most or MAX_SCANNED
        self._first = self._most if at_once else FIRST_QUERY
        self._candidates = candidates
        self._listed = listed(order, "sort")
        self._descending = order.descending != backwards
        self._matching = matching
        self.at = after
        self.ended = False

    def __iter__(self) -> Iterator[Key]:
        scanned, step = 0, self._first
        while scanned < self._most and not self.ended:
            keys = self._next(step)
            matches = self._matching([pk for _, pk in keys]) if keys else set()
            for key in keys:
                self.at = key
                if key[1] in matches:
                    yield key
            self.ended = len(keys) < step
            scanned += len(keys)
            step = min(4 * step, _LARGEST_QUERY)

    def _next(self, count: int) -> list[Key]:
        """Keys with the same sort value first, then those after it. Each of the two queries reads one index range."""
        sign = "-" if self._descending else ""
        rows = self._candidates.order_by(f"{sign}sort", f"{sign}key").values_list("sort", "key")
        if self.at is None:
            return list(rows.filter(self._listed)[:count])
        beyond = "lt" if self._descending else "gt"
        sort, pk = self.at
        keys = list(rows.filter(**{"sort": sort, f"key__{beyond}": pk})[:count])
        if len(keys) < count:
            keys += rows.filter(self._listed, **{f"sort__{beyond}": sort})[: count - len(keys)]
        return keys


def candidates(project: Project, order: ItemOrder, language: str, among: list[int] | None) -> "QuerySet[Any]":
    """Rows with `sort` and `key`, including those that the order does not list.

    `among`: only these keys. The language is left to the filter if the order has no index with it.
    """
    rows: QuerySet[Any]
    if order.of_item:
        rows = Item.objects.annotate(sort=F(order.column), key=F("pk"))
        conditions: dict[str, Any] = {"project": project, "kind": Item.Kind.WORK}
    else:
        statistics = ItemStatistic.objects.filter(policy=project.policy)
        rows = statistics.annotate(sort=F(order.column), key=F("item_id"))
        conditions = {"project": project}
    if among is not None:  # with a condition on the project SQLite would scan all of it
        return rows.filter(key__in=among)
    if language and order.by_language:
        conditions["language"] = language
    return rows.filter(**conditions)
