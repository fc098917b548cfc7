"""The file of a form."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers as s


@extend_schema_field(OpenApiTypes.BINARY)
class UploadField(s.FileField):
    """A file of a form. drf-spectacular would describe the URL of a stored one."""
