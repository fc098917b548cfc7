"""Requests for reviews."""

from api.common.base_schema import Shape
from api.common.content_schemas import MAX_KEY
from api.common.strict_fields import StrictBooleanField, StrictIntegerField, StrictTextField


class MarkReviewedSerializer(Shape):
    """`revision`: number of the reviewed revision. `reviewed` false: the user's own review is withdrawn."""

    annotator = StrictTextField(help_text="Key of its author.")
    revision = StrictIntegerField(min_value=1, max_value=MAX_KEY)
    reviewed = StrictBooleanField()
