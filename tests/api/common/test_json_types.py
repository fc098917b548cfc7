"""Fields of requests accept only the JSON type that the schema states: not 1 for "1", not "1" or true for 1."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import get_resolver
from rest_framework import serializers as s
from rest_framework.fields import _UnvalidatedField

from api.common.base_schema import Shape

Field = s.Field[Any, Any, Any, Any]

VALUES: list[Any] = ["1", "true", 1, 1.5, True, {"1": 1}, [1]]


def shapes(of: type[Shape] = Shape) -> Iterator[type[Shape]]:
    """Yield every request that is defined by the API."""
    for each in of.__subclasses__():
        yield each
        yield from shapes(each)


def leaves(field: Field, path: str) -> Iterator[tuple[str, Field]]:
    """Yield the fields that hold one value, and their paths, but for parts that a service reads and checks."""
    if isinstance(field, s.ListSerializer | s.ListField | s.DictField):
        assert field.child is not None
        yield from leaves(field.child, f"{path}[]")
    elif isinstance(field, s.Serializer):
        for name, inner in field.fields.items():
            yield from leaves(inner, f"{path}.{name}")
    elif not isinstance(field, s.JSONField | _UnvalidatedField):
        yield path, field


def json_types(field: Field) -> set[type]:
    """Return the types of JSON values that the schema states for the field."""
    if isinstance(field, s.BooleanField):
        return {bool}
    if isinstance(field, s.IntegerField):
        return {int}
    if isinstance(field, s.FloatField):
        return {int, float}
    return {str}


def fields() -> dict[str, Field]:
    _ = get_resolver().url_patterns  # loads every view, and with it every request
    return {path: field for shape in shapes() for path, field in leaves(shape(), shape.__name__)}


def test_all_requests_are_looked_at() -> None:
    assert len(fields()) > 200


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_value_of_another_json_type_is_refused(value: object) -> None:
    accepted = []
    for path, field in fields().items():
        if isinstance(field, s.FileField) or type(value) in json_types(field):
            continue
        try:
            field.run_validation(value)
        except s.ValidationError:
            continue
        accepted.append(path)
    assert accepted == []
