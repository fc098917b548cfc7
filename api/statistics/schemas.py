"""Requests for the computed statistics."""

from api.common.base_schema import Shape
from api.common.strict_fields import StrictBooleanField


class ComputeSerializer(Shape):
    """`asked`: a lead asks for it. Else they are computed only where they are due."""

    asked = StrictBooleanField()
