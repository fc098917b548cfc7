"""Requests for API tokens."""

from api.common.base_schema import Shape
from api.common.strict_fields import StrictIntegerField, StrictTextField


class CreateTokenSerializer(Shape):
    """`scope`: what the token gives access to: "team:" and the id of a team. `days`: how long it is valid, 1 to 365."""

    name = StrictTextField(max_length=100)
    scope = StrictTextField(max_length=64)
    days = StrictIntegerField(required=False, default=90)
