"""Requests for guidelines."""

from api.common.base_schema import Shape
from api.common.strict_fields import StrictBooleanField, StrictIntegerField, StrictTextField
from api.common.upload_field import UploadField


class ReadSerializer(Shape):
    language = StrictTextField(max_length=64)
    version = StrictIntegerField(min_value=1)


class AcceptSerializer(Shape):
    read = ReadSerializer(many=True, allow_empty=False)


class WriteGuidelinesSerializer(Shape):
    text = StrictTextField(allow_blank=True, max_length=200_000, help_text="Markdown.")


class PublishGuidelinesSerializer(WriteGuidelinesSerializer):
    """`ask_again`: people who have accepted an earlier version read this one before their next item.

    `base_version`: the version that the text was written on, 0 for none. 409 if there is a later one.
    """

    ask_again = StrictBooleanField(required=False)
    base_version = StrictIntegerField(min_value=0, required=False)


class UploadImageSerializer(Shape):
    file = UploadField()
