"""What all shapes are made of."""

from typing import Any

from rest_framework import serializers as s


# The framework's base class, for values of any type. A docstring would be taken for that of every shape.
class Shape(s.Serializer[Any]):
    pass
