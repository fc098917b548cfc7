"""The shape of error responses."""

from rest_framework import serializers as s

from api.common.base_schema import Shape


class FieldErrorSerializer(Shape):
    pointer = s.CharField()
    code = s.CharField()
    detail = s.CharField()


class ProblemSerializer(Shape):
    """A problem document (RFC 9457)."""

    type = s.CharField()
    title = s.CharField()
    status = s.IntegerField()
    detail = s.CharField()
    errors = FieldErrorSerializer(many=True)  # type: ignore[assignment]  # a field of the shape
