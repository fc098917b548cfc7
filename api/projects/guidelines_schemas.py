"""Guidelines, for those who read them and for those who write them."""

from rest_framework import serializers as s

from api.common.base_schema import Shape
from api.common.strict_fields import StrictBooleanField, StrictIntegerField, StrictTextField


class GuidelinesSerializer(Shape):
    language = s.CharField()
    version = s.IntegerField()
    html = s.CharField(help_text="Safe: rendered from Markdown and sanitized here.")
    accepted = s.IntegerField(help_text="The newest version one has accepted; 0: none.")
    to_read = s.BooleanField(help_text="To be accepted before the next item.")


class ReadSerializer(Shape):
    language = StrictTextField(max_length=64)
    version = StrictIntegerField(min_value=1)


class AcceptSerializer(Shape):
    read = ReadSerializer(many=True, allow_empty=False)


class WriteGuidelinesSerializer(Shape):
    text = StrictTextField(allow_blank=True, max_length=200_000, help_text="Markdown.")


class PublishGuidelinesSerializer(WriteGuidelinesSerializer):
    """`ask_again`: whoever has accepted an earlier version reads this one before their next item."""

    ask_again = StrictBooleanField(required=False)


class PreviewSerializer(Shape):
    html = s.CharField(allow_blank=True, help_text="Safe: rendered from Markdown and sanitized here.")


class GuidelinesVersionSerializer(Shape):
    version = s.IntegerField()
    created_at = s.DateTimeField()
    ask_again = s.BooleanField()
    accepted = s.IntegerField(help_text="Annotators who have accepted this version.")


class GuidelinesTextSerializer(Shape):
    """As their authors have it. `version` 0: there is none yet.

    `people`: annotators who work by these guidelines. `versions`: newest first.
    """

    language = s.CharField()
    version = s.IntegerField()
    text = s.CharField(allow_blank=True)
    people = s.IntegerField()
    versions = GuidelinesVersionSerializer(many=True)
