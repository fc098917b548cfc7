"""Items by what annotations chose for the whole of them: one label, or two in the same annotation."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Count, F, Func, QuerySet, TextField, Value

from annotation.models import Annotation


class _Chosen(Func):
    """What `labels` hold under a name, also where the name is a number, which Django takes for a place in a list."""

    output_field = TextField()

    def __init__(self, labels: str, name: str) -> None:
        super().__init__(F(labels), Value(name))

    def as_sqlite(self, compiler: Any, connection: Any, **more: Any) -> Any:
        path = """JSON_EXTRACT(%(expressions)s || '"')"""
        return self.as_sql(compiler, connection, template=path, arg_joiner=""", '$."' || """, **more)

    def as_postgresql(self, compiler: Any, connection: Any, **more: Any) -> Any:
        return self.as_sql(compiler, connection, template="(%(expressions)s)", arg_joiner=" ->> ", **more)


def is_of_items(label: str) -> bool:
    """A `label:choice`, or a `label:` whatever the choice."""
    return ":" in label


def choosing(labels: Iterable[str], least: int) -> "QuerySet[Annotation, Any]":
    """Rows with the `item` of which at least so many counted annotations chose all of these, each a label of items."""
    found = Annotation.objects.counted().order_by()
    for place, label in enumerate(labels):
        name, choice = label.split(":")
        chosen = {f"chosen_{place}": _Chosen("submitted__labels", name)}
        fits = {f"chosen_{place}": choice} if choice else {f"chosen_{place}__isnull": False}
        found = found.alias(**chosen).filter(**fits)
    return found if least < 2 else found.values("item").alias(n=Count("pk")).filter(n__gte=least)
