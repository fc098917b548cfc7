"""Filter items by item labels: one label, or two in the same annotation."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Count, F, Func, QuerySet, TextField, Value

from annotation.models import Annotation


class _Chosen(Func):
    """The value of a key of `labels`. Django would read a key that is a number as a list index."""

    output_field = TextField()

    def __init__(self, labels: str, name: str) -> None:
        super().__init__(F(labels), Value(name))

    def as_sqlite(self, compiler: Any, connection: Any, **more: Any) -> Any:
        path = """JSON_EXTRACT(%(expressions)s || '"')"""
        return self.as_sql(compiler, connection, template=path, arg_joiner=""", '$."' || """, **more)

    def as_postgresql(self, compiler: Any, connection: Any, **more: Any) -> Any:
        return self.as_sql(compiler, connection, template="(%(expressions)s)", arg_joiner=" ->> ", **more)


def is_item_label(label: str) -> bool:
    """Whether a filter value is an item label: `label:choice`, or `label:` for any choice."""
    return ":" in label


def annotations_with_labels(labels: Iterable[str], least: int) -> "QuerySet[Annotation, Any]":
    """Rows with the `item` of which at least `least` counted annotations chose all of these item labels."""
    found = Annotation.objects.counted().order_by()
    for index, label in enumerate(labels):
        name, choice = label.split(":")
        chosen = {f"chosen_{index}": _Chosen("submitted__labels", name)}
        fits = {f"chosen_{index}": choice} if choice else {f"chosen_{index}__isnull": False}
        found = found.alias(**chosen).filter(**fits)
    return found if least < 2 else found.values("item").alias(n=Count("pk")).filter(n__gte=least)
