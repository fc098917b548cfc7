"""Requests of boards."""

from rest_framework import serializers as s

from api.common.base_schema import Shape


class NewBundleSerializer(Shape):
    phase = s.SlugField()
    names = s.ChoiceField(choices=["named", "anonymised"])


class PublishBundleSerializer(Shape):
    published = s.BooleanField()
