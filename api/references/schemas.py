"""Requests for references."""

from annotation.references.provider import MAX_ADDRESS_LENGTH
from api.common.base_schema import Shape
from api.common.strict_fields import StrictBooleanField, StrictTextField


class RetrySerializer(Shape):
    """`url`: of a page that one consults; without it, the page that the item refers to."""

    url = StrictTextField(required=False, max_length=MAX_ADDRESS_LENGTH)


class StartFetchSerializer(Shape):
    """`refresh`: every page once more, also those that are stored or were missing."""

    refresh = StrictBooleanField()
