"""Requests for the computed statistics."""

from api.common.base_schema import Shape
from api.common.strict_fields import StrictBooleanField


class ComputeSerializer(Shape):
    """`asked`: a lead has requested it. Otherwise they are computed only if they are due."""

    asked = StrictBooleanField()
