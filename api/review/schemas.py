"""What leads look over."""

from rest_framework import serializers as s

from api.common.base_schema import Shape
from api.common.content_schemas import MAX_KEY, ItemHeadSerializer
from api.common.strict_fields import StrictBooleanField, StrictIntegerField, StrictTextField


class ReviewSerializer(Shape):
    by = s.CharField(allow_blank=True)
    mine = s.BooleanField()
    at = s.DateTimeField()


class ReviewRowSerializer(ItemHeadSerializer):
    annotator = s.CharField()
    name = s.CharField()
    revision = s.IntegerField(help_text="The one that is submitted.")
    submitted_at = s.DateTimeField()
    active_seconds = s.IntegerField()
    marks = s.IntegerField()
    nothing_to_mark = s.BooleanField()
    agreement = s.FloatField(allow_null=True, help_text="With the others of the item.")
    said_nothing = s.IntegerField(help_text="How often they did, of `submitted` items that were looked at.")
    submitted = s.IntegerField()
    reviews = ReviewSerializer(many=True)


class MarkReviewedSerializer(Shape):
    """`revision`: the one that was looked at. Not `reviewed`: one's own note is taken back."""

    annotator = StrictTextField(help_text="Key of its author.")
    revision = StrictIntegerField(min_value=1, max_value=MAX_KEY)
    reviewed = StrictBooleanField()


class ReviewsSerializer(Shape):
    reviews = ReviewSerializer(many=True)
