"""Helpers for the description of the API."""

from drf_spectacular.utils import inline_serializer
from rest_framework import serializers


def listing(of: type[serializers.Serializer]) -> serializers.Serializer:
    """`{results, next}`: one page of a list, and the cursor of the following page or null."""
    name = of.__name__.removesuffix("Serializer")
    return inline_serializer(
        f"{name}List",
        {"results": of(many=True), "next": serializers.CharField(allow_null=True)},
    )
