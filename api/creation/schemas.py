"""Requests of the creation step."""

from rest_framework import serializers as s

from annotation.queries.creation.creation_state import VerdictKind
from api.common.base_schema import Shape
from api.common.content_schemas import MAX_KEY
from api.common.strict_fields import StrictIntegerField, StrictUUIDField


class GiveVerdictSerializer(Shape):
    """`verdict_id`: made by the client; the same one stores nothing more. `candidate`: that is shown."""

    verdict_id = StrictUUIDField()
    question = StrictIntegerField(min_value=1, max_value=MAX_KEY)
    candidate = StrictIntegerField(min_value=1, max_value=MAX_KEY)
    kind = s.ChoiceField(choices=VerdictKind.choices)
