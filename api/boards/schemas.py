"""Requests of boards."""

from rest_framework import serializers as s

from api.common.base_schema import Shape
from api.common.strict_fields import StrictBooleanField, StrictTextField


class NewBundleSerializer(Shape):
    phase = StrictTextField(max_length=50)
    names = s.ChoiceField(choices=["named", "anonymised"])


class PublishBundleSerializer(Shape):
    published = StrictBooleanField()
