"""What all shapes are made of."""

from typing import Any

from rest_framework import serializers as s


# The framework's base class, for values of any type. A docstring would be taken for that of every shape.
class Shape(s.Serializer[Any]):
    pass


# What is given is changed, the rest stays. Nothing given is a mistake.
class Change(Shape):
    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs:
            raise s.ValidationError(f"Say what to change: {', '.join(self.fields)}.", code="nothing")
        return attrs
