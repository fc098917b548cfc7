"""Requests for the computed statistics."""

from api.fields import StrictBooleanField
from api.serializers.shape import Shape


class ComputeSerializer(Shape):
    """`asked`: a lead asks for it. Else they are computed only where they are due."""

    asked = StrictBooleanField()
