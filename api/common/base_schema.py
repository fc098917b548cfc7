"""Base classes of all serializers."""

from typing import Any

from rest_framework import serializers as s


# A comment, because drf-spectacular would use a docstring as the description of every subclass without one.
class Shape(s.Serializer[Any]):
    pass


# A partial change: the given fields change, and at least one is required.
class Change(Shape):
    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs:
            raise s.ValidationError(f"Say what to change: {', '.join(self.fields)}.", code="nothing")
        return attrs
