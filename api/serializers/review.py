"""Requests for reviews."""

from api.fields import StrictBooleanField, StrictIntegerField, StrictTextField
from api.serializers.annotations import MAX_KEY
from api.serializers.shape import Shape


class MarkReviewedSerializer(Shape):
    """`revision`: the one that was looked at. Not `reviewed`: one's own note is taken back."""

    annotator = StrictTextField(help_text="Key of its author.")
    revision = StrictIntegerField(min_value=1, max_value=MAX_KEY)
    reviewed = StrictBooleanField()
