"""Base classes of all serializers."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, ClassVar, TypeAlias, cast

from django.http import QueryDict
from rest_framework import serializers as s

from api.common.errors import MalformedError
from foundation.errors import FieldError, pointer_part

_MAX_NAMED = 100  # unknown keys that one response names


# A comment, because drf-spectacular would use a docstring as the description of every subclass without one.
# A request with a key that no field has is refused, also inside of its objects and lists.
class Shape(s.Serializer[Any]):
    # The serializer that describes the request, where this one leaves parts of it unread.
    described_by: ClassVar["type[Shape] | None"] = None

    def run_validation(self, data: Any = s.empty) -> Any:
        if self.parent is None and data is not s.empty:
            refuse_unknown_keys(self.described_by or type(self), data)
        return super().run_validation(data)


# A partial change: the given fields change, and at least one is required.
class Change(Shape):
    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs:
            raise s.ValidationError(f"Say what to change: {', '.join(self.fields)}.", code="nothing")
        return attrs


def checked(fields: s.Serializer[Any]) -> dict[str, Any]:
    """The validated content of a request. Raises ValidationError, MalformedError."""
    fields.is_valid(raise_exception=True)
    content: dict[str, Any] = fields.validated_data
    return content


def refuse_unknown_keys(shape: type[Shape], data: Any) -> None:
    """Raise MalformedError, which names the keys of a request that no field of the serializer has.

    Repeated keys of JSON are found by its parser, those of a form here.
    """
    if isinstance(data, QueryDict) and (repeated := [key for key, given in data.lists() if len(given) > 1]):
        raise MalformedError(
            f"The field /{pointer_part(repeated[0])} is given more than once.",
            code="repeated_field",
            errors=[
                FieldError(f"/{pointer_part(key)}", "repeated_field", "Given more than once.")
                for key in repeated
            ],
        )
    found = [pointer for pointer, _ in zip(_unknown(_keys(shape), data, ""), range(_MAX_NAMED), strict=False)]
    if found:
        raise MalformedError(
            f"There is no field {found[0]} here.",
            code="unknown_field",
            errors=[FieldError(pointer, "unknown_field", "There is no such field.") for pointer in found],
        )


_Keys: TypeAlias = Mapping[str, "_Keys | None"]


@cache
def _keys(shape: type[Shape]) -> _Keys:
    """Return the fields of a serializer, and those of their objects. None: any value."""
    return {name: _keys_of_value(field) for name, field in shape().fields.items()}


def _keys_of_value(field: Any) -> _Keys | None:
    inner = field.child if isinstance(field, s.ListSerializer | s.ListField) else field
    return _keys(cast("type[Shape]", type(inner))) if isinstance(inner, s.Serializer) else None


def _unknown(keys: _Keys, data: Any, pointer: str) -> Iterator[str]:
    """Yield JSON pointers. Values of another type than expected are left to their fields."""
    if isinstance(data, list):
        for index, each in enumerate(data):
            yield from _unknown(keys, each, f"{pointer}/{index}")
    elif isinstance(data, Mapping):
        for name, value in data.items():
            at = f"{pointer}/{pointer_part(name)}"
            if name not in keys:
                yield at
            elif (inner := keys[name]) is not None:
                yield from _unknown(inner, value, at)
